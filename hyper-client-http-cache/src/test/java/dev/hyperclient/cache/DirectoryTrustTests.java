package dev.hyperclient.cache;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.fixtures.LogLines;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The use of directories by their owners and permissions.
 */
@DisabledOnOs(OS.WINDOWS)
class DirectoryTrustTests {

	private static final URI URL = URI.create("http://cookbooks.dev/a");

	@RegisterExtension
	private final LogLines log = new LogLines(HttpCacheBuilder.class.getName(), Level.WARN);

	private final List<String> stores = new ArrayList<>();

	@TempDir
	private Path parent;

	private Path directory;

	@BeforeEach
	void resolve() {
		this.directory = this.parent.resolve("cache");
	}

	@Test
	void directoryOfAnotherUserIsReplacedByMemory() throws IOException {
		assertThat(read(builder(), "planted")).isEqualTo("planted");
		Files.setPosixFilePermissions(this.directory, PosixFilePermissions.fromString("rwxrwxrwx"));
		giveAway(this.directory);
		List<Path> before = files();
		try (HttpCache cache = builder().build()) {
			assertThat(read(cache, "true")).isEqualTo("true");
			assertThat(read(cache, "not sent")).isEqualTo("true");
		}
		assertThat(files()).isEqualTo(before);
		assertThat(this.stores.get(1)).isEqualTo("memory");
		assertThat(warnings()).singleElement()
			.asString()
			.startsWith(
					"'directory' is '" + this.directory + "', which belongs to another user (nobody): it is not used")
			.contains("cached in memory, at most 10 MB")
			.contains(" run chown -R " + Files.getOwner(this.parent).getName() + " '" + this.directory + "';")
			.contains("'trust-directory'");
	}

	@Test
	void trustedDirectoryOfAnotherUserIsUsed() throws IOException {
		read(builder(), "stored");
		giveAway(this.directory);
		assertThat(read(builder().trustDirectory(true), "sent")).isEqualTo("stored");
		assertThat(warnings()).isEmpty();
	}

	@Test
	void linkOfAnotherUserIsNotFollowed() throws IOException {
		Path own = Files.createDirectory(this.parent.resolve("own"));
		giveAway(Files.createSymbolicLink(this.directory, own));
		assertThat(read(builder(), "sent")).isEqualTo("sent");
		assertThat(own).isEmptyDirectory();
		assertThat(warnings()).singleElement()
			.asString()
			.contains("is a link of another user (nobody)")
			.contains("run chown -h ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "rwxrwx---", "rwxrwxrwx", "rwx----w-" })
	void directoryThatOtherUsersCanChangeIsUsedWithAWarning(String permissions) throws IOException {
		Files.createDirectory(this.directory);
		Files.setPosixFilePermissions(this.directory, PosixFilePermissions.fromString(permissions));
		read(builder(), "stored");
		assertThat(read(builder(), "sent")).isEqualTo("stored");
		assertThat(warnings()).hasSize(2)
			.allSatisfy((warning) -> assertThat(warning).contains("can be changed by other users: it is used, but")
				.contains("run chmod go-w '" + this.directory + "'"));
	}

	@ParameterizedTest
	@CsvSource({ "0777, true", "0757, true", "01777, false", "0775, false" })
	void directoryThatCanBeReplacedIsUsedWithAWarning(String mode, boolean warned) throws IOException {
		Files.setAttribute(this.parent, "unix:mode", Integer.parseInt(mode, 8));
		read(builder(), "stored");
		assertThat(read(builder(), "sent")).isEqualTo("stored");
		assertThat(warnings()).hasSize(warned ? 2 : 0)
			.allSatisfy((warning) -> assertThat(warning)
				.contains("is in '%s', which other users can change".formatted(this.parent))
				.contains("run chmod o-w '" + this.parent + "'"));
	}

	@Test
	void directoryBelowThatOfAnotherUserIsUsedWithAWarning() throws IOException {
		Path above = Files.createDirectory(this.parent.resolve("above"));
		giveAway(above);
		this.directory = above.resolve("a/b");
		assertThat(read(builder(), "stored")).isEqualTo("stored");
		assertThat(read(builder(), "sent")).isEqualTo("stored");
		assertThat(warnings()).hasSize(2)
			.allSatisfy((warning) -> assertThat(warning)
				.contains("is in '%s', which belongs to another user (nobody): it is used".formatted(above)));
	}

	@Test
	void directoryThatOnlyAnotherUserCanCreateIsReplacedByMemory() throws IOException {
		Path above = Files.createFile(this.parent.resolve("above"));
		giveAway(above);
		this.directory = above.resolve("a/b");
		try (HttpCache cache = builder().build()) {
			assertThat(read(cache, "true")).isEqualTo("true");
			// By the other user.
			Files.delete(above);
			Files.createDirectories(this.directory);
			assertThat(read(cache, "not sent")).isEqualTo("true");
		}
		assertThat(files()).isEmpty();
		assertThat(this.stores).containsExactly("memory");
		assertThat(warnings()).singleElement()
			.asString()
			.contains("cannot be created, and '%s' belongs to another user (nobody): it is not used".formatted(above));
	}

	@Test
	void directoryBelowALinkOfAnotherUserIsUsedWithAWarning() throws IOException {
		Path link = this.parent.resolve("link");
		giveAway(Files.createSymbolicLink(link, Files.createDirectory(this.parent.resolve("own"))));
		this.directory = link.resolve("cache");
		assertThat(read(builder(), "stored")).isEqualTo("stored");
		assertThat(read(builder(), "sent")).isEqualTo("stored");
		assertThat(warnings()).hasSize(2)
			.allSatisfy((warning) -> assertThat(warning)
				.contains("is below '%s', a link of another user (nobody): it is used".formatted(link))
				.contains("run chown -h "));
	}

	@Test
	void ownDirectoryIsUsedWithoutAWarning() throws IOException {
		Files.createSymbolicLink(this.directory, Files.createDirectory(this.parent.resolve("target")));
		read(builder(), "stored");
		assertThat(read(builder(), "sent")).isEqualTo("stored");
		assertThat(this.stores).containsOnly(this.directory.toString());
		assertThat(warnings()).isEmpty();
		assertThat(files()).hasSize(1);
	}

	private HttpCacheBuilder builder() {
		return HttpCache.builder().directory(this.directory).addListener(new CacheListener() {

			@Override
			public void onOpen(ResponseStore store) {
				DirectoryTrustTests.this.stores.add(store.toString());
			}

			@Override
			public void onResult(CacheRequest request, CacheResult result) {
			}

		});
	}

	private static String read(HttpCacheBuilder builder, String sent) {
		try (HttpCache cache = builder.build()) {
			return read(cache, sent);
		}
	}

	private static String read(HttpCache cache, String sent) {
		HttpHeaders headers = new HttpHeaders();
		headers.setCacheControl("max-age=100");
		CacheResponse response = cache
			.around((request) -> CacheResponse.of(request.uri(), 200, headers, sent.getBytes(StandardCharsets.UTF_8)))
			.exchange(CacheRequest.get(URL, HttpHeaders.EMPTY));
		return Fields.text(response);
	}

	private List<Path> files() throws IOException {
		try (Stream<Path> files = Files.list(this.directory)) {
			return files.sorted().toList();
		}
	}

	private List<String> warnings() {
		return this.log.of(Level.WARN);
	}

	/** Give a directory or link to another user, without what is in it. */
	private static void giveAway(Path path) throws IOException {
		UserPrincipal other = FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
		try {
			Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS).setOwner(other);
		}
		catch (IOException ex) {
			Assumptions.abort("Only root can give a directory away");
		}
	}

}
