package dev.hyperclient.cache;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import dev.hyperclient.cache.api.CacheListener;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.internal.error.ModuleVersions;
import dev.hyperclient.internal.files.CacheDirectories;
import dev.hyperclient.internal.files.DirectoryRisk;
import dev.hyperclient.internal.policy.IdentityKey;
import dev.hyperclient.internal.rule.CacheRules;
import dev.hyperclient.internal.store.FileResponseStore;
import dev.hyperclient.internal.store.FileStoreLimits;
import dev.hyperclient.internal.store.MemoryResponseStore;
import dev.hyperclient.internal.store.TieredResponseStore;
import dev.hyperclient.internal.transaction.CacheContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.unit.DataSize;

/**
 * Builder of an {@link HttpCache}. Without {@link #directory}, {@link #inMemory} or
 * {@link #store} the cache is in a temporary directory, which is created with the first
 * stored response and removed when the cache is closed or the JVM exits. If the temporary
 * directory of the JVM cannot be written to when the cache is built, a warning is logged
 * and the cache is in memory, at most 10 MB. If the directory cannot be created later,
 * nothing is cached.
 * <p>
 * Mutable and not thread-safe. <pre class="code">{@code
 * HttpCache cache = HttpCache.builder()
 * 	.directory(directory)
 * 	.maxSize(DataSize.ofMegabytes(500))
 * 	.memoryTier(DataSize.ofMegabytes(10))
 * 	.build();
 * }</pre>
 */
public final class HttpCacheBuilder {

	static {
		CacheDirectories.PART.foundIn(HttpCacheBuilder.class, (builder) -> builder.location);
	}

	private static final Logger logger = LoggerFactory.getLogger(HttpCacheBuilder.class);

	/** The maximum size in memory if there is no temporary directory. */
	private static final DataSize FALLBACK_SIZE = DataSize.ofMegabytes(10);

	private @Nullable DataSize inMemory;

	private @Nullable ResponseStore store;

	private @Nullable DataSize memoryTier;

	private @Nullable DataSize maxSize;

	private @Nullable Duration maxIdleTime;

	private Clock clock = Clock.systemUTC();

	private CacheListener listener = CacheListener.NONE;

	private final CacheDirectories location = new CacheDirectories();

	private CacheSettings settings = CacheSettings.defaults();

	private List<CacheRule> rules = List.of();

	private @Nullable String identityKey;

	private @Nullable Path identityKeyFile;

	HttpCacheBuilder() {
	}

	/**
	 * Set the directory, which outlives this process and may be shared with other
	 * processes. If it belongs to an ordinary user other than the user of this process,
	 * it is not used unless it is {@linkplain #trustDirectory trusted}: a warning is
	 * logged and the cache is in memory, at most 10 MB. If it belongs to root or other
	 * users can change it, it is used, and a warning is logged. File systems without
	 * owners and permissions are not checked.
	 * @param directory the directory; created with its parents if it is missing. If that
	 * fails, a warning is logged and nothing is cached. {@code null} for a temporary one
	 * @return this builder
	 */
	public HttpCacheBuilder directory(@Nullable Path directory) {
		this.location.path = directory;
		return this;
	}

	/**
	 * Set whether the directory is used without a check of its owner and permissions. The
	 * default is {@code false}.
	 * @param trust whether to trust all users who can write to it
	 * @return this builder
	 */
	public HttpCacheBuilder trustDirectory(boolean trust) {
		this.location.trusted = trust;
		return this;
	}

	/**
	 * Store responses in memory only.
	 * @param size the approximate maximum size
	 * @return this builder
	 */
	public HttpCacheBuilder inMemory(DataSize size) {
		this.inMemory = Objects.requireNonNull(size, "'size' must not be null");
		return this;
	}

	/**
	 * Set a store of the caller, which the caller closes.
	 * @param store the store
	 * @return this builder
	 */
	public HttpCacheBuilder store(ResponseStore store) {
		this.store = Objects.requireNonNull(store, "'store' must not be null");
		return this;
	}

