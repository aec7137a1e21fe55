package dev.hyperclient.internal.policy;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Locale.LanguageRange;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The selecting header fields of a response (RFC 9111, 4.1). {@code Accept-Encoding} is
 * ignored unless the content is still encoded.
 *
 * @param names the names in lower case, from the {@code Vary} field
 */
public record SelectingFields(Set<String> names) {

	private static final String ACCEPT_ENCODING = "accept-encoding";

	private static final String ACCEPT_LANGUAGE = "accept-language";

	private static final String AUTHORIZATION = "authorization";

	/**
	 * Fields that name a version of an API. Servers that select by them often do not name
	 * them in {@code Vary}.
	 */
	private static final String[] VERSIONS = { "x-api-version", "api-version", "accept-version", "x-github-api-version",
			"x-version" };

	/** Fields whose parameters may name a version, as Spring inserts it. */
	private static final String[] MEDIA_TYPES = { "accept", "content-type" };

	/** Of a media type, such as a version: neither a weight nor the charset. */
	private static final Pattern PARAMETER = Pattern.compile(";\\s*(?!(?i:q|charset)\\s*=)[^\\s;,]");

	private static final SelectingFields NONE = new SelectingFields(Set.of());

	public static SelectingFields of(HttpHeaders response) {
		List<String> values = response.getOrEmpty(HttpHeaders.VARY);
		if (values.isEmpty()) {
			return NONE;
		}
		boolean encoded = StoredHeaders.isEncoded(response);
		if (values.size() == 1 && values.get(0).indexOf(',') < 0) {
			String name = values.get(0).strip().toLowerCase(Locale.ROOT);
			return isIgnored(name, encoded) ? NONE : new SelectingFields(Set.of(name));
		}
		Set<String> names = new HashSet<>();
		for (String value : values) {
			for (String name : value.split(",")) {
				String lowerCase = name.strip().toLowerCase(Locale.ROOT);
				if (!isIgnored(lowerCase, encoded)) {
					names.add(lowerCase);
				}
			}
		}
		return new SelectingFields(Set.copyOf(names));
	}

	/**
	 * Return the fields of a request that select its response, whether or not that names
	 * them in {@code Vary}: those that name a version of an API, and others.
	 * @param others the names of others
	 * @param more the names of more
	 * @return their names in lower case
	 */
	public static Set<String> ofRequest(HttpHeaders request, Collection<String> others, Collection<String> more) {
		Set<String> names = Set.of();
		for (String name : VERSIONS) {
			names = withPresent(names, name, request);
		}
		// Most are empty, and this is done for each request.
		if (!others.isEmpty() || !more.isEmpty()) {
			for (String name : others) {
				names = withPresent(names, name, request);
			}
			for (String name : more) {
				names = withPresent(names, name, request);
			}
		}
		for (String name : MEDIA_TYPES) {
			String value = value(request, name);
			if (value != null && value.indexOf(';') >= 0 && PARAMETER.matcher(value).find()) {
				names = with(names, name);
			}
		}
		return names;
	}

	private static Set<String> withPresent(Set<String> names, String name, HttpHeaders request) {
		return request.containsHeader(name) ? with(names, name.toLowerCase(Locale.ROOT)) : names;
	}

	/** Most requests have none. */
	private static Set<String> with(Set<String> names, String name) {
		Set<String> more = new HashSet<>(names);
		more.add(name);
		return more;
	}

	private static boolean isIgnored(String name, boolean encoded) {
		return name.isEmpty() || (name.equals(ACCEPT_ENCODING) && !encoded);
	}

	/**
	 * Whether the response varies on anything ({@code *}).
	 */
	boolean areAny() {
		return this.names.contains("*");
	}

	/**
	 * Whether no request can be known to match: the response varies on anything, or on a
	 * secret that is not stored.
	 */
	boolean areUnknowable() {
		return areAny() || this.names.contains("cookie") || this.names.contains("proxy-authorization");
	}

	/**
	 * Whether the response varies on the {@code Authorization} field. The identity is
	 * compared in place of its value, which may differ with every request.
	 */
	boolean includeIdentity() {
		return this.names.contains(AUTHORIZATION);
	}

	/**
	 * Whether the response varies on an {@code Authorization} field that the request does
	 * not show: what sends it may add the field, so that users cannot be distinguished.
	 * Requests that are known to be without it match each other (RFC 9111, 4.1).
	 * @param anonymity whether requests for a URL are known to be without it
	 */
	public boolean includeHiddenIdentity(CacheRequest request, Predicate<URI> anonymity) {
		return includeIdentity() && IdentityKey.isWithoutAuthorization(request.identity())
				&& !request.headers().containsHeader(HttpHeaders.AUTHORIZATION) && !anonymity.test(request.uri());
	}

	/**
	 * Return the values to store with the response.
	 * @return the values of the fields that the request has
	 */
	public Map<String, String> valuesOf(HttpHeaders request) {
		if (this.names.isEmpty()) {
			return Map.of();
		}
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
	 * Whether a request has the same values as the request of the stored response.
	 */
	boolean match(StoredResponse stored, HttpHeaders request) {
		for (String name : this.names) {
			if (!name.equals(AUTHORIZATION) && !matches(name, stored.varied().get(name), value(request, name))) {
				return false;
			}
		}
		return true;
	}

	private static boolean matches(String name, @Nullable String stored, @Nullable String value) {
		return Objects.equals(stored, value) || Objects.equals(normalised(name, stored), normalised(name, value));
	}

	/**
	 * Return the normalised value of a field of a request: lines combined, no space
	 * around commas, languages in lower case and sorted.
	 * @return the value, or {@code null} if the request does not have the field
	 */
	public static @Nullable String normalised(String name, HttpHeaders request) {
		return normalised(name, value(request, name));
	}

	/**
	 * Return the preferred language of a request (RFC 9110, 12.5.4).
	 * @param request the header fields of the request
	 * @return the language range in lower case, or empty if no single one has the highest
	 * weight
	 */
	public static Optional<String> preferredLanguage(HttpHeaders request) {
		List<LanguageRange> ranges = languageRanges(String.join(",", request.getOrEmpty(HttpHeaders.ACCEPT_LANGUAGE)));
		// The highest weight is the first.
		boolean isPreferred = !ranges.isEmpty() && ranges.get(0).getWeight() > 0
				&& (ranges.size() == 1 || ranges.get(1).getWeight() < ranges.get(0).getWeight());
		return isPreferred ? Optional.of(ranges.get(0).getRange()) : Optional.empty();
	}

	private static List<LanguageRange> languageRanges(String value) {
		try {
			return value.isBlank() ? List.of() : LanguageRange.parse(value);
		}
		catch (IllegalArgumentException ex) {
			return List.of();
		}
	}

	private static @Nullable String normalised(String name, @Nullable String value) {
		if (value == null) {
			return null;
		}
		List<String> members = new ArrayList<>();
		Messages.split(value, members::add);
		if (name.equals(ACCEPT_LANGUAGE)) {
			members.replaceAll((member) -> member.toLowerCase(Locale.ROOT).replace(" ", ""));
			members.sort(null);
		}
		return String.join(",", members);
	}

	private static @Nullable String value(HttpHeaders request, String name) {
		List<String> values = request.getOrEmpty(name);
		if (values.size() == 1) {
			return values.get(0).strip();
		}
		return values.isEmpty() ? null : values.stream().map(String::strip).collect(Collectors.joining(", "));
	}

}
