package dev.hyperclient.cache.redis;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
 * @param groups a hash of the generations of its groups, or {@code null} if it is in none
 */
record RedisRecord(CacheKey key, long storedAt, StoredResponse response, @Nullable Content content,
		@Nullable String groups) {

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

	/**
	 * Of entries with groups, which earlier versions must not serve.
	 */
	private static final byte GROUPS_VERSION = 2;

	private static final int LOCATION_LENGTH = 33;

	/** Where the head begins, behind the location and the checksum. */
	private static final int HEAD = LOCATION_LENGTH + 4;

	private static final String NO_ID = "0".repeat(32);

	private static final Pattern MAX_AGE = Pattern.compile("(?:^|[\\s,])max-age\\s*=\\s*\"?(\\d{1,9})",
			Pattern.CASE_INSENSITIVE);

	/** Larger ones are records of the cache, not responses. */
	private static final int LAST_STATUS = 599;

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
	 * What follows the checksum, up to the header fields.
	 *
	 * @param storedAt the time of the writer in ms since the epoch
	 * @param length the length of the content
	 * @param checksum the checksum of content under a key of its own
	 * @param parts the number of its parts, or zero
	 * @param key the key of the response
	 * @param groups a hash of the generations of its groups, or {@code null}
	 */
	record Head(long storedAt, long length, int checksum, int parts, CacheKey key, @Nullable String groups) {

		private static Head read(ByteBuffer entry) {
			byte version = entry.get();
			if (version != VERSION && version != GROUPS_VERSION) {
				throw new IllegalArgumentException("Another version");
			}
			return new Head(entry.getLong(), entry.getLong(), entry.getInt(), entry.getInt(),
					new CacheKey(text(entry), text(entry)), (version == GROUPS_VERSION) ? text(entry) : null);
		}

		/**
		 * Return the length of the content under a key of its own.
		 */
		long contentLength() {
			return (this.parts > 0) ? this.length : 0;
		}

	}

	/**
	 * Return the time to live of the response: its freshness lifetime and the grace, at
	 * most the maximum. This does not decide about reuse, so an approximation suffices.
	 */
	static Duration timeToLive(StoredResponse response, RedisStoreSettings settings) {
		if (response.status() > LAST_STATUS) {
			return settings.maxStoredTime;
		}
		Duration lifetime = freshness(response.headers()).plus(settings.grace);
		Duration bounded = (lifetime.compareTo(settings.maxStoredTime) < 0) ? lifetime : settings.maxStoredTime;
		return (bounded.toMillis() > 0) ? bounded : Duration.ofMillis(1);
	}

	/**
	 * Encode an entry without its generation.
	 * @return the bytes, or empty if the header fields are too long
	 */
	Optional<byte[]> encode() {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
		try (DataOutputStream out = new DataOutputStream(bytes)) {
			out.writeBytes((this.content != null) ? "c" + this.content.id() : "i" + NO_ID);
			out.writeInt(0);
			writeHead(out);
			if (out.size() > HEAD + MAX_HEAD_LENGTH) {
				return Optional.empty();
			}
			if (this.content == null) {
				out.write(this.response.body().bytes());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		ByteBuffer entry = ByteBuffer.wrap(bytes.toByteArray());
		return Optional.of(entry.putInt(LOCATION_LENGTH, checksum(entry)).array());
	}

	/**
	 * Decode an entry with its generation.
	 * @return the entry, or empty if it is damaged or of another version
	 */
	static Optional<RedisRecord> decode(byte[] bytes) {
		try {
			ByteBuffer entry = ByteBuffer.wrap(bytes, GENERATION_LENGTH, bytes.length - GENERATION_LENGTH).slice();
			return (checksum(entry) == entry.getInt(LOCATION_LENGTH)) ? decode(entry) : Optional.empty();
		}
		catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Decode the beginning of an entry with its generation, whose checksum is not
	 * verified.
	 */
	static Optional<Head> head(byte[] beginning) {
		try {
			return Optional.of(Head.read(ByteBuffer.wrap(beginning).position(GENERATION_LENGTH + HEAD)));
		}
		catch (BufferUnderflowException | IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	private static Duration freshness(HttpHeaders headers) {
		Matcher maxAge = MAX_AGE.matcher(String.join(",", headers.getOrEmpty(HttpHeaders.CACHE_CONTROL)));
		if (maxAge.find()) {
			return Duration.ofSeconds(Long.parseLong(maxAge.group(1)));
		}
		try {
			long lifetime = headers.getExpires() - headers.getDate();
			return (headers.getExpires() >= 0 && lifetime > 0) ? Duration.ofMillis(lifetime) : Duration.ZERO;
		}
		catch (IllegalArgumentException ex) {
			// An invalid date.
			return Duration.ZERO;
		}
	}

	/**
	 * Return the checksum of an entry without the place of the checksum.
	 */
	private static int checksum(ByteBuffer entry) {
		CRC32C checksum = new CRC32C();
		checksum.update(entry.duplicate().limit(LOCATION_LENGTH));
		checksum.update(entry.duplicate().position(HEAD));
		return (int) checksum.getValue();
	}

	private void writeHead(DataOutputStream out) throws IOException {
		out.writeByte((this.groups != null) ? GROUPS_VERSION : VERSION);
		out.writeLong(this.storedAt);
		out.writeLong((this.content != null) ? this.content.length() : this.response.body().length());
		out.writeInt((this.content != null) ? this.content.checksum() : 0);
		out.writeInt((this.content != null) ? this.content.parts() : 0);
		write(out, this.key.url());
		write(out, this.key.variant());
		if (this.groups != null) {
			write(out, this.groups);
		}
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

	private static Optional<RedisRecord> decode(ByteBuffer entry) {
		byte[] location = new byte[LOCATION_LENGTH];
		entry.get(location);
		Head head = Head.read(entry.position(HEAD));
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
		boolean inContent = location[0] == 'c';
		if ((inContent ? 0 : head.length()) != inline.length || head.length() < 0) {
			return Optional.empty();
		}
		StoredResponse response = StoredResponse.of(status, headers, StoredBody.of(inline), varied, identityHash,
				permanentRedirect);
		Content content = !inContent ? null
				: new Content(new String(location, 1, LOCATION_LENGTH - 1, StandardCharsets.US_ASCII), head.length(),
						head.checksum(), head.parts());
		return Optional.of(new RedisRecord(head.key(), head.storedAt(), response, content, head.groups()));
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
