package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.internal.store.SharedResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
			Optional<StoredResponse> found = lookUp(key);
			if (this.conditional && found.isEmpty()) {
				this.storage.prepareGroups(this.url);
			}
			return found;
		}
		catch (RedisFailureException ex) {
			logger.trace("Not read from Redis: {}", ex.getMessage());
			if (ex.kind == RedisFailureException.Kind.LATE) {
				count(true);
			}
			return Optional.empty();
		}
	}

	private Optional<StoredResponse> lookUp(CacheKey key) throws RedisFailureException {
		boolean withGroups = this.storage.mayReadGroupsWithUrl();
		List<Object> reply = this.storage.commands.run(RedisScript.FIND.on(List.of(this.keys.url(), entryKey(key)),
				this.storage.process, GENERATION_TIME, RedisRecord.MAX_SIZE, entry(key), withGroups ? 1 : 0),
				this.budget);
		count(false);
		if (reply.isEmpty()) {
			throw new RedisFailureException(RedisFailureException.Kind.NONE, "unexpected reply");
		}
		if (this.generation == null) {
			this.generation = text(reply.get(0));
		}
		Optional<RedisRecord> record = (reply.size() > 1) ? decode(key, reply.get(1)) : Optional.empty();
		if (record.isPresent() && !isOfPresentGroups(record.get(), reply)) {
			remove(key);
			return Optional.empty();
		}
		return record.map(this::response);
	}

	private static Optional<RedisRecord> decode(CacheKey key, Object entry) {
		return RedisRecord.decode((byte[]) entry).filter((record) -> record.key().equals(key));
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
				this.storage.commands.run(
						RedisScript.REMOVE.on(List.of(this.keys.url(), entryKey(key)), entry(key), this.keys.body("")),
						this.budget);
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
		try {
			Set<CacheGroup> in = CacheGroup.of(key, response);
			Duration ttl = RedisRecord.timeToLive(response, this.storage.settings);
			String groups = in.isEmpty() ? null : join(in, ttl);
			RedisRecord entry = new RedisRecord(key, System.currentTimeMillis(), response, content, groups);
			Optional<byte[]> bytes = (groups != null || in.isEmpty()) ? entry.encode() : Optional.empty();
			if (bytes.isEmpty()) {
				return false;
			}
			byte[] body = (content != null) ? this.keys.body(content.id()) : this.keys.url();
			List<Object> reply = this.storage.commands
				.run(RedisScript.PUT.on(List.of(this.keys.url(), entryKey(key), body), this.storage.process, ttl,
						entry(key), (this.conditional && this.generation != null) ? this.generation : "", bytes.get(),
						key.variant(), (content != null) ? content.parts() : 0, this.keys.body(""), joined(in)),
						this.budget);
			if (!reply.equals(List.of(1L))) {
				return false;
			}
			this.storage.stored();
			return true;
		}
		catch (RedisFailureException ex) {
			logger.trace("Not stored in Redis: {}", ex.getMessage());
			return false;
		}
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
	 * @param reply the reply to its lookup, with the generations of the groups unless
	 * they are of another node, or an earlier version has stored it
	 */
	private boolean isOfPresentGroups(RedisRecord found, List<Object> reply) throws RedisFailureException {
		Set<CacheGroup> in = CacheGroup.of(found.key(), found.response());
		if (in.isEmpty()) {
			return true;
		}
		if (reply.size() == in.size() + 3 && text(reply.get(2)).equals(joined(in))) {
			return hash(reply.subList(3, reply.size())).equals(found.groups());
		}
		for (CacheGroup group : in) {
			this.storage.repeatInvalidation(RedisStorage.target(group), this.budget);
		}
		List<Object> present = this.storage.commands.run(RedisScript.GROUPS.on(keys(in)), this.budget);
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
				RedisScript.JOIN.on(keys, this.storage.process, ttl,
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

	/** Return the keys of groups, separated by spaces. */
	private String joined(Set<CacheGroup> groups) {
		return keys(groups).stream().map(RedisRequest::text).collect(Collectors.joining(" "));
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
