package dev.hyperclient.token;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.error.CredentialsFileException;
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
	private static final class OpenFiles extends FileSystemProvider {

		private final FileSystem system = new OpenFileSystem(this);

		private int refusals;

		private static FileSystemProvider files() {
			return Path.of("").getFileSystem().provider();
		}

		Path wrapped(Path path) {
			return (Path) Proxy.newProxyInstance(Wrapped.class.getClassLoader(), new Class<?>[] { Wrapped.class },
					(proxy, method, arguments) -> switch (method.getName()) {
						case "getFileSystem" -> this.system;
						case "unwrapped" -> path;
						default -> {
							try {
								Object[] plain = (arguments != null)
										? Arrays.stream(arguments).map(OpenFiles::unwrapped).toArray() : null;
								Object result = method.invoke(path, plain);
								yield (result instanceof Path other) ? wrapped(other) : result;
							}
							catch (InvocationTargetException ex) {
								throw ex.getCause();
							}
						}
					});
		}

		private static Object unwrapped(Object object) {
			return (object instanceof Wrapped wrapped) ? wrapped.unwrapped() : object;
		}

		private static Path plain(Path path) {
			return (Path) unwrapped(path);
		}

		@Override
		public void move(Path source, Path target, CopyOption... options) throws IOException {
			if (this.refusals > 0) {
				this.refusals--;
				throw new AccessDeniedException(source.toString(), target.toString(), null);
			}
			files().move(plain(source), plain(target), options);
		}

		@Override
		public String getScheme() {
			return "open";
		}

		@Override
		public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
			throw new UnsupportedOperationException();
		}

		@Override
		public FileSystem getFileSystem(URI uri) {
			return this.system;
		}

		@Override
		public Path getPath(URI uri) {
			return wrapped(Path.of(uri));
		}

		@Override
		public SeekableByteChannel newByteChannel(Path path, Set<? extends OpenOption> options,
				FileAttribute<?>... attributes) throws IOException {
			return files().newByteChannel(plain(path), options, attributes);
		}

		@Override
		public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
				throws IOException {
			return files().newFileChannel(plain(path), options, attributes);
		}

		@Override
		public DirectoryStream<Path> newDirectoryStream(Path dir, DirectoryStream.Filter<? super Path> filter)
				throws IOException {
			return files().newDirectoryStream(plain(dir), filter);
		}

		@Override
		public void createDirectory(Path dir, FileAttribute<?>... attributes) throws IOException {
			files().createDirectory(plain(dir), attributes);
		}

		@Override
		public void delete(Path path) throws IOException {
			files().delete(plain(path));
		}

		@Override
		public void copy(Path source, Path target, CopyOption... options) throws IOException {
			files().copy(plain(source), plain(target), options);
		}

		@Override
		public boolean isSameFile(Path path, Path other) throws IOException {
			return files().isSameFile(plain(path), plain(other));
		}

		@Override
		public boolean isHidden(Path path) throws IOException {
			return files().isHidden(plain(path));
		}

		@Override
		public FileStore getFileStore(Path path) throws IOException {
			return files().getFileStore(plain(path));
		}

		@Override
		public void checkAccess(Path path, AccessMode... modes) throws IOException {
			files().checkAccess(plain(path), modes);
		}

		@Override
		public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
			return files().getFileAttributeView(plain(path), type, options);
		}

		@Override
		public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
				throws IOException {
			return files().readAttributes(plain(path), type, options);
		}

		@Override
		public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
				throws IOException {
			return files().readAttributes(plain(path), attributes, options);
		}

		@Override
		public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
			files().setAttribute(plain(path), attribute, value, options);
		}

	}

	/** A path of {@link OpenFiles}. */
	interface Wrapped extends Path {

		Path unwrapped();

	}

	private static final class OpenFileSystem extends FileSystem {

		private final FileSystem files = Path.of("").getFileSystem();

		private final OpenFiles provider;

		OpenFileSystem(OpenFiles provider) {
			this.provider = provider;
		}

		@Override
		public FileSystemProvider provider() {
			return this.provider;
		}

		@Override
		public void close() {
		}

		@Override
		public boolean isOpen() {
			return true;
		}

		@Override
		public boolean isReadOnly() {
			return false;
		}

		@Override
		public String getSeparator() {
			return this.files.getSeparator();
		}

		@Override
		public Iterable<Path> getRootDirectories() {
			return List.of();
		}

		@Override
		public Iterable<FileStore> getFileStores() {
			return this.files.getFileStores();
		}

		@Override
		public Set<String> supportedFileAttributeViews() {
			return this.files.supportedFileAttributeViews();
		}

		@Override
		public Path getPath(String first, String... more) {
			return this.provider.wrapped(this.files.getPath(first, more));
		}

		@Override
		public PathMatcher getPathMatcher(String syntaxAndPattern) {
			return this.files.getPathMatcher(syntaxAndPattern);
		}

		@Override
		public UserPrincipalLookupService getUserPrincipalLookupService() {
			return this.files.getUserPrincipalLookupService();
		}

		@Override
		public WatchService newWatchService() throws IOException {
			return this.files.newWatchService();
		}

	}

}
