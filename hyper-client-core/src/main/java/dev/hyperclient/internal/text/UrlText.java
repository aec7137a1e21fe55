package dev.hyperclient.internal.text;

import java.net.URI;

import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.http.Origin;

/**
 * URLs for messages and log lines: of one line, and without user information.
 */
public final class UrlText {

	private static final int MAX_LENGTH = 1000;

	private UrlText() {
	}

	/**
	 * Return the text of a URL that the description, the application or a representation
	 * contains.
	 * @param uri the URL
	 * @return the text
	 */
	public static String of(URI uri) {
		return shortened(Origin.maskingUser(uri).toString());
	}

	/**
	 * Return the text of a URL without its query, which may be a signature if the URL is
	 * the target of a redirect.
	 * @param uri the URL
	 * @return the text, with {@code ?...} in place of the query
	 */
	public static String withoutQuery(URI uri) {
		return withoutQuery(of(uri));
	}

	/**
	 * Return a URL without its query, its fragment and the parameters of its path.
	 * @param url the URL
	 * @return the URL in one line, with {@code ?...} in place of the query
	 */
	public static String withoutQuery(String url) {
		return shortened(PrintableText.url(url));
	}

	/**
	 * Return the text of a URL, or of what should be one, in one line and truncated if it
	 * is long.
	 * @param url the text
	 * @return the text, with its length if it is truncated
	 */
	public static String shortened(String url) {
		return PrintableText.line((url.length() > MAX_LENGTH)
				? "%s... (%d characters)".formatted(url.substring(0, MAX_LENGTH), url.length()) : url);
	}

}
