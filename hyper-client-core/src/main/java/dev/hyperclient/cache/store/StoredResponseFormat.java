package dev.hyperclient.cache.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * How a response looks in its file: a status line, header lines, lines of our own that
 * begin with a hyphen, an empty line, the decoded content. The Python client reads what
 * this writes, and the other way round.
 */
final class StoredResponseFormat {

	/**
	 * No file with more header lines than this is written or read.
	 */
	static final int MAX_HEAD_SIZE = 64 * 1024;

	private static final String STATUS = "status";

	private static final String VARIED = "-varied-";

	private static final String PERMANENT_REDIRECT = "-x-permanent-redirect-url";

	private static final String CONTENT_ENCODING = "-content-encoding";

	/**
	 * Address and media type of the key, with a blank between them.
	 */
	private static final String KEY = "-hyper-client-key";

	private static final String IDENTITY = "-hyper-client-identity";

	private StoredResponseFormat() {
	}

	/**
	 * What stands in the file before the content.
	 * @param key the key, whose address is told where the server told none
	 * @param response the response
	 * @return the head, or empty if it is too long to be read again
	 */
	static Optional<byte[]> head(CacheKey key, StoredResponse response) {
		HttpHeaders headers = response.headers();
		StringBuilder head = new StringBuilder(512);
		line(head, STATUS, String.valueOf(response.status()));
		StorableFields storable = new StorableFields(headers);
		headers.forEach((name, values) -> {
			String lowerCase = name.toLowerCase(Locale.ROOT);
			if (storable.include(lowerCase) && !lowerCase.equals("content-length")) {
				line(head, lowerCase, String.join(", ", values));
			}
		});
		line(head, "content-length", String.valueOf(response.body().length));
		if (!headers.containsHeader(HttpHeaders.CONTENT_LOCATION)) {
			line(head, "content-location", key.url());
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
		line(head, KEY, key.url() + " " + key.mediaType());
		byte[] bytes = head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
		return (bytes.length <= MAX_HEAD_SIZE) ? Optional.of(bytes) : Optional.empty();
	}

	/**
	 * Reads a file.
	 * @param file all its bytes
	 * @return the response, or empty if the file does not hold a whole one
	 */
	static Optional<StoredResponse> read(byte[] file) {
		int end = endOfHead(file);
		if (end < 0) {
			return Optional.empty();
		}
		byte[] body = Arrays.copyOfRange(file, end + 4, file.length);
		return HeaderLines.read(new String(file, 0, end, StandardCharsets.UTF_8))
			.flatMap((lines) -> response(lines, body));
	}

	/**
	 * The key that a file of ours tells.
	 * @param beginning the bytes of the file, at least those of its head
	 * @return the key, or empty if it tells none
	 */
	static Optional<CacheKey> key(byte[] beginning) {
		return value(beginning, KEY).filter((value) -> value.indexOf(' ') > 0).map((value) -> {
			int blank = value.indexOf(' ');
			return new CacheKey(value.substring(0, blank), value.substring(blank + 1));
		});
	}

	/**
	 * The media type of the content.
	 * @param beginning the bytes of the file, at least those of its head
	 * @return the media type without its parameters, or empty if there is none
	 */
	static Optional<String> mediaType(byte[] beginning) {
		return value(beginning, "content-type").map((value) -> value.split(";", 2)[0].strip());
	}

	private static Optional<String> value(byte[] beginning, String name) {
		int end = endOfHead(beginning);
		if (end < 0) {
			return Optional.empty();
		}
		return HeaderLines.read(new String(beginning, 0, end, StandardCharsets.UTF_8))
			.flatMap((lines) -> lines.stream().filter((line) -> line.name().equals(name)).findFirst())
			.map((line) -> FieldValues.fromLine(line.value()));
	}

	private static Optional<StoredResponse> response(List<HeaderLines.Line> lines, byte[] body) {
		int status = lines.isEmpty() ? -1 : status(lines.get(0));
		HttpHeaders headers = new HttpHeaders();
		Map<String, String> varied = new HashMap<>();
		Map<String, String> own = new HashMap<>();
		for (HeaderLines.Line line : lines.subList(Math.min(1, lines.size()), lines.size())) {
			String value = FieldValues.fromLine(line.value());
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
		if (status < 0 || !isWhole(headers, body) || !isHash(own.get(IDENTITY))) {
			return Optional.empty();
		}
		StorableFields storable = new StorableFields(headers);
		// The Python client writes some that we would not.
		List.copyOf(headers.headerNames())
			.stream()
			.filter((name) -> !storable.include(name.toLowerCase(Locale.ROOT)))
			.forEach(headers::remove);
		varied.keySet().removeIf((name) -> !StorableFields.includeSelecting(name));
		return Optional
			.of(new StoredResponse(status, headers, body, varied, own.get(IDENTITY), own.get(PERMANENT_REDIRECT)));
	}

	private static int status(HeaderLines.Line line) {
		String value = line.value();
		boolean valid = line.name().equals(STATUS) && value.length() == 3
				&& value.chars().allMatch((c) -> c >= '0' && c <= '9');
		return (valid && value.charAt(0) != '0') ? Integer.parseInt(value) : -1;
	}

	private static boolean isWhole(HttpHeaders headers, byte[] body) {
		String length = String.valueOf(body.length);
		return headers.getOrEmpty(HttpHeaders.CONTENT_LENGTH).stream().allMatch(length::equals);
	}

	private static boolean isHash(@Nullable String value) {
		return value == null || (value.length() == 64
				&& value.chars().allMatch((c) -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')));
	}

	private static int endOfHead(byte[] file) {
		int last = Math.min(file.length, MAX_HEAD_SIZE) - 4;
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
