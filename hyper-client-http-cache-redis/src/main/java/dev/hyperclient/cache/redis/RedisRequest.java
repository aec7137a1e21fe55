package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.SharedResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.ReactiveRedisConnection;

/**
 * The store for one request to a URL: knows the generation of the URL that its first
 * lookup has found, and stores only while it is the same. May pass from thread to thread
 * but is not thread-safe.
 */
final class RedisRequest implements SharedResponseStore {

	private static final Logger logger = LoggerFactory.getLogger(RedisRequest.class);

	/** How long a URL without stored responses keeps its generation. */
	static final Duration GENERATION_TIME = Duration.ofMinutes(10);

	/** In place of the latest invalidation of a group, which Redis has lost. */
	private static final String LOST = "i" + "0".repeat(16);

	private final RedisStorage storage;

	private final String url;

	final RedisKeys keys;

	private final boolean conditional;

	final TimeBudget budget;

	/** When the request began, by {@link System#nanoTime}. */
	private final long begun = System.nanoTime();

	private @Nullable String generation;

	/** Whether its first lookup is still to be counted. */
	private boolean uncounted;

	/**
	 * Create the store for a request.
	 * @param conditional whether nothing is stored after an invalidation, or if nothing
	 * has been looked up
	 * @param budget the time that it may still wait for Redis
	 */
	RedisRequest(RedisStorage storage, String url, boolean conditional, TimeBudget budget) {
		this.storage = storage;
		this.url = url;
		this.keys = storage.keys(url);
		this.conditional = conditional;
		this.uncounted = conditional;
		this.budget = budget;
	}

	@Override
	public Optional<StoredResponse> find(CacheKey key) {
		if (!key.url().equals(this.url)) {
			return new RedisRequest(this.storage, key.url(), false, this.budget).find(key);
		}
		if (this.storage.closed) {
			return Optional.empty();
		}
		try {
			this.storage.repeatInvalidation(this.url, this.budget);
			List<Object> found = this.storage.commands.run(RedisScript.FIND, List.of(this.keys.url(), entryKey(key)),
					List.of(this.storage.process, GENERATION_TIME, RedisRecord.MAX_SIZE), this.budget);
			count(false);
			if (!found.isEmpty() && this.generation == null && found.get(0) instanceof byte[] current) {
				this.generation = text(current);
			}
			if (found.size() > 1 && found.get(1) instanceof byte[] entry) {
				Optional<RedisRecord> record = RedisRecord.decode(entry).filter((other) -> other.key().equals(key));
				if (record.isEmpty() || isOfPresentGroups(record.get())) {
					return record.map(this::response);
				}
				remove(key);
			}
			if (this.conditional) {
				this.storage.prepareGroups(this.url);
			}
			return Optional.empty();
		}
		catch (RedisFailureException ex) {
			logger.trace("Not read from Redis: {}", ex.getMessage());
			if (ex.kind == RedisFailureException.Kind.LATE) {
				count(true);
			}
			return Optional.empty();
		}
	}

	private void count(boolean isLate) {
		if (this.uncounted) {
			this.uncounted = false;
			this.storage.lookups.add(isLate);
		}
	}

	@Override
	public void put(CacheKey key, StoredResponse response) {
		if (!isStorable(key, response.body().length())) {
			return;
		}
		StoredBody body = response.body();
		try {
			if (body instanceof RedisBody stored && stored.isOf(this.keys)) {
				put(key, response, stored.content());
			}
			else if (body.isInMemory() && body.length() <= RedisRecord.MAX_INLINE_LENGTH) {
				put(key, response, null);
			}
			else {
				copy(key, response);
			}
		}
		catch (IOException | UncheckedIOException ex) {
			logger.debug("Not stored, since its content cannot be read", ex);
		}
	}

	@Override
	public ResponseWriter begin(CacheKey key, StoredResponse head) {
		return isStorable(key, 0) ? new RedisResponseWriter(this.storage, this, key, head) : ResponseWriter.NONE;
	}

	@Override
	public void remove(CacheKey key) {
		if (!key.url().equals(this.url)) {
			new RedisRequest(this.storage, key.url(), false, this.budget).remove(key);
		}
		else if (!this.storage.closed) {
			try {
				this.storage.commands.run(RedisScript.REMOVE, List.of(this.keys.url(), entryKey(key)),
						List.of(entry(key), this.keys.body("")), this.budget);
			}
			catch (RedisFailureException ex) {
				// More than asked for, but nothing that must not be served.
				this.storage.invalidate(Set.of(this.url), this.budget, this.url, null);
			}
		}
	}

