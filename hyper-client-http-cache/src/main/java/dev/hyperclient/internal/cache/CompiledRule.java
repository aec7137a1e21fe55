package dev.hyperclient.internal.cache;

import java.net.IDN;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.internal.fields.HeaderFields;
import dev.hyperclient.internal.fields.NoVarySearch;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.util.unit.DataSize;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * A {@link CacheRule} in the form in which it is matched and applied. Immutable.
 */
final class CompiledRule {

	/** The host of a rule for all hosts. */
	static final String ANY_HOST = "*";

	private static final Pattern URL = Pattern.compile(
			"(?:(?<scheme>https?)://(?<host>[^/:?#@\\[\\]]+|\\[[^/?#@]+])" + "(?::(?<port>\\d{1,5}))?)?(?<path>/.*)?");

	private final int number;

	private final CacheRule rule;

	private final String host;

	/** Empty for all origins. */
	private final String scheme;

	private final int port;

	private final PathPattern path;

	/** What all matching paths begin with, unless they are encoded. */
	private final String literal;

	private final Set<HttpMethod> methods;

	private final Set<Integer> statuses;

	private final List<String> ignored;

	/** The directives of the rule, by which its times are applied. */
	private final List<String[]> directives;

	/**
	 * Compile a rule.
	 * @param number its number, from 1
	 * @throws IllegalArgumentException if its URL cannot be used
	 */
	CompiledRule(int number, CacheRule rule) {
		this.number = number;
		this.rule = rule;
		Matcher url = URL.matcher(rule.url());
		if (!url.matches() || rule.url().isEmpty()) {
			throw new IllegalArgumentException(("'%s' is not a URL of http or https, or a path. "
					+ "Write the url as https://api.example.com/path/** or as /path/**")
				.formatted(rule.url()));
		}
		this.scheme = (url.group("scheme") != null) ? url.group("scheme") : "";
		this.host = (url.group("host") != null) ? host(url.group("host")) : ANY_HOST;
		int given = (url.group("port") != null) ? Integer.parseInt(url.group("port")) : -1;
		this.port = (given >= 0) ? given : (this.scheme.equals("https") ? 443 : 80);
		String text = (url.group("path") != null) ? url.group("path") : "/**";
		if (text.indexOf('#') >= 0 || text.replaceAll("\\{[^}]*}", "").matches(".*\\?.*=.*")) {
			throw new IllegalArgumentException(
					"'%s' has a query or a fragment. Write the url without it".formatted(rule.url()));
		}
		this.path = PathPatternParser.defaultInstance.parse(text);
		this.literal = text.replaceFirst("/?[*?{\\\\].*", "").replaceFirst("[%;].*", "");
		this.methods = rule.methods();
		this.statuses = rule.statuses();
		this.ignored = rule.ignoredQueryParameters();
		this.directives = List.of(directive("max-age", rule.maxAge()), directive("stale-if-error", rule.staleIfError()),
				directive("stale-while-revalidate", rule.staleWhileRevalidate()));
	}

	private static String[] directive(String name, @Nullable Duration time) {
		return (time != null) ? new String[] { name, name + "=" + time.toSeconds() } : new String[0];
	}

	private static String host(String host) {
		boolean wildcard = host.startsWith("*.");
		String name = wildcard ? host.substring(2) : host;
		if (name.isEmpty() || name.indexOf('*') >= 0) {
			throw new IllegalArgumentException(
					"'%s' is not a host. Write the host as api.example.com or *.example.com, or a path alone for all hosts"
						.formatted(host));
		}
		return (wildcard ? "*." : "") + IDN.toASCII(name).toLowerCase(Locale.ROOT);
	}

	int number() {
		return this.number;
	}

	CacheRule rule() {
		return this.rule;
	}

	/**
	 * Return the host: exact, {@code *.} and a domain, or {@link #ANY_HOST}.
	 */
	String host() {
		return this.host;
	}

	/**
	 * Return the value of the tag of meters.
	 */
	String label() {
		String name = this.rule.name();
		return (name != null) ? name : String.valueOf(this.number);
	}

	/**
	 * Whether requests of an HTTP service group can match.
	 */
	boolean isFor(String group) {
		return this.rule.group() == null || this.rule.group().equals(group);
	}

	boolean bypasses() {
		return !this.rule.cache();
	}

	boolean ignoresParameters() {
		return !this.ignored.isEmpty();
	}

	boolean hasMethod(HttpMethod method) {
		return this.methods.contains(method);
	}

