package dev.hyperclient.internal.cache;

import java.net.URI;
import java.util.List;
import java.util.Set;

import dev.hyperclient.cache.api.CacheRule;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;

/**
 * The rules of a cache. Which one decides is determined here alone, by method, URL and
 * HTTP service group. Immutable.
 */
public final class CacheRules {

	/** No rules. */
	public static final CacheRules NONE = new CacheRules(List.of(), "");

	private final List<CompiledRule> all;

	/** Those for the requests of the group. */
	private final RuleIndex own = new RuleIndex();

	/** Those of any group that ignore parameters. */
	private final RuleIndex ignoring = new RuleIndex();

	private CacheRules(List<CompiledRule> all, String group) {
		this.all = all;
		all.stream().filter((rule) -> rule.isFor(group)).forEach(this.own::add);
		all.stream().filter(CompiledRule::ignoresParameters).forEach(this.ignoring::add);
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

	/**
	 * Return the rule that decides on a request: the first one that matches. If servers
	 * may read the path in different ways, a rule that excludes one of them from the
	 * cache goes before others.
	 * @return the rule, or {@code null} for none
	 */
	@Nullable CompiledRule match(HttpMethod method, URI uri) {
		if (this.own.isEmpty()) {
			return null;
		}
		RequestPath path = RequestPath.of(uri);
		CompiledRule found = match(method, uri, path);
		if (path.isPlain() || (found != null && found.bypasses())) {
			return found;
		}
		CompiledRule normalized = match(method, uri, path.normalized());
		return (path.hasDotSegments() || (normalized != null && normalized.bypasses())) ? normalized : found;
	}

	private @Nullable CompiledRule match(HttpMethod method, URI uri, RequestPath path) {
		return this.own.first(RulePattern.host(uri), path.text(),
				(rule) -> rule.hasMethod(method) && rule.pattern().matches(uri, path));
	}

	/**
	 * Add the URLs that responses to a URL may be stored under, other than itself: for
	 * any method and, since invalidation has no group, any group.
	 */
	void addKeys(URI uri, Set<URI> keys) {
		if (this.ignoring.isEmpty() || uri.getRawQuery() == null) {
			return;
		}
		RequestPath path = RequestPath.of(uri);
		for (RequestPath reading : path.isPlain() ? List.of(path) : List.of(path, path.normalized())) {
			this.ignoring.first(RulePattern.host(uri), reading.text(), (rule) -> {
				if (rule.pattern().matches(uri, reading)) {
					keys.add(rule.keyUri(uri));
				}
				return false;
			});
		}
	}

}