	/**
	 * Set the size of a memory tier in front of the directory or the store, for small
	 * responses that were used recently. Changes of other processes are then noticed
	 * within a second.
	 * @param size the approximate maximum size; {@code null} for no memory tier
	 * @return this builder
	 */
	public HttpCacheBuilder memoryTier(@Nullable DataSize size) {
		this.memoryTier = size;
		return this;
	}

	/**
	 * Set the maximum size of the directory. Beyond it, the least recently used responses
	 * are evicted in the background.
	 * @param size the maximum size of all files; {@code null} for no limit
	 * @return this builder
	 */
	public HttpCacheBuilder maxSize(@Nullable DataSize size) {
		this.maxSize = size;
		return this;
	}

	/**
	 * Set the time for which responses stay in the directory after their last use.
	 * @param time the time since the last use; {@code null} for no limit
	 * @return this builder
	 */
	public HttpCacheBuilder maxIdleTime(@Nullable Duration time) {
		this.maxIdleTime = time;
		return this;
	}

	/**
	 * Set the clock.
	 * @param clock the clock that determines freshness
	 * @return this builder
	 */
	public HttpCacheBuilder clock(Clock clock) {
		this.clock = Objects.requireNonNull(clock, "'clock' must not be null");
		return this;
	}

	/**
	 * Add a listener, after previously added ones.
	 * @param listener the listener
	 * @return this builder
	 */
	public HttpCacheBuilder addListener(CacheListener listener) {
		this.listener = this.listener.andThen(listener);
		return this;
	}

	/**
	 * Set the choices that RFC 9111 leaves to a cache.
	 * @param settings the settings
	 * @return this builder
	 */
	public HttpCacheBuilder settings(CacheSettings settings) {
		this.settings = Objects.requireNonNull(settings, "'settings' must not be null");
		return this;
	}

	/**
	 * Change the choices that RFC 9111 leaves to a cache.
	 * @param change returns the settings, derived from those that were set before
	 * @return this builder
	 */
	public HttpCacheBuilder customizeSettings(UnaryOperator<CacheSettings> change) {
		return settings(change.apply(this.settings));
	}

	/**
	 * Set rules for the requests to some URLs, for instance a freshness lifetime that
	 * their responses do not state. Only the first rule that matches a request applies to
	 * it.
	 * @param rules the rules, in place of those that were set before
	 * @return this builder
	 */
	public HttpCacheBuilder rules(List<CacheRule> rules) {
		this.rules = List.copyOf(rules);
		return this;
	}

	/**
	 * Add a rule for the requests to some URLs, after the rules that were set before.
	 * @param url scheme, host and path pattern, or a path pattern for all hosts, as in
	 * {@link CacheRule#of}
	 * @param change returns the rule, derived from a rule without settings
	 * @return this builder
	 */
	public HttpCacheBuilder addRule(String url, UnaryOperator<CacheRule> change) {
		return rules(Stream.concat(this.rules.stream(), Stream.of(change.apply(CacheRule.of(url)))).toList());
	}

	/**
	 * Set the key with which identities are hashed before they are stored. With it,
	 * stored responses to a user are reused after a restart and by other processes that
	 * have the same key. Caches with different keys never serve each other's responses to
	 * users, even if they use one directory. After a change of the key, responses with
	 * the former key are removed when their URL is requested. Without a key, the default
	 * identities are valid in this process only. Has no effect on responses that a
	 * {@code ServiceRoot} stores.
	 * @param secret the key, at least 16 characters, hard to guess; {@code null} for none
	 * @return this builder
	 */
	public HttpCacheBuilder identityKey(@Nullable String secret) {
		this.identityKey = secret;
		return this;
	}

	/**
	 * Set the file of the {@link #identityKey(String) identity key}. It is created with a
	 * random key if it is missing. Only its owner may be able to read it, and it must not
	 * be in the cache directory.
	 * @param file the file; {@code null} for none
	 * @return this builder
	 */
	public HttpCacheBuilder identityKeyFile(@Nullable Path file) {
		this.identityKeyFile = file;
		return this;
	}

