package dev.hyperclient.cache.api;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

/**
 * What a cache does with the requests to some URLs, other than their responses state. Of
 * several rules the first one that matches a request decides alone. No rule widens who is
 * served a response: identities are kept apart as without rules. Checked when it is set
 * on a cache. Immutable.
 */
public final class CacheRule {

	private static final Set<HttpMethod> DEFAULT_METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD,
			HttpMethod.valueOf("QUERY"));

	private static final Set<Integer> DEFAULT_STATUSES = Set.of(200, 203, 301, 308);

	/** What is set, by the name of the property. */
	private final Map<String, Object> values;

	private CacheRule(Map<String, Object> values) {
		this.values = values;
	}

	/**
	 * Create a rule for URLs.
	 * @param url scheme, host and path, such as
	 * {@code https://api.example.com/people/**}. The host is exact, or
	 * {@code *.example.com} for the hosts below a domain. The path is a
	 * {@link org.springframework.web.util.pattern.PathPattern}; without one, all paths
	 * match. A path alone, such as {@code /people/**}, matches on all hosts
	 * @return the rule, without an effect yet
	 */
	public static CacheRule of(String url) {
		Objects.requireNonNull(url, "'url' must not be null");
		return new CacheRule(Map.of("url", url));
	}

	private CacheRule with(String name, Object value) {
		Objects.requireNonNull(value, () -> "'" + name + "' must not be null");
		Map<String, Object> changed = new LinkedHashMap<>(this.values);
		changed.put(name, value);
		return new CacheRule(changed);
	}

	private <T> @Nullable T value(String name, Class<T> type) {
		return type.cast(this.values.get(name));
	}

	private boolean is(String name) {
		return Boolean.TRUE.equals(this.values.get(name));
	}

	/**
	 * Return this rule with a name for logs, {@code Cache-Status} and meters. Without
	 * one, it is named by its number.
	 * @param name letters, digits and hyphens, at most 40, beginning with a letter
	 * @return the derived rule
	 */
	public CacheRule withName(String name) {
		return with("name", name);
	}

	/**
	 * Return this rule for some methods only.
	 * @param methods of GET, HEAD and QUERY, which are the default, and POST, which with
	 * {@link #withCache withCache(true)} is declared to be a query that changes nothing
	 * @return the derived rule
	 */
	public CacheRule withMethods(Set<HttpMethod> methods) {
		return with("methods", Set.copyOf(methods));
	}

	/**
	 * Return this rule for the requests of an HTTP service group only.
	 * @param group the name of the group
	 * @return the derived rule
	 * @see dev.hyperclient.cache.HttpCache#withGroup
	 */
	public CacheRule withGroup(String group) {
		return with("group", group);
	}

	/**
	 * Return this rule with a decision whether the requests are cached at all.
	 * @param cache {@code false} to send them to the server and to store nothing;
	 * {@code true} to cache them as without rules, and POST like QUERY
	 * @return the derived rule
	 */
	public CacheRule withCache(boolean cache) {
		return with("cache", cache);
	}

	/**
	 * Return this rule with a freshness lifetime for responses that state none.
	 * @param time the lifetime, in whole seconds
	 * @return the derived rule
	 */
	public CacheRule withMaxAge(Duration time) {
		return with("max-age", time);
	}

	/**
	 * Return this rule with a choice whether its times replace those that a response
	 * states, and {@code no-cache} and {@code no-store}. {@code private},
	 * {@code must-revalidate} and {@code Vary} are kept.
	 * @param override whether they do
	 * @return the derived rule
	 */
	public CacheRule withOverride(boolean override) {
		return with("override", override);
	}

	/**
	 * Return this rule with query parameters that do not count when a stored response is
	 * looked up. The URL that is sent contains them.
	 * @param names names, or their beginnings with {@code *} after them, such as
	 * {@code utm_*}. Names of signatures and tokens are refused
	 * @return the derived rule
	 */
	public CacheRule withIgnoredQueryParameters(List<String> names) {
		return with("ignored-query-parameters", List.copyOf(names));
	}

	/**
	 * Return this rule with a time after its lifetime for which a response may be served
	 * in place of an error (RFC 5861, 4).
	 * @param time the time, in whole seconds
	 * @return the derived rule
	 */
	public CacheRule withStaleIfError(Duration time) {
		return with("stale-if-error", time);
	}

	/**
	 * Return this rule with a time after its lifetime for which a response may be served
	 * while it is validated in the background (RFC 5861, 3).
	 * @param time the time, in whole seconds
	 * @return the derived rule
	 */
	public CacheRule withStaleWhileRevalidate(Duration time) {
		return with("stale-while-revalidate", time);
	}

	/**
	 * Return this rule with another maximum size of stored content. It cannot exceed that
	 * of the client.
	 * @param size the maximum size
	 * @return the derived rule
	 */
	public CacheRule withMaxBodySize(DataSize size) {
		return with("max-body-size", size);
	}

	/**
	 * Return this rule with other status codes of the responses to which its times apply.
	 * @param statuses the status codes; the default is 200, 203, 301 and 308
	 * @return the derived rule
	 */
	public CacheRule withStatuses(Set<Integer> statuses) {
		return with("statuses", Set.copyOf(statuses));
	}

	/**
	 * Return the URLs.
	 * @return scheme, host and path, or a path
	 */
	public String url() {
		return String.valueOf(this.values.get("url"));
	}

	/**
	 * Return the name.
	 * @return the name, {@code null} for none
	 */
	public @Nullable String name() {
		return value("name", String.class);
	}

	/**
	 * Return the methods.
	 * @return the methods, GET, HEAD and QUERY unless set
	 */
	public Set<HttpMethod> methods() {
		Set<?> methods = value("methods", Set.class);
		return (methods == null) ? DEFAULT_METHODS : Set.copyOf(methods.stream().map(HttpMethod.class::cast).toList());
	}

	/**
	 * Return the HTTP service group.
	 * @return the name, {@code null} for all requests
	 */
	public @Nullable String group() {
		return value("group", String.class);
	}

	/**
	 * Return whether the requests are cached.
	 * @return whether they are
	 */
	public boolean cache() {
		return !Boolean.FALSE.equals(this.values.get("cache"));
	}

	/**
	 * Return the freshness lifetime.
	 * @return the lifetime, {@code null} for none
	 */
	public @Nullable Duration maxAge() {
		return value("max-age", Duration.class);
	}

	/**
	 * Return whether the times replace those of responses.
	 * @return whether they do
	 */
	public boolean override() {
		return is("override");
	}

	/**
	 * Return the query parameters that do not count.
	 * @return names, or their beginnings followed by {@code *}
	 */
	public List<String> ignoredQueryParameters() {
		List<?> names = value("ignored-query-parameters", List.class);
		return (names == null) ? List.of() : names.stream().map(String.class::cast).toList();
	}

	/**
	 * Return how long a stale response may replace an error.
	 * @return the time, {@code null} if the rule does not say
	 */
	public @Nullable Duration staleIfError() {
		return value("stale-if-error", Duration.class);
	}

	/**
	 * Return how long a stale response may be served while it is validated.
	 * @return the time, {@code null} if the rule does not say
	 */
	public @Nullable Duration staleWhileRevalidate() {
		return value("stale-while-revalidate", Duration.class);
	}

	/**
	 * Return the maximum size of stored content.
	 * @return the size, {@code null} for that of the client
	 */
	public @Nullable DataSize maxBodySize() {
		return value("max-body-size", DataSize.class);
	}

	/**
	 * Return the status codes of the responses to which the times apply.
	 * @return the status codes
	 */
	public Set<Integer> statuses() {
		Set<?> statuses = value("statuses", Set.class);
		return (statuses == null) ? DEFAULT_STATUSES
				: new TreeSet<>(statuses.stream().map(Integer.class::cast).toList());
	}

	/**
	 * Return the names of the properties that are set.
	 * @return the names, such as {@code max-age}
	 */
	public Set<String> settings() {
		return Set.copyOf(this.values.keySet());
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof CacheRule rule && this.values.equals(rule.values);
	}

	@Override
	public int hashCode() {
		return this.values.hashCode();
	}

	/**
	 * Return what is set.
	 */
	@Override
	public String toString() {
		return "CacheRule" + this.values;
	}

}
