package dev.hyperclient.typed;

import java.net.URI;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import org.jspecify.annotations.Nullable;

/**
 * An {@link EntryCollection} of typed entries. Generated types add its operations. It has
 * no state of its own. Thread-safe. With the generated types of a cookbook service:
 * <pre class="code">{@code
 * for (Recipe recipe : cookbook.recipes()) {
 * 	System.out.println(recipe.instructions());
 * }
 * }</pre>
 *
 * @param <E> the type of the entries
 */
public class TypedCollection<E> implements Iterable<E> {

	private final EntryCollection collection;

	private final Function<? super Entry, ? extends E> type;

	/**
	 * Create a typed collection. Makes no request.
	 * @param collection the collection
	 * @param type makes a typed entry from an entry, for instance {@code Recipe::new}
	 */
	public TypedCollection(EntryCollection collection, Function<? super Entry, ? extends E> type) {
		this.collection = Objects.requireNonNull(collection, "'collection' must not be null");
		this.type = Objects.requireNonNull(type, "'type' must not be null");
	}

	/**
	 * Return the collection itself, whose methods complement this type. Makes no request.
	 * @return the collection
	 */
	public final EntryCollection collection() {
		return this.collection;
	}

	/**
	 * Return the URL that this collection is fetched from. Makes no request.
	 * @return the absolute URL
	 */
	public final URI uri() {
		return this.collection.uri();
	}

	/**
	 * Return the number of entries, as {@link EntryCollection#size()}. Makes the requests
	 * of that method.
	 * @return the size as the service reports it
	 */
	public final int size() {
		return this.collection.size();
	}

	/**
	 * Return the entry at an index, as {@link EntryCollection#at(int)}. Makes the
	 * requests of that method.
	 * @param index the index, from 0
	 * @return the entry
	 * @throws IndexOutOfBoundsException if the index is negative or past the end
	 */
	public final E at(int index) {
		return this.type.apply(this.collection.at(index));
	}

	/**
	 * Return the entries from a start index to a stop index, exclusive, as
	 * {@link EntryCollection#slice(Integer, Integer)}. Makes the requests of that method.
	 * @param start the first index
	 * @param stop the index after the last
	 * @return the entries, unmodifiable
	 * @throws IllegalArgumentException if the start or the stop is negative
	 */
	public final List<E> slice(int start, int stop) {
		return this.collection.slice(start, stop).stream().<E>map(this.type).toList();
	}

	/**
	 * Look up an entry by its key, as {@link EntryCollection#get(Object)}. Makes one GET.
	 * @param key the key, for instance a number or a name
	 * @return the entry, fetched
	 * @throws dev.hyperclient.error.NoSuchEntryException if there is no entry with the
	 * key
	 * @throws UnsupportedOperationException if no key lookup is declared for this
	 * collection
	 */
	public final E get(Object key) {
		return this.type.apply(this.collection.get(key));
	}

	/**
	 * Look up an entry that may not exist by its key, as
	 * {@link EntryCollection#find(Object)}. Makes the requests of that method.
	 * @param key the key, for instance a number or a name
	 * @return the entry, fetched; empty if there is no entry with the key
	 * @throws UnsupportedOperationException if no key lookup is declared for this
	 * collection
	 */
	public final Optional<E> find(Object key) {
		return this.collection.find(key).map(this.type);
	}

	/**
	 * Return the entry with a key, unfetched, as
	 * {@link EntryCollection#getReference(Object)}. Makes no request.
	 * @param key the key, for instance a number or a name
	 * @return the entry
	 * @throws UnsupportedOperationException if no key lookup is declared for this
	 * collection
	 */
	public final E getReference(Object key) {
		return this.type.apply(this.collection.getReference(key));
	}

	/**
	 * Return an iterator over all entries in order. Makes the requests of
	 * {@link EntryCollection#iterator()}.
	 * @return an iterator, not thread-safe
	 */
	@Override
	public final Iterator<E> iterator() {
		return iteration().iterator();
	}

	/**
	 * Return all entries in order as a stream. Makes the requests of
	 * {@link EntryCollection#iterator()}.
	 * @return a sequential stream
	 */
	public final Stream<E> stream() {
		return this.collection.stream().map(this.type);
	}

	/**
	 * Return an iteration that can be configured for large collections. Makes no request.
	 * @return an iteration with default settings
	 */
	public final TypedIteration<E> iteration() {
		return new TypedIteration<>(this.collection.iteration(), this.type);
	}

	/**
	 * Refresh this collection, as {@link EntryCollection#svcRefresh()}. Makes the
	 * requests of that method.
	 */
	public final void svcRefresh() {
		this.collection.svcRefresh();
	}

	/** A mapper of the application must not fetch the collection page by page. */
	@JsonValue
	final Object json() {
		throw new IllegalStateException(
				"%s cannot be written as JSON: a collection would be fetched page by page. Return a list of entries: slice(0, 50), or of your own records: stream().map(...).toList()"
					.formatted(uri()));
	}

	/**
	 * Return whether another object is of the same class and has the same collection.
	 */
	@Override
	public final boolean equals(@Nullable Object other) {
		return other instanceof TypedCollection<?> typed && typed.getClass() == getClass()
				&& typed.collection.equals(this.collection);
	}

	@Override
	public final int hashCode() {
		return this.collection.hashCode();
	}

	@Override
	public final String toString() {
		return this.collection.toString();
	}

}
