package dev.hyperclient.internal.rule;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.internal.http.Host;
import org.jspecify.annotations.Nullable;

import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/**
 * The URLs of a rule.
 *
 * @param scheme the scheme, empty for all origins
 * @param host the host: exact, {@code *.} and a domain, or {@link #ANY_HOST}
 * @param port the port
 * @param path the pattern of the path
 * @param text the text of that pattern
 * @param literals the literal segments that all matching paths begin with
 */
record RulePattern(String scheme, String host, int port, PathPattern path, PathContainer text, List<String> literals) {

	/** The host of a rule for all hosts. */
	static final String ANY_HOST = "*";

	private static final Pattern URL = Pattern.compile(
			"(?:(?<scheme>(?i)https?)://(?<host>[^/:?#@\\[\\]]+|\\[[^/?#@]+])(?::(?<port>\\d{1,5}))?)?(?<path>/.*)?");

	/** Also in what is no URL otherwise. A path may contain an at sign. */
	private static final Pattern USER = Pattern.compile("^(?!/|(?i:https?)://[^/@]+/).*@", Pattern.DOTALL);

	private static final Pattern HOST = Pattern.compile("[a-z0-9_-]+(\\.[a-z0-9_-]+)*|\\[[0-9a-f:.]+]");

	private static final Pattern PORT = Pattern.compile(":(\\d{1,9})$");

	private static final Pattern QUERY = Pattern.compile("#|\\?.*=");

	private static final Pattern ENCODED = Pattern.compile("%\\p{XDigit}{2}|;");

	private static final int MAX_PORT = 65_535;

	private static final Pattern VARIABLE = Pattern.compile("\\{[^}]*}");

	private static final Pattern REMAINDER = Pattern.compile("\\{\\*[^}]*}$");

	private static final Pattern CONSTRAINT = Pattern.compile("\\{[^}/]*:");

	/**
	 * Not a dot, a parenthesis or a plus sign within a segment, as in {@code a.*}: these
	 * may be meant literally.
	 */
	private static final Pattern EXPRESSION = Pattern.compile("[|\\[\\]\\\\]|[/(]\\.[*+]");

	/** With more, the time of a comparison is not linear in the length of the path. */
	private static final int MAX_WILDCARDS = 2;

	private static final Pattern NOT_LITERAL = Pattern.compile("[*?{\\\\]");

	/**
	 * Parse the URL of a rule.
	 * @throws InvalidRuleException if it cannot be used
	 */
	static RulePattern of(String url) {
		if (url.isEmpty()) {
			throw new InvalidRuleException("it has no url",
					"Write the url as https://api.example.com/path/** or as /path/** (/** for all, in code also for all requests of a service group), or the property service-group");
		}
		if (USER.matcher(url).find()) {
			// Without the URL, which may contain a password.
			throw new InvalidRuleException("the url has user information",
					"Write it without, requests are matched by host and path");
		}
		Matcher parts = URL.matcher(url);
		if (!parts.matches()) {
			throw new InvalidRuleException(
					"%s is not a URL of http or https, or a path"
						.formatted((url.indexOf('@') < 0) ? "'" + url + "'" : "the url"),
					"Write the url as https://api.example.com/path/** or as /path/**");
		}
		String scheme = (parts.group("scheme") != null) ? parts.group("scheme").toLowerCase(Locale.ROOT) : "";
		String host = (parts.group("host") != null) ? host(parts.group("host")) : ANY_HOST;
		int port = (parts.group("port") != null) ? Integer.parseInt(parts.group("port")) : defaultPort(scheme);
		String path = (parts.group("path") != null) ? parts.group("path") : "/**";
		String literal = VARIABLE.matcher(path).replaceAll("");
		if (QUERY.matcher(literal).find()) {
			throw new InvalidRuleException(
					"'%s' has a query or a fragment".formatted(url.replaceFirst("(?s)[?#].*", "...")),
					"Write the url without it");
		}
		if (ENCODED.matcher(literal).find()) {
			throw new InvalidRuleException("the path of '%s' is encoded or has parameters".formatted(url),
					"Write the path decoded, without ';'");
		}
		if (RequestPath.hasDotSegments(VARIABLE.matcher(path).replaceAll("variable"))) {
			throw new InvalidRuleException("the path of '%s' has dot segments".formatted(url),
					"Write the path without them");
		}
		if (port < 1 || port > MAX_PORT) {
			throw new InvalidRuleException("the port of '%s' is not from 1 to %d".formatted(url, MAX_PORT),
					"Write a port, or none for the default");
		}
		// A variable for the remaining segments matches as ** does.
		PathContainer text = PathContainer.parsePath(REMAINDER.matcher(path).replaceFirst("**"), RequestPath.DECODED);
		return new RulePattern(scheme, host, port, parse(path), text, literals(path));
	}

