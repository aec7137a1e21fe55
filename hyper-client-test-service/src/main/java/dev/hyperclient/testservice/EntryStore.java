package dev.hyperclient.testservice;

import java.util.Optional;

/**
 * Finds and replaces the entries of one type in the data of the service. Data and entries
 * are immutable; implementations are called by several threads.
 *
 * @param <D> the data of the service
 * @param <E> the stored entry
 */
public interface EntryStore<D, E> {

	/**
	 * Return all entries in the order of the collection.
	 * @param data the data
	 * @return the entries
	 */
	EntryList<E> list(D data);

	/**
	 * Return the entry with a key.
	 * @param data the data
	 * @param key the last path segment of the entry's URL, decoded
	 * @return the entry, or empty if there is none
	 */
	Optional<E> find(D data, String key);

	/**
	 * Return the key of an entry.
	 * @param entry the entry
	 * @return the key
	 */
	String keyOf(E entry);

	/**
	 * Return whether a caller may read an entry. Other entries are refused with status
	 * 401 and omitted from pages, but counted in {@code total_size}.
	 * @param entry the entry
	 * @param caller the caller
	 * @return whether the entry is visible
	 */
	default boolean isVisible(E entry, Caller caller) {
		return true;
	}

	/**
	 * Replace an entry by a changed one.
	 * @param data the data
	 * @param before the present entry
	 * @param after the changed entry
	 * @return the next data
	 * @throws RequestRefusedException if the change conflicts with another entry
	 */
	D replace(D data, E before, E after);

	/**
	 * Remove an entry. Called for deletable types only.
	 * @param data the data
	 * @param entry the entry
	 * @return the next data
	 */
	default D remove(D data, E entry) {
		throw new UnsupportedOperationException("Entries of this type cannot be deleted");
	}

}
