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
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
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

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Credentials files and the cache on a file system that refuses, like Windows, to replace
 * an open file.
 */
class OpenFileTests {

	private static final StoredCredentials OLD = new StoredCredentials(Consumer.of("app"),
			new AccessToken("old", "s3cret"));

	private static final StoredCredentials NEW = new StoredCredentials(Consumer.of("app"),
			new AccessToken("new", "n3w-s3cret"));

	@TempDir
	Path directory;

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
			.around((sent) -> new CacheResponse(sent.uri(), 200, fields, content.getBytes(StandardCharsets.UTF_8)));
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
					.load(OpenFileTests.class.getClassLoader())
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
