package dev.hyperclient;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Goes through a collection, holding one page at a time. For one thread.
 */
final class PagedIterator implements Iterator<Entry>, AutoCloseable {

	private final PageSequence pages;

	private List<DefaultEntry> entries = List.of();

	private int position;

	PagedIterator(PageSequence pages) {
		this.pages = pages;
	}

	@Override
	public boolean hasNext() {
		if (this.position == this.entries.size()) {
			forget();
			this.entries = this.pages.nextEntries();
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

	/** Before the next page is fetched, so that there is room for it. */
	private void forget() {
		this.entries = List.of();
		this.position = 0;
	}

	@Override
	public void close() {
		forget();
		this.pages.close();
	}

}
