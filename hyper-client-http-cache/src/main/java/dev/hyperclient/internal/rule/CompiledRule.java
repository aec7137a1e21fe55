package dev.hyperclient.internal.rule;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.policy.CacheControl;
import dev.hyperclient.internal.policy.Freshness;
import dev.hyperclient.internal.policy.ReusePolicy;
import dev.hyperclient.internal.policy.StorageLimits;
import dev.hyperclient.internal.policy.StoredHeaders;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

/**
 * A {@link CacheRule} in the form in which it is matched and applied.
 *
 * @param number its number, from 1
 * @param rule the rule
 * @param pattern its URLs
 * @param times its times in seconds, by the directive of {@code Cache-Control} by which
 * they are applied
 */
public record CompiledRule(int number, CacheRule rule, RulePattern pattern,
		Map<String, Long> times) implements ReusePolicy.EffectiveFields {

	/**
	 * Compile a rule.
	 * @throws IllegalArgumentException if its URL cannot be used
	 */
	static CompiledRule of(int number, CacheRule rule) {
		Map<String, Long> times = new LinkedHashMap<>();
		add(times, "max-age", rule.maxAge());
		add(times, "stale-if-error", rule.staleIfError());
		add(times, "stale-while-revalidate", rule.staleWhileRevalidate());
		return new CompiledRule(number, rule, RulePattern.of(rule.url()), times);
	}

	private static void add(Map<String, Long> times, String directive, @Nullable Duration time) {
		if (time != null) {
			times.put(directive, time.toSeconds());
		}
	}

	/**
	 * Return the value of the tag of meters.
	 */
	public String label() {
		String name = this.rule.name();
		return (name != null) ? name : String.valueOf(this.number);
	}

	/**
	 * Whether requests of an HTTP service group can match.
	 */
	boolean isFor(String group) {
		return this.rule.serviceGroup() == null || this.rule.serviceGroup().equals(group);
	}

	public boolean bypasses() {
		return this.rule.bypass();
	}

	boolean ignoresParameters() {
		return !this.rule.ignoredQueryParameters().isEmpty();
	}

	boolean hasMethod(HttpMethod method) {
		return this.rule.methods().contains(method);
	}

	/**
	 * Return the URL that stored responses have under this rule.
	 */
	public URI keyUri(URI uri) {
		String query = ignoresParameters() ? uri.getRawQuery() : null;
		if (query == null) {
			return uri;
		}
		StringBuilder kept = new StringBuilder(query.length());
		boolean first = true;
		for (int start = 0, end; start <= query.length(); start = end + 1) {
			int ampersand = query.indexOf('&', start);
			end = (ampersand < 0) ? query.length() : ampersand;
			if (!ignores(query.substring(start, end))) {
				kept.append(first ? "" : "&").append(query, start, end);
				first = false;
			}
		}
		if (kept.length() == query.length()) {
			return uri;
		}
		String text = uri.toString();
		String before = text.substring(0, text.indexOf('?'));
		return URI.create(kept.isEmpty() ? before : before + "?" + kept);
	}

	/**
	 * Some servers read a semicolon as the beginning of another parameter.
	 */
	private boolean ignores(String parameter) {
		int equals = parameter.indexOf('=');
		String name = (equals < 0) ? parameter : parameter.substring(0, equals);
		return parameter.indexOf(';') < 0 && this.rule.ignoredQueryParameters()
			.stream()
			.anyMatch((ignored) -> ignored.endsWith("*") ? name.startsWith(ignored.substring(0, ignored.length() - 1))
					: name.equals(ignored));
	}

	/**
	 * Return the header fields by which the cache decides on a response: its own, with
	 * the times of this rule as directives of {@code Cache-Control}. They are neither
	 * stored nor served.
	 */
	@Override
	public HttpHeaders effective(int status, HttpHeaders headers) {
		// A cookie may be for one user, even if the request has no credentials.
		if (!this.rule.statuses().contains(status) || StoredHeaders.hasCookies(headers)) {
			return headers;
		}
		CacheControl stated = CacheControl.of(headers);
		boolean override = this.rule.override();
		if (!override && stated.has("no-store")) {
			return headers;
		}
		Set<String> replaced = new HashSet<>(override ? Set.of("no-cache", "no-store") : Set.of());
		StringBuilder added = new StringBuilder();
		this.times.forEach((directive, seconds) -> {
			if (override || !states(directive, stated, headers)) {
				replaced.add(directive);
				added.append(", ").append(directive).append('=').append(seconds);
			}
		});
		if (added.isEmpty()) {
			return headers;
		}
		HttpHeaders effective = HeaderFields.copyOf(headers);
		String directives = stated.without(replaced) + added;
		effective.set(HttpHeaders.CACHE_CONTROL, directives.startsWith(", ") ? directives.substring(2) : directives);
		return effective;
	}

	/**
	 * Whether a stored response would no longer show that the times do not apply to it:
	 * without variants, cookies are not stored.
	 */
	public boolean losesCookies(HttpHeaders headers, CachingProfile profile) {
		return profile != CachingProfile.RFC_9111 && !this.times.isEmpty() && StoredHeaders.hasCookies(headers);
	}

	private static boolean states(String directive, CacheControl stated, HttpHeaders headers) {
		return directive.equals("max-age") ? stated.has("no-cache") || Freshness.isExplicit(headers)
				: stated.seconds(directive) != null;
	}

	/**
	 * Return the limits of stored content under this rule.
	 */
	public StorageLimits limit(StorageLimits limits) {
		DataSize size = this.rule.maxBodySize();
		return (size == null) ? limits : new StorageLimits(Math.min(size.toBytes(), limits.maxLength()),
				limits.storesEncoded(), limits.readAhead());
	}

	/**
	 * Whether every request that another rule matches, whose host this one matches, is
	 * matched by this one.
	 */
	boolean covers(CompiledRule other) {
		return (this.rule.serviceGroup() == null || this.rule.serviceGroup().equals(other.rule.serviceGroup()))
				&& this.rule.methods().containsAll(other.rule.methods()) && this.pattern.covers(other.pattern);
	}

	/**
	 * Return the name for logs and {@code Cache-Status}.
	 */
	@Override
	public String toString() {
		return "rule " + label();
	}

}
