package dev.hyperclient.token;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.error.CredentialsFileException;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.InvocationHandlerAdapter;
import net.bytebuddy.matcher.ElementMatchers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link FileTokenStore}, and for credentials files and the cache on a file
 * system that refuses, like Windows, to replace an open file.
 */
class FileTokenStoreTests {

	private static final URI LAUNCHPAD = URI.create("https://api.launchpad.net/");

	private static final OAuthConsumer CONSUMER = OAuthConsumer.of("consumer");

	private static final AccessToken TOKEN = new AccessToken("token", "s3cret");

	private static final StoredCredentials OLD = new StoredCredentials(OAuthConsumer.of("app"),
			new AccessToken("old", "s3cret"));

	private static final StoredCredentials NEW = new StoredCredentials(OAuthConsumer.of("app"),
			new AccessToken("new", "n3w-s3cret"));

	@TempDir
	Path temporary;

	@TempDir
	Path directory;

	@Test
	void tokenIsReadByANewStore() {
		store().save(LAUNCHPAD, CONSUMER, TOKEN);
		assertThat(store().find(LAUNCHPAD, CONSUMER)).contains(TOKEN);
		store().save(LAUNCHPAD, CONSUMER, AccessToken.anonymous());
		assertThat(store().find(LAUNCHPAD, CONSUMER)).contains(AccessToken.anonymous());
		store().remove(LAUNCHPAD, CONSUMER);
		store().remove(LAUNCHPAD, CONSUMER);
		assertThat(store().find(LAUNCHPAD, CONSUMER)).isEmpty();
	}

	@Test
	void directoryIsCreatedWithTheFirstToken() {
		assertThat(store().find(LAUNCHPAD, CONSUMER)).isEmpty();
		store().remove(LAUNCHPAD, CONSUMER);
		assertThat(directory()).doesNotExist();
	}

