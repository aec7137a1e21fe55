package dev.hyperclient;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import dev.hyperclient.wadl.ResourceType;

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
		List<String> all = new ArrayList<>(this.links);
		all.addAll(List.of(links));
		ResourceType declared = this.collection.declaredEntryType();
		if (declared != null) {
			LinkNames.require(List.of(links), List.of(declared), this.collection.context().description());
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
		if (number <= 0) {
			throw new IllegalArgumentException("'%s' must be positive but is %d".formatted(name, number));
		}
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
		UnaryOperator<Page> prefetch = this.links.isEmpty() ? UnaryOperator.identity()
				: new LinkPrefetch(this.collection, this.links,
						new CooperativeTasks(this.collection.context(), this.maxConcurrency - 1))::attach;
		return new EntryIterator(this.collection, this.pageSize, this.readsAhead, prefetch);
	}

}
