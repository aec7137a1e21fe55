package dev.hyperclient.cookbook.service;

import java.util.Optional;

import dev.hyperclient.cookbook.service.security.Caller;

/**
 * How the entries of one type are found in the library and put back.
 *
 * @param <E> what is stored for an entry
 */
interface EntryAccess<E> {

	Listing<E> list(Library library);

	Optional<E> find(Library library, String key);

	String keyOf(E entry);

	/**
	 * Whether the entry may be shown to somebody.
	 * @param entry the entry
	 * @param caller who wants to see it
	 * @return whether it may
	 */
	default boolean isVisible(E entry, Caller caller) {
		return true;
	}

	/**
	 * Put an entry in the place of what it was.
	 * @param library the library
	 * @param before the entry as it was
	 * @param after the entry as it is to be
	 * @return the next library
	 * @throws RequestRefusedException if the place is taken
	 */
	Library replace(Library library, E before, E after);

	default Library remove(Library library, E entry) {
		throw new UnsupportedOperationException("Entries of this type stay");
	}

}