	private static PathPattern parse(String path) {
		if (CONSTRAINT.matcher(path).find()) {
			throw new InvalidRuleException("the path '%s' has a regular expression".formatted(path),
					"Write the variable without it, as /people/{name}");
		}
		if (EXPRESSION.matcher(VARIABLE.matcher(path).replaceAll("variable")).find()) {
			throw new InvalidRuleException("the path '%s' has a regular expression".formatted(path),
					"Write the path as /people/*, /people/** or /people/{name}");
		}
		for (String segment : VARIABLE.matcher(path).replaceAll("*").split("/")) {
			if (segment.chars().filter((character) -> character == '*').count() > MAX_WILDCARDS) {
				throw new InvalidRuleException(
						"the path '%s' has a segment with more than %d wildcards".formatted(path, MAX_WILDCARDS),
						"Write one with fewer");
			}
		}
		try {
			return PathPatternParser.defaultInstance.parse(path);
		}
		catch (PatternParseException ex) {
			// Not the cause: Spring Boot would explain it as a mapping of a controller.
			throw new InvalidRuleException("the path '%s' is not a pattern (%s)".formatted(path, ex.getMessage()),
					"Write the path as /people/*, /people/** or /people/{name}");
		}
	}

	private static String host(String host) {
		boolean wildcard = host.startsWith("*.");
		String name = Host.normalise(wildcard ? host.substring(2) : host);
		if (!HOST.matcher(name).matches()) {
			throw new InvalidRuleException("'%s' is not a host".formatted(host),
					"Write the host as api.example.com or *.example.com, or a path alone for all hosts");
		}
		return (wildcard ? "*." : "") + name;
	}

	/**
	 * Return the host of a request. {@link URI#getHost} has none that contains an
	 * underscore or is not ASCII.
	 */
	static String host(URI uri) {
		return Host.normalise((uri.getHost() != null) ? uri.getHost() : PORT.matcher(authority(uri)).replaceFirst(""));
	}

	private static int port(URI uri) {
		int port = (uri.getHost() != null) ? uri.getPort() : portOf(authority(uri));
		return (port >= 0) ? port : defaultPort(uri.getScheme());
	}

	private static int portOf(String authority) {
		Matcher stated = PORT.matcher(authority);
		return stated.find() ? Integer.parseInt(stated.group(1)) : -1;
	}

	private static String authority(URI uri) {
		String authority = uri.getRawAuthority();
		return (authority != null) ? authority.substring(authority.lastIndexOf('@') + 1) : "";
	}

	private static int defaultPort(@Nullable String scheme) {
		return "https".equalsIgnoreCase(scheme) ? 443 : 80;
	}

	private static List<String> literals(String path) {
		List<String> literals = new ArrayList<>();
		for (String segment : path.substring(1).split("/")) {
			if (segment.isEmpty() || NOT_LITERAL.matcher(segment).find()) {
				break;
			}
			literals.add(segment);
		}
		return List.copyOf(literals);
	}

	/**
	 * Whether a URL matches whose host does.
	 */
	boolean matches(URI uri, PathContainer requested) {
		return isOrigin(uri) && this.path.matches(requested);
	}

	private boolean isOrigin(URI uri) {
		return this.scheme.isEmpty() || (this.scheme.equalsIgnoreCase(uri.getScheme()) && this.port == port(uri));
	}

	/**
	 * Whether every URL that another pattern matches, which has the host of this one or
	 * one of its domain, is matched by this one, as far as the patterns of the paths
	 * show.
	 */
	boolean covers(RulePattern other) {
		return (this.scheme.isEmpty() || (this.scheme.equals(other.scheme) && this.port == other.port))
				&& coversPath(other);
	}

	/**
	 * The pattern of the other rule is matched like a path: a wildcard in it stands for
	 * itself.
	 */
	private boolean coversPath(RulePattern other) {
		String own = this.text.value();
		String covered = other.text.value();
		boolean comparable = own.endsWith("/**") || !covered.contains("**");
		return own.equals(covered) || (comparable && this.path.matches(other.text));
	}

}
