package dev.hyperclient;

import java.util.Iterator;
import java.util.stream.Stream;

/**
 * How to go through many entries. As long as nothing is set it goes as
 * {@link EntryCollection#iterator()} does: one page after the other, each when it is
 * reached. Whatever is set, no more than two pages and a bounded number of linked entries
 * are held at a time.
 * <p>
 * Immutable and thread-safe: each setting gives another iteration, and each
 * {@link #iterator()} and {@link #stream()} begins at the first entry. The iterators and
 * streams are each for one thread. If a page cannot be fetched they throw what
 * {@link ServiceResource any request} throws; who asks them once more asks for that page
 * once more. After 100 pages in a row without entries they throw
 * {@link dev.hyperclient.error.UnexpectedResponseException}. Each step to the next entry
 * takes no longer than {@link ServiceRootBuilder#callTimeout a call may take}.
 * <p>
 * What is fetched beside the calling thread runs on the
 * {@link ServiceRootBuilder#executor executor} of the root, with its retries, the cache
 * and its observation. A page that is read ahead has a time-out of its own; the linked
 * entries of a page share that of the page, and those not fetched in time stay unfetched.
 */
public interface EntryIteration extends Iterable<Entry> {

	/**
	 * Ask for pages of a certain length, by {@code ws.size}. It is a hint: the service
	 * decides, and refuses a length above its maximum with
	 * {@link dev.hyperclient.error.BadRequest}. A first page that is known already is
	 * used as it is; one that is asked for with a length of its own is not kept.
	 * @param entries how many entries a page should have, positive
	 * @return an iteration with this page length
	 */
	EntryIteration pageSize(int entries);

	/**
	 * Fetch one page ahead. This begins with the second page: while that is gone through
	 * the third is fetched, so that who stops on the first page has cost one request.
	 * @return an iteration that reads ahead
	 */
	EntryIteration readAhead();

	/**
	 * Fetch the entries behind links at once for a whole page, each of them one time,
	 * before the first entry of the page is given out. {@link Entry#entry(String)} of
	 * these links then gives an entry that is {@link Entry#isFetched() fetched}, the same
	 * object to all entries that link to it. Of the linked entries, the last 256 are
	 * remembered from one page to the next and not fetched again.
	 * <p>
	 * A link that is missing, null or redacted is passed over. One that cannot be fetched
	 * does not disturb the iteration: its entry stays unfetched, and reading it asks
	 * again and throws what is wrong.
	 * <p>
	 * A linked entry is as current as its fetching; {@link ServiceResource#svcRefresh()}
	 * renews it. Once the entry that links was refreshed, set, saved or had an operation
	 * carried out on it, its own links are ordinary ones again. The entries of such an
	 * iteration are objects of their own and know nothing of changes that were made to
	 * others and not saved.
	 * @param links names of links without {@code _link}, in addition to those named
	 * before
	 * @return an iteration that fetches these links
	 */
	EntryIteration prefetch(String... links);

	/**
	 * Bound the requests that this iteration has in flight. The calling thread is one of
	 * those that make them, so one means that nothing is fetched at the same time but a
	 * page that is read ahead. 8 unless set; the executor may have fewer threads.
	 * @param requests the number of requests, positive
	 * @return an iteration with this bound
	 */
	EntryIteration maxConcurrency(int requests);

	/**
	 * Return all entries in order. Who leaves a loop early has at the most one page, with
	 * its links, fetched in vain, and only if this reads ahead.
	 * @return an iterator, for one thread
	 */
	@Override
	Iterator<Entry> iterator();

	/**
	 * Return all entries in order. Stopping early stops fetching. Closing the stream also
	 * cancels what is read ahead; without {@link #readAhead()} it needs no closing.
	 * @return a sequential stream
	 */
	Stream<Entry> stream();

}
