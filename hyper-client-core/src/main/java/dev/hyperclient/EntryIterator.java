package dev.hyperclient;

import java.net.URI;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import org.springframework.util.function.SingletonSupplier;

/**
 * The entries of one iteration, page by page, with reading ahead and prefetching. Holds
 * one page at a time. A page that could not be fetched is requested again by the next
 * call. Not thread-safe.
 */
final class EntryIterator implements Iterator<Entry>, AutoCloseable {

	private final DefaultEntryCollection collection;

	private final int pageSize;

	private final @Nullable CooperativeTasks readAhead;

	private final UnaryOperator<Page> prefetch;

	private final PageWalk walk;

	/** Fetches the next page, on the thread of the iteration or when reading ahead. */
	private @Nullable Supplier<Page> upcoming;

	private @Nullable FutureTask<Page> ahead;

	private boolean firstPassed;

	private List<DefaultEntry> entries = List.of();

	private int position;

	/**
	 * Create an iterator that starts with the first page.
	 * @param collection the source of pages
	 * @param pageSize the page size to request, 0 for the default of the service
	 * @param readsAhead whether to fetch the next page while one is processed
	 * @param prefetch completes each page before it is used
	 */
	EntryIterator(DefaultEntryCollection collection, int pageSize, boolean readsAhead, UnaryOperator<Page> prefetch) {
		this.collection = collection;
		this.pageSize = pageSize;
		this.readAhead = readsAhead ? new CooperativeTasks(collection.context(), 1) : null;
		this.prefetch = prefetch;
		this.walk = new PageWalk(collection.uri());
		this.upcoming = () -> prefetch.apply(collection.firstPage(pageSize));
	}

	@Override
	public boolean hasNext() {
		if (this.position == this.entries.size()) {
			release();
			this.entries = this.collection.context().exchange().call(this::nextEntries);
		}
		return !this.entries.isEmpty();
	}

	@Override
	public Entry next() {
		if (!hasNext()) {
			throw new NoSuchElementException();
		}
		return this.entries.get(this.position++);
	}

	/** Return the entries of the next non-empty page, none after the last page. */
	private List<DefaultEntry> nextEntries() {
		List<DefaultEntry> next = List.of();
		while (next.isEmpty() && this.upcoming != null) {
			next = nextPage(this.upcoming);
		}
		return next;
	}

	private List<DefaultEntry> nextPage(Supplier<Page> fetch) {
		Page page = take(fetch);
		@Nullable URI link = page.next();
		@Nullable Supplier<Page> following = (link != null) ? following(page, link) : null;
		this.upcoming = following;
		if (following != null && this.firstPassed && this.readAhead != null) {
			this.ahead = this.readAhead.start(following);
		}
		this.firstPassed = true;
		return page.entries();
	}

	/**
	 * The links of pages keep the page size, except those of the first page of a result.
	 */
	private Supplier<Page> following(Page page, URI link) {
		boolean sized = this.pageSize == 0 || this.firstPassed || !this.collection.isResult();
		boolean empty = page.entries().isEmpty();
		URI before = page.uri();
		SingletonSupplier<URI> url = SingletonSupplier.of(() -> {
			URI next = this.walk.follow(link, empty);
			return sized ? next : Links.withQueryVariable(next, Links.PAGE_SIZE, this.pageSize);
		});
		return () -> {
			URI next = url.obtain();
			return this.prefetch.apply(this.collection.context().follow(before, () -> this.collection.page(next)));
		};
	}

	private Page take(Supplier<Page> fetch) {
		@Nullable FutureTask<Page> started = this.ahead;
		if (started == null || this.readAhead == null) {
			return fetch.get();
		}
		try {
			return this.readAhead.finish(started, this.collection.uri());
		}
		finally {
			// Not done if this thread was interrupted while it waited.
			if (started.isDone()) {
				this.ahead = null;
			}
		}
	}

	/** Release the current page, before the next one is fetched. */
	private void release() {
		this.entries = List.of();
		this.position = 0;
	}

	@Override
	public void close() {
		release();
		this.upcoming = null;
		if (this.ahead != null) {
			this.ahead.cancel(true);
			this.ahead = null;
		}
	}

}
