package dev.hyperclient.cache.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.internal.fields.HeaderFields;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The file format of a stored response: a status line, header lines, lines of the cache
 * that begin with a hyphen, an empty line, the decoded content. Shared with the Python
 * client, which reads and writes the same files.
 */
final class StoredResponseFormat {

	/**
	 * The maximum size of a head. A longer one is neither written nor read.
	 */
	static final int MAX_HEAD_SIZE = 64 * 1024;

	private static final String DIGITS = "0123456789";

	private static final String HEX_DIGITS = DIGITS + "abcdef";

	private static final String STATUS = "status";

	private static final String CONTENT_LOCATION = "content-location";

	private static final String VARIED = "-varied-";

	private static final String PERMANENT_REDIRECT = "-x-permanent-redirect-url";

	private static final String CONTENT_ENCODING = "-content-encoding";

	/**
	 * URL and media type of the key, separated by a space.
	 */
	private static final String KEY = "-hyper-client-key";

	private static final String IDENTITY = "-hyper-client-identity";

	private StoredResponseFormat() {
	}

	/**
	 * The part of a file before the content.
	 *
	 * @param response the response, without its content
	 * @param bodyOffset where the content begins
	 * @param bodyLength the length of the content
	 * @param bodyChecksum the CRC32C of the content, or {@code null} if another client
	 * has written the file
	 */
	record Head(StoredResponse response, int bodyOffset, long bodyLength, @Nullable Integer bodyChecksum) {
	}

	/**
	 * Return the head of a file.
	 * @param key the key, whose URL is written if there is no {@code Content-Location}
	 * @param response the response; its body is ignored
	 * @param length the length of the content
	 * @param checksum the checksum of the content
	 * @return the head, or empty if it is too long
	 */
	static Optional<byte[]> head(CacheKey key, StoredResponse response, long length, RecordChecksum checksum) {
		return head(key, response, String.valueOf(length), checksum);
	}

	/**
	 * Return a head whose size does not depend on length and checksum, so that it can be
	 * written after the content.
	 */
	static Optional<byte[]> paddedHead(CacheKey key, StoredResponse response, long length, RecordChecksum checksum) {
		return head(key, response, String.format(Locale.ROOT, "%19d", length), checksum);
	}

	private static Optional<byte[]> head(CacheKey key, StoredResponse response, String length,
			RecordChecksum checksum) {
		HttpHeaders headers = response.headers();
		StringBuilder head = new StringBuilder(512);
		line(head, STATUS, String.valueOf(response.status()));
		StorableFields storable = new StorableFields(headers);
		HttpHeaders.readOnlyHttpHeaders(headers).forEach((name, values) -> {
			String lowerCase = name.toLowerCase(Locale.ROOT);
			if (storable.include(lowerCase) && !lowerCase.equals("content-length")) {
				line(head, lowerCase, (values.size() == 1) ? values.get(0) : String.join(", ", values));
			}
		});
		head.append("content-length: ").append(length).append("\r\n");
		if (!headers.containsHeader(HttpHeaders.CONTENT_LOCATION)) {
			line(head, CONTENT_LOCATION, key.url());
		}
		if (headers.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
			line(head, CONTENT_ENCODING, String.join(", ", headers.getOrEmpty(HttpHeaders.CONTENT_ENCODING)));
		}
		response.varied().forEach((name, value) -> {
			if (StorableFields.includeSelecting(name)) {
				line(head, VARIED + name, value);
			}
		});
		lineIfPresent(head, PERMANENT_REDIRECT, response.permanentRedirect());
		lineIfPresent(head, IDENTITY, response.identityHash());
		line(head, KEY, text(key));
		checksum.appendTo(head);
		byte[] bytes = head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
		return (bytes.length <= MAX_HEAD_SIZE) ? Optional.of(bytes) : Optional.empty();
	}

	/**
	 * Read a whole file.
	 * @param file all its bytes
	 * @param key the expected key
	 * @return the response, or empty if the file is not a complete response of this key
	 */
	static Optional<StoredResponse> read(byte[] file, CacheKey key) {
		return read(file, file.length, key);
	}

	/**
	 * Read a whole file.
	 * @param file all its bytes, and possibly others behind them
	 * @param size the length of the file
	 * @param key the expected key
	 * @return the response, or empty if the file is not a complete response of this key
	 */
	static Optional<StoredResponse> read(byte[] file, int size, CacheKey key) {
		return readHead(file, size, key).flatMap((head) -> {
			ByteBuffer body = ByteBuffer.wrap(file, head.bodyOffset(), size - head.bodyOffset());
			if (head.bodyChecksum() != null && head.bodyChecksum() != RecordChecksum.of(body)) {
				return Optional.empty();
			}
			return Optional
				.of(head.response().withBody(StoredBody.of(Arrays.copyOfRange(file, head.bodyOffset(), size))));
		});
	}

