package dev.hyperclient.authorizer;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A request parameter, encoded for the signature. The order is the one of the signature
 * base string: by name, then by value, each by its encoded bytes (RFC 5849, 3.4.1.3.2).
 *
 * @param name the encoded name
 * @param value the encoded value
 */
record Parameter(String name, String value) implements Comparable<Parameter> {

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
