package dev.hyperclient.internal.fields;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The {@code No-Vary-Search} field of a response: which differences between the queries
 * of two URLs do not matter (draft-ietf-httpbis-no-vary-search-05). Also the former
 * spelling of browsers, {@code params} and {@code params, except=(...)}. Immutable.
 */
public final class NoVarySearch {

	/** The name of the field. */
	public static final String NAME = "No-Vary-Search";

	/** A longer query is not normalised. */
	static final int MAX_QUERY_LENGTH = 64 * 1024;

	private static final List<Object> NONE = List.of();

	/** The lines that it has been parsed from, so that most others need not be. */
	private final List<String> lines;

	private final boolean ignoresOrder;

	/** Whether all parameters but the named ones are ignored, or only these. */
	private final boolean isExcept;

	private final Set<String> names;

	private NoVarySearch(List<String> lines, boolean ignoresOrder, boolean isExcept, Set<String> names) {
		this.lines = lines;
		this.ignoresOrder = ignoresOrder;
		this.isExcept = isExcept;
		this.names = names;
	}

	/**
	 * Return the specification in the header fields of a response.
	 * @return the specification, or empty if there is none, it is malformed, names more
	 * than 128 parameters or longer names than 256 characters, or permits no difference
	 */
	public static Optional<NoVarySearch> of(HttpHeaders headers) {
		List<String> lines = headers.get(NAME);
		return (lines == null) ? Optional.empty() : StructuredField.parse(headers, NAME, StructuredField::dictionary)
			.flatMap((members) -> of(List.copyOf(lines), members));
	}

	private static Optional<NoVarySearch> of(List<String> lines, Map<String, Object> members) {
		Object order = members.getOrDefault("key-order", false);
		Object params = members.getOrDefault("params", false);
		Object except = members.get("except");
		if (!(order instanceof Boolean ignoresOrder)
				|| (except != null && members.containsKey("params") && !params.equals(true))) {
			return Optional.empty();
		}
		boolean isExcept = except != null || params.equals(true);
		Object listed = isExcept ? Objects.requireNonNullElse(except, NONE) : params.equals(false) ? NONE : params;
		if (!(listed instanceof List<?> items) || items.size() > StringList.MAX_STRINGS) {
			return Optional.empty();
		}
		Set<String> names = new HashSet<>();
		for (Object item : items) {
			if (!(item instanceof String name) || name.length() > StringList.MAX_LENGTH) {
				return Optional.empty();
			}
			names.add(decode(name));
		}
		return (ignoresOrder || isExcept || !names.isEmpty())
				? Optional.of(new NoVarySearch(lines, ignoresOrder, isExcept, Set.copyOf(names))) : Optional.empty();
	}

	/**
	 * Whether a response has this specification.
	 */
	public boolean isOf(HttpHeaders headers) {
		return this.lines.equals(headers.get(NAME)) || of(headers).filter(this::equals).isPresent();
	}

	/**
	 * Return the lines of the field.
	 */
	public List<String> lines() {
		return this.lines;
	}

	/**
	 * Return the URL that all URLs which are equivalent to a URL have in common: without
	 * the parameters that are ignored, sorted if their order is, and encoded in one way.
	 * @return the URL without a fragment, or empty if its query is longer than 64 KiB
	 */
	public Optional<URI> normalise(URI uri) {
		String query = (uri.getRawQuery() != null) ? uri.getRawQuery() : "";
		if (query.length() > MAX_QUERY_LENGTH) {
			return Optional.empty();
		}
		List<Parameter> parameters = new ArrayList<>();
		for (int start = 0; start < query.length();) {
			int ampersand = query.indexOf('&', start);
			int end = (ampersand < 0) ? query.length() : ampersand;
			if (end > start) {
				Parameter parameter = Parameter.of(query.substring(start, end));
				if (this.names.contains(parameter.name()) == this.isExcept) {
					parameters.add(parameter);
				}
			}
			start = end + 1;
		}
		if (this.ignoresOrder) {
			parameters.sort(Comparator.comparing(Parameter::name));
		}
		StringBuilder normalised = new StringBuilder(query.length() + 16);
		for (Parameter parameter : parameters) {
			normalised.append(normalised.isEmpty() ? "" : "&")
				.append(URLEncoder.encode(parameter.name(), StandardCharsets.UTF_8))
				.append('=')
				.append(URLEncoder.encode(parameter.value(), StandardCharsets.UTF_8));
		}
		return Optional.of(withQuery(uri, normalised));
	}

	/**
	 * Return a URL with another query, without a fragment.
	 * @param query the encoded query, empty for none
	 */
	public static URI withQuery(URI uri, CharSequence query) {
		String text = uri.toString();
		int end = 0;
		while (end < text.length() && text.charAt(end) != '?' && text.charAt(end) != '#') {
			end++;
		}
		String before = text.substring(0, end);
		return URI.create(query.isEmpty() ? before : before + "?" + query);
	}

	/**
	 * Decode a name or a value as the URL standard does: what is no escape stands for
	 * itself, and what is not UTF-8 becomes U+FFFD.
	 */
	private static String decode(String text) {
		if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
			return text;
		}
		byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
		ByteArrayOutputStream decoded = new ByteArrayOutputStream(encoded.length);
		for (int i = 0; i < encoded.length; i++) {
			int high = (encoded[i] == '%' && i + 2 < encoded.length) ? Character.digit(encoded[i + 1], 16) : -1;
			int low = (high >= 0) ? Character.digit(encoded[i + 2], 16) : -1;
			if (low >= 0) {
				decoded.write(high * 16 + low);
				i += 2;
			}
			else {
				decoded.write((encoded[i] == '+') ? ' ' : encoded[i]);
			}
		}
		return decoded.toString(StandardCharsets.UTF_8);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof NoVarySearch that && this.ignoresOrder == that.ignoresOrder
				&& this.isExcept == that.isExcept && this.names.equals(that.names);
	}

	@Override
	public int hashCode() {
		return this.names.hashCode();
	}

	/**
	 * A decoded parameter of a query.
	 */
	private record Parameter(String name, String value) {

		static Parameter of(String encoded) {
			int equals = encoded.indexOf('=');
			return (equals < 0) ? new Parameter(decode(encoded), "")
					: new Parameter(decode(encoded.substring(0, equals)), decode(encoded.substring(equals + 1)));
		}

	}

}
