package dev.hyperclient;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

import dev.hyperclient.internal.document.UriEncoding;

import org.springframework.web.util.UriUtils;

/**
 * Tells where the entry with a key is. Makes no request. Thread-safe.
 */
@FunctionalInterface
public interface KeyLookup {

	/**
	 * Return the URL of the entry with a key.
	 * @param serviceRoot the URL of the service root, with its version and a slash at the
	 * end
	 * @param key the key
	 * @return the absolute URL
	 * @throws IllegalArgumentException if this can be no key
	 */
	URI uriOf(URI serviceRoot, Object key);

	/**
	 * Return a look-up by a path below the service root.
	 * @param path the path, with <code>{key}</code> where the key belongs:
	 * <code>recipes/{key}</code>, <code>~{key}</code>. The key is percent-encoded, its
	 * slashes included, so that it stays one segment. A slash at the beginning makes no
	 * difference
	 * @return the look-up
	 * @throws IllegalArgumentException if the path has no <code>{key}</code>, or would
	 * not be a path in a URL
	 */
	static KeyLookup path(String path) {
		int at = path.indexOf("{key}");
		if (at < 0) {
			throw new IllegalArgumentException("'path' must contain {key} but is '%s'".formatted(path));
		}
		String before = path.substring(path.startsWith("/") ? 1 : 0, at);
		String after = path.substring(at + "{key}".length());
		if (!isPath(before + "key" + after)) {
			throw new IllegalArgumentException(
					"'path' must be a path such as recipes/{key} but is '%s'".formatted(path));
		}
		return (serviceRoot, key) -> {
			String text = key.toString();
			if (text.isEmpty() || text.equals(".") || text.equals("..")) {
				throw new IllegalArgumentException("'%s' can be no key".formatted(text));
			}
			if (!UriEncoding.isWellFormed(text)) {
				throw new IllegalArgumentException(
						"'%s' can be no key: it has half of a surrogate pair".formatted(text));
			}
			return URI.create(serviceRoot + before + UriUtils.encode(text, StandardCharsets.UTF_8) + after);
		};
	}

	private static boolean isPath(String path) {
		try {
			URI uri = new URI("http://host/path/" + path);
			return uri.normalize().equals(uri) && uri.getRawFragment() == null && !path.contains("://");
		}
		catch (URISyntaxException ex) {
			return false;
		}
	}

}
