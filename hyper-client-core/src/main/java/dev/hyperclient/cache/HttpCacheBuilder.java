package dev.hyperclient.cache;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;

import dev.hyperclient.cache.store.FileResponseStore;
import dev.hyperclient.cache.store.FileStoreLimits;
import dev.hyperclient.cache.store.MemoryResponseStore;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.TemporaryDirectory;
import dev.hyperclient.cache.store.TieredResponseStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.unit.DataSize;

/**
 * Builds a cache. Without {@link #directory}, {@link #memory} or {@link #store} it is in
 * a fresh directory, which is removed when the cache is closed or the JVM exits. If there
 * can be no such directory, this is logged and the cache is in memory, at most 10 MB.
 * <p>
 * Mutable and not thread-safe.
 */
public final class HttpCacheBuilder {

	private static final Logger logger = LoggerFactory.getLogger(HttpCacheBuilder.class);

	/** The size of the cache in memory if there can be no temporary directory. */
	private static final DataSize WITHOUT_DIRECTORY = DataSize.ofMegabytes(10);

	private @Nullable Path directory;

	private @Nullable DataSize memory;

	private @Nullable ResponseStore store;

	private @Nullable DataSize memoryTier;

	private @Nullable DataSize maxSize;

	private @Nullable Duration maxAge;

	private Clock clock = Clock.systemUTC();

	private CacheListener listener = CacheListener.NONE;

	private CacheSettings settings = CacheSettings.defaults();

	HttpCacheBuilder() {
	}

	/**
	 * Keeps responses in a directory, which outlives this process and may be shared with
	 * others.
	 * @param other the directory; created with its parents if it is missing. If that
	 * fails, this is logged and nothing is cached. {@code null} for a fresh one
	 * @return this builder
	 */
	public HttpCacheBuilder directory(@Nullable Path other) {
		this.directory = other;
		return this;
	}

	/**
	 * Keeps responses in memory only.
	 * @param size how much memory they take at most, roughly
	 * @return this builder
	 */
	public HttpCacheBuilder memory(DataSize size) {
		this.memory = size;
		return this;
	}

	/**
	 * Keeps responses in a store of the caller's, who also closes it.
	 * @param other the store
	 * @return this builder
	 */
	public HttpCacheBuilder store(ResponseStore other) {
		this.store = Objects.requireNonNull(other, "'store' must not be null");
		return this;
	}

	/**
	 * Keeps small responses that were used lately also in memory, in front of the
	 * directory. What other processes do in the directory is then noticed after a second.
	 * @param size how much memory they take at most, roughly; {@code null} for none
	 * @return this builder
	 */
	public HttpCacheBuilder memoryTier(@Nullable DataSize size) {
		this.memoryTier = size;
		return this;
	}

	/**
	 * Limits the size of the directory. Beyond it, the responses that were not used for
	 * longest are removed in the background.
	 * @param size how much all files may take together; {@code null} for no limit
	 * @return this builder
	 */
	public HttpCacheBuilder maxSize(@Nullable DataSize size) {
		this.maxSize = size;
		return this;
	}

	/**
	 * Removes responses from the directory that were not used for long.
	 * @param age how long they stay after they were last used; {@code null} for no limit
	 * @return this builder
	 */
	public HttpCacheBuilder maxAge(@Nullable Duration age) {
		this.maxAge = age;
		return this;
	}

	/**
	 * Another notion of the present.
	 * @param other tells what is fresh
	 * @return this builder
	 */
	public HttpCacheBuilder clock(Clock other) {
		this.clock = Objects.requireNonNull(other, "'clock' must not be null");
		return this;
	}

	/**
	 * Listens to the cache.
	 * @param other is told the outcome of each request
	 * @return this builder
	 */
	public HttpCacheBuilder listener(CacheListener other) {
		this.listener = Objects.requireNonNull(other, "'listener' must not be null");
		return this;
	}

	/**
	 * Chooses what RFC 9111 leaves open to a cache that is used alone.
	 * @param other the settings
	 * @return this builder
	 */
	public HttpCacheBuilder settings(CacheSettings other) {
		this.settings = Objects.requireNonNull(other, "'settings' must not be null");
		return this;
	}

	/**
	 * Opens the cache.
	 * @return the cache
	 * @throws IllegalStateException if more than one place for responses was chosen, or
	 * limits of a directory for something else
	 * @throws IllegalArgumentException if a limit is not positive
	 */
	public HttpCache build() {
		int places = ((this.directory != null) ? 1 : 0) + ((this.memory != null) ? 1 : 0)
				+ ((this.store != null) ? 1 : 0);
		boolean limited = this.maxSize != null || this.maxAge != null || this.memoryTier != null;
		if (places > 1) {
			throw new IllegalStateException("A cache has one place: a directory, memory or a store");
		}
		if (limited && (this.memory != null || this.store != null)) {
			throw new IllegalStateException("maxSize, maxAge and memoryTier are for caches in a directory");
		}
		if (this.store != null) {
			return cache(this.store, () -> {
			});
		}
		if (this.memory != null) {
			ResponseStore inMemory = new MemoryResponseStore(this.memory);
			return cache(inMemory, inMemory::close);
		}
		FileStoreLimits limits = new FileStoreLimits(this.maxSize, this.maxAge, Clock.systemUTC());
		return (this.directory != null) ? inDirectory(this.directory, limits) : temporary(limits);
	}

	private HttpCache inDirectory(Path path, FileStoreLimits limits) {
		ResponseStore opened = files(path, limits);
		return cache(opened, opened::close);
	}

	private HttpCache temporary(FileStoreLimits limits) {
		TemporaryDirectory temporary;
		try {
			temporary = TemporaryDirectory.create();
		}
		catch (UncheckedIOException ex) {
			logger.warn(
					"{} Responses are kept in memory, at most {} MB. Set 'directory' (hyper-client.cache.directory).",
					ex.getMessage(), WITHOUT_DIRECTORY.toMegabytes());
			ResponseStore inMemory = new MemoryResponseStore(WITHOUT_DIRECTORY);
			return cache(inMemory, inMemory::close);
		}
		ResponseStore opened = files(temporary.path(), limits);
		return cache(opened, () -> {
			opened.close();
			temporary.close();
		});
	}

	private ResponseStore files(Path path, FileStoreLimits limits) {
		FileResponseStore files = new FileResponseStore(path, limits);
		return (this.memoryTier != null) ? new TieredResponseStore(files, this.memoryTier) : files;
	}

	private HttpCache cache(ResponseStore opened, Runnable closing) {
		return HttpCache.opened(opened, closing, this.clock, this.listener, this.settings);
	}

}
