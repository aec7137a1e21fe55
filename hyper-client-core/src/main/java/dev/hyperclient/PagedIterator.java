package dev.hyperclient;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Iterates over the entries of a {@link PageSequence} and holds one page at a time. Not
 * thread-safe.
 *
 * @param <E> the type of the entries
 */
final class PagedIterator<E> implements Iterator<E>, AutoCloseable {

	private final PageSequence<? extends E> pages;

	private List<? extends E> entries = List.of();

	private int position;

	PagedIterator(PageSequence<? extends E> pages) {
		this.pages = pages;
	}

	@Override
	public boolean hasNext() {
		if (this.position == this.entries.size()) {
			release();
			this.entries = this.pages.nextEntries();
		}
		return !this.entries.isEmpty();
	}

	@Override
	public E next() {
		if (!hasNext()) {
			throw new NoSuchElementException();
		}
		return this.entries.get(this.position++);
	}

	/** Release the current page, before the next one is fetched. */
	private void release() {
		this.entries = List.of();
		this.position = 0;
	}

	@Override
	public void close() {
		release();
		this.pages.close();
	}

}