	/**
	 * Build the cache.
	 * @return the cache
	 * @throws IllegalStateException if more than one of directory, inMemory and store is
	 * set, or a limit of a directory with one of the others, or a memory tier in front of
	 * memory, or both an identity key and its file; also if the modules of this library
	 * have different versions
	 * @throws IllegalArgumentException if a limit is not positive, the identity key too
	 * short, or a rule cannot be used, has no effect or is never reached. Then the
	 * message states its number, counted from 1, and the remedy
	 * @throws dev.hyperclient.cache.api.IdentityKeyException if the file of the identity
	 * key cannot be used
	 */
	public HttpCache build() {
		ModuleVersions.requireEqual();
		int stores = ((this.location.path != null) ? 1 : 0) + ((this.inMemory != null) ? 1 : 0)
				+ ((this.store != null) ? 1 : 0);
		if (stores > 1) {
			throw new IllegalStateException("Set only one of 'directory', 'inMemory' and 'store'");
		}
		if ((this.maxSize != null || this.maxIdleTime != null) && (this.inMemory != null || this.store != null)) {
			throw new IllegalStateException("'maxSize' and 'maxIdleTime' require a cache in a directory");
		}
		if (this.memoryTier != null && this.inMemory != null) {
			throw new IllegalStateException("Set only one of 'memoryTier' and 'inMemory'");
		}
		CacheRules compiled = CacheRules.of(this.rules);
		IdentityKey key = key();
		ResponseStore opened = (this.store != null) ? tiered(this.store) : open();
		CacheContext context = new CacheContext(opened, this.clock, CachingProfile.RFC_9111, this.settings, key)
			.withRules(compiled);
		return new HttpCache((this.listener != CacheListener.NONE) ? context.withListener(this.listener) : context,
				(this.store == null) ? opened::close : () -> {
				});
	}

	private ResponseStore open() {
		if (this.inMemory != null) {
			return new MemoryResponseStore(this.inMemory);
		}
		FileStoreLimits limits = new FileStoreLimits(this.maxSize, this.maxIdleTime, Clock.systemUTC());
		return (this.location.path != null) ? inDirectory(this.location.path, limits) : temporary(limits);
	}

	private ResponseStore inDirectory(Path path, FileStoreLimits limits) {
		Optional<DirectoryRisk> risk = this.location.trusted ? Optional.empty() : DirectoryRisk.of(path, true);
		risk.ifPresent((found) -> logger.warn(found.warning("%s is '%s', which".formatted(this.location.setting, path),
				"responses are cached in memory, at most %d MB".formatted(FALLBACK_SIZE.toMegabytes()))));
		return risk.filter(DirectoryRisk::isForeign).isPresent() ? new MemoryResponseStore(FALLBACK_SIZE)
				: tiered(new FileResponseStore(path, limits, this.location.setting));
	}

	private ResponseStore temporary(FileStoreLimits limits) {
		try {
			return tiered(FileResponseStore.temporary(limits, this.location.setting));
		}
		catch (UncheckedIOException ex) {
			logger.warn("{} Responses are cached in memory, at most {} MB. Set {}.", ex.getMessage(),
					FALLBACK_SIZE.toMegabytes(), this.location.setting);
			return new MemoryResponseStore(FALLBACK_SIZE);
		}
	}

	private ResponseStore tiered(ResponseStore behind) {
		return (this.memoryTier != null) ? new TieredResponseStore(behind, this.memoryTier) : behind;
	}

	private IdentityKey key() {
		if (this.identityKey != null && this.identityKeyFile != null) {
			throw new IllegalStateException("Set only one of 'identityKey' and 'identityKeyFile'");
		}
		if (this.identityKeyFile != null) {
			return IdentityKeyFile.read(this.identityKeyFile, this.location.path);
		}
		return (this.identityKey != null) ? IdentityKey.of(this.identityKey) : IdentityKey.ofProcess();
	}

}
