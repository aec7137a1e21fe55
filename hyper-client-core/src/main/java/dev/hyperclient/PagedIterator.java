package dev.hyperclient;

import java.net.URI;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Goes through a collection, holding one page at a time. For one thread.
 */
final class PagedIterator implements Iterator<Entry> {

	private final Supplier<Page> firstPage;

	private final Function<URI, Page> pages;

	private final PageWalk walk;

	private @Nullable Page page;

	private int position;

	PagedIterator(URI collection, Supplier<Page> firstPage, Function<URI, Page> pages) {
		this.firstPage = firstPage;
		this.pages = pages;
		this.walk = new PageWalk(collection);
	}

	@Override
	public boolean hasNext() {
		Page current = (this.page != null) ? this.page : this.firstPage.get();
		while (this.position == current.entries().size() && current.next() != null) {
			current = this.pages.apply(this.walk.follow(current.next()));
			this.position = 0;
		}
		this.page = current;
		return this.position < current.entries().size();
	}

	@Override
	public Entry next() {
		if (!hasNext() || this.page == null) {
			throw new NoSuchElementException();
		}
		return this.page.entries().get(this.position++);
	}

}
