package dev.hyperclient.typed;

import java.net.URI;
import java.util.Objects;
import java.util.function.Consumer;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.Entry;
import dev.hyperclient.internal.description.DescribedMembers;
import org.jspecify.annotations.Nullable;

/**
 * Base class of the generated types of entries: an {@link Entry} whose attributes, links
 * and operations are methods. It has no state of its own, so several typed entries of one
 * entry share its changes. It is as thread-safe as the entry.
 * <p>
 * A getter makes a request only if the entry is not fetched. It throws the exceptions of
 * the getters of {@link Entry}, but an attribute that the description has and the
 * representation lacks is {@code null}. With the generated type {@code Recipe}:
 * <pre class="code">{@code
 * Recipe recipe = cookbook.recipes().get(4);
 * recipe.setInstructions("Boil it").save();
 * }</pre>
 *
 * @param <E> the generated type
 */
public abstract class TypedEntry<E extends TypedEntry<E>> {

	static {
		DescribedMembers.OF_TYPED_ENTRY.foundIn(TypedEntry.class, (typed) -> typed.entry);
	}

	private final Entry entry;

	/**
	 * Create a typed entry. Makes no request, and does not check the type of the entry.
	 * @param entry the entry
	 */
	protected TypedEntry(Entry entry) {
		this.entry = Objects.requireNonNull(entry, "'entry' must not be null");
	}

	/**
	 * Create a typed entry of a resource type. Makes no request.
	 * @param entry the entry
	 * @param type the id of the resource type
	 * @throws IllegalArgumentException if the entry is fetched and its type lacks an
	 * attribute or a link of that type, unless
	 * {@link dev.hyperclient.ServiceRootBuilder#checkValues} is {@code false}
	 */
	protected TypedEntry(Entry entry, String type) {
		this(entry);
		if (entry instanceof DescribedMembers members) {
			members.requireType(type);
		}
	}

	/**
	 * Return the entry itself, whose methods complement this type. Makes no request.
	 * @return the entry
	 */
	public final Entry entry() {
		return this.entry;
	}

	/**
	 * Return the URL that this entry is fetched from. Makes no request.
	 * @return the absolute URL
	 */
	public final URI uri() {
		return this.entry.uri();
	}

	/**
	 * Save the changes, as {@link Entry#save()}. Makes the requests of that method.
	 * @throws dev.hyperclient.error.PreconditionFailed if the entry was changed in the
	 * meantime
	 */
	public final void save() {
		this.entry.save();
	}

	/**
	 * Change this entry and save it, as {@link Entry#update(Consumer)}. Makes the
	 * requests of that method.
	 * @param change sets attributes of the entry, which it may read; called once for each
	 * attempt
	 * @throws dev.hyperclient.error.PreconditionFailed if the entry was changed in the
	 * meantime in each attempt
	 * @throws IllegalStateException if there are changes that are not saved
	 */
	public final void update(Consumer<? super E> change) {
		this.entry.update((ignored) -> change.accept(self()));
	}

	/**
	 * Delete this entry, as {@link Entry#delete()}. Makes the requests of that method.
	 */
	public final void delete() {
		this.entry.delete();
	}

	/**
	 * Refresh the state of this entry and discard its changes, as
	 * {@link Entry#svcRefresh()}. Makes the requests of that method.
	 */
	public final void svcRefresh() {
		this.entry.svcRefresh();
	}

	/**
	 * Return this entry as its generated type. Makes no request.
	 * @return this entry
	 */
	protected abstract E self();

	/** An application writes the JSON of the entry. */
	@JsonValue
	final Entry json() {
		return this.entry;
	}

	/**
	 * Return whether another object is of the same generated type and its entry is equal.
	 */
	@Override
	public final boolean equals(@Nullable Object other) {
		return other instanceof TypedEntry<?> typed && typed.getClass() == getClass() && typed.entry.equals(this.entry);
	}

	@Override
	public final int hashCode() {
		return this.entry.hashCode();
	}

	@Override
	public final String toString() {
		return this.entry.toString();
	}

}