	/**
	 * Return the store for a later request whose lookup finds what the lookup of this
	 * request has found.
	 */
	@Override
	public SharedResponseStore forRequest(String url) {
		RedisRequest later = new RedisRequest(this.storage, url, true, this.storage.budget());
		if (url.equals(this.url)) {
			later.generation = this.generation;
		}
		return later;
	}

	@Override
	public boolean isLookedUp() {
		return !this.conditional || this.generation != null;
	}

	@Override
	public boolean accepts(long length) {
		return !this.storage.closed && isLookedUp() && length <= this.storage.settings.maxBodySize.toBytes()
				&& this.storage.availability.accepts(this.keys.url());
	}

	/**
	 * Invalidate URLs. If this is one of them, and no other process has invalidated it
	 * since the lookup, a response to this request may still be stored.
	 */
	@Override
	public boolean invalidateAll(Set<String> urls) {
		if (!this.storage.closed) {
			this.generation = this.storage.invalidate(urls, this.budget, this.url, this.generation);
		}
		return true;
	}

	@Override
	public void removeGroups(Set<CacheGroup> groups) {
		if (!this.storage.closed) {
			this.storage.groupsInvalidated.accumulateAndGet(System.nanoTime(), Math::max);
			this.storage.invalidate(groups.stream().map(RedisStorage::target).collect(Collectors.toSet()), this.budget,
					this.url, null);
		}
	}

	@Override
	public Optional<String> failure() {
		return this.storage.failure();
	}

	@Override
	public Set<CacheKey> keys(String url) {
		return Set.of();
	}

	@Override
	public void clear() {
		this.storage.clear();
	}

	@Override
	public StoreSize size() {
		return StoreSize.EMPTY;
	}

	@Override
	public void close() {
		// Belongs to the store.
	}

	/**
	 * Store a response.
	 * @param content its content if that has been stored already
	 * @return whether it is stored
	 */
	boolean put(CacheKey key, StoredResponse response, RedisRecord.@Nullable Content content) {
		if (this.conditional && this.generation == null) {
			return false;
		}
		byte[] bodyKey = (content != null) ? this.keys.body(content.id()) : this.keys.url();
		String expected = (this.conditional && this.generation != null) ? this.generation : "";
		try {
			Set<CacheGroup> in = CacheGroup.of(key, response);
			Duration ttl = RedisRecord.timeToLive(response, this.storage.settings);
			String groups = in.isEmpty() ? null : join(in, ttl);
			if (groups == null && !in.isEmpty()) {
				// What has been stored of it is discarded.
				expected = "none";
			}
			RedisRecord entry = new RedisRecord(key, System.currentTimeMillis(), response, content, groups);
			Optional<byte[]> bytes = entry.encode();
			if (bytes.isEmpty()) {
				return false;
			}
			List<Object> reply = this.storage.commands.run(RedisScript.PUT,
					List.of(this.keys.url(), entryKey(key), bodyKey),
					List.of(expected, this.storage.process, bytes.get(), ttl, entry(key), key.variant(),
							(content != null) ? content.parts() : 0, this.keys.body("")),
					this.budget);
			boolean stored = reply.equals(List.of(1L));
			if (stored) {
				this.storage.stored();
			}
			return stored;
		}
		catch (RedisFailureException ex) {
			logger.trace("Not stored in Redis: {}", ex.getMessage());
			return false;
		}
	}

	/**
	 * Run the scripts of a lookup and of storing, without a lasting effect. What they
	 * reply does not matter.
	 */
	static void prepare(ReactiveRedisConnection connection, RedisKeys keys, Duration timeout)
			throws RedisFailureException {
		byte[] url = keys.url();
		Map<RedisScript, List<?>> arguments = Map.of(RedisScript.FIND,
				List.of("0".repeat(16), timeout, RedisRecord.MAX_SIZE), RedisScript.PUT,
				List.of("none", "", "", timeout, "", "", 0, ""));
		for (Map.Entry<RedisScript, List<?>> script : arguments.entrySet()) {
			try {
				RedisCommands.run(connection, script.getKey(), List.of(url, url, url), script.getValue(), timeout);
			}
			catch (RedisFailureException ex) {
				if (ex.kind != RedisFailureException.Kind.REFUSAL) {
					throw ex;
				}
			}
		}
		RedisCommands.prepareFailure(connection, RedisScript.GROUPS, List.of(url), List.of());
	}

