package dev.hyperclient;

import org.jspecify.annotations.Nullable;

/**
 * Declares properties of a collection that the description of the service does not
 * contain: the type of its entries, and how to look them up by key. Immutable.
 *
 * @param entryType the id of the declared entry type, {@code null} for the type in the
 * description. The real type of an entry may differ, for instance be a subtype
 * @param keyLookup the key lookup, {@code null} for none
 */
public record CollectionType(@Nullable String entryType, @Nullable KeyLookup keyLookup) {

	/**
	 * Return the declaration of a collection with a declared entry type.
	 * @param entryType the id of the type in the description, for instance {@code recipe}
	 * @return the declaration
	 */
	public static CollectionType collectionOf(String entryType) {
		return new CollectionType(entryType, null);
	}

	/**
	 * Return the declaration of a collection whose entries can be looked up by key.
	 * @param path the path of an entry below the base URL, with the placeholder
	 * <code>{key}</code>
	 * @return the declaration
	 * @throws IllegalArgumentException if the path has no <code>{key}</code>, or is not a
	 * valid path of a URL
	 * @see KeyLookup#path(String)
	 */
	public static CollectionType keyedBy(String path) {
		return new CollectionType(null, KeyLookup.path(path));
	}

	/**
	 * Return the same declaration with another key lookup.
	 * @param lookup the lookup
	 * @return the declaration
	 */
	public CollectionType withKeyLookup(KeyLookup lookup) {
		return new CollectionType(this.entryType, lookup);
	}

	/**
	 * Return the same declaration with a key lookup by path.
	 * @param path the path of an entry below the base URL, with the placeholder
	 * <code>{key}</code>
	 * @return the declaration
	 * @throws IllegalArgumentException if the path has no <code>{key}</code>, or is not a
	 * valid path of a URL
	 */
	public CollectionType withKeyPath(String path) {
		return withKeyLookup(KeyLookup.path(path));
	}

	/**
	 * Return the same declaration with another entry type.
	 * @param type the id of the type in the description
	 * @return the declaration
	 */
	public CollectionType withEntryType(String type) {
		return new CollectionType(type, this.keyLookup);
	}

}
