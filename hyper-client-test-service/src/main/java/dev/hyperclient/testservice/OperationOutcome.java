package dev.hyperclient.testservice;

import org.jspecify.annotations.Nullable;

/**
 * Outcome of a named operation, independent of HTTP.
 *
 * @param <D> the data of the service
 */
public sealed interface OperationOutcome<D> {

	/**
	 * Entries of one type, returned page by page.
	 *
	 * @param type the type
	 * @param entries the entries
	 * @param <D> the data of the service
	 * @param <E> the stored entry
	 */
	record Found<D, E>(EntryType<D, E> type, EntryList<E> entries) implements OperationOutcome<D> {
	}

	/**
	 * One entry or none.
	 *
	 * @param type the type
	 * @param entry the entry
	 * @param <D> the data of the service
	 * @param <E> the stored entry
	 */
	record Single<D, E>(EntryType<D, E> type, @Nullable E entry) implements OperationOutcome<D> {
	}

	/**
	 * A new entry.
	 *
	 * @param data the data with the entry
	 * @param type the type
	 * @param entry the entry
	 * @param <D> the data of the service
	 * @param <E> the stored entry
	 */
	record Created<D, E>(D data, EntryType<D, E> type, E entry) implements OperationOutcome<D> {
	}

	/**
	 * A change of an entry's URL.
	 *
	 * @param data the data after the change
	 * @param type the type
	 * @param entry the entry after the change
	 * @param <D> the data of the service
	 * @param <E> the stored entry
	 */
	record Moved<D, E>(D data, EntryType<D, E> type, E entry) implements OperationOutcome<D> {
	}

	/**
	 * A JSON value that is neither an entry nor a page of entries.
	 *
	 * @param value the value: a text, number, boolean, list or map
	 * @param <D> the data of the service
	 */
	record Value<D>(Object value) implements OperationOutcome<D> {
	}

	/**
	 * A change with a result.
	 *
	 * @param data the data after the change
	 * @param result the result, which has no change of its own
	 * @param <D> the data of the service
	 */
	record Changed<D>(D data, OperationOutcome<D> result) implements OperationOutcome<D> {
	}

	/**
	 * A change without a result.
	 *
	 * @param data the data after the change
	 * @param <D> the data of the service
	 */
	record Done<D>(D data) implements OperationOutcome<D> {
	}

}
