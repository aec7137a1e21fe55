package dev.hyperclient.testservice;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An ordered list of entries that is read page by page and never copied as a whole.
 *
 * @param size the number of entries
 * @param at returns the entry at an index
 * @param <E> the stored entry
 */
public record EntryList<E>(int size, IntFunction<E> at) {

	/**
	 * Create a list from entries in memory.
	 * @param entries the entries
	 * @param <E> the stored entry
	 * @return the list
	 */
	public static <E> EntryList<E> of(List<E> entries) {
		return new EntryList<>(entries.size(), entries::get);
	}

	Stream<E> page(int start, int length) {
		return IntStream.range(Math.min(start, this.size), end(start, length)).mapToObj(this.at);
	}

	boolean hasMore(int start, int length) {
		return end(start, length) < this.size;
	}

	private int end(int start, int length) {
		return (int) Math.min((long) start + length, this.size);
	}

}
