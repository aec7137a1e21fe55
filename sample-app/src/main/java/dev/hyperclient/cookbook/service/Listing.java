package dev.hyperclient.cookbook.service;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An ordered list that is looked at page by page and never copied as a whole.
 *
 * @param size how many there are
 * @param at gives the one at an index
 * @param <E> what is listed
 */
record Listing<E>(int size, IntFunction<E> at) {

	static <E> Listing<E> of(List<E> entries) {
		return new Listing<>(entries.size(), entries::get);
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
