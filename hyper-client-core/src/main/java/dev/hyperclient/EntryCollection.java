package dev.hyperclient;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.hyperclient.error.NoSuchEntryException;
import org.jspecify.annotations.Nullable;

/**
 * An ordered list of entries that the service returns in pages. Nothing is fetched before
 * an entry or the size is requested. The first page is kept until {@link #svcRefresh()};
 * later pages are not. After 100 pages in a row without entries, {@link #at},
 * {@link #slice} and the iterators throw
 * {@link dev.hyperclient.error.UnexpectedResponseException}.
 */
public non-sealed interface EntryCollection extends ServiceResource, Iterable<Entry> {

	/**
	 * Return the number of entries. Fetches the first page if necessary, and makes one
	 * more request only if the service reports the size at a separate URL.
	 * @return the size as the service reports it, which may include entries that are not
	 * visible to the user
	 */
	int size();

	/**
	 * Return the description of the type of this collection, which has its operations.
	 * Makes no request.
	 * @return the type, empty if it is unknown
	 */
	Optional<TypeDescription> type();

	/**
	 * Return the description of the declared type of the entries: attributes, links and
	 * operations. An entry may have a more specific type, see {@link Entry#type()}. Makes
	 * no request.
	 * @return the type, empty if it is unknown
	 */
	Optional<TypeDescription> entryType();

	/**
	 * Return an iterator over all entries in order, which fetches pages when they are
	 * needed.
	 * @return an iterator, not thread-safe
	 */
	@Override
	Iterator<Entry> iterator();

	/**
	 * Return all entries in order as a stream, which fetches pages when they are needed.
	 * @return a sequential stream
	 */
	Stream<Entry> stream();

	/**
	 * Return all entries in order as instances of a type of the application, converted by
	 * {@link Entry#to(Class)}. Pages are fetched when they are needed.
	 * @param <T> the type
	 * @param type the type
	 * @return a sequential stream
	 */
	<T> Stream<T> stream(Class<T> type);

	/**
	 * Return an iteration that can be configured for large collections: page size,
	 * reading ahead, prefetching of linked entries. Makes no request.
	 * @return an iteration with default settings
	 */
	EntryIteration iteration();

	/**
	 * Return the entry at an index.
	 * @param index the index, from 0
	 * @return the entry
	 * @throws IndexOutOfBoundsException if the index is negative or past the end:
	 * {@code list index out of range}, with the index, the size if it is known, and the
	 * URL
	 */
	Entry at(int index);

	/**
	 * Return the entries from a start index to a stop index, exclusive. Returns fewer
	 * entries if the collection ends before. An empty range makes no request.
	 * @param start the first index
	 * @param stop the index after the last
	 * @return the entries, a new list
	 * @throws IllegalArgumentException if the start or the stop is negative
	 */
	List<Entry> slice(int start, int stop);

	/**
	 * Return a range of entries, as {@link #slice(Integer, Integer, Integer)} with a step
	 * of 1.
	 * @param start the first index, {@code null} for 0
	 * @param stop the index after the last
	 * @return the entries
	 */
	List<Entry> slice(@Nullable Integer start, @Nullable Integer stop);

	/**
	 * Return the entries from a start index to a stop index, exclusive, with a step.
	 * Returns fewer entries if the collection ends before. An empty range makes no
	 * request.
	 * @param start the first index, {@code null} for 0
	 * @param stop the index after the last; required, nullable only for the specified
	 * exception
	 * @param step the distance from one index to the next, {@code null} for 1
	 * @return the entries, a new list
	 * @throws IllegalArgumentException if the start is negative, the stop is missing or
	 * negative, or the step is not positive, checked in this order
	 */
	List<Entry> slice(@Nullable Integer start, @Nullable Integer stop, @Nullable Integer step);

	/**
	 * Look up an entry by its key, with one GET request.
	 * @param key the key, for instance a number or a name
	 * @return the entry, fetched, of its real type
	 * @throws NoSuchEntryException if there is no entry with the key
	 * @throws UnsupportedOperationException if no key lookup is declared for this
	 * collection
	 * @see ServiceRootBuilder#collection(String, CollectionType)
	 */
	Entry get(Object key);

	/**
	 * Return the entry with a key, unfetched. Makes no request. If there is no such
	 * entry, reading its first attribute throws {@link dev.hyperclient.error.NotFound}.
	 * @param key the key, for instance a number or a name
	 * @return the entry, of the declared entry type of the collection
	 * @throws UnsupportedOperationException if no key lookup is declared for this
	 * collection
	 */
	Entry getReference(Object key);

	/**
	 * Return the same collection with another key lookup. Makes no request, and does not
	 * share the first page.
	 * @param lookup the key lookup
	 * @return the collection, unfetched
	 */
	EntryCollection withKeyLookup(KeyLookup lookup);

}
