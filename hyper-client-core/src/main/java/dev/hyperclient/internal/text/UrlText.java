package dev.hyperclient.internal.text;

import dev.hyperclient.internal.message.PrintableText;
import java.net.URI;

import dev.hyperclient.internal.uri.Origin;

/**
 * URLs for messages and log lines: of one line, and without user information.
 */
public final class UrlText {

	private UrlText() {
	}

	/**
	 * Return the text of a URL that the description, the application or a representation
	 * contains.
	 * @param uri the URL
	 * @return the text
	 */
	public static String of(URI uri) {
		return PrintableText.line(Origin.maskingUser(uri).toString());
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
		return PrintableText.url(url);
	}

}