	@Test
	void tokensOfConsumersAndServicesAreSeparate() {
		List<OAuthConsumer> consumers = Stream
			.of("consumer", "Consumer", "consumer@https", "../consumer", "co/nsumer", "%2e", "caf\u00e9", "cafe\u0301",
					"x".repeat(5000), "CON")
			.map(OAuthConsumer::of)
			.toList();
		List<URI> services = Stream
			.of("https://api.launchpad.net/", "https://api.launchpad.net/devel/", "http://api.launchpad.net/",
					"https://api.launchpad.net:8443/", "https://api.launchpad.net/Devel/")
			.map(URI::create)
			.toList();
		for (OAuthConsumer consumer : consumers) {
			services.forEach((service) -> store().save(service, consumer, token(service, consumer)));
		}
		for (OAuthConsumer consumer : consumers) {
			assertThat(services).allSatisfy(
					(service) -> assertThat(store().find(service, consumer)).contains(token(service, consumer)));
		}
		assertThat(files()).hasSize(consumers.size() * services.size());
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "https://api.launchpad.net", "HTTPS://API.Launchpad.net/", "https://api.launchpad.net:443/" })
	void equivalentUrlsHaveTheSameToken(String spelling) {
		store().save(LAUNCHPAD, CONSUMER, TOKEN);
		assertThat(store().find(URI.create(spelling), CONSUMER)).contains(TOKEN);
	}

	@Test
	void fileOfAnotherServiceIsRejected() throws IOException {
		store().save(LAUNCHPAD, CONSUMER, TOKEN);
		Path mine = theFile();
		for (String change : List.of("consumer_key = other", "service_root = https://example.com/")) {
			String key = change.substring(0, change.indexOf(' '));
			List<String> lines = Files.readAllLines(mine)
				.stream()
				.map((line) -> line.startsWith(key) ? change : line)
				.toList();
			Path changed = Files.write(this.temporary.resolve("changed"), lines);
			Files.move(changed, mine, StandardCopyOption.REPLACE_EXISTING);
			assertRefused("is for another application or another service");
			store().save(LAUNCHPAD, CONSUMER, TOKEN);
		}
	}

	@Test
	void symbolicLinksAreNotFollowed() throws IOException {
		store().save(LAUNCHPAD, CONSUMER, TOKEN);
		Path link = theFile();
		Path elsewhere = Files.move(link, this.temporary.resolve("elsewhere"));
		String before = Files.readString(elsewhere);
		Files.createSymbolicLink(link, elsewhere);
		assertRefused("it is a symbolic link");
		store().save(LAUNCHPAD, CONSUMER, new AccessToken("new", "other"));
		assertThat(Files.isSymbolicLink(link)).isFalse();
		assertThat(elsewhere).hasContent(before);
		Files.delete(link);
		Files.createSymbolicLink(link, elsewhere);
		store().remove(LAUNCHPAD, CONSUMER);
		assertThat(link).doesNotExist();
		assertThat(elsewhere).hasContent(before);
	}

	@Test
	void readersSeeCompleteFilesDuringWrites() {
		store().save(LAUNCHPAD, CONSUMER, new AccessToken("0", "0"));
		List<AccessToken> seen = IntStream.range(0, 400).parallel().mapToObj((i) -> {
			if (i % 4 == 0) {
				String text = Integer.toString(i).repeat(1000);
				store().save(LAUNCHPAD, CONSUMER, new AccessToken(text, text));
			}
			return store().find(LAUNCHPAD, CONSUMER).orElseThrow();
		}).toList();
		assertThat(seen).allSatisfy((token) -> assertThat(token.key()).isEqualTo(token.secret()));
		assertThat(files()).hasSize(1);
	}

	@Test
	void invalidServiceUrlIsRejected() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> store().save(URI.create("https://me:pass@example.com/"), CONSUMER, TOKEN))
			.withMessageContaining("'serviceRoot'")
			.withMessageNotContaining("pass@");
	}

	@Test
	void toStringIsTheDirectoryOnly() {
		store().save(LAUNCHPAD, CONSUMER, TOKEN);
		assertThat(store()).hasToString(directory().toString());
		assertThat(theFile().getFileName().toString()).doesNotContain("token", "s3cret");
	}

	private void assertRefused(String why) {
		assertThatExceptionOfType(CredentialsFileException.class).isThrownBy(() -> store().find(LAUNCHPAD, CONSUMER))
			.withMessageContaining(directory().toString())
			.withMessageContaining(why)
			.withMessageNotContaining("s3cret");
	}

	private static AccessToken token(URI service, OAuthConsumer consumer) {
		return new AccessToken(consumer.key() + "&" + service, "s3cret");
	}

	private FileTokenStore store() {
		return new FileTokenStore(directory());
	}

	private Path directory() {
		return this.temporary.resolve("tokens");
	}

	private List<Path> files() {
		try (Stream<Path> files = Files.list(directory())) {
			return files.toList();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Path theFile() {
		assertThat(files()).hasSize(1);
		return files().get(0);
	}

	@Test
	void fileThatIsOpenForAMomentIsReplaced() {
		OpenFiles files = new OpenFiles();
		CredentialsFile file = new CredentialsFile(files.wrapped(this.directory.resolve("token")));
		file.write(OLD);
		files.refusals = 1;
		file.write(NEW);
		assertThat(file.read()).isEqualTo(NEW);
		assertThat(files.refusals).isZero();
	}

	@Test
	void fileThatStaysOpenIsKeptAndTheExceptionHasARemedy() throws IOException {
		OpenFiles files = new OpenFiles();
		CredentialsFile file = new CredentialsFile(files.wrapped(this.directory.resolve("token")));
		file.write(OLD);
		files.refusals = 2;
		assertThatExceptionOfType(CredentialsFileException.class).isThrownBy(() -> file.write(NEW))
			.withMessage(
					"The credentials file '%s' cannot be replaced: AccessDeniedException. Close the programs that"
							+ " have it open, which Windows does not allow, and save the token again",
					this.directory.resolve("token"));
		assertThat(file.read()).isEqualTo(OLD);
		try (Stream<Path> left = Files.list(this.directory)) {
			assertThat(left).containsExactly(this.directory.resolve("token"));
		}
	}

	@Test
	void storedResponseThatStaysOpenIsKeptAndTheNextOneIsStored() throws IOException {
		OpenFiles files = new OpenFiles();
		try (HttpCache cache = HttpCache.inDirectory(files.wrapped(this.directory.resolve("cache")))) {
			assertThat(saved(cache, "first", 0, files)).isEqualTo("first");
			assertThat(saved(cache, "second", 1, files)).isEqualTo("second");
			assertThat(saved(cache, "third", 2, files)).isEqualTo("second");
			assertThat(files.refusals).isZero();
			assertThat(cache.failure()).isEmpty();
			assertThat(saved(cache, "fourth", 0, files)).isEqualTo("fourth");
			assertThat(cache.size().entries()).isOne();
		}
	}

	/** Return what is stored after a response was received. */
	private static String saved(HttpCache cache, String content, int refusals, OpenFiles files) throws IOException {
		files.refusals = refusals;
		HttpHeaders fields = new HttpHeaders();
		fields.setCacheControl("max-age=60");
		HttpHeaders reload = new HttpHeaders();
		reload.setCacheControl("no-cache");
		URI soup = URI.create("http://cookbooks.dev/soup");
		RequestSender sender = cache
			.around((sent) -> CacheResponse.of(sent.uri(), 200, fields, content.getBytes(StandardCharsets.UTF_8)));
		sender.exchange(CacheRequest.get(soup, reload));
		return new String(sender.exchange(CacheRequest.get(soup, HttpHeaders.EMPTY)).body().bytes(),
				StandardCharsets.UTF_8);
	}

	/** The default file system, whose renames are refused. */
	private static final class OpenFiles {

		private final Path root = Path.of("");

		private final FileSystemProvider provider = subclass(FileSystemProvider.class, this::provide);

		private final FileSystem system = subclass(FileSystem.class,
				(proxy, method, arguments) -> method.getName().equals("provider") ? this.provider
						: invoke(this.root.getFileSystem(), method, arguments));

		private int refusals;

		Path wrapped(Path path) {
			return (Path) Proxy.newProxyInstance(Wrapped.class.getClassLoader(), new Class<?>[] { Wrapped.class },
					(proxy, method, arguments) -> switch (method.getName()) {
						case "getFileSystem" -> this.system;
						case "unwrapped" -> path;
						default -> invoke(path, method, arguments);
					});
		}

		private Object provide(Object proxy, Method method, Object[] arguments) throws Throwable {
			if (method.getName().equals("move") && this.refusals > 0) {
				this.refusals--;
				throw new AccessDeniedException(arguments[0].toString(), arguments[1].toString(), null);
			}
			return invoke(this.root.getFileSystem().provider(), method, arguments);
		}

		/** Call a method of the default file system, with its own paths. */
		private Object invoke(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
			try {
				Object[] plain = (arguments != null) ? Arrays.stream(arguments)
					.map((argument) -> (argument instanceof Wrapped wrapped) ? wrapped.unwrapped() : argument)
					.toArray() : null;
				Object result = method.invoke(target, plain);
				return (result instanceof Path path) ? wrapped(path) : result;
			}
			catch (InvocationTargetException ex) {
				throw ex.getCause();
			}
		}

		private static <T> T subclass(Class<T> type, InvocationHandler handler) {
			try {
				return new ByteBuddy().subclass(type)
					.method(ElementMatchers.isPublic().and(ElementMatchers.isDeclaredBy(type)))
					.intercept(InvocationHandlerAdapter.of(handler))
					.make()
					.load(FileTokenStoreTests.class.getClassLoader())
					.getLoaded()
					.getDeclaredConstructor()
					.newInstance();
			}
			catch (ReflectiveOperationException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	/** A path of {@link OpenFiles}. */
	interface Wrapped extends Path {

		Path unwrapped();

	}

}
