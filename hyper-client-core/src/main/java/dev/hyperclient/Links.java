package dev.hyperclient;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

import dev.hyperclient.error.UnexpectedResponseException;
import org.jspecify.annotations.Nullable;

import org.springframework.web.util.UriUtils;

/**
 * The links that a service writes. They are followed as they are; only a character that
 * no address may contain is escaped.
 */
final class Links {

	private static final String ILLEGAL = " \"<>\\^`{|}";

	private Links() {
	}

	static URI parse(String link, URI where) {
		URI uri = uri(link);
		if (uri == null) {
			uri = uri(escaped(link));
		}
		if (uri == null || !uri.isAbsolute()) {
			throw new UnexpectedResponseException(where,
					"%s links to '%s', which is no absolute address".formatted(where, link));
		}
		return uri;
	}

	private static @Nullable URI uri(String text) {
		try {
			return new URI(text);
		}
		catch (URISyntaxException ex) {
			return null;
		}
	}

	private static String escaped(String link) {
		StringBuilder escaped = new StringBuilder(link.length() + 8);
		for (int i = 0; i < link.length(); i++) {
			String character = link.substring(i, i + 1);
			escaped
				.append(ILLEGAL.contains(character) ? UriUtils.encode(character, StandardCharsets.UTF_8) : character);
		}
		return escaped.toString();
	}

	/**
	 * The address with a query variable, which replaces one of the same name; everything
	 * else stays as it is.
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

	/** The address with a whole query, in addition to the one that it may have. */
	static URI withQuery(URI uri, String query) {
		String text = uri.toString();
		return URI.create(text + ((text.indexOf('?') < 0) ? "?" : "&") + query);
	}

}
