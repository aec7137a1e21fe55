package dev.hyperclient.cache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The request fields by which the server chose a response (RFC 9111, 4.1).
 * {@code Accept-Encoding} is none of them, unless the content is still encoded.
 *
 * @param names their names in lower case, from the {@code Vary} field of the response
 */
record SelectingFields(Set<String> names) {

	private static final String ACCEPT_ENCODING = "accept-encoding";

	private static final String ACCEPT_LANGUAGE = "accept-language";

	private static final String AUTHORIZATION = "authorization";

	static SelectingFields of(HttpHeaders response) {
		boolean encoded = OwnFields.isEncoded(response);
		return new SelectingFields(response.getOrEmpty(HttpHeaders.VARY)
			.stream()
			.flatMap((value) -> Arrays.stream(value.split(",")))
			.map((name) -> name.strip().toLowerCase(Locale.ROOT))
			.filter((name) -> !name.isEmpty() && (encoded || !name.equals(ACCEPT_ENCODING)))
			.collect(Collectors.toUnmodifiableSet()));
	}

	/**
	 * Whether anything may have selected the response.
	 */
	boolean areAny() {
		return this.names.contains("*");
	}

	/**
	 * Whether no request can be known to be served by the same response: because anything
	 * may have selected it, or a secret that is not kept.
	 */
	boolean areUnknowable() {
		return areAny() || this.names.contains("cookie") || this.names.contains("proxy-authorization");
	}

	/**
	 * Whether the response depends on who asks. The {@code Authorization} field itself is
	 * neither compared nor kept, as it may be new with every request; the identity stands
	 * for it.
	 */
	boolean includeIdentity() {
		return this.names.contains(AUTHORIZATION);
	}

	/**
	 * Whether the response depends on an {@code Authorization} field that this request
	 * does not show: a later filter may add it, so users could not be kept apart.
	 */
	boolean includeHiddenIdentity(ServiceRequest request) {
		return includeIdentity() && request.identity().isEmpty()
				&& !request.headers().containsHeader(HttpHeaders.AUTHORIZATION);
	}

	/**
	 * What must be kept of the request.
	 * @return the values of those fields that the request has
	 */
	Map<String, String> valuesOf(HttpHeaders request) {
		Map<String, String> values = new HashMap<>();
		for (String name : this.names) {
			String value = value(request, name);
			if (value != null && !name.equals(AUTHORIZATION)) {
				values.put(name, value);
			}
		}
		return values;
	}

	/**
	 * Whether a request has the same values as the one that the stored response answered.
	 */
	boolean match(StoredResponse stored, HttpHeaders request) {
		return this.names.stream()
			.filter((name) -> !name.equals(AUTHORIZATION))
			.allMatch((name) -> Objects.equals(normalised(name, stored.varied().get(name)),
					normalised(name, value(request, name))));
	}

	/**
	 * The value of a field of a request, so that values that mean the same are the same:
	 * lines combined, no space around commas, languages in lower case and sorted.
	 * @return the value, or {@code null} if the request does not have the field
	 */
	static @Nullable String normalised(String name, HttpHeaders request) {
		return normalised(name, value(request, name));
	}

	private static @Nullable String normalised(String name, @Nullable String value) {
		if (value == null) {
			return null;
		}
		List<String> members = members(value);
		if (name.equals(ACCEPT_LANGUAGE)) {
			members.replaceAll((member) -> member.toLowerCase(Locale.ROOT).replace(" ", ""));
			members.sort(null);
		}
		return String.join(",", members);
	}

	private static List<String> members(String value) {
		List<String> members = new ArrayList<>();
		boolean quoted = false;
		int start = 0;
		for (int i = 0; i < value.length(); i++) {
			char c = value.charAt(i);
			if (quoted && c == '\\') {
				i++;
			}
			else if (c == '"') {
				quoted = !quoted;
			}
			else if (c == ',' && !quoted) {
				members.add(value.substring(start, i).strip());
				start = i + 1;
			}
		}
		members.add(value.substring(start).strip());
		return members;
	}

	private static @Nullable String value(HttpHeaders request, String name) {
		List<String> values = request.getOrEmpty(name);
		return values.isEmpty() ? null : values.stream().map(String::strip).collect(Collectors.joining(", "));
	}

}
