package dev.hyperclient.testservice;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a query or a form as decoded bytes. The first value of a repeated field
 * is used.
 *
 * @param values the bytes by name
 */
record FormFields(Map<String, byte[]> values) {

	static final String URLENCODED = "application/x-www-form-urlencoded";

	static final String MULTIPART = "multipart/form-data";

	private static final Pattern BOUNDARY = Pattern.compile(";\\s*boundary=(?:\"([^\"]{1,200})\"|([^;\"\\s]{1,200}))",
			Pattern.CASE_INSENSITIVE);

	private static final Pattern NAME = Pattern.compile(
			"^content-disposition:\\s*form-data\\b[^\\r\\n]*?;\\s*name=(?:\"([^\"]*)\"|([^;\"\\s]+))",
			Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

	private static final Pattern MALFORMED = Pattern.compile("%(?![0-9A-Fa-f]{2})|[^\\x21-\\x7e]");

	private static final String BLANK_LINE = "\r\n\r\n";

	/**
	 * Return the fields of a form in the body of a request.
	 * @param request the request
	 * @return the fields, empty unless the media type denotes a form
	 */
	static FormFields ofBody(IncomingRequest request) {
		return switch (request.mediaType()) {
			case URLENCODED -> parse(new String(request.body(), StandardCharsets.ISO_8859_1));
			case MULTIPART -> ofMultipart(request);
			default -> new FormFields(Map.of());
		};
	}

	static FormFields parse(String encoded) {
		Map<String, byte[]> values = new LinkedHashMap<>();
		pairs(encoded).forEach((pair) -> values.putIfAbsent(pair.getKey(), pair.getValue()));
		return new FormFields(values);
	}

	/**
	 * Parse a URL-encoded form or query.
	 * @param encoded the form
	 * @return the decoded names and values in the order they were sent
	 * @throws RequestRefusedException if it is malformed
	 */
	static List<Map.Entry<String, byte[]>> pairs(String encoded) {
		return Arrays.stream(encoded.split("&")).filter((pair) -> !pair.isEmpty()).map((pair) -> {
			String[] parts = pair.split("=", 2);
			return Map.entry(utf8(decode(parts[0], true)), decode((parts.length == 2) ? parts[1] : "", true));
		}).toList();
	}

	@Nullable String text(String name) {
		byte[] value = this.values.get(name);
		return (value != null) ? utf8(value) : null;
	}

	byte @Nullable [] bytes(String name) {
		return this.values.get(name);
	}

	/**
	 * Return these fields and the fields of another form with other names.
	 * @param others the other fields
	 * @return all fields
	 */
	FormFields or(FormFields others) {
		Map<String, byte[]> all = new LinkedHashMap<>(others.values);
		all.putAll(this.values);
		return new FormFields(all);
	}

	/**
	 * Read a multipart form. The preamble is skipped: clients of this protocol repeat
	 * their header fields there, which general multipart parsers reject.
	 */
	private static FormFields ofMultipart(IncomingRequest request) {
		Matcher boundary = BOUNDARY.matcher(String.valueOf(request.header("Content-Type")));
		require(boundary.find(), "names no boundary");
		String name = group(boundary);
		String text = "\r\n" + new String(request.body(), StandardCharsets.ISO_8859_1);
		String[] parts = text.split("\r\n--" + Pattern.quote(name) + "(?=--|\r\n|[ \t])", -1);
		List<String> closed = Arrays.stream(parts).skip(1).takeWhile((part) -> !part.startsWith("--")).toList();
		require(closed.size() + 1 < parts.length, "ends before its last boundary");
		Map<String, byte[]> fields = new LinkedHashMap<>();
		// An empty part ends with the line break of the boundary.
		closed.forEach((part) -> readPart(part + "\r\n", fields));
		return new FormFields(fields);
	}

	private static void readPart(String part, Map<String, byte[]> fields) {
		int blank = part.indexOf(BLANK_LINE);
		require(blank >= 0, "has a part without a blank line");
		Matcher name = NAME.matcher(part.substring(0, blank));
		require(name.find(), "has a part without a name");
		int start = blank + BLANK_LINE.length();
		String content = part.substring(start, Math.max(start, part.length() - 2));
		fields.putIfAbsent(group(name), content.getBytes(StandardCharsets.ISO_8859_1));
	}

	private static String group(Matcher matcher) {
		return (matcher.group(1) != null) ? matcher.group(1) : matcher.group(2);
	}

	private static void require(boolean met, String problem) {
		RequestRefusedException.require(met, "The multipart form %s.", problem);
	}

	/**
	 * Decode percent-encoding strictly: malformed input is refused with status 400.
	 */
	static byte[] decode(String encoded, boolean plusIsSpace) {
		String text = plusIsSpace ? encoded : encoded.replace("+", "%2B");
		Matcher malformed = MALFORMED.matcher(text);
		if (malformed.find()) {
			char character = text.charAt(malformed.start());
			throw RequestRefusedException
				.badRequest((character == '%') ? "A percent sign must be followed by two hexadecimal digits."
						: "Characters like U+%04X must be percent-encoded as UTF-8.".formatted((int) character));
		}
		return URLDecoder.decode(text, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
	}

	static String utf8(byte[] bytes) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
		}
		catch (CharacterCodingException ex) {
			throw RequestRefusedException.badRequest("The request is not well-formed UTF-8.");
		}
	}

}
