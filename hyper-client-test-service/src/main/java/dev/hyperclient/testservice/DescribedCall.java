package dev.hyperclient.testservice;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A call of a named operation of a service that has the description of another one, and
 * the entries that it sees and changes. Changes take effect when the behavior returns.
 * Valid during the call only. Not thread-safe.
 */
public final class DescribedCall {

	private final WadlDescription description;

	private final DescribedOperation operation;

	private final @Nullable DescribedEntry entry;

	private final ArgumentValues arguments;

	private DescribedData data;

	DescribedCall(WadlDescription description, DescribedOperation operation, @Nullable DescribedEntry entry,
			ArgumentValues arguments, DescribedData data) {
		this.description = description;
		this.operation = operation;
		this.entry = entry;
		this.arguments = arguments;
		this.data = data;
	}

	/**
	 * Return the entry whose operation is called, in its state before the call.
	 * @return the entry
	 * @throws IllegalStateException if it is an operation of a collection
	 */
	public DescribedEntry entry() {
		if (this.entry == null) {
			throw new IllegalStateException("There is no entry, because " + this.operation
					+ " is one of a collection. entries(...) returns the entries of a type.");
		}
		return this.entry;
	}

	/**
	 * Return the arguments. A link is the path of its target below the root as text. A
	 * time is text, too. Other values have the type that the client has sent.
	 * @return the arguments
	 */
	public ArgumentValues arguments() {
		return this.arguments;
	}

	/**
	 * Return the entries of a type.
	 * @param type the id of the type, for example {@code bug}
	 * @return the entries
	 * @throws IllegalArgumentException if the description has no such type
	 */
	public List<DescribedEntry> entries(String type) {
		return this.data.ofType(this.description.entryType(type).id());
	}

	/**
	 * Return the entry with a path.
	 * @param path the path below the root, for example {@code bugs/4}
	 * @return the entry, or empty if there is none
	 */
	public Optional<DescribedEntry> find(String path) {
		return this.data.find(DescribedPath.declared(path));
	}

	/**
	 * Create an entry.
	 * @param path the path below the root, for example {@code bugs/4}
	 * @param type the id of the type, for example {@code bug}
	 * @param values the values by name. A link is given as the path of its target
	 * @return the entry
	 * @throws RequestRefusedException if the path is in use (status 409)
	 * @throws IllegalArgumentException if the description has no such type or attribute
	 */
	public DescribedEntry create(String path, String type, Map<String, ? extends @Nullable Object> values) {
		requireChangeable();
		String normalized = DescribedPath.entry(path);
		if (this.data.find(normalized).isPresent()) {
			throw RequestRefusedException.conflict("There is an entry '" + path + "' already.");
		}
		DescribedType described = this.description.entryType(type);
		DescribedEntry created = new DescribedEntry(this.description, described,
				new DescribedValues(this.description).entry(normalized, described, values));
		this.data = this.data.with(created, values);
		return created;
	}

	/**
	 * Change an entry.
	 * @param changed the entry
	 * @param values the new values by name
	 * @return the entry after the change
	 * @throws IllegalArgumentException if the type has no such attribute
	 */
	public DescribedEntry change(DescribedEntry changed, Map<String, ? extends @Nullable Object> values) {
		requireChangeable();
		DescribedEntry after = new DescribedValues(this.description)
			.changed(this.data.find(changed.path()).orElse(changed), values);
		this.data = this.data.with(after, values);
		return after;
	}

	/**
	 * Remove an entry.
	 * @param removed the entry
	 */
	public void remove(DescribedEntry removed) {
		requireChangeable();
		this.data = this.data.without(removed.path());
	}

	DescribedData data() {
		return this.data;
	}

	private void requireChangeable() {
		if (!this.operation.changesData()) {
			throw new IllegalStateException("Nothing can be changed, because " + this.operation
					+ " is invoked with GET according to the description.");
		}
	}

}
