package dev.hyperclient.authorizer;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.internal.http.Origin;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * The signature base string of a request: method, URL and parameters (RFC 5849, 3.4.1).
 */
final class SignatureBaseString {

	private static final String FORM = "application/x-www-form-urlencoded";

	private SignatureBaseString() {
	}

	static String of(URI uri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers,
			Map<String, String> oauthParameters) {
		URI sent = URI.create(uri.toASCIIString());
		String parameters = Stream.of(oauthParameters(oauthParameters), query(sent), form(body, headers))
			.flatMap((some) -> some)
			.sorted()
			.map(Parameter::toString)
			.collect(Collectors.joining("&"));
		return Stream.of(method.name().toUpperCase(Locale.ROOT), baseStringUri(sent), parameters)
			.map(PercentEncoding::encode)
			.collect(Collectors.joining("&"));
	}

	/** RFC 5849, 3.4.1.2. */
	private static String baseStringUri(URI uri) {
		if (uri.getScheme() == null || uri.getHost() == null) {
			throw new IllegalArgumentException(
					"'absoluteUri' must name a scheme and a host but is '%s'".formatted(uri));
		}
		return Origin.of(uri) + (uri.getRawPath().isEmpty() ? "/" : uri.getRawPath());
	}

	private static Stream<Parameter> oauthParameters(Map<String, String> parameters) {
		return parameters.entrySet().stream().map((entry) -> Parameter.of(entry.getKey(), entry.getValue()));
	}

	private static Stream<Parameter> query(URI uri) {
		return (uri.getRawQuery() != null) ? Parameter.inForm(uri.getRawQuery()) : Stream.empty();
	}

	private static Stream<Parameter> form(byte @Nullable [] body, HttpHeaders headers) {
		return (body != null && isForm(headers)) ? Parameter.inForm(new String(body, StandardCharsets.ISO_8859_1))
				: Stream.empty();
	}

	/**
	 * Compares the media type alone; its parameters are ignored, even an unknown
	 * character set.
	 */
	private static boolean isForm(HttpHeaders headers) {
		@Nullable String contentType = headers.getFirst(HttpHeaders.CONTENT_TYPE);
		return contentType != null && contentType.split(";", 2)[0].strip().equalsIgnoreCase(FORM);
	}

	/**
	 * A request parameter, encoded for the signature. The order is the one of the
	 * signature base string: by name, then by value, each by its encoded bytes (RFC 5849,
	 * 3.4.1.3.2).
	 *
	 * @param name the encoded name
	 * @param value the encoded value
	 */
	private record Parameter(String name, String value) implements Comparable<Parameter> {

		private static final Comparator<Parameter> ORDER = Comparator.comparing(Parameter::name)
			.thenComparing(Parameter::value);

		static Parameter of(String name, String value) {
			return new Parameter(PercentEncoding.encode(name), PercentEncoding.encode(value));
		}

		/**
		 * Return the parameters of a query or of a form (RFC 5849, 3.4.1.3.1).
		 */
		static Stream<Parameter> inForm(String form) {
			return Arrays.stream(form.split("&")).filter((pair) -> !pair.isEmpty()).map(Parameter::ofPair);
		}

		private static Parameter ofPair(String pair) {
			int equals = pair.indexOf('=');
			String name = (equals >= 0) ? pair.substring(0, equals) : pair;
			String value = (equals >= 0) ? pair.substring(equals + 1) : "";
			return new Parameter(PercentEncoding.encodeForm(name), PercentEncoding.encodeForm(value));
		}

		@Override
		public int compareTo(Parameter other) {
			return ORDER.compare(this, other);
		}

		@Override
		public String toString() {
			return this.name + "=" + this.value;
		}

	}

}
