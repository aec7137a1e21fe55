package dev.hyperclient;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The result of a named operation: an entry, a collection, a plain value or nothing.
 * Makes no request; immutable.
 *
 * @param content an {@link Entry}, an {@link EntryCollection}, a JSON value as
 * {@link Entry#get} returns it, a {@code byte[]} for content that is neither JSON nor
 * text, or {@code null} for nothing
 * @param notifications the notifications of the response, unmodifiable, may be empty
 */
public record OperationResult(@Nullable Object content, List<Notification> notifications) {

	/**
	 * Return the entry.
	 * @return the entry, fetched
	 * @throws IllegalStateException if the result is something else
	 */
	public Entry entry() {
		return as(Entry.class, "an entry");
	}

	/**
	 * Return the entry, for operations that may return nothing.
	 * @return the entry, empty if the operation returned nothing
	 * @throws IllegalStateException if the result is something else
	 */
	public Optional<Entry> findEntry() {
		return (this.content != null) ? Optional.of(entry()) : Optional.empty();
	}

	/**
	 * Return the collection.
	 * @return the collection, with its first page fetched
	 * @throws IllegalStateException if the result is something else
	 */
	public EntryCollection collection() {
		return as(EntryCollection.class, "a collection");
	}

	private <T> T as(Class<T> kind, String wanted) {
		if (kind.isInstance(this.content)) {
			return kind.cast(this.content);
		}
		throw new IllegalStateException("The operation returned %s, not %s%s".formatted(found(), wanted, advice()));
	}

	private String found() {
		if (this.content == null) {
			return "nothing";
		}
		if (this.content instanceof Entry entry) {
			return "the entry " + entry.uri();
		}
		return (this.content instanceof EntryCollection collection) ? "the collection " + collection.uri() : "a value";
	}

	private String advice() {
		if (this.content == null) {
			return "";
		}
		if (this.content instanceof Entry) {
			return ": call entry()";
		}
		return (this.content instanceof EntryCollection) ? ": call collection()" : ": call content()";
	}

}
