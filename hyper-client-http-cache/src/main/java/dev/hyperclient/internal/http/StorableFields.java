package dev.hyperclient.internal.http;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;

/**
 * The header fields that are written to a file: all except fields of the connection (RFC
 * 9111, 3.1), the coding of decoded content, credentials and cookies.
 */
public final class StorableFields {

	private static final Set<String> EXCLUDED = Set.of("authorization", "set-cookie", "set-cookie2", "connection",
			"keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "content-encoding", "status");

	private static final Set<String> EXCLUDED_IN_ANY_CASE = names(EXCLUDED.toArray(String[]::new));

	private static final Set<String> SECRET_REQUEST_FIELDS = Set.of("authorization", "cookie", "proxy-authorization");

	private final Set<String> connectionOptions;

	public StorableFields(HttpHeaders headers) {
		List<String> connection = headers.getOrEmpty(HttpHeaders.CONNECTION);
		this.connectionOptions = connection.isEmpty() ? Set.of()
				: names(StringUtils.tokenizeToStringArray(String.join(",", connection), ","));
	}

	private static Set<String> names(String... names) {
		Set<String> inAnyCase = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		Collections.addAll(inAnyCase, names);
		return inAnyCase;
	}

	/**
	 * Whether a field is written, and accepted when it is read.
	 */
	public boolean include(String name) {
		return !EXCLUDED_IN_ANY_CASE.contains(name) && !name.regionMatches(true, 0, "proxy-", 0, 6)
				&& includeLowerCase(name);
	}

	/**
	 * Whether a field is accepted, in less time.
	 * @param name the name in lower case
	 */
	public boolean includeLowerCase(String name) {
		return isName(name) && !EXCLUDED.contains(name) && !name.startsWith("proxy-")
				&& !this.connectionOptions.contains(name);
	}

	/**
	 * Whether the value of a request field is written: it is not a secret.
	 * @param name the name in lower case
	 */
	public static boolean includeSelecting(String name) {
		return !SECRET_REQUEST_FIELDS.contains(name) && isName(name);
	}

	/**
	 * Whether a name is a token (RFC 9110, 5.6.2) and does not begin with a hyphen, as
	 * the lines of the cache do.
	 */
	private static boolean isName(String name) {
		if (name.isEmpty() || name.charAt(0) == '-') {
			return false;
		}
		for (int i = 0; i < name.length(); i++) {
			if (!isTokenCharacter(name.charAt(i))) {
				return false;
			}
		}
		return true;
	}

	private static boolean isTokenCharacter(int c) {
		return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
				|| "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
	}

}
