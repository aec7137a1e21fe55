package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import dev.hyperclient.internal.description.ResourceType;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;
import org.springframework.util.function.SingletonSupplier;

/**
 * Default {@link EntryIteration}.
 *
 * @param collection the collection
 * @param pageSize the page size to request, 0 for the default of the service
 * @param readsAhead whether the next page is fetched while one is processed
 * @param links the names of the links to prefetch
 * @param maxConcurrency the maximum number of concurrent requests
 */
record DefaultEntryIteration(DefaultEntryCollection collection, int pageSize, boolean readsAhead, List<String> links,
		int maxConcurrency) implements EntryIteration {

	private static final int DEFAULT_CONCURRENCY = 8;

	static DefaultEntryIteration of(DefaultEntryCollection collection) {
		return new DefaultEntryIteration(collection, 0, false, List.of(), DEFAULT_CONCURRENCY);
	}

	@Override
	public EntryIteration pageSize(int entries) {
		return new DefaultEntryIteration(this.collection, positive(entries, "pageSize"), this.readsAhead, this.links,
				this.maxConcurrency);
	}

	@Override
	public EntryIteration readAhead() {
		return new DefaultEntryIteration(this.collection, this.pageSize, true, this.links, this.maxConcurrency);
	}

	@Override
	public EntryIteration prefetch(String... links) {
		Assert.noNullElements(links, "'links' must not contain null");
		List<String> all = new ArrayList<>(this.links);
		all.addAll(List.of(links));
		ResourceType declared = this.collection.declaredEntryType();
		if (declared != null) {
			LinkPrefetch.requireLinks(List.of(links), List.of(declared), this.collection.context().description());
		}
		return new DefaultEntryIteration(this.collection, this.pageSize, this.readsAhead,
				all.stream().distinct().toList(), this.maxConcurrency);
	}

	@Override
	public EntryIteration maxConcurrency(int requests) {
		return new DefaultEntryIteration(this.collection, this.pageSize, this.readsAhead, this.links,
				positive(requests, "maxConcurrency"));
	}

	private static int positive(int number, String name) {
		Assert.isTrue(number > 0, () -> "'%s' must be positive but is %d".formatted(name, number));
		return number;
	}

	@Override
	public Iterator<Entry> iterator() {
		return open();
	}

	@Override
	public Stream<Entry> stream() {
		EntryIterator entries = open();
		return StreamSupport
			.stream(Spliterators.spliteratorUnknownSize(entries, Spliterator.ORDERED | Spliterator.NONNULL), false)
			.onClose(entries::close);
	}

	private EntryIterator open() {
		UnaryOperator<Page<DefaultEntry>> prefetch = this.links.isEmpty() ? UnaryOperator.identity()
				: new LinkPrefetch(this.collection, this.links,
						new CooperativeTasks(this.collection.context(), this.maxConcurrency - 1))::attach;
		return new EntryIterator(this.collection, this.pageSize, this.readsAhead, prefetch);
	}

	/**
	 * The entries of one iteration, page by page, with reading ahead and prefetching.
	 * Holds one page at a time. A page that could not be fetched is requested again by
	 * the next call. Not thread-safe.
	 */
	private static final class EntryIterator implements Iterator<Entry>, AutoCloseable {

		private final DefaultEntryCollection collection;

		private final int pageSize;

		private final @Nullable CooperativeTasks readAhead;

		private final UnaryOperator<Page<DefaultEntry>> prefetch;

		private final PageWalk walk;

		/**
		 * Fetches the next page, on the thread of the iteration or when reading ahead.
		 */
		private @Nullable Supplier<Page<DefaultEntry>> upcoming;

		private @Nullable FutureTask<Page<DefaultEntry>> ahead;

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
		EntryIterator(DefaultEntryCollection collection, int pageSize, boolean readsAhead,
				UnaryOperator<Page<DefaultEntry>> prefetch) {
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

		private List<DefaultEntry> nextPage(Supplier<Page<DefaultEntry>> fetch) {
			Page<DefaultEntry> page = take(fetch);
			@Nullable URI link = page.next();
			@Nullable Supplier<Page<DefaultEntry>> following = (link != null) ? following(page, link) : null;
			this.upcoming = following;
			if (following != null && this.firstPassed && this.readAhead != null) {
				this.ahead = this.readAhead.start(following);
			}
			this.firstPassed = true;
			return page.entries();
		}

		/**
		 * The links of pages keep the page size, except the links of the first page of a
		 * result.
		 */
		private Supplier<Page<DefaultEntry>> following(Page<DefaultEntry> page, URI link) {
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

		private Page<DefaultEntry> take(Supplier<Page<DefaultEntry>> fetch) {
			@Nullable FutureTask<Page<DefaultEntry>> started = this.ahead;
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

}
