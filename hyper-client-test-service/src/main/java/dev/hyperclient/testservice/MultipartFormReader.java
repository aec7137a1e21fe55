package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

	private final byte[] body;

	/**
	 * The body as ISO 8859-1: one character for each byte.
	 */
	private final String text;

	private final String delimiter;

	private MultipartFormReader(byte[] body, String boundary) {
		this.body = body;
		this.text = new String(body, StandardCharsets.ISO_8859_1);
		this.delimiter = "--" + boundary;
	}

	static FormFields read(IncomingRequest request) {
		Matcher boundary = BOUNDARY.matcher(String.valueOf(request.header("Content-Type")));
		if (!boundary.find()) {
			throw malformed("names no boundary");
		}
		String name = (boundary.group(1) != null) ? boundary.group(1) : boundary.group(2);
		if (name.length() > MAX_BOUNDARY_LENGTH) {
			throw malformed("has too long a boundary");
		}
		return new MultipartFormReader(request.body(), name).read();
	}

	private FormFields read() {
		Map<String, byte[]> parts = new LinkedHashMap<>();
		int at = delimiterAt(0);
		while (at >= 0) {
			int start = at + this.delimiter.length();
			if (this.text.startsWith("--", start)) {
				return new FormFields(parts);
			}
			int lineEnd = this.text.indexOf("\r\n", start);
			int next = (lineEnd >= 0) ? delimiterAt(lineEnd) : -1;
			if (next >= 0) {
				readPart(lineEnd, next - 2, parts);
			}
			at = next;
		}
		throw malformed("ends before its last boundary");
	}

	private void readPart(int start, int end, Map<String, byte[]> parts) {
		int blank = this.text.indexOf(BLANK_LINE, start);
		if (blank < 0 || blank > end) {
			throw malformed("has a part without a blank line");
		}
		Matcher name = NAME.matcher(this.text.substring(start, blank));
		if (!name.find()) {
			throw malformed("has a part without a name");
		}
		int content = Math.min(blank + BLANK_LINE.length(), end);
		parts.putIfAbsent((name.group(1) != null) ? name.group(1) : name.group(2),
				Arrays.copyOfRange(this.body, content, end));
	}

	/**
	 * Return the start of the next boundary line, or -1. A boundary is at the beginning
	 * of a line and followed by the end of the line, white space or two dashes.
	 */
	private int delimiterAt(int from) {
		int at = this.text.indexOf(this.delimiter, from);
		while (at >= 0 && !isBoundaryLine(at)) {
			at = this.text.indexOf(this.delimiter, at + 1);
		}
		return at;
	}

	private boolean isBoundaryLine(int at) {
		int end = at + this.delimiter.length();
		boolean begins = at == 0 || (at >= 2 && this.text.startsWith("\r\n", at - 2));
		return begins && (this.text.startsWith("--", end) || this.text.startsWith("\r\n", end)
				|| this.text.startsWith(" ", end) || this.text.startsWith("\t", end));
	}

	private static RequestRefusedException malformed(String problem) {
		return RequestRefusedException.badRequest("The multipart form " + problem + ".");
	}

}
