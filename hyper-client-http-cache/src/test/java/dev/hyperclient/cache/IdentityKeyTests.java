package dev.hyperclient.cache;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import dev.hyperclient.cache.api.IdentityKeyException;
import dev.hyperclient.internal.store.MemoryResponseStore;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class IdentityKeyTests {

	private static final String KEY = "a key of 16 or more characters";

	private static final String OTHER_KEY = "another key, for another application";

	@RegisterExtension
	static final WireMockExtension server = MockServers.templating();

	@TempDir
	Path directory;

	private Path responses;

	@BeforeEach
	void answerWithCredentials() {
		this.responses = this.directory.resolve("responses");
		server.stubFor(get("/a").willReturn(
				aResponse().withHeader("Cache-Control", "max-age=60").withBody("{{request.headers.Authorization}}")));
	}

	@Test
	void responseOfUserIsReusedAfterRestart() {
		for (int i = 0; i < 2; i++) {
			for (String user : List.of("alice", "bob")) {
				assertThat(fetch((builder) -> builder.identityKey(KEY), user)).isEqualTo(user);
			}
		}
		server.verify(2, anyRequestedFor(anyUrl()));
	}

	@Test
	void cachesWithDifferentKeysInOneDirectoryNeverShareIdentities() {
		for (int i = 0; i < 2; i++) {
			for (String key : List.of(KEY, OTHER_KEY)) {
				try (HttpCache cache = cache((builder) -> builder.identityKey(key))) {
					// The same name, but another user of another application.
					WebClient client = WebClients.builder(cache, "ann").build();
					assertThat(text(client, key)).isEqualTo(key);
				}
			}
		}
		server.verify(4, anyRequestedFor(anyUrl()));
	}

	@Test
	void cachesWithDifferentKeysInAStoreOfTheApplicationNeverShareIdentities() {
		MemoryResponseStore store = new MemoryResponseStore(DataSize.ofMegabytes(1));
		for (String key : List.of(KEY, KEY, OTHER_KEY)) {
			HttpCache cache = HttpCache.builder().store(store).identityKey(key).build();
			assertThat(text(WebClients.builder(cache, "ann").build(), key)).isEqualTo(key);
		}
		server.verify(2, anyRequestedFor(anyUrl()));
	}

	@Test
	void keyFileIsCreatedForItsOwnerOnly() throws IOException {
		Path file = this.directory.resolve("keys/http-cache.key");
		for (int i = 0; i < 2; i++) {
			assertThat(fetch((builder) -> builder.identityKeyFile(file), "ann")).isEqualTo("ann");
		}
		server.verify(1, anyRequestedFor(anyUrl()));
		assertThat(Files.readString(file)).hasSize(65);
		assertThat(file.getParent()).isDirectoryContaining("glob:**/http-cache.key");
		try (Stream<Path> files = Files.list(file.getParent())) {
			assertThat(files).containsExactly(file);
		}
		if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
			assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
			assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
				.isEqualTo("rwx------");
		}
	}

	/** Which has no owners, unlike the default one of most machines. */
	@Test
	void keyFileMayBeInAnotherFileSystem() throws IOException {
		URI archive = URI.create("jar:" + this.directory.resolve("keys.zip").toUri());
		try (FileSystem files = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
			Path file = files.getPath("/keys/http-cache.key");
			HttpHeaders credentials = new HttpHeaders();
			credentials.setBasicAuth("ann", "secret");
			String identity = IdentityKeyFile.read(file, null).ofCredentials(credentials);
			assertThat(IdentityKeyFile.read(file, null).ofCredentials(credentials)).isEqualTo(identity);
		}
	}

	@Test
	void processesThatCreateKeyFileAtTheSameTimeHaveTheSameKey() throws Exception {
		Path file = this.directory.resolve("key");
		HttpHeaders credentials = new HttpHeaders();
		credentials.setBasicAuth("ann", "secret");
		Set<String> identities = ConcurrentHashMap.newKeySet();
		List<Throwable> failures = new CopyOnWriteArrayList<>();
		CyclicBarrier start = new CyclicBarrier(8);
		List<Thread> threads = Stream.generate(() -> new Thread(() -> {
			try {
				start.await();
				identities.add(IdentityKeyFile.read(file, null).ofCredentials(credentials));
			}
			catch (Exception ex) {
				failures.add(ex);
			}
		})).limit(8).toList();
		threads.forEach(Thread::start);
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(failures).isEmpty();
		assertThat(identities).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "rw-r-----", "rw----r--", "rw--w----", "r---w--w-" })
	@DisabledOnOs(OS.WINDOWS)
	void keyFileOfOtherUsersIsRefused(String permissions) throws IOException {
		Path file = Files.writeString(this.directory.resolve("key"), KEY);
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
		assertRefused(file, "can be used by other users (" + permissions + "). Permit it to its owner only");
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void keyFileOfAnotherOwnerIsRefused() throws IOException {
		Path file = Files.writeString(this.directory.resolve("key"), KEY);
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
		try {
			Files.setOwner(file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
		}
		catch (IOException ex) {
			Assumptions.abort("Only root can give a file away");
		}
		assertRefused(file, "belongs to another user (nobody)");
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void keyFileInCacheDirectoryIsRefused() throws IOException {
		assertRefused(this.responses.resolve("key"), "is in the cache directory");
		assertRefused(this.responses.resolve("a/../b/key"), "is in the cache directory");
		assertThat(this.responses).doesNotExist();
		Files.createDirectory(this.responses);
		Path link = Files.createSymbolicLink(this.directory.resolve("link"), this.responses);
		assertRefused(link.resolve("key"), "is in the cache directory");
		Path target = Files.writeString(this.responses.resolve("target"), KEY);
		Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-------"));
		assertRefused(Files.createSymbolicLink(this.directory.resolve("key"), target), "is in the cache directory");
	}

	@Test
	void unusableKeyFileIsRefused() throws IOException {
		assertRefused(this.directory, "is not a file with a key");
		Path file = Files.writeString(this.directory.resolve("key"), "short");
		if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
			Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
		}
		assertRefused(file, "contains less than 16 characters");
		assertRefused(file.resolve("child"), "cannot be read or created");
	}

	@Test
	void unusableKeyIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> HttpCache.builder().identityKey("short").build())
			.withMessageContaining("at least 16 characters")
			.withMessageNotContaining("short");
		assertThatIllegalStateException()
			.isThrownBy(() -> HttpCache.builder().identityKey(KEY).identityKeyFile(this.directory).build())
			.withMessage("Set only one of 'identityKey' and 'identityKeyFile'");
	}

	private void assertRefused(Path file, String reason) {
		assertThatExceptionOfType(IdentityKeyException.class)
			.isThrownBy(() -> cache((builder) -> builder.identityKeyFile(file)))
			.withMessageContaining(file.toString())
			.withMessageContaining(reason)
			.satisfies((ex) -> assertThat(ex.file()).isEqualTo(file));
	}

	private HttpCache cache(UnaryOperator<HttpCacheBuilder> settings) {
		return settings.apply(HttpCache.builder().directory(this.responses)).build();
	}

	private String fetch(UnaryOperator<HttpCacheBuilder> settings, String user) {
		try (HttpCache cache = cache(settings)) {
			return text(WebClients.builder(cache).build(), user);
		}
	}

	private static String text(WebClient client, String user) {
		return client.get()
			.uri(server.url("/a"))
			.header("Authorization", user)
			.retrieve()
			.bodyToMono(String.class)
			.block();
	}

}
