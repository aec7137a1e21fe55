package dev.hyperclient.testservice;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A call of a named operation, and the data that it sees and changes. Changes take effect
 * when the behavior returns. Valid during the call only. Not thread-safe.
 */
public final class OperationCall {

	private final OperationDefinition operation;

	private final @Nullable FakeEntry entry;

	private final ArgumentValues arguments;

	private FakeData data;

	private @Nullable FakeEntry renamed;

	OperationCall(OperationDefinition operation, FakeData data, @Nullable FakeEntry entry, ArgumentValues arguments) {
		this.operation = operation;
		this.data = data;
		this.entry = entry;
		this.arguments = arguments;
	}

	/**
	 * Return the entry whose operation is called, in its state before the call.
	 * @return the entry
	 * @throws IllegalStateException if it is an operation of a collection
	 */
	public FakeEntry entry() {
		if (this.entry == null) {
			throw new IllegalStateException("There is no entry, because " + this.operation.subject()
					+ " is one of a collection. entries(...) returns the entries of a collection.");
		}
		return this.entry;
	}

	/**
	 * Return the arguments, valid according to the parameters.
	 * @return the arguments
	 */
	public ArgumentValues arguments() {
		return this.arguments;
	}

	/**
	 * Return the entries of a collection.
	 * @param name the name of the collection, for example {@code recipes}, or of the type
	 * @return the entries
	 * @throws IllegalArgumentException if there is no such collection
	 */
	public List<FakeEntry> entries(String name) {
		return this.data.entries(name);
	}

	/**
	 * Return the entry with a key.
	 * @param plural the name of the collection, for example {@code recipes}
	 * @param key the key
	 * @return the entry, or empty if there is none
	 * @throws IllegalArgumentException if there is no such collection
	 */
	public Optional<FakeEntry> find(String plural, String key) {
		return this.data.find(this.data.definition().collection(plural).path().plus(key));
	}

	/**
	 * Return the entry with a path.
	 * @param path the path below the version, for example {@code recipes/4}
	 * @return the entry, or empty if there is none
	 */
	public Optional<FakeEntry> find(String path) {
		return this.data.find(path);
	}

	/**
	 * Create an entry.
	 * @param plural the name of the collection, for example {@code recipes}
	 * @param values the values by attribute name. An integer key may be left out
	 * @return the entry
	 * @throws RequestRefusedException if the key is in use (status 409)
	 * @throws IllegalArgumentException if a value does not match its attribute
	 */
	public FakeEntry create(String plural, Map<String, ? extends @Nullable Object> values) {
		return create(this.data.newEntry(plural, values));
	}

	/**
	 * Create an entry with a path.
	 * @param path the path below the version, for example {@code recipes/4}
	 * @param type the name of the type, for example {@code recipe}
	 * @param values the values by attribute name
	 * @return the entry
	 * @throws RequestRefusedException if the path is in use (status 409)
	 * @throws IllegalArgumentException if there is no such type, or if a value does not
	 * match its attribute
	 */
	public FakeEntry create(String path, String type, Map<String, ? extends @Nullable Object> values) {
		return create(this.data.newEntry(path, type, values));
	}

	private FakeEntry create(FakeEntry created) {
		requireChangeable();
		this.data.requireNoConflict(created, null);
		this.data = this.data.add(created);
		return this.data.present(created);
	}

	/**
	 * Change an entry.
	 * @param changed the entry
	 * @param values the new values by attribute name
	 * @return the entry after the change
	 * @throws RequestRefusedException if the new key is in use (status 409)
	 * @throws IllegalArgumentException if a value does not match its attribute
	 */
	public FakeEntry change(FakeEntry changed, Map<String, ? extends @Nullable Object> values) {
		requireChangeable();
		FakeEntry before = this.data.present(changed);
		FakeEntry after = before.with(values);
		this.data.requireNoConflict(after, before);
		this.data = this.data.change(before, after);
		if (!before.resourcePath().equals(after.resourcePath()) && changed.equals(this.entry)) {
			this.renamed = after;
		}
		return this.data.present(after);
	}

	/**
	 * Remove an entry. Links to it lose their value.
	 * @param removed the entry
	 * @throws IllegalArgumentException if a required link of another entry refers to it
	 */
	public void remove(FakeEntry removed) {
		requireChangeable();
		this.data = this.data.remove(removed);
	}

	/**
	 * Return the entry whose operation is called if its key was changed.
	 * @return the entry after the change, or {@code null}
	 */
	Optional<FakeEntry> renamed() {
		return Optional.ofNullable(this.renamed);
	}

	FakeData data() {
		return this.data;
	}

	private void requireChangeable() {
		boolean described = this.data.definition().recording() != null;
		if (!this.operation.isPost()) {
			throw new IllegalStateException(
					"Nothing can be changed, because " + this.operation.subject() + " is invoked with GET"
							+ (described ? " according to the description." : ". Declare it with post()."));
		}
	}

}
