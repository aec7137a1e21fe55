package dev.hyperclient.internal.cache;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.cache.api.CacheRule;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;

/**
 * The rules of a cache. Which one decides is determined here alone, by method, URL and
 * HTTP service group. Rules are found by host, so that those for other hosts cost
 * nothing. Immutable.
 */
public final class CacheRules {

	/** No rules. */
	public static final CacheRules NONE = new CacheRules(List.of(), "");

	private final List<CompiledRule> all;

	/** Those of exact hosts and of domains, with the ones for more hosts, in order. */
	private final Map<String, List<CompiledRule>> byHost = new HashMap<>();

	private final List<CompiledRule> anyHost;

	private final boolean hasDomains;

	private final boolean ignoresParameters;

	private CacheRules(List<CompiledRule> all, String group) {
		this.all = all;
		List<CompiledRule> own = all.stream().filter((rule) -> rule.isFor(group)).toList();
		this.anyHost = own.stream().filter((rule) -> rule.host().equals(CompiledRule.ANY_HOST)).toList();
		this.hasDomains = own.stream().anyMatch((rule) -> rule.host().startsWith("*."));
		this.ignoresParameters = all.stream().anyMatch(CompiledRule::ignoresParameters);
		own.forEach((rule) -> this.byHost.computeIfAbsent(rule.host(),
				(host) -> own.stream().filter((other) -> includes(other.host(), host)).toList()));
	}

	/**
	 * Compile and check rules.
	 * @throws IllegalArgumentException if one of them cannot be used, with its number
	 */
	public static CacheRules of(List<CacheRule> rules) {
		return rules.isEmpty() ? NONE : new CacheRules(CacheRuleChecks.compile(rules), "");
	}

	/**
	 * Return the rules for the requests of an HTTP service group.
	 */
	CacheRules forGroup(String name) {
		return this.all.isEmpty() ? this : new CacheRules(this.all, name);
	}

	private static boolean includes(String pattern, String host) {
		return pattern.equals(host) || pattern.equals(CompiledRule.ANY_HOST)
				|| (pattern.startsWith("*.") && host.endsWith(pattern.substring(1)));
	}

	/**
	 * Return the rule that decides on a request.
	 * @return the rule, or {@code null} for none
	 */
	@Nullable CompiledRule match(HttpMethod method, URI uri) {
		if (this.all.isEmpty()) {
			return null;
		}
		CompiledRule.MatchedPath path = null;
		for (CompiledRule rule : candidates(uri.getHost())) {
			if (rule.hasMethod(method)) {
				path = (path != null) ? path : new CompiledRule.MatchedPath(uri);
				if (rule.matches(uri, path)) {
					return rule;
				}
			}
		}
		return null;
	}

	/**
	 * Add the URLs that responses to a URL may be stored under, other than itself: for
	 * any method and, since invalidation has no group, any group.
	 */
	void addKeys(URI uri, Set<URI> keys) {
		if (this.ignoresParameters && uri.getRawQuery() != null) {
			CompiledRule.MatchedPath path = new CompiledRule.MatchedPath(uri);
			String host = (uri.getHost() != null) ? uri.getHost().toLowerCase(Locale.ROOT) : "";
			this.all.stream()
				.filter((rule) -> rule.ignoresParameters() && includes(rule.host(), host) && rule.matches(uri, path))
				.forEach((rule) -> keys.add(rule.keyUri(uri)));
		}
	}

	private List<CompiledRule> candidates(@Nullable String requested) {
		if (requested == null) {
			return this.anyHost;
		}
		String host = requested.toLowerCase(Locale.ROOT);
		List<CompiledRule> exact = this.byHost.get(host);
		if (exact != null || !this.hasDomains) {
			return (exact != null) ? exact : this.anyHost;
		}
		for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
			List<CompiledRule> ofDomain = this.byHost.get("*" + host.substring(dot));
			if (ofDomain != null) {
				return ofDomain;
			}
		}
		return this.anyHost;
	}

}
