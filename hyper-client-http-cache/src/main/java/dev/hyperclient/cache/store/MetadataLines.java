package dev.hyperclient.cache.store;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The lines of the cache, of which each may occur once.
 */
final class MetadataLines {

	/**
	 * URL and media type of the key, separated by a space.
	 */
	static final String KEY = "-hyper-client-key";

	static final String IDENTITY = "-hyper-client-identity";

	static final String PERMANENT_REDIRECT = "-x-permanent-redirect-url";

	private final HeaderLines lines;

	private final Map<String, Integer> indexes = new HashMap<>();

	MetadataLines(HeaderLines lines) {
		this.lines = lines;
	}

	/**
	 * Add a line.
	 * @return whether it is the first with its name
	 */
	boolean add(String name, int index) {
		return this.indexes.put(name, index) == null;
	}

	@Nullable String identity() {
		return value(IDENTITY);
	}

	@Nullable String permanentRedirect() {
		return value(PERMANENT_REDIRECT);
	}

	/**
	 * Whether the file contains the expected key, or none: two keys with the same digest
	 * have the same file name.
	 */
	boolean isOf(CacheKey expected) {
		Integer key = this.indexes.get(KEY);
		return key == null || this.lines.hasValue(key, expected.url(), expected.variant())
				|| FieldValues.fromLine(FieldValues.toLine(text(expected))).equals(value(KEY));
	}

	/**
	 * Return the value of the line of a key.
	 */
	static String text(CacheKey key) {
		return key.url() + " " + key.variant();
	}

	private @Nullable String value(String name) {
		Integer index = this.indexes.get(name);
		return (index == null) ? null : FieldValues.fromLine(this.lines.value(index));
	}

}
