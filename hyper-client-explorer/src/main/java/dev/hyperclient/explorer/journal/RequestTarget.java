package dev.hyperclient.explorer.journal;

import java.net.URI;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Path and query of URLs as they are shown.
 */
final class RequestTarget {

	/**
	 * Parameters whose values may be credentials or signatures. Services of this kind
	 * have them in header fields, so that too many names do no harm.
	 */
	private static final Pattern SECRET = Pattern.compile(
			"(?i)((?:^|&)[^=&]*(?:token|secret|passw|signature|credential|oauth|api.?key|auth|session|sig)[^=&]*=)[^&]*");

	private RequestTarget() {
	}

	/**
	 * Return the text for a request.
	 * @param uri the URL of the request
	 * @param first the URL of the call, which is another one after a redirect, whose
	 * query may be a signature
	 */
	static String of(URI uri, URI first) {
		boolean redirected = !uri.equals(first);
		String query = uri.getRawQuery();
		String shown = uri.getRawPath();
		if (!Objects.equals(uri.getHost(), first.getHost()) || uri.getPort() != first.getPort()) {
			shown = uri.getScheme() + "://" + uri.getHost() + ((uri.getPort() >= 0) ? ":" + uri.getPort() : "") + shown;
		}
		if (query == null) {
			return shown;
		}
		return shown + "?" + (redirected ? "..." : SECRET.matcher(query).replaceAll("$1..."));
	}

}
