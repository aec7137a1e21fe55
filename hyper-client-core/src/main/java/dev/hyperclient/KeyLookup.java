package dev.hyperclient;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.internal.description.DescribedMembers;
import dev.hyperclient.internal.document.UriEncoding;

import org.springframework.util.Assert;
import org.springframework.web.util.UriUtils;

/**
 * Determines the URL of the entry with a key. Makes no request. Implementations must be
 * thread-safe.
 */
@FunctionalInterface
public interface KeyLookup {

	/**
	 * Return the URL of the entry with a key.
	 * @param baseUrl the base URL, with the version and a trailing slash
	 * @param key the key
	 * @return the absolute URL
	 * @throws IllegalArgumentException if the key is invalid
	 */
	URI uriOf(URI baseUrl, Object key);

	/**
	 * Return a lookup by a path below the base URL.
	 * @param path the path, with the placeholder <code>{key}</code>:
	 * <code>recipes/{key}</code>, <code>~{key}</code>. The key is percent-encoded,
	 * including slashes, so that it remains one segment. A leading slash is ignored
	 * @return the lookup
	 * @throws IllegalArgumentException if the path has no <code>{key}</code>, or is not a
	 * valid path of a URL
	 */
	static KeyLookup path(String path) {
		int at = path.indexOf("{key}");
		Assert.isTrue(at >= 0, () -> "'path' must contain {key} but is '%s'".formatted(path));
		String before = path.substring(path.startsWith("/") ? 1 : 0, at);
		String after = path.substring(at + "{key}".length());
		Assert.isTrue(isPath(before + "key" + after),
				() -> "'path' must be a path such as recipes/{key} but is '%s'".formatted(path));
		return (baseUrl, key) -> {
			Assert.isTrue(
					!(key instanceof Optional || key instanceof Iterable || key instanceof Map
							|| key.getClass().isArray() || key instanceof DescribedMembers
							|| DescribedMembers.OF_TYPED_ENTRY.of(key).isPresent()),
					() -> "a key is a text or a number, not a %s".formatted(key.getClass().getTypeName()));
			String text = key.toString();
			Assert.isTrue(!text.isEmpty() && !text.equals(".") && !text.equals(".."),
					() -> "'%s' is not a valid key".formatted(text));
			Assert.isTrue(UriEncoding.isWellFormed(text),
					() -> "'%s' is not a valid key: it contains an unpaired surrogate".formatted(text));
			return URI.create(baseUrl + before + UriUtils.encode(text, StandardCharsets.UTF_8) + after);
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