	/**
	 * Whether a URL matches whose host does.
	 */
	boolean matches(URI uri, MatchedPath requested) {
		if (!requested.isEncoded() && !requested.raw().startsWith(this.literal)) {
			return false;
		}
		if (!this.scheme.isEmpty()) {
			int other = (uri.getPort() >= 0) ? uri.getPort() : ("https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80);
			if (other != this.port || !this.scheme.equalsIgnoreCase(uri.getScheme())) {
				return false;
			}
		}
		return this.path.matches(requested.container());
	}

	/**
	 * Return the URL that stored responses have under this rule.
	 */
	URI keyUri(URI uri) {
		String query = this.ignored.isEmpty() ? null : uri.getRawQuery();
		if (query == null) {
			return uri;
		}
		StringBuilder kept = new StringBuilder(query.length());
		int start = 0;
		while (start <= query.length()) {
			int ampersand = query.indexOf('&', start);
			int end = (ampersand < 0) ? query.length() : ampersand;
			if (!ignores(query, start, end)) {
				kept.append(kept.isEmpty() ? "" : "&").append(query, start, end);
			}
			start = end + 1;
		}
		if (kept.length() == query.length()) {
			return uri;
		}
		return NoVarySearch.withQuery(uri, kept);
	}

	private boolean ignores(String query, int start, int end) {
		int equals = query.indexOf('=', start);
		int length = ((equals < 0 || equals > end) ? end : equals) - start;
		for (String name : this.ignored) {
			int fixed = name.endsWith("*") ? name.length() - 1 : name.length();
			boolean fits = (fixed < name.length()) ? length >= fixed : length == fixed;
			if (fits && query.regionMatches(start, name, 0, fixed)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Return the header fields by which the cache decides on a response: its own, with
	 * the times of this rule as directives of {@code Cache-Control}. They are neither
	 * stored nor served.
	 */
	HttpHeaders effective(int status, HttpHeaders headers) {
		// A cookie may be for one user, even if the request has no credentials.
		if (!this.statuses.contains(status) || headers.containsHeader(HttpHeaders.SET_COOKIE)) {
			return headers;
		}
		CacheControl stated = CacheControl.of(headers);
		boolean override = this.rule.override();
		if (!override && stated.has("no-store")) {
			return headers;
		}
		Set<String> replaced = new LinkedHashSet<>(override ? Set.of("no-cache", "no-store") : Set.of());
		StringBuilder added = new StringBuilder();
		for (String[] directive : this.directives) {
			if (directive.length > 0 && (override || !states(directive[0], stated, headers))) {
				replaced.add(directive[0]);
				added.append(added.isEmpty() ? "" : ", ").append(directive[1]);
			}
		}
		if (added.isEmpty()) {
			return headers;
		}
		HttpHeaders effective = HeaderFields.copyOf(headers);
		if (override) {
			effective.remove(HttpHeaders.EXPIRES);
		}
		String others = stated.without(replaced);
		effective.set(HttpHeaders.CACHE_CONTROL, others.isEmpty() ? added.toString() : others + ", " + added);
		return effective;
	}

	private static boolean states(String directive, CacheControl stated, HttpHeaders headers) {
		return directive.equals("max-age") ? stated.has("no-cache") || Freshness.isExplicit(headers)
				: stated.seconds(directive) != null;
	}

	/**
	 * Return the limits of stored content under this rule.
	 */
	StorageLimits limit(StorageLimits limits) {
		DataSize size = this.rule.maxBodySize();
		return (size == null || size.toBytes() >= limits.maxLength()) ? limits
				: new StorageLimits(size.toBytes(), limits.storesEncoded(), limits.readAhead());
	}

	/**
	 * Whether every request that another rule matches is matched by this one, as far as
	 * the patterns of the paths show.
	 */
	boolean covers(CompiledRule other) {
		return (this.rule.group() == null || this.rule.group().equals(other.rule.group()))
				&& this.methods.containsAll(other.methods) && coversOrigin(other) && coversPath(other.path);
	}

	private boolean coversOrigin(CompiledRule other) {
		boolean sameOrigin = this.scheme.equals(other.scheme) && this.port == other.port;
		return this.host.equals(ANY_HOST) || (sameOrigin && (this.host.equals(other.host) || (this.host.startsWith("*.")
				&& other.host.endsWith(this.host.substring(1)) && !other.host.equals(ANY_HOST))));
	}

	/**
	 * The pattern of the other rule is matched like a path: a wildcard in it stands for
	 * itself. What has a regular expression covers only itself.
	 */
	private boolean coversPath(PathPattern other) {
		String own = rest(this.path.getPatternString());
		String text = rest(other.getPatternString());
		if (own.equals(text) || this.path.equals(other)) {
			return true;
		}
		if (own.contains(":") || (text.contains("**") && !own.endsWith("/**"))) {
			return false;
		}
		return this.path.matches(PathContainer.parsePath(text));
	}

	private static String rest(String pattern) {
		return pattern.replaceFirst("\\{\\*[^}]*}$", "**");
	}

	/**
	 * Return the name for logs and {@code Cache-Status}.
	 */
	@Override
	public String toString() {
		return "rule " + label();
	}

	/**
	 * The path of a request, parsed when the first rule needs that.
	 */
	static final class MatchedPath {

		private final String raw;

		private final boolean encoded;

		private @Nullable PathContainer container;

		MatchedPath(URI uri) {
			String path = uri.getRawPath();
			this.raw = (path == null || path.isEmpty()) ? "/" : path;
			this.encoded = this.raw.indexOf('%') >= 0 || this.raw.indexOf(';') >= 0;
		}

		String raw() {
			return this.raw;
		}

		boolean isEncoded() {
			return this.encoded;
		}

		PathContainer container() {
			PathContainer parsed = this.container;
			if (parsed == null) {
				parsed = PathContainer.parsePath(this.raw);
				this.container = parsed;
			}
			return parsed;
		}

	}

}
