package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a multipart form. The preamble is skipped: clients of this protocol repeat their
 * header fields there, which general multipart parsers reject.
 */
final class MultipartFormReader {

	private static final Pattern BOUNDARY = Pattern.compile(";\\s*boundary=(?:\"([^\"]+)\"|([^;\"\\s]+))",
			Pattern.CASE_INSENSITIVE);

	private static final Pattern NAME = Pattern.compile(
			"^content-disposition:\\s*form-data\\b[^\\r\\n]*?;\\s*name=(?:\"([^\"]*)\"|([^;\"\\s]+))",
			Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

	private static final int MAX_BOUNDARY_LENGTH = 200;

	private static final String BLANK_LINE = "\r\n\r\n";

	private MultipartFormReader() {
	}

	static FormFields read(IncomingRequest request) {
		Matcher boundary = BOUNDARY.matcher(String.valueOf(request.header("Content-Type")));
		if (!boundary.find()) {
			throw malformed("names no boundary");
		}
		String name = group(boundary);
		if (name.length() > MAX_BOUNDARY_LENGTH) {
			throw malformed("has too long a boundary");
		}
		String text = "\r\n" + new String(request.body(), StandardCharsets.ISO_8859_1);
		String[] parts = text.split("\r\n--" + Pattern.quote(name) + "(?=--|\r\n|[ \t])", -1);
		Map<String, byte[]> fields = new LinkedHashMap<>();
		for (int i = 1; i < parts.length; i++) {
			if (parts[i].startsWith("--")) {
				return new FormFields(fields);
			}
			if (i < parts.length - 1) {
				// An empty part ends with the line break of the boundary.
				readPart(parts[i] + "\r\n", fields);
			}
		}
		throw malformed("ends before its last boundary");
	}

	private static void readPart(String part, Map<String, byte[]> fields) {
		int blank = part.indexOf(BLANK_LINE);
		if (blank < 0) {
			throw malformed("has a part without a blank line");
		}
		Matcher name = NAME.matcher(part.substring(0, blank));
		if (!name.find()) {
			throw malformed("has a part without a name");
		}
		int start = blank + BLANK_LINE.length();
		String content = part.substring(start, Math.max(start, part.length() - 2));
		fields.putIfAbsent(group(name), content.getBytes(StandardCharsets.ISO_8859_1));
	}

	private static String group(Matcher matcher) {
		return (matcher.group(1) != null) ? matcher.group(1) : matcher.group(2);
	}

	private static RequestRefusedException malformed(String problem) {
		return RequestRefusedException.badRequest("The multipart form " + problem + ".");
	}

}
