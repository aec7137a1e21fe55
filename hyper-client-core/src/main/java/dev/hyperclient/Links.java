package dev.hyperclient;

import java.net.URI;
import java.net.URISyntaxException;

import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.document.UriEncoding;
import dev.hyperclient.internal.text.UrlText;
import org.jspecify.annotations.Nullable;

/**
 * Links of a service. They are used as they are, except that characters that a URL must
 * not contain are encoded.
 */
final class Links {

	/** The query variable of the page size. */
	static final String PAGE_SIZE = "ws.size";

	private Links() {
	}

	static URI parse(String link, URI where) {
		return parse(link, where, where);
	}

	/** Parse a link, which is named in messages. */
	static URI parse(String link, URI where, Object source) {
		try {
			URI uri = UriEncoding.parse(link);
			if (uri.isAbsolute()) {
				return uri;
			}
		}
		catch (URISyntaxException ex) {
			throw noUrl(link, where, source, ex);
		}
		throw noUrl(link, where, source, null);
	}

	private static UnexpectedResponseException noUrl(String link, URI where, Object source, @Nullable Exception cause) {
		return new UnexpectedResponseException(where,
				"%s links to '%s', which is not an absolute URL".formatted(source, UrlText.shortened(link)), cause);
	}

	/**
	 * Return the URL with a query variable, which replaces one of the same name.
	 */
	static URI withQueryVariable(URI uri, String name, int value) {
		String text = uri.toString();
		int mark = text.indexOf('?');
		StringBuilder changed = new StringBuilder((mark < 0) ? text : text.substring(0, mark));
		char separator = '?';
		if (mark >= 0) {
			for (String variable : text.substring(mark + 1).split("&")) {
				if (!variable.isEmpty() && !variable.startsWith(name + "=")) {
					changed.append(separator).append(variable);
					separator = '&';
				}
			}
		}
		return URI.create(changed.append(separator).append(name).append('=').append(value).toString());
	}

	/** Return the URL with a query, appended to an existing one. */
	static URI withQuery(URI uri, String query) {
		String text = uri.toString();
		return URI.create(text + ((text.indexOf('?') < 0) ? "?" : "&") + query);
	}

}
