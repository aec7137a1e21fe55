package dev.hyperclient.cache;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The request fields by which the server chose a response (RFC 9111, 4.1).
 *
 * @param names their names in lower case, from the {@code Vary} field of the response
 */
record SelectingFields(Set<String> names) {

	private static final String AUTHORIZATION = "authorization";

	static SelectingFields of(HttpHeaders response) {
		return new SelectingFields(response.getOrEmpty(HttpHeaders.VARY)
			.stream()
			.flatMap((value) -> Arrays.stream(value.split(",")))
			.map((name) -> name.strip().toLowerCase(Locale.ROOT))
			.filter((name) -> !name.isEmpty())
			.collect(Collectors.toUnmodifiableSet()));
	}

	/**
	 * Whether no request can be known to be served by the same response: because anything
	 * may have selected it, or a secret that is not kept.
	 */
	boolean areUnknowable() {
		return this.names.contains("*") || this.names.contains("cookie") || this.names.contains("proxy-authorization");
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
			.allMatch((name) -> Objects.equals(stored.varied().get(name), value(request, name)));
	}

	private static @Nullable String value(HttpHeaders request, String name) {
		List<String> values = request.getOrEmpty(name);
		return values.isEmpty() ? null : values.stream().map(String::strip).collect(Collectors.joining(", "));
	}

}
