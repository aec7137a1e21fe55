package dev.hyperclient;

import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Configures an iteration over many entries. Without settings, it behaves like
 * {@link EntryCollection#iterator()}: each page is fetched when it is reached, and the
 * collection keeps the first one. Apart from that, at most two pages and a limited number
 * of linked entries are held in memory.
 * <p>
 * Immutable and thread-safe: each setting returns a new iteration, and each
 * {@link #iterator()} and {@link #stream()} starts with the first entry. Iterators and
 * streams are not thread-safe. If a page cannot be fetched, they throw the exception of
 * the {@link ServiceResource request}; the next call tries that page again. After 100
 * pages in a row without entries they throw
 * {@link dev.hyperclient.error.UnexpectedResponseException}. The
 * {@link ServiceRootBuilder#callTimeout call timeout} applies to each step to the next
 * entry.
 * <p>
 * Concurrent requests run on the {@link ServiceRootBuilder#executor executor} of the
 * root, with retries, cache and observation. A page that is read ahead has its own
 * timeout; linked entries share the timeout of their page, and remain unfetched if it
 * passes. <pre class="code">{@code
 * for (Entry recipe : root.collection("recipes").iteration().pageSize(100).readAhead().prefetch("dish")) {
 * 	System.out.println(recipe.entry("dish").getString("name"));
 * }
 * }</pre>
 */
public interface EntryIteration extends Iterable<Entry> {

	/**
	 * Return an iteration that requests pages of a size, by {@code ws.size}. Makes no
	 * request itself. The size is a hint: the service decides, and rejects a size above
	 * its maximum with {@link dev.hyperclient.error.BadRequest}. A kept first page is
	 * used only if it was requested with this size, or if the page is the result of a
	 * named operation.
	 * @param entries the number of entries for each page, positive
	 * @return an iteration with this page size
	 * @throws IllegalArgumentException if the number is not positive
	 */
	EntryIteration pageSize(int entries);

	/**
	 * Return an iteration that fetches one page ahead, starting with the third page while
	 * the second is processed. Makes no request itself. An iteration that stops on the
	 * first page makes one request.
	 * @return an iteration that reads ahead
	 */
	EntryIteration readAhead();

	/**
	 * Return an iteration that fetches the linked entries of each page concurrently, each
	 * of them once, before the first entry of the page is returned. Makes no request
	 * itself. {@link Entry#entry(String)} then returns {@link Entry#isFetched() fetched}
	 * entries for these links, the same object for all entries that link to it. The last
	 * 256 linked entries are reused for the following pages.
	 * <p>
	 * A link that is missing, null or redacted is skipped. If a linked entry cannot be
	 * fetched, it remains unfetched and the iteration continues; reading the entry makes
	 * the request again.
	 * <p>
	 * A linked entry has the state of the time when it was fetched;
	 * {@link ServiceResource#svcRefresh()} refreshes it. After the linking entry is
	 * refreshed, changed or saved, or an operation is invoked on it, its links return
	 * unfetched entries again. The entries of such an iteration do not share unsaved
	 * changes with other entries.
	 * @param links names of links without {@code _link}, in addition to previous ones
	 * @return an iteration that prefetches these links
	 * @throws IllegalArgumentException if entries of the collection have no such link. If
	 * the collection does not declare the type of its entries, the iterator throws it
	 * with the first entries
	 */
	EntryIteration prefetch(String... links);

	/**
	 * Return an iteration with a maximum number of concurrent requests. The calling
	 * thread makes one of them, so 1 means that only a page that is read ahead is fetched
	 * concurrently. Makes no request itself. The default is 8; the executor may have
	 * fewer threads.
	 * @param requests the maximum number of requests, positive
	 * @return an iteration with this limit
	 * @throws IllegalArgumentException if the number is not positive
	 */
	EntryIteration maxConcurrency(int requests);

	/**
	 * Return an iterator over all entries in order. Makes one GET for each page, and one
	 * for each linked entry to {@link #prefetch}. The first page is the kept one of the
	 * collection if no other iteration has used it. If a loop ends early, at most one
	 * page with its linked entries was fetched unnecessarily, and only when reading
	 * ahead.
	 * @return an iterator, not thread-safe
	 */
	@Override
	Iterator<Entry> iterator();

	/**
	 * Return all entries in order as a stream. Makes the requests of {@link #iterator()}.
	 * Closing the stream cancels a page that is read ahead; without {@link #readAhead()}
	 * it need not be closed.
	 * @return a sequential stream
	 */
	Stream<Entry> stream();

}
