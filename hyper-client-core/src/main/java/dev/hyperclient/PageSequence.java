package dev.hyperclient;

import java.net.URI;
import java.util.List;
import java.util.concurrent.FutureTask;

import org.jspecify.annotations.Nullable;

/**
 * The pages of one iteration, one after the other, with what is fetched along with them
 * or before they are reached. A page that failed is fetched again if it is asked for
 * again. For one thread.
 */
final class PageSequence implements AutoCloseable {

	private static final String PAGE_SIZE = "ws.size";

	private final DefaultEntryCollection collection;

	private final int pageSize;

	private final @Nullable Helpers readAhead;

	private final @Nullable LinkPrefetch links;

	private final PageWalk walk;

	private @Nullable Step coming = new FirstStep();

	private @Nullable FutureTask<Page> ahead;

	private boolean pastTheFirst;

	PageSequence(DefaultEntryIteration iteration) {
		this.collection = iteration.collection();
		this.pageSize = iteration.pageSize();
		ServiceContext context = this.collection.context();
		this.readAhead = iteration.readsAhead() ? new Helpers(context, 1) : null;
		this.links = iteration.links().isEmpty() ? null : new LinkPrefetch(this.collection.uri(), iteration.links(),
				new Helpers(context, iteration.maxConcurrency() - 1));
		this.walk = new PageWalk(this.collection.uri());
	}

	/** Return the entries of the next page that has any; none after the last page. */
	List<DefaultEntry> nextEntries() {
		return this.collection.context().call(() -> {
			@Nullable Page page = next();
			while (page != null && page.entries().isEmpty()) {
				page = next();
			}
			return (page != null) ? page.entries() : List.of();
		});
	}

	/** Return the next page, {@code null} after the last. */
	private @Nullable Page next() {
		@Nullable Step step = this.coming;
		if (step == null) {
			return null;
		}
		Page page = take(step);
		@Nullable URI next = page.next();
		@Nullable Step following = (next != null) ? new NextStep(next, page.entries().isEmpty(), step.hinted()) : null;
		this.coming = following;
		if (following != null && this.pastTheFirst && this.readAhead != null) {
			this.ahead = this.readAhead.begin(following::page);
		}
		this.pastTheFirst = true;
		return page;
	}

	private Page take(Step step) {
		@Nullable FutureTask<Page> begun = this.ahead;
		if (begun == null || this.readAhead == null) {
			return step.page();
		}
		try {
			return this.readAhead.finish(begun, this.collection.uri());
		}
		finally {
			// Not so if this thread was interrupted while it waited.
			if (begun.isDone()) {
				this.ahead = null;
			}
		}
	}

	@Override
	public void close() {
		this.coming = null;
		if (this.ahead != null) {
			this.ahead.cancel(true);
			this.ahead = null;
		}
	}

	/**
	 * Fetches one page, on the thread of the iteration or ahead of it on another.
	 */
	private abstract class Step {

		abstract Page fetch();

		/** Return whether the service has been told of the page size. */
		abstract boolean hinted();

		final Page page() {
			Page page = fetch();
			return (PageSequence.this.links != null) ? PageSequence.this.links.attach(page) : page;
		}

	}

	private final class FirstStep extends Step {

		private boolean hinted;

		@Override
		Page fetch() {
			DefaultEntryCollection collection = PageSequence.this.collection;
			int size = PageSequence.this.pageSize;
			this.hinted = size > 0 && !collection.hasFirstPage();
			return this.hinted ? collection.page(Links.withQueryVariable(collection.uri(), PAGE_SIZE, size))
					: collection.firstPage();
		}

		@Override
		boolean hinted() {
			return this.hinted;
		}

	}

	private final class NextStep extends Step {

		private final URI link;

		private final boolean afterEmpty;

		private final boolean asItIs;

		private @Nullable URI url;

		NextStep(URI link, boolean afterEmpty, boolean hinted) {
			this.link = link;
			this.afterEmpty = afterEmpty;
			this.asItIs = hinted || PageSequence.this.pageSize == 0;
		}

		@Override
		Page fetch() {
			URI known = this.url;
			if (known == null) {
				URI next = PageSequence.this.walk.follow(this.link, this.afterEmpty);
				known = this.asItIs ? next : Links.withQueryVariable(next, PAGE_SIZE, PageSequence.this.pageSize);
				this.url = known;
			}
			return PageSequence.this.collection.page(known);
		}

		@Override
		boolean hinted() {
			return true;
		}

	}

}
