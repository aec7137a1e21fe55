package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

	private static final int MAX_AUTHORIZATION = 8 * 1024;

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
		if (this.authorizations.size() > 1) {
			throw RequestRefusedException.badRequest("There must be one Authorization header only.");
		}
		String value = this.authorizations.get(0).strip();
		if (value.length() > MAX_AUTHORIZATION) {
			throw RequestRefusedException
				.badRequest("The Authorization header may have " + MAX_AUTHORIZATION + " characters at the most.");
		}
		if (value.chars().anyMatch((character) -> character < 0x20 || character > 0x7e)) {
			throw RequestRefusedException.badRequest("The Authorization header must be visible ASCII text.");
		}
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
			.map((pair) -> Map.entry(pair.getKey(), PercentDecoder.utf8(pair.getValue())))
			.toList();
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
