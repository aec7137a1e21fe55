package dev.hyperclient;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.error.NoSuchEntryException;
import org.jspecify.annotations.Nullable;

/**
 * An ordered list of entries that the service gives out in pages. Nothing is fetched
 * before an entry or the size is asked for; the first page is kept and used again until
 * {@link #svcRefresh()}, later pages are not. After 100 pages in a row without entries,
 * {@link #at}, {@link #slice} and the iterators throw
 * {@link dev.hyperclient.error.UnexpectedResponseException}.
 */
public non-sealed interface EntryCollection extends ServiceResource, Iterable<Entry> {

	/**
	 * Return how many entries there are. Fetches the first page unless it is there; one
	 * more request only if the service gives the size at a URL of its own.
	 * @return the size as the service counts, which may include entries that this user
	 * may not see
	 */
	int size();

	/**
	 * Return all entries in order, page after page as they are needed.
	 * @return an iterator, for one thread
	 */
	@Override
	Iterator<Entry> iterator();

	/**
	 * Return all entries in order, page after page as they are needed. Stopping early
	 * stops fetching.
	 * @return a sequential stream
	 */
	Stream<Entry> stream();

	/**
	 * Return a way through the entries that can be set up for many of them: the length of
	 * pages, reading ahead, fetching linked entries at once. No request.
	 * @return an iteration with nothing set
	 */
	EntryIteration iteration();

	/**
	 * Return the entry at an index.
	 * @param index the index, from 0
	 * @return the entry
	 * @throws IndexOutOfBoundsException if the index is negative or past the end:
	 * {@code list index out of range}
	 */
	Entry at(int index);

	/**
	 * As {@link #slice(Integer, Integer, Integer)} with a step of one.
	 * @param start the first index, {@code null} for 0
	 * @param stop the index after the last
	 * @return the entries
	 */
	List<Entry> slice(@Nullable Integer start, @Nullable Integer stop);

	/**
	 * Return the entries from one index up to, but not including, another one, or every
	 * so many of them. Where the collection ends before, there are fewer entries, or
	 * none. An empty range makes no request.
	 * @param start the first index, {@code null} for 0
	 * @param stop the index after the last; required, the parameter is nullable to let a
	 * slice without an end say what is wrong
	 * @param step how many indexes to go on from one entry to the next, {@code null} for
	 * 1
	 * @return the entries, a list of its own
	 * @throws IllegalArgumentException if the start is negative, else if the stop is
	 * missing or negative, else if the step is not positive
	 */
	List<Entry> slice(@Nullable Integer start, @Nullable Integer stop, @Nullable Integer step);

	/**
	 * Look an entry up by its key, with one GET.
	 * @param key the key, for instance a number or a name
	 * @return the entry, fetched, of its real type
	 * @throws NoSuchEntryException if there is none, with the key
	 * @throws UnsupportedOperationException if no key look-up is declared for this
	 * collection
	 * @see ServiceRootBuilder#collection(String, CollectionType)
	 */
	Entry get(Object key);

	/**
	 * Return the entry with a key, unfetched. Never makes a request and never fails for a
	 * missing entry: the first attribute that is read does.
	 * @param key the key, for instance a number or a name
	 * @return the entry, of the collection's declared type
	 * @throws UnsupportedOperationException if no key look-up is declared for this
	 * collection
	 */
	Entry getReference(Object key);

}
