package dev.hyperclient.cache.store;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import org.springframework.http.HttpHeaders;

/**
 * Which header fields are kept on disk: not those that belong to one connection (RFC
 * 9111, 3.1), not the coding that the content no longer has, no credentials and no
 * cookies.
 */
final class StorableFields {

	private static final Set<String> EXCLUDED = Set.of("authorization", "set-cookie", "set-cookie2", "connection",
			"keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "content-encoding", "status");

	private static final Set<String> SECRET_REQUEST_FIELDS = Set.of("authorization", "cookie", "proxy-authorization");

	private final Set<String> ofConnection;

	StorableFields(HttpHeaders headers) {
		List<String> connection = headers.getOrEmpty(HttpHeaders.CONNECTION);
		this.ofConnection = connection.isEmpty() ? Set.of()
				: connection.stream()
					.flatMap((value) -> Arrays.stream(value.split(",")))
					.map((name) -> name.strip().toLowerCase(Locale.ROOT))
					.collect(Collectors.toSet());
	}

	/**
	 * Whether a field is kept.
	 * @param name the name in lower case
	 * @return whether it may be written, or believed when read
	 */
	boolean include(String name) {
		return isName(name) && !EXCLUDED.contains(name) && !name.startsWith("proxy-")
				&& !this.ofConnection.contains(name);
	}

	/**
	 * Whether the value of a request field may be kept.
	 * @param name the name in lower case
	 * @return whether it is no secret
	 */
	static boolean includeSelecting(String name) {
		return !SECRET_REQUEST_FIELDS.contains(name) && isName(name);
	}

	/**
	 * A token of RFC 9110, 5.6.2, but not one that begins like the lines we add
	 * ourselves: no server may speak in our name.
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
