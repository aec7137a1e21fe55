package dev.hyperclient.internal.generator;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlParser;
import dev.hyperclient.internal.http.Origin;

/**
 * Reads a description from a file. Its references are relative to the URL of the service,
 * which is in the description. Makes a description portable that a service serves.
 */
record DescriptionFile(URI document, URI base) {

	/** The URL of descriptions with relative references. */
	private static final URI ANY_SERVICE = URI.create("http://service.invalid/");

	private static final Pattern REFERENCE = Pattern
		.compile("(\\s(?:href|type|resource_type|base)\\s*=\\s*)(?:\"([^\"<>]*)\"|'([^'<>]*)')");

	/** Lines of the usual size have at most this many bytes on average. */
	private static final int MAX_AVERAGE = 1000;

	/** Text that looks like tags may be in these. */
	private static final Pattern OPAQUE = Pattern.compile("<!--|<!\\[CDATA\\[|<!DOCTYPE|<[\\w.:-]*doc[\\s>]");

	private static final Pattern BETWEEN = Pattern.compile("><(?=[A-Za-z/])");

	private static final Pattern LINE = Pattern.compile("cannot be used: line (\\d+): (.*)", Pattern.DOTALL);

	static WadlApplication parse(Path file, byte[] content) {
		try {
			return WadlParser.parse(content, base(content));
		}
		catch (ServiceDescriptionException ex) {
			String message = String.valueOf(ex.getMessage());
			Matcher line = LINE.matcher(message);
			throw line.find() ? new GeneratorException(file, Integer.parseInt(line.group(1)), line.group(2), ex)
					: new GeneratorException(file, 0, message, ex);
		}
	}

	private static URI base(byte[] content) {
		try {
			URI uri = ANY_SERVICE.resolve(WadlParser.declaredBase(content).orElse("").strip());
			return uri.isOpaque() ? ANY_SERVICE : uri;
		}
		catch (HyperClientException | IllegalArgumentException ex) {
			// The parser reports it with its line.
			return ANY_SERVICE;
		}
	}

	/**
	 * Return a description with references that are relative, as far as they lead to the
	 * description itself: {@code #bug} in place of
	 * {@code https://api.launchpad.net/devel/#bug}, and the base as a path. Nothing else
	 * is changed.
	 * @param content the description as it is served
	 * @param application the same description
	 */
	static byte[] portable(byte[] content, WadlApplication application) {
		DescriptionFile portable = new DescriptionFile(application.documentUri(), application.base());
		// All that is replaced is ASCII. An encoding that is not a superset of it is
		// kept.
		String text = new String(content, StandardCharsets.ISO_8859_1);
		return REFERENCE.matcher(text).replaceAll(portable::replacement).getBytes(StandardCharsets.ISO_8859_1);
	}

	private String replacement(MatchResult match) {
		boolean quoted = match.group(2) != null;
		String value = quoted ? match.group(2) : match.group(3);
		String relative = match.group(1).strip().toLowerCase(Locale.ROOT).startsWith("base") ? relativeBase(value)
				: relativeReference(value);
		String quote = quoted ? "\"" : "'";
		return Matcher.quoteReplacement(match.group(1) + quote + relative + quote);
	}

	private String relativeBase(String value) {
		return absolute(value).filter((uri) -> uri.equals(this.base) && hasOrigin(uri))
			.filter((uri) -> uri.getRawQuery() == null && !uri.getRawPath().startsWith("//"))
			.map((uri) -> uri.getRawPath().isEmpty() ? "/" : uri.getRawPath())
			.orElse(value);
	}

	private String relativeReference(String value) {
		return absolute(value).filter((uri) -> uri.getRawFragment() != null && hasOrigin(uri))
			.filter((uri) -> withoutSlash(uri.getRawPath()).equals(withoutSlash(this.document.getRawPath())))
			.filter((uri) -> Objects.equals(uri.getRawQuery(), this.document.getRawQuery()))
			.map((uri) -> "#" + uri.getRawFragment())
			.orElse(value);
	}

	private boolean hasOrigin(URI uri) {
		return Origin.of(uri).equals(Origin.of(this.document));
	}

	private static Optional<URI> absolute(String value) {
		try {
			return Optional.of(new URI(value.strip().replace("&amp;", "&")))
				.filter((uri) -> uri.isAbsolute() && !uri.isOpaque());
		}
		catch (URISyntaxException ex) {
			return Optional.empty();
		}
	}

	private static String withoutSlash(String path) {
		return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
	}

	/**
	 * Return a description with line breaks if it hardly has any, so that errors have
	 * lines and version control shows differences. A break is added between two tags
	 * only, where the description has no text.
	 */
	static byte[] withLines(byte[] content) {
		// A line break is one byte in each encoding that is a superset of ASCII.
		String text = new String(content, StandardCharsets.ISO_8859_1);
		long breaks = text.chars().filter((character) -> character == '\n').count();
		if (text.length() / (breaks + 1) <= MAX_AVERAGE) {
			return content;
		}
		StringBuilder broken = new StringBuilder(text.length() + text.length() / 20);
		Matcher opaque = OPAQUE.matcher(text);
		int start = 0;
		while (opaque.find(start)) {
			append(broken, text.substring(start, opaque.start()));
			int end = end(text, opaque.start(), opaque.group());
			broken.append(text, opaque.start(), end);
			start = end;
		}
		append(broken, text.substring(start));
		return broken.toString().getBytes(StandardCharsets.ISO_8859_1);
	}

	private static int end(String text, int start, String begin) {
		String wanted = switch (begin) {
			case "<!--" -> "-->";
			case "<![CDATA[" -> "]]>";
			// Entities of a document type are not for this to understand.
			case "<!DOCTYPE" -> "";
			default -> "</" + begin.substring(1, begin.length() - 1) + ">";
		};
		int end = wanted.isEmpty() ? -1 : text.indexOf(wanted, start);
		return (end < 0) ? text.length() : end + wanted.length();
	}

	private static void append(StringBuilder broken, String part) {
		broken.append(BETWEEN.matcher(part).replaceAll(">\n<"));
	}

}
