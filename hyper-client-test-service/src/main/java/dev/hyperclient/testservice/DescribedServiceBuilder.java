package dev.hyperclient.testservice;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Declares a {@link DescribedService}, which has the description of another service, with
 * its version and its types. It has the representations, entries, collections and
 * behaviors that it is given. All other requests are answered with status 501. Not
 * thread-safe.
 */
public final class DescribedServiceBuilder extends ServiceBuilder<DescribedServiceBuilder> {

	private ReplayedService replayed;

	DescribedServiceBuilder(ReplayedService replayed) {
		super(replayed.name());
		this.replayed = replayed;
	}

	/**
	 * Add a representation.
	 * @param path the path below the root, with the query if there is one, for example
	 * {@code bugs/4}; empty for the root
	 * @param json the representation as JSON, with the URLs of the other service
	 * @return this builder
	 * @throws IllegalArgumentException if it is no JSON
	 */
	public DescribedServiceBuilder representation(String path, String json) {
		this.replayed = this.replayed.withRepresentation(path, json);
		return this;
	}

	/**
	 * Add an entry. It replaces a recorded entry with the same path. Clients can change
	 * and delete it if the description allows it.
	 * @param path the path below the root, for example {@code bugs/4}
	 * @param type the id of its resource type, for example {@code bug}
	 * @param values the values by name; others are null. A link is given as the path of
	 * its target, which must be known by {@link #start()}, and a file as {@code byte[]}.
	 * An attribute with a list of allowed values may have another one, as if the service
	 * had added it; clients cannot set it
	 * @return this builder
	 * @throws IllegalArgumentException if the description has no such type or attribute,
	 * if a value does not match it, or if the entry is declared twice
	 */
	public DescribedServiceBuilder entry(String path, String type, Map<String, ? extends @Nullable Object> values) {
		this.replayed = this.replayed.withEntry(path, type, values);
		return this;
	}

	/**
	 * Add a collection. A top-level collection that is not added has all entries of its
	 * type, if there are any.
	 * @param path the path below the root, for example {@code bugs/4/tasks}
	 * @param entries the paths of its entries, which must be known by {@link #start()}
	 * and have the type that the description states
	 * @return this builder
	 */
	public DescribedServiceBuilder collection(String path, String... entries) {
		this.replayed = this.replayed.withCollection(path, List.of(entries));
		return this;
	}

	/**
	 * Set the behavior of an operation.
	 * @param type the id of the resource type that has the operation, for example
	 * {@code bug}
	 * @param operation the name of the operation
	 * @param behavior returns the result: what the description promises, or, without a
	 * described result, an entry, a list of entries, a JSON value (text, number, boolean,
	 * list or map), or null. It throws {@link RequestRefusedException} to refuse a call
	 * @return this builder
	 * @throws IllegalArgumentException if the description has no such type or operation,
	 * or if the operation has two behaviors
	 */
	public DescribedServiceBuilder operation(String type, String operation,
			Function<DescribedCall, ? extends @Nullable Object> behavior) {
		this.replayed = this.replayed.withOperation(type, operation, behavior);
		return this;
	}

	@Override
	public DescribedService start() {
		MovableClock movableClock = new MovableClock(this.clock);
		return new DescribedService(this, movableClock, new DescribedResources(this.replayed, movableClock));
	}

	@Override
	DescribedServiceBuilder self() {
		return this;
	}

	/**
	 * Return data without types, since {@link DescribedResources} has its own.
	 */
	FakeData emptyData(MovableClock movableClock) {
		ServiceDefinition definition = new ServiceDefinition(this.name, "",
				Map.of(this.replayed.version(), ROOT_LIFETIME), List.of(), List.of(), Representations.PAGE_SIZE);
		return FakeData.of(definition, Map.of(), FileStore.empty(movableClock));
	}

}
