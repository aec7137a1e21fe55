package dev.hyperclient.cache.api;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

/**
 * A rule of a cache for the requests to some URLs, for instance a freshness lifetime that
 * their responses do not state. Only the first rule that matches a request applies to it,
 * so a rule without settings exempts its requests from later rules. Users share no more
 * responses than without rules: identities are kept apart. A rule is checked when it is
 * set on a cache. Immutable.
 */
public final class CacheRule {

	private final String url;

	// Changed only before a rule is returned.

	private @Nullable String name;

	private Set<HttpMethod> methods = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.valueOf("QUERY"));

	private @Nullable String serviceGroup;

	private boolean bypass;

	private boolean safePost;

	private @Nullable Duration maxAge;

	private boolean override;

	private List<String> ignoredQueryParameters = List.of();

	private List<String> vary = List.of();

	private @Nullable Duration staleIfError;

	private @Nullable Duration staleWhileRevalidate;

	private @Nullable DataSize maxBodySize;

	private Set<Integer> statuses = Set.of(200, 203, 301, 308);

	private CacheRule(String url) {
		this.url = Objects.requireNonNull(url, "'url' must not be null");
	}

	private CacheRule(CacheRule rule, Consumer<CacheRule> change) {
		this(rule.url);
		this.name = rule.name;
		this.methods = rule.methods;
		this.serviceGroup = rule.serviceGroup;
		this.bypass = rule.bypass;
		this.safePost = rule.safePost;
		this.maxAge = rule.maxAge;
		this.override = rule.override;
		this.ignoredQueryParameters = rule.ignoredQueryParameters;
		this.vary = rule.vary;
		this.staleIfError = rule.staleIfError;
		this.staleWhileRevalidate = rule.staleWhileRevalidate;
		this.maxBodySize = rule.maxBodySize;
		this.statuses = rule.statuses;
		change.accept(this);
	}

	/**
	 * Create a rule for URLs.
	 * @param url scheme, host and path, such as
	 * {@code https://api.example.com/people/**}. The host is exact, or
	 * {@code *.example.com} for the hosts below a domain. Without a port, only the
	 * default port of the scheme matches. The path is a
	 * {@link org.springframework.web.util.pattern.PathPattern}; without one, all paths
	 * match. A path alone, such as {@code /people/**}, matches on all hosts. {@code /**}
	 * matches all requests, or all requests of a {@linkplain #withServiceGroup service
	 * group}
	 * @return the rule, without settings
	 */
	public static CacheRule of(String url) {
		return new CacheRule(url);
	}

	/**
	 * Return this rule with a name for logs, {@code Cache-Status} and meters. Without
	 * one, it is named by its number.
	 * @param name letters, digits and hyphens, at most 40, beginning with a letter
	 * @return the derived rule
	 */
	public CacheRule withName(String name) {
		Objects.requireNonNull(name, "'name' must not be null");
		return new CacheRule(this, (rule) -> rule.name = name);
	}

	/**
	 * Return this rule for some methods only.
	 * @param methods some of GET, HEAD, QUERY and POST; the default is all of them except
	 * POST, which needs {@link #withSafePost}, or {@link #withBypass} to exempt it from a
	 * later rule
	 * @return the derived rule
	 */
	public CacheRule withMethods(Set<HttpMethod> methods) {
		return new CacheRule(this, (rule) -> rule.methods = Set.copyOf(methods));
	}

	/**
	 * Return this rule for the requests of an HTTP service group only. With the URL
	 * {@code /**} it applies to all requests of the group.
	 * @param name the name of the group
	 * @return the derived rule
	 * @see dev.hyperclient.cache.HttpCache#withServiceGroup
	 */
	public CacheRule withServiceGroup(String name) {
		Objects.requireNonNull(name, "'name' must not be null");
		return new CacheRule(this, (rule) -> rule.serviceGroup = name);
	}

	/**
	 * Return this rule with a choice whether the requests bypass the cache.
	 * @param bypass whether they are sent to the server and nothing is stored
	 * @return the derived rule
	 */
	public CacheRule withBypass(boolean bypass) {
		return new CacheRule(this, (rule) -> rule.bypass = bypass);
	}

	/**
	 * Return this rule with a declaration that a POST to its URLs is safe (RFC 9110,
	 * 9.2.1): it is a query that changes nothing, and its response is cached in the same
	 * way as for QUERY. Do not declare this for a POST that changes something, since the
	 * cache may answer it without sending it.
	 * @param safePost whether a POST, which must be one of the methods, is safe
	 * @return the derived rule
	 */
	public CacheRule withSafePost(boolean safePost) {
		return new CacheRule(this, (rule) -> rule.safePost = safePost);
	}

	/**
	 * Return this rule with a freshness lifetime for responses that state none.
	 * @param time the lifetime, in whole seconds
	 * @return the derived rule
	 */
	public CacheRule withMaxAge(Duration time) {
		Objects.requireNonNull(time, "'time' must not be null");
		return new CacheRule(this, (rule) -> rule.maxAge = time);
	}

	/**
	 * Return this rule with a choice whether its times replace the times,
	 * {@code no-cache} and {@code no-store} of a response. {@code private},
	 * {@code must-revalidate} and {@code Vary} are kept.
	 * @param override whether they replace them
	 * @return the derived rule
	 */
	public CacheRule withOverride(boolean override) {
		return new CacheRule(this, (rule) -> rule.override = override);
	}

	/**
	 * Return this rule with query parameters that do not count when a stored response is
	 * looked up. The URL that is sent contains them.
	 * @param names names, or beginnings of names followed by {@code *}, such as
	 * {@code utm_*}. Names of signatures and tokens are rejected
	 * @return the derived rule
	 */
	public CacheRule withIgnoredQueryParameters(List<String> names) {
		return new CacheRule(this, (rule) -> rule.ignoredQueryParameters = List.copyOf(names));
	}

	/**
	 * Return this rule with header fields of requests that are treated as if every
	 * response named them in {@code Vary} (RFC 9111, 4.1), such as {@code X-Tenant}, for
	 * servers that do not name them. A request that has one of them is never answered
	 * with a response to a request without it, and vice versa.
	 * @param names the names
	 * @return the derived rule
	 * @see CacheSettings#withVary
	 */
	public CacheRule withVary(List<String> names) {
		return new CacheRule(this, (rule) -> rule.vary = List.copyOf(names));
	}

	/**
	 * Return this rule with a time after its lifetime for which a response may be served
	 * in place of an error (RFC 5861, 4).
	 * @param time the time, in whole seconds
	 * @return the derived rule
	 */
	public CacheRule withStaleIfError(Duration time) {
		Objects.requireNonNull(time, "'time' must not be null");
		return new CacheRule(this, (rule) -> rule.staleIfError = time);
	}

	/**
	 * Return this rule with a time after its lifetime for which a response may be served
	 * while it is validated in the background (RFC 5861, 3).
	 * @param time the time, in whole seconds
	 * @return the derived rule
	 */
	public CacheRule withStaleWhileRevalidate(Duration time) {
		Objects.requireNonNull(time, "'time' must not be null");
		return new CacheRule(this, (rule) -> rule.staleWhileRevalidate = time);
	}

	/**
	 * Return this rule with another maximum size of stored content. It cannot exceed the
	 * maximum of the client.
	 * @param size the maximum size
	 * @return the derived rule
	 */
	public CacheRule withMaxBodySize(DataSize size) {
		Objects.requireNonNull(size, "'size' must not be null");
		return new CacheRule(this, (rule) -> rule.maxBodySize = size);
	}

	/**
	 * Return this rule with other status codes of the responses to which its times apply.
	 * @param statuses the status codes; the default is 200, 203, 301 and 308
	 * @return the derived rule
	 */
	public CacheRule withStatuses(Set<Integer> statuses) {
		return new CacheRule(this, (rule) -> rule.statuses = Set.copyOf(statuses));
	}

	/**
	 * Return the URLs.
	 * @return scheme, host and path, or a path
	 */
	public String url() {
		return this.url;
	}

	/**
	 * Return the name.
	 * @return the name, {@code null} for none
	 */
	public @Nullable String name() {
		return this.name;
	}

	/**
	 * Return the methods.
	 * @return the methods, GET, HEAD and QUERY unless set
	 */
	public Set<HttpMethod> methods() {
		return this.methods;
	}

	/**
	 * Return the HTTP service group.
	 * @return the name, {@code null} for all requests
	 */
	public @Nullable String serviceGroup() {
		return this.serviceGroup;
	}

	/**
	 * Return whether the requests bypass the cache.
	 * @return whether nothing is stored or served
	 */
	public boolean bypass() {
		return this.bypass;
	}

	/**
	 * Return whether a POST is declared to be safe.
	 * @return whether it changes nothing
	 */
	public boolean safePost() {
		return this.safePost;
	}

	/**
	 * Return the freshness lifetime.
	 * @return the lifetime, {@code null} for none
	 */
	public @Nullable Duration maxAge() {
		return this.maxAge;
	}

	/**
	 * Return whether the times replace the times of responses.
	 * @return whether they replace them
	 */
	public boolean override() {
		return this.override;
	}

	/**
	 * Return the query parameters that do not count.
	 * @return names, or beginnings of names followed by {@code *}
	 */
	public List<String> ignoredQueryParameters() {
		return this.ignoredQueryParameters;
	}

	/**
	 * Return the header fields of requests that are treated as if every response named
	 * them in {@code Vary}.
	 * @return the names
	 */
	public List<String> vary() {
		return this.vary;
	}

	/**
	 * Return the time for which a stale response may replace an error.
	 * @return the time, {@code null} if the rule does not set it
	 */
	public @Nullable Duration staleIfError() {
		return this.staleIfError;
	}

	/**
	 * Return the time for which a stale response may be served while it is validated.
	 * @return the time, {@code null} if the rule does not set it
	 */
	public @Nullable Duration staleWhileRevalidate() {
		return this.staleWhileRevalidate;
	}

	/**
	 * Return the maximum size of stored content.
	 * @return the size, {@code null} for the maximum of the client
	 */
	public @Nullable DataSize maxBodySize() {
		return this.maxBodySize;
	}

	/**
	 * Return the status codes of the responses to which the times apply.
	 * @return the status codes
	 */
	public Set<Integer> statuses() {
		return this.statuses;
	}

	/**
	 * Return all settings, the URLs without user information.
	 */
	@Override
	public String toString() {
		return ("CacheRule[url=%s, name=%s, methods=%s, serviceGroup=%s, bypass=%s, safePost=%s, maxAge=%s, override=%s, "
				+ "ignoredQueryParameters=%s, vary=%s, staleIfError=%s, staleWhileRevalidate=%s, maxBodySize=%s, statuses=%s]")
			.formatted(this.url.replaceFirst("(?s)^(?!/).*@", "******@"), this.name, this.methods, this.serviceGroup,
					this.bypass, this.safePost, this.maxAge, this.override, this.ignoredQueryParameters, this.vary,
					this.staleIfError, this.staleWhileRevalidate, this.maxBodySize, this.statuses);
	}

}
