package dev.hyperclient.cache.redis;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes content in parts under a random key, and then the entry that refers to it. A
 * writer that is killed leaves a key with a time to live.
 */
final class RedisResponseWriter implements ResponseWriter {

	private static final Logger logger = LoggerFactory.getLogger(RedisResponseWriter.class);

	/** The time to live of content that is not complete. */
	private static final long UNFINISHED_MILLIS = 5 * 60 * 1000;

	private final RedisStorage storage;

	private final RedisRequest request;

	private final CacheKey key;

	private final StoredResponse head;

	private final String id;

	private final CRC32C checksum = new CRC32C();

	private final Deque<CompletableFuture<List<Object>>> sent = new ArrayDeque<>();

	private final ByteArrayOutputStream part = new ByteArrayOutputStream(1024);

	private long length;

	private int parts;

	/** Whether it has been committed or given up. */
	private boolean ended;

	RedisResponseWriter(RedisStorage storage, RedisRequest request, CacheKey key, StoredResponse head) {
		this.storage = storage;
		this.request = request;
		this.key = key;
		this.head = head;
		this.id = UUID.randomUUID().toString().replace("-", "");
	}

	@Override
	public void write(ByteBuffer content) {
		try {
			if (!this.ended) {
				append(content);
			}
		}
		catch (RedisFailureException ex) {
			fail(ex);
		}
		finally {
			content.position(content.limit());
		}
	}

	@Override
	public void commit() {
		if (this.ended) {
			return;
		}
		try {
			if (this.parts == 0) {
				this.ended = true;
				this.request.put(this.key, this.head.withBody(StoredBody.of(this.part.toByteArray())), null);
				return;
			}
			send();
			awaitAll(0);
			this.ended = true;
			RedisRecord.Content content = new RedisRecord.Content(this.id, this.length, (int) this.checksum.getValue(),
					this.parts);
			if (!this.request.put(this.key, this.head, content)) {
				discard();
			}
		}
		catch (RedisFailureException ex) {
			fail(ex);
		}
	}

	private void append(ByteBuffer content) throws RedisFailureException {
		if (this.length + content.remaining() > this.storage.settings.maxBodySize.toBytes()) {
			close();
			// The server has a newer one.
			this.request.remove(this.key);
			return;
		}
		this.checksum.update(content.duplicate());
		this.length += content.remaining();
		while (content.hasRemaining()) {
			if (this.part.size() == RedisBody.PART_LENGTH) {
				send();
			}
			byte[] bytes = new byte[Math.min(RedisBody.PART_LENGTH - this.part.size(), content.remaining())];
			content.get(bytes);
			this.part.writeBytes(bytes);
		}
	}

	private void send() throws RedisFailureException {
		byte[] bytes = this.part.toByteArray();
		this.part.reset();
		awaitAll(RedisBody.WINDOW - 1);
		if (this.parts > 0 && this.parts % (RedisBody.MIB / RedisBody.PART_LENGTH) == 0) {
			this.request.budget.add(1);
		}
		this.sent.add(this.storage.commands.start(
				RedisScript.APPEND.on(List.of(this.request.keys.body(this.id)), this.parts, bytes, UNFINISHED_MILLIS)));
		this.parts++;
	}

	/**
	 * Wait until at most some replies are missing.
	 */
	private void awaitAll(int missing) throws RedisFailureException {
		while (this.sent.size() > missing) {
			this.storage.commands.await(this.sent.remove(), this.request.keys.body(this.id), this.request.budget);
		}
	}

	private void fail(RedisFailureException ex) {
		logger.trace("Not stored in Redis: {}", ex.getMessage());
		close();
	}

	@Override
	public void close() {
		if (!this.ended) {
			this.ended = true;
			discard();
		}
	}

	/**
	 * Remove the parts, without waiting for the reply. They would expire anyway.
	 */
	private void discard() {
		if (this.parts > 0) {
			this.storage.commands.start(RedisScript.DISCARD.on(List.of(this.request.keys.body(this.id))));
		}
	}

}
