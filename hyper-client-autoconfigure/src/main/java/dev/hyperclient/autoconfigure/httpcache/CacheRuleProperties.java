package dev.hyperclient.autoconfigure.httpcache;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hyperclient.autoconfigure.internal.ConfigurationException;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.internal.rule.CacheRules;
import dev.hyperclient.internal.rule.InvalidRuleException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.http.HttpMethod;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Configuration properties of a {@link CacheRule}.
 *
 * @param url Scheme, host and path pattern of the requests, or a path pattern for all
 * hosts. If not set, all requests of the service group.
 * @param name Name in logs, Cache-Status and meters. If not set, the number of the rule.
 * @param methods Methods of the requests. GET, HEAD and QUERY unless set. POST needs
 * safe-post: true.
 * @param serviceGroup HTTP service group of the requests. If not set, all clients.
 * @param bypass Whether the requests bypass the HTTP cache: they are sent to the server,
 * and nothing is stored.
 * @param safePost Whether a POST is declared to be a query that changes nothing, and is
 * cached like QUERY.
 * @param maxAge Freshness lifetime of responses that state none.
 * @param override Whether the times replace those of the response, no-cache and no-store.
 * @param ignoredQueryParameters Query parameters that do not count when a stored response
 * is looked up.
 * @param vary Header fields of requests that are treated as if every response named them
 * in Vary.
 * @param staleIfError Time for which a response may be served after its lifetime in place
 * of an error.
 * @param staleWhileRevalidate Time for which a response may be served after its lifetime
 * while it is validated.
 * @param maxBodySize Maximum size of a response that is stored.
 * @param statuses Status codes of the responses to which the times apply.
 */
public record CacheRuleProperties(@Nullable String url, @Nullable String name, @DefaultValue List<String> methods,
		@Nullable String serviceGroup, @Nullable Boolean bypass, @Nullable Boolean safePost, @Nullable Duration maxAge,
		@Nullable Boolean override, @DefaultValue List<String> ignoredQueryParameters, @DefaultValue List<String> vary,
		@Nullable Duration staleIfError, @Nullable Duration staleWhileRevalidate, @Nullable DataSize maxBodySize,
		@DefaultValue List<Integer> statuses) {

	/**
	 * Return the rules of some properties, checked.
	 * @param properties the properties
	 * @param key the key of the list, for messages
	 * @return the rules
	 * @throws ConfigurationException if a rule cannot be used
	 */
	public static List<CacheRule> rules(List<CacheRuleProperties> properties, String key) {
		List<CacheRule> rules = properties.stream().map(CacheRuleProperties::rule).toList();
		try {
			CacheRules.of(rules);
			return rules;
		}
		catch (InvalidRuleException ex) {
			throw new ConfigurationException("'%s' cannot be used: %s".formatted(key, ex.problem()), ex.action() + ".",
					ex);
		}
	}

	private CacheRule rule() {
		String text = StringUtils.hasText(this.url) ? this.url : StringUtils.hasText(this.serviceGroup) ? "/**" : "";
		PropertyMapper map = PropertyMapper.get();
		CacheRule rule = CacheRule.of(text);
		rule = map.from(this.name).whenHasText().to(rule, CacheRule::withName);
		rule = map.from(this.serviceGroup).whenHasText().to(rule, CacheRule::withServiceGroup);
		rule = map.from(this.methods)
			.whenNot(List::isEmpty)
			.as(CacheRuleProperties::methods)
			.to(rule, CacheRule::withMethods);
		rule = map.from(this.bypass).to(rule, CacheRule::withBypass);
		rule = map.from(this.safePost).to(rule, CacheRule::withSafePost);
		rule = map.from(this.maxAge).to(rule, CacheRule::withMaxAge);
		rule = map.from(this.override).to(rule, CacheRule::withOverride);
		rule = map.from(this.ignoredQueryParameters)
			.whenNot(List::isEmpty)
			.to(rule, CacheRule::withIgnoredQueryParameters);
		rule = map.from(this.vary).whenNot(List::isEmpty).to(rule, CacheRule::withVary);
		rule = map.from(this.staleIfError).to(rule, CacheRule::withStaleIfError);
		rule = map.from(this.staleWhileRevalidate).to(rule, CacheRule::withStaleWhileRevalidate);
		rule = map.from(this.maxBodySize).to(rule, CacheRule::withMaxBodySize);
		return map.from(this.statuses).whenNot(List::isEmpty).as(Set::copyOf).to(rule, CacheRule::withStatuses);
	}

	private static Set<HttpMethod> methods(List<String> names) {
		return names.stream()
			.map((name) -> HttpMethod.valueOf(name.toUpperCase(Locale.ROOT)))
			.collect(Collectors.toSet());
	}

}
