package dev.hyperclient.typed;

import java.net.URI;
import java.util.function.Consumer;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.Entry;

/**
 * Base class of the generated types of entries: an {@link Entry} whose attributes, links
 * and operations are methods. It has no state of its own, so several typed entries of one
 * entry share its changes. Thread-safe as the entry is.
 * <p>
 * A getter makes a request only if the entry is not fetched. It throws what the getters
 * of {@link Entry} throw, but an attribute that the description has and the
 * representation lacks is {@code null}.
 *
 * @param <E> the generated type
 */
public abstract class TypedEntry<E extends TypedEntry<E>> extends ValueBased<Entry> {

	/**
	 * Create a typed entry. Makes no request, and does not check the type of the entry.
	 * @param entry the entry
	 */
	protected TypedEntry(Entry entry) {
		super(entry, "entry");
	}

	/**
	 * Return the entry itself, for all that its type has no method for.
	 * @return the entry
	 */
	public final Entry entry() {
		return based();
	}

	/**
	 * Return the URL that this entry is fetched from. Makes no request.
	 * @return the absolute URL
	 */
	public final URI uri() {
		return based().uri();
	}

	/**
	 * Save the changes, as {@link Entry#save()}.
	 */
	public final void save() {
		based().save();
	}

	/**
	 * Change this entry and save it, as {@link Entry#update(Consumer)}.
	 * @param change sets attributes of the entry, which it may read; called once for each
	 * attempt
	 */
	public final void update(Consumer<? super E> change) {
		based().update((ignored) -> change.accept(self()));
	}

	/**
	 * Delete this entry, as {@link Entry#delete()}.
	 */
	public final void delete() {
		based().delete();
	}

	/**
	 * Refresh the state of this entry and discard its changes, as
	 * {@link Entry#svcRefresh()}.
	 */
	public final void svcRefresh() {
		based().svcRefresh();
	}

	/**
	 * Return this entry as its generated type.
	 * @return this entry
	 */
	protected abstract E self();

	/** An application writes the JSON of the entry. */
	@JsonValue
	final Entry json() {
		return based();
	}

}
