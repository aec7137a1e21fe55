package dev.hyperclient.internal.rule;

import java.net.URI;
import java.util.List;
import java.util.Set;

import dev.hyperclient.cache.api.CacheRule;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;

/**
 * The rules of a cache. Which one decides is determined here alone, by method, URL and
 * HTTP service group. Immutable.
 */
public final class CacheRules {

	/** No rules. */
	public static final CacheRules NONE = new CacheRules(List.of(), "");

	private final List<CompiledRule> all;

	private final String group;

	/** Those for the requests of the group. */
	private final RuleIndex own = new RuleIndex();

	/** Those of any group that ignore parameters. */
	private final RuleIndex ignoring = new RuleIndex();

	private CacheRules(List<CompiledRule> all, String group) {
		this.all = all;
		this.group = group;
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
	public CacheRules forServiceGroup(String name) {
		return new CacheRules(this.all, name);
	}

	/**
	 * Return other rules for the requests of the same HTTP service group.
	 */
	public CacheRules with(CacheRules rules) {
		return this.group.isEmpty() ? rules : rules.forServiceGroup(this.group);
	}

	/**
	 * Return the rule that decides on a request: the first one that matches. If servers
	 * may read the path in different ways, a rule that excludes one of them from the
	 * cache goes before others, and none decides on a POST.
	 * @return the rule, or {@code null} for none
	 */
	public @Nullable CompiledRule match(HttpMethod method, URI uri) {
		if (this.own.isEmpty()) {
			return null;
		}
		String host = RulePattern.host(uri);
		String written = RequestPath.written(uri);
		if (RequestPath.isPlain(written)) {
			List<CompiledRule> candidates = this.own.candidates(host, written);
			return candidates.isEmpty() ? null : first(candidates, method, uri, PathContainer.parsePath(written));
		}
		RequestPath path = RequestPath.of(written);
		CompiledRule found = first(this.own.candidates(host, path.text()), method, uri, path.container());
		if (found != null && found.bypasses()) {
			return found;
		}
		RequestPath normalized = path.normalized();
		if (HttpMethod.POST.equals(method) && path.isAmbiguous(normalized)) {
			// It may lead to a resource that no rule declares to be a query.
			return null;
		}
		CompiledRule other = first(this.own.candidates(host, normalized.text()), method, uri, normalized.container());
		return (RequestPath.hasDotSegments(path.text()) || (other != null && other.bypasses())) ? other : found;
	}

	private static @Nullable CompiledRule first(List<CompiledRule> candidates, HttpMethod method, URI uri,
			PathContainer path) {
		for (CompiledRule rule : candidates) {
			if (rule.hasMethod(method) && rule.pattern().matches(uri, path)) {
				return rule;
			}
		}
		return null;
	}

	/**
	 * Add the URLs that responses to a URL may be stored under, other than itself: for
	 * any method and, since invalidation has no group, any group.
	 */
	public void addKeys(URI uri, Set<URI> keys) {
		if (this.ignoring.isEmpty() || uri.getRawQuery() == null) {
			return;
		}
		RequestPath path = RequestPath.of(RequestPath.written(uri));
		for (RequestPath reading : List.of(path, path.normalized())) {
			for (CompiledRule rule : this.ignoring.candidates(RulePattern.host(uri), reading.text())) {
				if (rule.pattern().matches(uri, reading.container())) {
					keys.add(rule.keyUri(uri));
				}
			}
		}
	}

}
