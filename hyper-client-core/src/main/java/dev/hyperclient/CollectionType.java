package dev.hyperclient;

import org.jspecify.annotations.Nullable;

/**
 * What the client declares about a collection beyond the service's description: of which
 * type its entries are, and how a key leads to one. Immutable.
 *
 * @param entryType the id of the declared entry type, {@code null} for the one that the
 * description names. Entries may turn out to be of other types, for instance of subtypes
 * @param keyLookup how a key leads to an entry, {@code null} for not at all
 */
public record CollectionType(@Nullable String entryType, @Nullable KeyLookup keyLookup) {

	/**
	 * Return a collection whose entries are of a declared type.
	 * @param entryType the id of the type in the description, for instance {@code recipe}
	 * @return the declaration
	 */
	public static CollectionType collectionOf(String entryType) {
		return new CollectionType(entryType, null);
	}

	/**
	 * Return a collection whose entries can be looked up by a key.
	 * @param path the path of an entry below the service root, with <code>{key}</code> in
	 * it
	 * @return the declaration
	 * @see KeyLookup#path(String)
	 */
	public static CollectionType keyedBy(String path) {
		return new CollectionType(null, KeyLookup.path(path));
	}

	/**
	 * Return the same with another way from a key to an entry.
	 * @param lookup the look-up
	 * @return the declaration
	 */
	public CollectionType withKeyLookup(KeyLookup lookup) {
		return new CollectionType(this.entryType, lookup);
	}

	/**
	 * Return the same with a path that contains the key.
	 * @param path the path of an entry below the service root, with <code>{key}</code> in
	 * it
	 * @return the declaration
	 */
	public CollectionType withKeyPath(String path) {
		return withKeyLookup(KeyLookup.path(path));
	}

	/**
	 * Return the same with another entry type.
	 * @param type the id of the type in the description
	 * @return the declaration
	 */
	public CollectionType withEntryType(String type) {
		return new CollectionType(type, this.keyLookup);
	}

}
