package dev.hyperclient.cache.redis;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;

import dev.hyperclient.cache.store.StoredBody;

import org.springframework.util.FastByteArrayOutputStream;

/**
 * Long content in Redis, in parts under one key. It is read whole, and its checksum is
 * verified, before its first byte is returned, since Redis may evict it at any time.
 *
 * @param commands reads the parts
 * @param keys the keys of the URL
 * @param content what is read
 * @param budget the time budget of the request, so that reading content and what follows
 * share the timeout
 */
record RedisBody(RedisCommands commands, RedisKeys keys, RedisRecord.Content content,
		TimeBudget budget) implements StoredBody {

	/**
	 * The length of each part but the last.
	 */
	static final int PART_LENGTH = 64 * 1024;

	/**
	 * How many parts are sent or requested before a reply is awaited.
	 */
	static final int WINDOW = 2;

	static final long MIB = 1024 * 1024;

	/** Longer content is read into a temporary file. */
	private static final int MAX_IN_MEMORY = 256 * 1024;

	/**
	 * Whether this content is stored under the keys of a URL.
	 */
	boolean isOf(RedisKeys keys) {
		return keys.equals(this.keys);
	}

	@Override
	public long length() {
		return this.content.length();
	}

	@Override
	public StoredBody snapshot() throws IOException {
		try {
			return (this.content.length() <= MAX_IN_MEMORY) ? readIntoMemory() : readIntoFile();
		}
		catch (RedisFailureException ex) {
			// Not an ordinary one, since the content may still be there.
			throw new InterruptedIOException("Content cannot be read from Redis: " + ex.getMessage());
		}
	}

	private StoredBody readIntoMemory() throws IOException, RedisFailureException {
		FastByteArrayOutputStream bytes = new FastByteArrayOutputStream(Math.max(1, (int) this.content.length()));
		read(bytes);
		return StoredBody.of(bytes.toByteArrayUnsafe());
	}

	private StoredBody readIntoFile() throws IOException, RedisFailureException {
		Path path = Files.createTempFile("hyper-client-", null);
		FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE,
				StandardOpenOption.DELETE_ON_CLOSE);
		try {
			read(Channels.newOutputStream(file));
			return StoredBody.of(file, 0, this.content.length());
		}
		catch (IOException | RedisFailureException | RuntimeException ex) {
			file.close();
			throw ex;
		}
	}

	private void read(OutputStream target) throws IOException, RedisFailureException {
		this.budget.add(this.content.length() / MIB);
		byte[] key = this.keys.body(this.content.id());
		Deque<CompletableFuture<List<Object>>> requested = new ArrayDeque<>();
		CRC32C checksum = new CRC32C();
		long length = 0;
		for (int part = 0; part < this.content.parts() + WINDOW; part++) {
			if (part < this.content.parts()) {
				requested.add(this.commands.start(RedisScript.PART.on(List.of(key), part, PART_LENGTH)));
			}
			if (part >= WINDOW || part >= this.content.parts()) {
				CompletableFuture<List<Object>> oldest = requested.poll();
				if (oldest == null) {
					break;
				}
				List<Object> reply = this.commands.await(oldest, key, this.budget);
				if (reply.isEmpty() || !(reply.get(0) instanceof byte[] bytes)
						|| length + bytes.length > this.content.length()) {
					throw new IOException("Content is no longer in Redis");
				}
				checksum.update(bytes);
				length += bytes.length;
				target.write(bytes);
			}
		}
		if (length != this.content.length() || (int) checksum.getValue() != this.content.checksum()) {
			throw new IOException("Content in Redis is damaged");
		}
	}

}
