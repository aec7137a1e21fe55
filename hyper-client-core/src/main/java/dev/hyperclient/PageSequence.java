package dev.hyperclient;

import java.net.URI;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * The pages of one iteration in order, with reading ahead and prefetching. A page that
 * could not be fetched is requested again by the next call. Not thread-safe.
 *
 * @param <E> the type of the entries
 */
final class PageSequence<E> implements AutoCloseable {

	private final ServiceContext context;

	private final Source<E> collection;

	private final int pageSize;

	private final @Nullable CooperativeTasks readAhead;

	private final UnaryOperator<Page<E>> prefetch;

	private final PageWalk walk;

	private @Nullable Step upcoming = new FirstStep();

	private @Nullable FutureTask<Page<E>> ahead;

	private boolean firstPassed;

	/**
	 * Create a sequence that starts with the first page.
	 * @param context the context for requests
	 * @param collection the source of pages
	 * @param pageSize the page size to request, 0 for the default of the service
	 * @param readsAhead whether to fetch the next page while one is processed
	 * @param prefetch completes each page before it is returned
	 */
	PageSequence(ServiceContext context, Source<E> collection, int pageSize, boolean readsAhead,
			UnaryOperator<Page<E>> prefetch) {
		this.context = context;
		this.collection = collection;
		this.pageSize = pageSize;
		this.readAhead = readsAhead ? new CooperativeTasks(context, 1) : null;
		this.prefetch = prefetch;
		this.walk = new PageWalk(collection.uri());
	}

	/** Return the entries of the next non-empty page, none after the last page. */
	List<E> nextEntries() {
		return this.context.exchange().call(() -> {
			@Nullable Page<E> page = next();
			while (page != null && page.entries().isEmpty()) {
				page = next();
			}
			return (page != null) ? page.entries() : List.of();
		});
	}

	/** Return the next page, {@code null} after the last one. */
	private @Nullable Page<E> next() {
		@Nullable Step step = this.upcoming;
		if (step == null) {
			return null;
		}
		Page<E> page = take(step);
		@Nullable URI next = page.next();
		@Nullable Step following = (next != null) ? new NextStep(page.uri(), next, page.entries().isEmpty(), step.hinted())
				: null;
		this.upcoming = following;
		if (following != null && this.firstPassed && this.readAhead != null) {
			this.ahead = this.readAhead.start(following::page);
		}
		this.firstPassed = true;
		return page;
	}

	private Page<E> take(Step step) {
		@Nullable FutureTask<Page<E>> started = this.ahead;
		if (started == null || this.readAhead == null) {
			return step.page();
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

	@Override
	public void close() {
		this.upcoming = null;
		if (this.ahead != null) {
			this.ahead.cancel(true);
			this.ahead = null;
		}
	}

	/**
	 * A source of pages.
	 *
	 * @param <E> the type of the entries
	 */
	interface Source<E> {

		/** Return the URL of the first page. */
		URI uri();

		/** Return whether each iteration begins with the same first page. */
		boolean isResult();

		/**
		 * Return the first page for an iteration: the kept one if it may be used, or else
		 * a new one, which is kept.
		 * @param size the page size to request, 0 for the default of the service
		 */
		Page<E> firstPage(int size);

		/** Fetch a page. */
		Page<E> page(URI url);

	}

	/**
	 * Fetches one page, on the thread of the iteration or, when reading ahead, on
	 * another.
	 */
	private abstract class Step {

		abstract Page<E> fetch();

		/** Return whether the request, or a previous one, had the page size. */
		abstract boolean hinted();

		final Page<E> page() {
			return PageSequence.this.prefetch.apply(fetch());
		}

	}

	private final class FirstStep extends Step {

		@Override
		Page<E> fetch() {
			return PageSequence.this.collection.firstPage(PageSequence.this.pageSize);
		}

		@Override
		boolean hinted() {
			return !PageSequence.this.collection.isResult();
		}

	}

	private final class NextStep extends Step {

		private final URI before;

		private final URI link;

		private final boolean afterEmpty;

		private final boolean unchanged;

		private @Nullable URI url;

		NextStep(URI before, URI link, boolean afterEmpty, boolean hinted) {
			this.before = before;
			this.link = link;
			this.afterEmpty = afterEmpty;
			this.unchanged = hinted || PageSequence.this.pageSize == 0;
		}

		@Override
		Page<E> fetch() {
			URI known = this.url;
			if (known == null) {
				URI next = PageSequence.this.walk.follow(this.link, this.afterEmpty);
				known = this.unchanged ? next
						: Links.withQueryVariable(next, Links.PAGE_SIZE, PageSequence.this.pageSize);
				this.url = known;
			}
			URI following = known;
			return PageSequence.this.context.follow(this.before, () -> PageSequence.this.collection.page(following));
		}

		@Override
		boolean hinted() {
			return true;
		}

	}

}