	/**
	 * Read the head of a file.
	 * @param beginning the bytes of the file, at least those of its head, and possibly
	 * others behind them
	 * @param size the length of the file
	 * @param key the expected key
	 * @return the head, or empty if the file is not a complete response of this key
	 */
	static Optional<Head> readHead(byte[] beginning, long size, CacheKey key) {
		int end = endOfHead(beginning, (int) Math.min(size, beginning.length));
		if (end < 0) {
			return Optional.empty();
		}
		String head = new String(beginning, 0, end, StandardCharsets.UTF_8);
		Optional<List<HeaderLines.Line>> lines = HeaderLines.read(head);
		if (lines.isEmpty()) {
			return Optional.empty();
		}
		try {
			Integer checksum = RecordChecksum.of(head, lines.get()).map(RecordChecksum::body).orElse(null);
			long length = size - end - 4;
			return response(lines.get(), length, key).map((response) -> new Head(response, end + 4, length, checksum));
		}
		catch (RecordChecksum.DamagedException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Return the key that is written in a file.
	 * @param beginning the bytes of the file, at least those of its head
	 * @return the key, or empty if another client has written the file
	 */
	static Optional<CacheKey> key(byte[] beginning) {
		return value(beginning, KEY).filter((value) -> value.indexOf(' ') > 0).map((value) -> {
			int blank = value.indexOf(' ');
			return new CacheKey(value.substring(0, blank), value.substring(blank + 1));
		});
	}

	/**
	 * Return the media type of the content.
	 * @param beginning the bytes of the file, at least those of its head
	 * @return the media type without its parameters, or empty if there is none
	 */
	static Optional<String> mediaType(byte[] beginning) {
		return value(beginning, "content-type").map((value) -> value.split(";", 2)[0].strip());
	}

	private static Optional<String> value(byte[] beginning, String name) {
		int end = endOfHead(beginning, beginning.length);
		if (end < 0) {
			return Optional.empty();
		}
		return HeaderLines.read(new String(beginning, 0, end, StandardCharsets.UTF_8))
			.flatMap((lines) -> lines.stream().filter((line) -> line.name().equals(name)).findFirst())
			.map((line) -> FieldValues.fromLine(line.value()));
	}

	private static Optional<StoredResponse> response(List<HeaderLines.Line> lines, long length, CacheKey key) {
		int status = lines.isEmpty() ? -1 : status(lines.get(0));
		HttpHeaders headers = HeaderFields.create();
		Map<String, String> varied = new HashMap<>();
		Map<String, String> own = new HashMap<>();
		for (HeaderLines.Line line : lines.subList(Math.min(1, lines.size()), lines.size())) {
			String value = FieldValues.fromLine(line.value());
			if (isAdded(line.name(), value, headers, key)) {
				continue;
			}
			if (!line.name().startsWith("-")) {
				headers.add(line.name(), value);
			}
			else if (line.name().startsWith(VARIED)) {
				varied.put(line.name().substring(VARIED.length()), value);
			}
			else if (own.put(line.name(), value) != null) {
				return Optional.empty();
			}
		}
		if (status < 0 || !isWhole(headers, length) || !isKey(own.get(KEY), key) || !isHash(own.get(IDENTITY))) {
			return Optional.empty();
		}
		StorableFields storable = new StorableFields(headers);
		// The Python client writes more fields.
		List<String> excluded = new ArrayList<>(0);
		HttpHeaders.readOnlyHttpHeaders(headers).forEach((name, values) -> {
			if (!storable.include(name)) {
				excluded.add(name);
			}
		});
		excluded.forEach(headers::remove);
		varied.keySet().removeIf((name) -> !StorableFields.includeSelecting(name));
		return Optional.of(new StoredResponse(status, headers, StoredBody.EMPTY, varied, own.get(IDENTITY),
				own.get(PERMANENT_REDIRECT)));
	}

	/**
	 * Whether a line is the {@code Content-Location} that the cache has added: the URL of
	 * the key, behind the lines of the server, of which {@code Content-Length} is the
	 * last.
	 */
	private static boolean isAdded(String name, String value, HttpHeaders before, CacheKey key) {
		return name.equals(CONTENT_LOCATION) && value.equals(key.url())
				&& before.containsHeader(HttpHeaders.CONTENT_LENGTH);
	}

	private static int status(HeaderLines.Line line) {
		String value = line.value();
		boolean valid = line.name().equals(STATUS) && value.length() == 3 && isMadeOf(DIGITS, value);
		return (valid && value.charAt(0) != '0') ? Integer.parseInt(value) : -1;
	}

	private static boolean isWhole(HttpHeaders headers, long bodyLength) {
		String length = String.valueOf(bodyLength);
		for (String value : headers.getOrEmpty(HttpHeaders.CONTENT_LENGTH)) {
			if (!value.equals(length)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether a file contains the expected key, or none: two keys with the same digest
	 * have the same file name.
	 */
	private static boolean isKey(@Nullable String written, CacheKey key) {
		return written == null || written.equals(FieldValues.fromLine(FieldValues.toLine(text(key))));
	}

	private static String text(CacheKey key) {
		return key.url() + " " + key.mediaType();
	}

	private static boolean isHash(@Nullable String value) {
		return value == null || (value.length() == 64 && isMadeOf(HEX_DIGITS, value));
	}

	private static boolean isMadeOf(String characters, String value) {
		for (int i = 0; i < value.length(); i++) {
			if (characters.indexOf(value.charAt(i)) < 0) {
				return false;
			}
		}
		return true;
	}

	private static int endOfHead(byte[] file, int length) {
		int last = Math.min(length, MAX_HEAD_SIZE) - 4;
		for (int i = 0; i <= last; i++) {
			if (file[i] == '\r' && file[i + 1] == '\n' && file[i + 2] == '\r' && file[i + 3] == '\n') {
				return i;
			}
		}
		return -1;
	}

	private static void lineIfPresent(StringBuilder head, String name, @Nullable String value) {
		if (value != null) {
			line(head, name, value);
		}
	}

	private static void line(StringBuilder head, String name, String value) {
		head.append(name).append(": ").append(FieldValues.toLine(value)).append("\r\n");
	}

}
