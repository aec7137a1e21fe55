package dev.hyperclient.generator;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.internal.uri.Origin;
import dev.hyperclient.wadl.WadlApplication;

/**
 * Makes the references of a description relative, as far as they lead to the description
 * itself: {@code #bug} in place of {@code https://api.launchpad.net/devel/#bug}, and the
 * base as a path. Nothing else is changed.
 */
final class PortableDescription {

	private static final Pattern REFERENCE = Pattern
		.compile("(\\s(?:href|type|resource_type|base)\\s*=\\s*)(?:\"([^\"<>]*)\"|'([^'<>]*)')");

	private final URI document;

	private final URI base;

	private PortableDescription(URI document, URI base) {
		this.document = document;
		this.base = base;
	}

	/**
	 * Return a description with relative references.
	 * @param content the description as it is served
	 * @param application the same description
	 */
	static byte[] of(byte[] content, WadlApplication application) {
		PortableDescription portable = new PortableDescription(application.documentUri(), application.base());
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

}
