package dev.hyperclient;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.hyperclient.error.NoSuchEntryException;
import org.jspecify.annotations.Nullable;

/**
 * An ordered list of entries that the service returns in pages. Nothing is fetched before
 * an entry or the size is requested. Thread-safe.
 * <p>
 * The most recently received first page is kept for {@link #size()}, {@link #at} and
 * {@link #slice}, and for at most one iteration: each further iteration requests the
 * first page again, through the cache, and keeps it. Later pages are not kept. After a
 * write through the same root (a save, replacement or deletion, an operation that is sent
 * as POST, a write or deletion of a file), the kept page is not used again: its next use
 * makes one request with {@code Cache-Control: no-cache}. The result of a named operation
 * keeps the page that the operation has returned, for any number of uses and iterations,
 * and does not repeat the operation.
 * <p>
 * After 100 pages in a row without entries, {@link #at}, {@link #slice} and the iterators
 * throw {@link dev.hyperclient.error.UnexpectedResponseException}.
 * <pre class="code">{@code
 * EntryCollection recipes = root.collection("recipes");
 * int number = recipes.size();
 * List<Entry> first = recipes.slice(0, 10);
 * List<String> instructions = recipes.stream().map((recipe) -> recipe.getString("instructions")).toList();
 * }</pre>
 */
public non-sealed interface EntryCollection extends ServiceResource, Iterable<Entry> {

	/**
	 * Return the number of entries according to the kept first page, after an iteration
	 * according to the first page of that iteration. Makes one GET if no page is kept,
	 * and one more only if the service reports the size at a separate URL, once for each
	 * first page.
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
	 * Return an iterator over all entries in order. Makes one GET for each page when it
	 * is reached. The first page is the kept one if no other iteration has used it.
	 * @return an iterator, not thread-safe
	 */
	@Override
	default Iterator<Entry> iterator() {
		return iteration().iterator();
	}

	/**
	 * Return all entries in order as a stream. Makes the requests of {@link #iterator()}.
	 * @return a sequential stream
	 */
	default Stream<Entry> stream() {
		return iteration().stream();
	}

	/**
	 * Return all entries in order as instances of a type of the application, converted by
	 * {@link Entry#to(Class)}. Makes the requests of {@link #iterator()}.
	 * @param <T> the type
	 * @param type the type
	 * @return a sequential stream
	 */
	default <T> Stream<T> stream(Class<T> type) {
		return stream().map((entry) -> entry.to(type));
	}

	/**
	 * Return an iteration that can be configured for large collections: page size,
	 * reading ahead, prefetching of linked entries. Makes no request.
	 * @return an iteration with default settings
	 */
	EntryIteration iteration();

	/**
	 * Return the entry at an index. Makes no request if the kept first page has it,
	 * otherwise one GET for the page that begins with it. The page for the index 0 is the
	 * first page, which is then kept.
	 * @param index the index, from 0
	 * @return the entry
	 * @throws IndexOutOfBoundsException if the index is negative or past the end:
	 * {@code list index out of range}, with the index, the size if it is known without
	 * another request, and the URL
	 */
	Entry at(int index);

	/**
	 * Return the entries from a start index to a stop index, exclusive. Returns fewer
	 * entries if the collection ends before. Makes one GET for each page that is needed,
	 * except the kept first page; none for an empty range. A range from 0 fetches the
	 * first page, which is then kept.
	 * @param start the first index, {@code null} for 0
	 * @param stop the index after the last; required, nullable only for the specified
	 * exception
	 * @return the entries, a new list
	 * @throws IllegalArgumentException if the start is negative, or the stop is missing
	 * or negative, checked in this order
	 */
	default List<Entry> slice(@Nullable Integer start, @Nullable Integer stop) {
		return slice(start, stop, null);
	}

	/**
	 * Return the entries from a start index to a stop index, exclusive, with a step.
	 * Returns fewer entries if the collection ends before. Makes the requests of
	 * {@link #slice(Integer, Integer)}.
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
	 * Look up an entry by its key. Makes one GET. After a 404 or 410, two more GETs
	 * validate the root unless the service has sent or confirmed it within the validation
	 * interval.
	 * @param key the key, for instance a number or a name
	 * @return the entry, fetched, of its real type
	 * @throws NoSuchEntryException if there is no entry with the key
	 * @throws dev.hyperclient.error.ServiceDescriptionException if the service no longer
	 * has its root, so that each key is answered with 404
	 * @throws UnsupportedOperationException if no key lookup is declared for this
	 * collection
	 * @see ServiceRootBuilder#collection(String, CollectionType)
	 */
	Entry get(Object key);

	/**
	 * Look up an entry that may not exist by its key. Makes the requests of {@link #get}.
	 * @param key the key, for instance a number or a name
	 * @return the entry, fetched, of its real type; empty if the service answers 404
	 * @throws dev.hyperclient.error.ServiceDescriptionException if the service no longer
	 * has its root, so that each key is answered with 404. Not within the validation
	 * interval after the root was last confirmed
	 * @throws UnsupportedOperationException if no key lookup is declared for this
	 * collection
	 */
	default Optional<Entry> find(Object key) {
		try {
			return Optional.of(get(key));
		}
		catch (NoSuchEntryException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Return the entry with a key, unfetched. Makes no request, even if the entry is an
	 * argument or the value of a link: its URL is sent without a check. If there is no
	 * such entry, reading its first attribute throws
	 * {@link dev.hyperclient.error.NotFound}, or the
	 * {@link dev.hyperclient.error.ServiceDescriptionException} of {@link #get}, after
	 * the requests of that method.
	 * @param key the key, for instance a number or a name
	 * @return the entry, of the declared entry type of the collection
	 * @throws UnsupportedOperationException if no key lookup is declared for this
	 * collection
	 */
	Entry getReference(Object key);

	/**
	 * Return the same collection with another key lookup. Makes no request, and shares
	 * the first page only if this is the result of a named operation.
	 * @param lookup the key lookup
	 * @return the collection
	 */
	EntryCollection withKeyLookup(KeyLookup lookup);

	/**
	 * Fetch the first page and keep it. Makes one GET, conditional if the service has
	 * sent a validator (RFC 9110, 13), even if a stored response is fresh. For the result
	 * of an operation that is sent as GET, it is the request of the operation.
	 */
	@Override
	void svcRefresh();

}
