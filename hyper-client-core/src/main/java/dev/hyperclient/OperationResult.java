package dev.hyperclient;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * What a named operation gave: an entry, a collection, a plain value or nothing.
 *
 * @param content an {@link Entry}, an {@link EntryCollection}, a JSON value as
 * {@link Entry#get} gives it, a {@code byte[]} for content that is neither JSON nor text,
 * or {@code null} for nothing
 * @param notifications what the service told beside its answer, unmodifiable, perhaps
 * none
 */
public record OperationResult(@Nullable Object content, List<Notification> notifications) {

	/**
	 * Create a result without notifications.
	 * @param content what the operation gave
	 */
	public OperationResult(@Nullable Object content) {
		this(content, List.of());
	}

	/**
	 * Return the entry.
	 * @return the entry, fetched
	 * @throws IllegalStateException if the operation gave something else
	 */
	public Entry entry() {
		return as(Entry.class, "an entry");
	}

	/**
	 * Return the entry, where the operation may give none.
	 * @return the entry, empty if the operation gave nothing
	 * @throws IllegalStateException if the operation gave something else
	 */
	public Optional<Entry> findEntry() {
		return (this.content != null) ? Optional.of(entry()) : Optional.empty();
	}

	/**
	 * Return the collection.
	 * @return the collection, its first page fetched
	 * @throws IllegalStateException if the operation gave something else
	 */
	public EntryCollection collection() {
		return as(EntryCollection.class, "a collection");
	}

	private <T> T as(Class<T> kind, String wanted) {
		if (kind.isInstance(this.content)) {
			return kind.cast(this.content);
		}
		throw new IllegalStateException("The operation did not give %s but %s".formatted(wanted,
				(this.content != null) ? this.content.getClass().getSimpleName() : "nothing"));
	}

}