	private boolean isStorable(CacheKey key, long length) {
		if (this.storage.closed || !key.url().equals(this.url) || (this.conditional && this.generation == null)) {
			return false;
		}
		if (length > this.storage.settings.maxBodySize.toBytes()) {
			// The server has a newer one.
			remove(key);
			return false;
		}
		return true;
	}

	private void copy(CacheKey key, StoredResponse response) throws IOException {
		StoredBody held = response.body().snapshot();
		try (ReadableByteChannel body = held.open(); ResponseWriter writer = begin(key, response)) {
			ByteBuffer buffer = ByteBuffer.allocate(RedisBody.PART_LENGTH);
			while (body.read(buffer) >= 0) {
				writer.write(buffer.flip());
				buffer.clear();
			}
			writer.commit();
		}
	}

	private StoredResponse response(RedisRecord found) {
		RedisRecord.Content content = found.content();
		return (content == null) ? found.response()
				: found.response().withBody(new RedisBody(this.storage.commands, this.keys, content, this.budget));
	}

	/**
	 * Whether no group of a response has been invalidated since it was stored.
	 */
	private boolean isOfPresentGroups(RedisRecord found) throws RedisFailureException {
		Set<CacheGroup> in = CacheGroup.of(found.key(), found.response());
		if (in.isEmpty()) {
			return true;
		}
		for (CacheGroup group : in) {
			this.storage.repeatInvalidation(RedisStorage.target(group), this.budget);
		}
		List<Object> present = this.storage.commands.run(RedisScript.GROUPS, keys(in), List.of(), this.budget);
		return hash(present).equals(found.groups());
	}

	/**
	 * Return a hash of the generations of groups, or {@code null} if one of them has been
	 * invalidated since this request. If Redis has lost a generation meanwhile, each
	 * invalidation of the origin counts, and if Redis has lost the latest one too, the
	 * group counts as invalidated. Clocks need not agree, since the times of two events
	 * are from one server, and what lies between them is measured here.
	 */
	private @Nullable String join(Set<CacheGroup> groups, Duration ttl) throws RedisFailureException {
		List<byte[]> keys = new ArrayList<>(keys(groups));
		keys.add(0, this.storage.keys(groups.iterator().next().origin()).groups());
		List<Object> reply = this.storage.commands.run(
				RedisScript.JOIN, keys, List.of(this.storage.process, ttl,
						this.conditional ? LOST : this.storage.noInvalidation(), this.storage.settings.maxStoredTime),
				this.budget);
		if (reply.size() != groups.size() + 2 || !(reply.get(0) instanceof Long now)) {
			throw new RedisFailureException(RedisFailureException.Kind.NONE, "unexpected reply");
		}
		long since = now - (System.nanoTime() - this.begun) / 1000;
		String latest = text(reply.get(1));
		List<Object> present = reply.subList(2, reply.size());
		for (Object generation : present) {
			String group = text(generation);
			if (isSince(since, group) && isInvalidation(since, group.startsWith("i") ? group : latest)) {
				return null;
			}
		}
		return hash(present);
	}

	/**
	 * Whether a generation is that of an invalidation since the request. For those of
	 * this process, the time that a reply of Redis takes is not counted.
	 */
	private boolean isInvalidation(long since, String generation) {
		return isSince(since, generation) && !(generation.startsWith(this.storage.process, 1)
				&& this.storage.groupsInvalidated.get() < this.begun);
	}

	/** Whether a generation of a group began after a time in microseconds. */
	private static boolean isSince(long since, String generation) {
		return Long.parseLong(generation, 17, 25, 16) * 1_000_000 + Long.parseLong(generation, 25, 33, 16) >= since;
	}

	static String text(Object reply) {
		return new String((byte[]) reply, StandardCharsets.US_ASCII);
	}

	private static String hash(List<Object> generations) {
		return RedisKeys.hash(generations.stream().map(RedisRequest::text).collect(Collectors.joining()));
	}

	private List<byte[]> keys(Set<CacheGroup> groups) {
		return groups.stream().map(this.storage::key).toList();
	}

	private byte[] entryKey(CacheKey key) {
		return this.keys.entry(entry(key));
	}

	private static String entry(CacheKey key) {
		return RedisKeys.hash(key.variant());
	}

}
