package dev.hyperclient.internal.rule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.internal.policy.QueryContent;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;

/**
 * Checks rules when they are set on a cache: one that cannot have the effect that is
 * written would be noticed by stale responses only, or by those of other users.
 */
final class CacheRuleChecks {

	private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,39}");

	private static final Pattern PARAMETER = Pattern.compile("[A-Za-z0-9._~$:\\[\\]-]+\\*?|\\*");

	/** A name of a field (RFC 9110, 5.6.2), but for {@code *}, which no request has. */
	private static final Pattern FIELD = Pattern.compile("[A-Za-z0-9!#$%&'+.^_`|~-]+");

	private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD, QueryContent.QUERY,
			HttpMethod.POST);

	/** Status codes whose responses are whole, and not an error of a server. */
	private static final Set<Integer> STATUSES = new TreeSet<>(
			Set.of(200, 201, 202, 203, 204, 300, 301, 302, 303, 307, 308, 400, 403, 404, 405, 406, 410, 414, 421, 451));

	/**
	 * Parameters that grant access, or that identify a user. What they contain or begin
	 * with is compared without case, hyphens, underscores and dots.
	 */
	private static final List<String> SENSITIVE = List.of("token", "accesstoken", "idtoken", "refreshtoken",
			"authtoken", "sig", "signature", "sign", "hmac", "mac", "jwt", "key", "apikey", "accesskey", "accesskeyid",
			"awsaccesskeyid", "googleaccessid", "keypairid", "policy", "auth", "authorization", "oauthtoken",
			"oauthsignature", "secret", "clientsecret", "password", "passwd", "pwd", "pass", "credential",
			"credentials", "session", "sessionid", "jsessionid", "sid", "user", "userid", "username", "code", "nonce",
			"ticket", "otp", "assertion", "bearer", "uid", "email", "phpsessid", "xamzsignature", "xgoogsignature",
			"xosssignature", "xcossecuritytoken", "xmssignature", "hdnea", "hdnts", "hdntl", "login", "account",
			"accountid", "owner", "ownerid", "me", "subject", "sub", "principal", "tenant", "tenantid", "customer",
			"customerid", "member", "memberid", "cookie", "impersonate", "magic", "invite", "sharekey", "md5");

	private static final List<String> SENSITIVE_PARTS = List.of("token", "signature", "secret", "password", "apikey",
			"accesskey", "credential", "session", "xamz", "xgoog", "jwt");

	private CacheRuleChecks() {
	}

	/**
	 * Check rules and compile them.
	 * @throws InvalidRuleException if one of them cannot be used
	 */
	static List<CompiledRule> compile(List<CacheRule> rules) {
		List<CompiledRule> compiled = new ArrayList<>(rules.size());
		Set<String> names = new HashSet<>();
		RuleIndex earlier = new RuleIndex();
		for (CacheRule rule : rules) {
			int number = compiled.size() + 1;
			try {
				check(rule, names, number < rules.size());
				CompiledRule next = CompiledRule.of(number, rule);
				checkReachable(next, earlier);
				earlier.add(next);
				compiled.add(next);
			}
			catch (InvalidRuleException ex) {
				throw ex.ofRule(number);
			}
		}
		return List.copyOf(compiled);
	}

	private static void check(CacheRule rule, Set<String> names, boolean precedesOthers) {
		String name = rule.name();
		if (name != null) {
			require(NAME.matcher(name).matches() && !name.equals("none"), "the name '%s' cannot be used",
					"Write letters, digits and hyphens, at most 40, and not 'none'", name);
			require(names.add(name), "an earlier rule is named '%s' too", "Write another name", name);
		}
		require(METHODS.containsAll(rule.methods()) && !rule.methods().isEmpty(), "methods are %s",
				"Write some of GET, HEAD, QUERY and POST, other methods are not cached", rule.methods());
		// With bypass, it excepts its POSTs from a later rule that declares them.
		require(!rule.methods().contains(HttpMethod.POST) || rule.safePost() || rule.bypass(),
				"methods are %s. POST is cached only if it is a query that changes nothing",
				"Write safe-post: true to declare that, or bypass: true to exempt it from a later rule, or remove POST",
				rule.methods());
		boolean times = rule.maxAge() != null || rule.staleIfError() != null || rule.staleWhileRevalidate() != null;
		boolean other = times || !rule.ignoredQueryParameters().isEmpty() || rule.maxBodySize() != null
				|| !rule.vary().isEmpty() || rule.safePost();
		require(!rule.override() || rule.maxAge() != null, "'override' has no effect without max-age", "Write max-age");
		require(times || rule.statuses().equals(CacheRule.of(rule.url()).statuses()),
				"'statuses' has no effect without max-age, stale-if-error or stale-while-revalidate", "Write max-age");
		// One that sets nothing exempts its requests from the later ones.
		require(other || rule.bypass() || precedesOthers, "it has no effect",
				"Write max-age, stale-if-error, stale-while-revalidate, ignored-query-parameters, vary, max-body-size or "
						+ "bypass, or put it before the rules from which it exempts its requests");
		require(!other || !rule.bypass(), "with 'bypass' its other settings have no effect", "Remove them or 'bypass'");
		require(!rule.safePost() || rule.methods().contains(HttpMethod.POST), "'safe-post' has no effect without POST",
				"Write methods: POST");
		require(!rule.statuses().isEmpty() && STATUSES.containsAll(rule.statuses()), "statuses are %s",
				"Write some of " + STATUSES, rule.statuses());
		checkTime("max-age", rule.maxAge());
		checkTime("stale-if-error", rule.staleIfError());
		checkTime("stale-while-revalidate", rule.staleWhileRevalidate());
		require(rule.maxBodySize() == null || rule.maxBodySize().toBytes() > 0, "max-body-size is %s",
				"Write a positive size, such as 1MB", rule.maxBodySize());
		rule.ignoredQueryParameters().forEach(CacheRuleChecks::checkIgnored);
		rule.vary()
			.forEach((field) -> require(FIELD.matcher(field).matches(),
					"vary contains '%s', which is not a header field", "Write names such as X-Tenant", field));
	}

	private static void checkTime(String property, @Nullable Duration time) {
		require(time == null || time.toSeconds() > 0, property + " is %s ms", "Write at least a second, such as 10m",
				(time != null) ? time.toMillis() : null);
	}

	private static void checkIgnored(String pattern) {
		require(PARAMETER.matcher(pattern).matches(), "the ignored query parameter '%s' cannot be used",
				"Write a name, or its beginning followed by *, such as utm_*", pattern);
		boolean prefix = pattern.endsWith("*");
		String name = pattern.toLowerCase(Locale.ROOT).replaceAll("[-_.*~$:\\[\\]]", "");
		Stream
			.concat(SENSITIVE.stream().filter((known) -> prefix ? known.startsWith(name) : known.equals(name)),
					SENSITIVE_PARTS.stream().filter(name::contains))
			.forEach((known) -> require(false,
					"the ignored query parameter '%s' may match signatures, tokens or users, such as '%s', so that "
							+ "others would be served the response",
					prefix ? "Write longer names" : "Remove it from the rule", pattern, known));
	}

	private static void checkReachable(CompiledRule rule, RuleIndex earlier) {
		RulePattern pattern = rule.pattern();
		for (CompiledRule other : earlier.candidates(pattern.host(), pattern.text().value())) {
			require(!other.covers(rule), "it is never reached, since rule %d matches all of its requests",
					"Write it before that rule", other.number());
		}
	}

	private static void require(boolean valid, String problem, String action, @Nullable Object... values) {
		if (!valid) {
			throw new InvalidRuleException(problem.formatted(values), action);
		}
	}

}
