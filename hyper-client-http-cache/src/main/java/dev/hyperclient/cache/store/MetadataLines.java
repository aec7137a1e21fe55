package dev.hyperclient.cache.store;

import java.util.HashSet;
import java.util.Set;

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

	private static final int MISSING = -1;

	private final HeaderLines lines;

	private int key = MISSING;

	private int identity = MISSING;

	private int permanentRedirect = MISSING;

	private Set<String> others = Set.of();

	MetadataLines(HeaderLines lines) {
		this.lines = lines;
	}

	/**
	 * Add a line.
	 * @return whether it is the first with its name
	 */
	boolean add(String name, int index) {
		int before = MISSING;
		switch (name) {
			case KEY -> {
				before = this.key;
				this.key = index;
			}
			case IDENTITY -> {
				before = this.identity;
				this.identity = index;
			}
			case PERMANENT_REDIRECT -> {
				before = this.permanentRedirect;
				this.permanentRedirect = index;
			}
			default -> {
				return addOther(name);
			}
		}
		return before == MISSING;
	}

	@Nullable String identity() {
		return value(this.identity);
	}

	@Nullable String permanentRedirect() {
		return value(this.permanentRedirect);
	}

	/**
	 * Whether the file contains the expected key, or none: two keys with the same digest
	 * have the same file name.
	 */
	boolean isOf(CacheKey expected) {
		return this.key == MISSING || this.lines.hasValue(this.key, expected.url(), expected.variant())
				|| FieldValues.fromLine(FieldValues.toLine(text(expected))).equals(value(this.key));
	}

	/**
	 * Return the value of the line of a key.
	 */
	static String text(CacheKey key) {
		return key.url() + " " + key.variant();
	}

	private @Nullable String value(int index) {
		return (index == MISSING) ? null : FieldValues.fromLine(this.lines.value(index));
	}

	private boolean addOther(String name) {
		if (this.others.isEmpty()) {
			this.others = Set.of(name);
			return true;
		}
		if (!(this.others instanceof HashSet)) {
			this.others = new HashSet<>(this.others);
		}
		return this.others.add(name);
	}

}
