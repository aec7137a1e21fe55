package dev.hyperclient.cookbook.service;

import org.jspecify.annotations.Nullable;

/**
 * What came of an operation, before it is put into the words of HTTP.
 */
sealed interface OperationResult {

	/**
	 * Some entries of one type.
	 *
	 * @param type the type
	 * @param entries the entries
	 * @param <E> what is stored for an entry
	 */
	record Found<E>(TypeDescription<E> type, Listing<E> entries) implements OperationResult {
	}

	/**
	 * One entry or none.
	 *
	 * @param type the type
	 * @param entry the entry
	 * @param <E> what is stored for an entry
	 */
	record Single<E>(TypeDescription<E> type, @Nullable E entry) implements OperationResult {
	}

	/**
	 * A new entry.
	 *
	 * @param library the library with it
	 * @param path where it is
	 */
	record Created(Library library, ResourcePath path) implements OperationResult {
	}

	/**
	 * The entry is now found elsewhere.
	 *
	 * @param library the library after the move
	 * @param path where it is
	 */
	record Moved(Library library, ResourcePath path) implements OperationResult {
	}

	/**
	 * Done, and nothing to tell.
	 *
	 * @param library the library after it
	 */
	record Done(Library library) implements OperationResult {
	}

}
