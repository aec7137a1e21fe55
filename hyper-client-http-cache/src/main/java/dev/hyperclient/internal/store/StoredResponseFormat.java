package dev.hyperclient.internal.store;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.http.FieldValues;
import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.http.StorableFields;
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

	private static final String CONTENT_LENGTH = "content-length";

	private static final String CACHE_GROUPS = "cache-groups";

	/**
	 * URL and media type of the key, separated by a space.
	 */
	private static final String KEY = "-hyper-client-key";

	/**
	 * The version of the format, in files of later versions only: without the line it is
	 * the first one, which is the Python client's.
	 */
	private static final String FORMAT = "-hyper-client-format";

	private static final String IDENTITY = "-hyper-client-identity";

	private static final String PERMANENT_REDIRECT = "-x-permanent-redirect-url";

	private static final String VARIED = "-varied-";

	private static final String CONTENT_ENCODING = "-content-encoding";

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
	 * Return a head whose size does not depend on length and checksum, so that it can be
	 * written after the content.
	 * @return the head, or empty if it is too long
	 */
	static Optional<byte[]> paddedHead(CacheKey key, StoredResponse response, long length, int checksum) {
		HeaderLines.Writer head = new HeaderLines.Writer(new byte[1024]);
		return append(head, key, response, String.format(Locale.ROOT, "%19d", length), checksum)
				? Optional.of(Arrays.copyOf(head.array(), head.length())) : Optional.empty();
	}

	/**
	 * Append the head of a file.
	 * @param head what to append to
	 * @param key the key, whose URL is written if there is no {@code Content-Location}
	 * @param response the response; its body is ignored
	 * @param length the length of the content
	 * @param checksum the {@link #checksum} of the content
	 * @return whether it is not too long
	 */
	static boolean append(HeaderLines.Writer head, CacheKey key, StoredResponse response, String length, int checksum) {
		HttpHeaders headers = response.headers();
		head.line(STATUS, String.valueOf(response.status()));
		StorableFields storable = new StorableFields(headers);
		HttpHeaders.readOnlyHttpHeaders(headers).forEach((name, values) -> {
			if (storable.include(name) && !name.equalsIgnoreCase(CONTENT_LENGTH)) {
				head.appendLowerCase(name).line("", (values.size() == 1) ? values.get(0) : String.join(", ", values));
			}
		});
		head.append(CONTENT_LENGTH).append(": ").append(length).append("\r\n");
		if (!headers.containsHeader(HttpHeaders.CONTENT_LOCATION)) {
			head.line(CONTENT_LOCATION, key.url());
		}
		if (headers.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
			head.line(CONTENT_ENCODING, String.join(", ", headers.getOrEmpty(HttpHeaders.CONTENT_ENCODING)));
		}
		response.varied().forEach((name, value) -> {
			if (StorableFields.includeSelecting(name)) {
				head.append(VARIED).line(name, value);
			}
		});
		if (response.permanentRedirect() != null) {
			head.line(PERMANENT_REDIRECT, response.permanentRedirect());
		}
		if (response.identityHash() != null) {
			head.line(IDENTITY, response.identityHash());
		}
		head.line(KEY, text(key));
		head.end(checksum);
		return head.length() <= MAX_HEAD_SIZE;
	}

	/**
	 * Return the checksum of content.
	 */
	static int checksum(byte[] bytes, int begin, int end) {
		CRC32C checksum = new CRC32C();
		checksum.update(bytes, begin, end - begin);
		return (int) checksum.getValue();
	}

	/**
	 * Read a whole file.
	 * @param file all its bytes, and possibly others behind them
	 * @param size the length of the file
	 * @param key the expected key
	 * @return the response, or empty if the file is not a complete response of this key
	 */
	static Optional<StoredResponse> read(byte[] file, int size, CacheKey key) {
		return readHead(file, size, size, key).filter(
				(head) -> head.bodyChecksum() == null || head.bodyChecksum() == checksum(file, head.bodyOffset(), size))
			.map((head) -> head.response().withBody(StoredBody.of(Arrays.copyOfRange(file, head.bodyOffset(), size))));
	}

	/**
	 * Read the head of a file.
	 * @param beginning the first bytes of the file, and possibly others behind them
	 * @param read the number of bytes of the file
	 * @param size the length of the file
	 * @param key the expected key
	 * @return the head, or empty if it is not within these bytes, or the file is not a
	 * complete response of this key
	 */
	static Optional<Head> readHead(byte[] beginning, int read, long size, CacheKey key) {
		HeaderLines lines = HeaderLines.read(beginning, Math.min(read, MAX_HEAD_SIZE));
		if (lines == null) {
			return Optional.empty();
		}
		try {
			Integer checksum = lines.bodyChecksum(beginning);
			int begin = lines.end() + 4;
			long length = size - begin;
			StoredResponse response = response(lines, length, key);
			return (response == null) ? Optional.empty() : Optional.of(new Head(response, begin, length, checksum));
		}
		catch (IllegalArgumentException ex) {
			// It is damaged.
			return Optional.empty();
		}
	}

	/**
	 * Return the key that is written in a file.
	 * @param beginning the bytes of the file, at least its head
	 * @return the key, or empty if another client has written the file
	 */
	static Optional<CacheKey> key(byte[] beginning) {
		return value(beginning, KEY).map((value) -> value.split(" ", 2))
			.filter((words) -> words.length == 2 && !words[0].isEmpty())
			.map((words) -> new CacheKey(words[0], words[1]));
	}

	/**
	 * Return the media type of the content.
	 * @param beginning the bytes of the file, at least its head
	 * @return the media type without its parameters, or empty if there is none
	 */
	static Optional<String> mediaType(byte[] beginning) {
		return value(beginning, "content-type").map((value) -> value.split(";", 2)[0].strip());
	}

	/**
	 * Return the field {@code Cache-Groups} (RFC 9875, 2).
	 * @param beginning the bytes of the file, at least its head
	 * @return the field alone, or no fields
	 */
	static HttpHeaders groups(byte[] beginning) {
		HttpHeaders headers = new HttpHeaders();
		HeaderLines lines = lines(beginning);
		if (lines != null) {
			for (HeaderLines.Line line : lines.lines()) {
				if (line.name().equals(CACHE_GROUPS)) {
					headers.add(CACHE_GROUPS, line.value());
				}
			}
		}
		return headers;
	}

	private static Optional<String> value(byte[] beginning, String name) {
		return Optional.ofNullable(lines(beginning)).map((lines) -> lines.first(name)).map(HeaderLines.Line::value);
	}

	private static @Nullable HeaderLines lines(byte[] beginning) {
		return HeaderLines.read(beginning, Math.min(beginning.length, MAX_HEAD_SIZE));
	}

	private static @Nullable StoredResponse response(HeaderLines lines, long length, CacheKey key) {
		HttpHeaders headers = HeaderFields.create();
		Map<String, String> varied = new HashMap<>(2);
		HeaderLines.Line keyLine = null;
		String identity = null;
		String permanentRedirect = null;
		for (HeaderLines.Line line : lines.lines()) {
			String name = line.name();
			if (!name.startsWith("-")) {
				if (!isAdded(line, headers, key)) {
					headers.add(name, line.value());
				}
			}
			else if (!name.startsWith(VARIED)) {
				if (lines.first(name) != line) {
					return null;
				}
				switch (name) {
					case FORMAT -> {
						return null;
					}
					case KEY -> keyLine = line;
					case IDENTITY -> identity = line.value();
					case PERMANENT_REDIRECT -> permanentRedirect = line.value();
					default -> {
						// Of another client, or the checksum.
					}
				}
			}
			else if (StorableFields.includeSelecting(name.substring(VARIED.length()))) {
				varied.put(name.substring(VARIED.length()), line.value());
			}
		}
		int status = status(lines.lines().get(0));
		if (status < 0 || !isWhole(headers, length) || !isOf(key, keyLine) || !isHash(identity)) {
			return null;
		}
		StorableFields storable = new StorableFields(headers);
		// The Python client writes more fields.
		for (HeaderLines.Line line : lines.lines()) {
			if (!storable.includeLowerCase(line.name())) {
				headers.remove(line.name());
			}
		}
		// Neither a line nor an encoded word yields a control character.
		return StoredResponse.of(status, HeaderFields.readOnly(headers), StoredBody.EMPTY, varied, identity,
				permanentRedirect);
	}

	/**
	 * Whether a file contains the expected key, or none: two keys with the same digest
	 * have the same file name.
	 */
	private static boolean isOf(CacheKey expected, HeaderLines.@Nullable Line written) {
		return written == null || written.hasValue(FieldValues.fromLine(FieldValues.toLine(text(expected))));
	}

	/**
	 * Return the value of the line of a key.
	 */
	private static String text(CacheKey key) {
		return key.url().concat(" ").concat(key.variant());
	}

	/**
	 * Whether a field is the {@code Content-Location} that the cache has added: the URL
	 * of the key, behind the lines of the server, of which {@code Content-Length} is the
	 * last.
	 */
	private static boolean isAdded(HeaderLines.Line line, HttpHeaders before, CacheKey key) {
		return line.name().equals(CONTENT_LOCATION) && before.containsHeader(HttpHeaders.CONTENT_LENGTH)
				&& line.hasValue(key.url());
	}

	private static int status(HeaderLines.Line first) {
		String value = first.value();
		boolean valid = first.name().equals(STATUS) && value.length() == 3 && isMadeOf(DIGITS, value);
		return (valid && value.charAt(0) != '0') ? Integer.parseInt(value) : -1;
	}

	private static boolean isWhole(HttpHeaders headers, long bodyLength) {
		List<String> lengths = headers.getOrEmpty(HttpHeaders.CONTENT_LENGTH);
		return Collections.frequency(lengths, String.valueOf(bodyLength)) == lengths.size();
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

}
