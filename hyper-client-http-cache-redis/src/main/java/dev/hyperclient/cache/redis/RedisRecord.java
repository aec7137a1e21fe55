package dev.hyperclient.cache.redis;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * An entry in Redis: the generation of its URL, which the storing script prepends, then
 * where the content is, then the key, the response and short content, with a checksum.
 *
 * @param key the key of the response
 * @param storedAt the time of the writer in ms since the epoch
 * @param response the response with its content if that is short, otherwise without
 * @param content the content if it is long, or {@code null}
 */
record RedisRecord(CacheKey key, long storedAt, StoredResponse response, @Nullable Content content) {

	/** The length of a generation. */
	static final int GENERATION_LENGTH = 32;

	/**
	 * Longer content is stored under a key of its own.
	 */
	static final int MAX_INLINE_LENGTH = 64 * 1024;

	/**
	 * The maximum size of an entry.
	 */
	static final int MAX_SIZE = 192 * 1024;

	private static final int MAX_HEAD_LENGTH = 64 * 1024;

	private static final byte VERSION = 1;

	private static final int LOCATION_LENGTH = 33;

	private static final String NO_ID = "0".repeat(32);

	/**
	 * Where long content is.
	 *
	 * @param id its random id
	 * @param length its length in bytes
	 * @param checksum its CRC32C
	 * @param parts the number of parts
	 */
	record Content(String id, long length, int checksum, int parts) {
	}

	/**
	 * Encode an entry without its generation.
	 * @return the bytes, or empty if the header fields are too long
	 */
	Optional<byte[]> encode() {
		byte[] head = head();
		if (head.length > MAX_HEAD_LENGTH) {
			return Optional.empty();
		}
		byte[] location = (((this.content != null) ? "c" + this.content.id() : "i" + NO_ID))
			.getBytes(StandardCharsets.US_ASCII);
		byte[] inline = inline();
		CRC32C checksum = new CRC32C();
		checksum.update(location);
		checksum.update(head);
		checksum.update(inline);
		return Optional.of(ByteBuffer.allocate(location.length + 4 + head.length + inline.length)
			.put(location)
			.putInt((int) checksum.getValue())
			.put(head)
			.put(inline)
			.array());
	}

	/**
	 * Decode an entry with its generation.
	 * @return the entry, or empty if it is damaged or of another version
	 */
	static Optional<RedisRecord> decode(byte[] bytes) {
		try {
			ByteBuffer entry = ByteBuffer.wrap(bytes, GENERATION_LENGTH, bytes.length - GENERATION_LENGTH);
			byte[] location = new byte[LOCATION_LENGTH];
			entry.get(location);
			int expected = entry.getInt();
			CRC32C checksum = new CRC32C();
			checksum.update(location);
			checksum.update(entry.duplicate());
			return ((int) checksum.getValue() == expected)
					? decode(new String(location, StandardCharsets.US_ASCII), entry) : Optional.empty();
		}
		catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Decode the key, the time and the size of the content out of the beginning of an
	 * entry, whose checksum is not verified.
	 */
	static Optional<Summary> summary(byte[] beginning) {
		try {
			ByteBuffer entry = ByteBuffer.wrap(beginning);
			entry.position(GENERATION_LENGTH + LOCATION_LENGTH + 4);
			if (entry.get() != VERSION) {
				return Optional.empty();
			}
			long storedAt = entry.getLong();
			long length = entry.getLong();
			entry.getInt();
			int parts = entry.getInt();
			CacheKey key = new CacheKey(text(entry), text(entry));
			return Optional.of(new Summary(key, storedAt, (parts > 0) ? length : 0));
		}
		catch (BufferUnderflowException | IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/**
	 * What administration reads of an entry.
	 *
	 * @param key the key of the response
	 * @param storedAt the time of the writer in ms since the epoch
	 * @param contentLength the length of the content under a key of its own
	 */
	record Summary(CacheKey key, long storedAt, long contentLength) {
	}

	private byte[] inline() {
		if (this.content != null) {
			return new byte[0];
		}
		try {
			return this.response.body().bytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private byte[] head() {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
		try (DataOutputStream out = new DataOutputStream(bytes)) {
			out.writeByte(VERSION);
			out.writeLong(this.storedAt);
			out.writeLong((this.content != null) ? this.content.length() : this.response.body().length());
			out.writeInt((this.content != null) ? this.content.checksum() : 0);
			out.writeInt((this.content != null) ? this.content.parts() : 0);
			write(out, this.key.url());
			write(out, this.key.variant());
			StoredResponse kept = this.response.withoutSecrets();
			out.writeInt(kept.status());
			write(out, kept.headers());
			out.writeInt(kept.varied().size());
			for (Map.Entry<String, String> field : kept.varied().entrySet()) {
				write(out, field.getKey());
				write(out, field.getValue());
			}
			writeNullable(out, kept.identityHash());
			writeNullable(out, kept.permanentRedirect());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return bytes.toByteArray();
	}

	private static void write(DataOutputStream out, HttpHeaders headers) throws IOException {
		out.writeInt(headers.size());
		for (String name : headers.headerNames()) {
			List<String> values = headers.getOrEmpty(name);
			write(out, name);
			out.writeInt(values.size());
			for (String value : values) {
				write(out, value);
			}
		}
	}

	private static void write(DataOutputStream out, String text) throws IOException {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		out.writeInt(bytes.length);
		out.write(bytes);
	}

	private static void writeNullable(DataOutputStream out, @Nullable String text) throws IOException {
		out.writeBoolean(text != null);
		if (text != null) {
			write(out, text);
		}
	}

	private static Optional<RedisRecord> decode(String location, ByteBuffer entry) {
		if (entry.get() != VERSION) {
			return Optional.empty();
		}
		long storedAt = entry.getLong();
		long length = entry.getLong();
		int checksum = entry.getInt();
		int parts = entry.getInt();
		CacheKey key = new CacheKey(text(entry), text(entry));
		int status = entry.getInt();
		HttpHeaders headers = headers(entry);
		Map<String, String> varied = new HashMap<>();
		for (int i = entry.getInt(); i > 0; i--) {
			varied.put(text(entry), text(entry));
		}
		String identityHash = (entry.get() != 0) ? text(entry) : null;
		String permanentRedirect = (entry.get() != 0) ? text(entry) : null;
		byte[] inline = new byte[entry.remaining()];
		entry.get(inline);
		boolean inContent = location.charAt(0) == 'c';
		if ((inContent ? 0 : length) != inline.length || length < 0) {
			return Optional.empty();
		}
		StoredResponse response = new StoredResponse(status, headers, StoredBody.of(inline), varied, identityHash,
				permanentRedirect);
		return Optional.of(new RedisRecord(key, storedAt, response,
				inContent ? new Content(location.substring(1), length, checksum, parts) : null));
	}

	private static HttpHeaders headers(ByteBuffer entry) {
		HttpHeaders headers = new HttpHeaders();
		for (int i = entry.getInt(); i > 0; i--) {
			String name = text(entry);
			for (int values = entry.getInt(); values > 0; values--) {
				headers.add(name, text(entry));
			}
		}
		return headers;
	}

	private static String text(ByteBuffer entry) {
		int length = entry.getInt();
		if (length < 0 || length > entry.remaining()) {
			throw new IllegalArgumentException("Damaged");
		}
		byte[] bytes = new byte[length];
		entry.get(bytes);
		return new String(bytes, StandardCharsets.UTF_8);
	}

}
