package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The parts of a request that a {@link RequestGuard} decides on.
 *
 * @param method the method as sent
 * @param authority the host and, if sent, the port of the request
 * @param path the path as sent, percent-encoded
 * @param query the query as sent, empty if there is none
 * @param contentType the value of {@code Content-Type}, or {@code null} if absent
 * @param authorizations the values of all {@code Authorization} header fields
 * @param body the content
 */
public record GuardedRequest(String method, String authority, String path, String query, @Nullable String contentType,
		List<String> authorizations, byte[] body) {

	static final String HOST_EXPECTED = "The Host header must name the host, and the port if there is one.";

	private static final Pattern TARGET = Pattern.compile("(?:(?i:http://)([^/]*)|(?=/))(/[^?]*)?(?:\\?(.*))?",
			Pattern.DOTALL);

	private static final Pattern HOST = Pattern.compile("(?:[A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?");

	static final int MAX_PORT = 65535;

	private static final int MAX_AUTHORIZATION = 8 * 1024;

	/**
	 * Create a request.
	 * @param method the method
	 * @param target the target of the request line. The host of an absolute target
	 * replaces the value of {@code Host}
	 * @param headers the header fields by case-insensitive name
	 * @param authorizations the values of all {@code Authorization} fields
	 * @param body the content
	 * @return the request
	 * @throws RequestRefusedException if the target is neither absolute nor a path
	 */
	static GuardedRequest of(String method, String target, Map<String, String> headers, List<String> authorizations,
			byte[] body) {
		Matcher matcher = TARGET.matcher(target);
		RequestRefusedException.require(matcher.matches(), "The request target must begin with a slash.");
		String host = Objects.requireNonNullElse(matcher.group(1), headers.getOrDefault("Host", ""));
		return new GuardedRequest(method, host, Objects.requireNonNullElse(matcher.group(2), "/"),
				Objects.requireNonNullElse(matcher.group(3), ""), headers.get("Content-Type"), authorizations, body);
	}

	/**
	 * Return whether a text is a host with an optional port. The host of a request is
	 * part of every link.
	 * @param text the text
	 * @return whether it is a host
	 */
	static boolean isHost(String text) {
		Matcher matcher = HOST.matcher(text);
		return matcher.matches() && (matcher.group(1) == null || Integer.parseInt(matcher.group(1)) <= MAX_PORT);
	}

	/**
	 * Return the credentials of the {@code Authorization} header field.
	 * @param scheme the expected scheme
	 * @return the value after the name of the scheme, in visible ASCII, possibly empty
	 * @throws RequestRefusedException unless there is exactly one field with this scheme
	 */
	public String credentials(String scheme) {
		if (this.authorizations.isEmpty()) {
			throw RequestRefusedException.unauthorized("This service wants " + scheme + " credentials.");
		}
		RequestRefusedException.require(this.authorizations.size() == 1,
				"There must be one Authorization header only.");
		String value = this.authorizations.get(0).strip();
		RequestRefusedException.require(value.length() <= MAX_AUTHORIZATION,
				"The Authorization header may have %d characters at the most.", MAX_AUTHORIZATION);
		RequestRefusedException.require(value.chars().allMatch((character) -> character >= 0x20 && character <= 0x7e),
				"The Authorization header must be visible ASCII text.");
		String[] parts = value.split(" ", 2);
		if (!parts[0].equalsIgnoreCase(scheme)) {
			throw RequestRefusedException
				.unauthorized("This service wants " + scheme + " credentials, and the request has others.");
		}
		return (parts.length == 1) ? "" : parts[1].strip();
	}

	/**
	 * Return the parameters of the query and of a form in the content.
	 * @return decoded names and values in the order they were sent
	 * @throws RequestRefusedException if they are malformed
	 */
	public List<Map.Entry<String, String>> parameters() {
		boolean form = FormFields.URLENCODED.equals(mediaType(this.contentType));
		String body = form ? new String(this.body, StandardCharsets.ISO_8859_1) : "";
		return Stream.of(this.query, body)
			.flatMap((encoded) -> FormFields.pairs(encoded).stream())
			.map((pair) -> Map.entry(pair.getKey(), FormFields.utf8(pair.getValue())))
			.toList();
	}

	/**
	 * Decode a percent-encoded text strictly.
	 * @param encoded the text in visible ASCII. A plus sign does not stand for a space
	 * @return the decoded text
	 * @throws RequestRefusedException if it is malformed, or not UTF-8
	 */
	public static String decode(String encoded) {
		return FormFields.utf8(FormFields.decode(encoded, false));
	}

	/**
	 * Return a media type without parameters.
	 * @param contentType the value of {@code Content-Type}, or {@code null}
	 * @return the media type in lower case, empty if absent
	 */
	static String mediaType(@Nullable String contentType) {
		return (contentType != null) ? contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT) : "";
	}

	/**
	 * Return method and path only, because header fields contain secrets.
	 */
	@Override
	public String toString() {
		return this.method + " " + this.path;
	}

}
