package dev.hyperclient.testservice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Declaration of a self-describing service. Immutable. All versions have the same data.
 *
 * @param <D> the data of the service, an immutable value
 */
public final class ServiceDefinition<D> {

	static final String ROOT_TYPE = "service-root";

	private final String name;

	private final String summary;

	private final List<Version> versions;

	private final List<EntryType<D, ?>> types;

	private final List<EntryLink<D, ?>> links;

	private final Function<D, FileStore> files;

	private ServiceDefinition(Builder<D> builder) {
		this.name = builder.name;
		this.summary = builder.summary;
		this.versions = List.copyOf(builder.versions);
		this.types = List.copyOf(builder.types);
		this.links = List.copyOf(builder.links);
		this.files = builder.files;
		if (this.versions.isEmpty()) {
			throw new IllegalStateException("The service needs at least one version(...)");
		}
		this.types.forEach(this::requireTargets);
	}

	private void requireTargets(EntryType<D, ?> type) {
		type.attributes().forEach((attribute) -> requireTarget(type, attribute.value()));
		type.operations().forEach((operation) -> operation.parameters().forEach((value) -> requireTarget(type, value)));
		type.collectionOperations()
			.forEach((operation) -> operation.parameters().forEach((value) -> requireTarget(type, value)));
	}

	private void requireTarget(EntryType<D, ?> type, ValueDefinition<?> value) {
		String target = value.target();
		if (target != null && this.types.stream().noneMatch((candidate) -> candidate.name().equals(target))) {
			throw new IllegalStateException("'%s' of the entry type '%s' refers to '%s': add that type(...)"
				.formatted(value.name(), type.name(), target));
		}
	}

	/**
	 * Create a builder.
	 * @param name the name of the service in messages
	 * @param <D> the data of the service
	 * @return the builder
	 */
	public static <D> Builder<D> builder(String name) {
		return new Builder<>(name);
	}

	String name() {
		return this.name;
	}

	String summary() {
		return this.summary;
	}

	List<EntryType<D, ?>> types() {
		return this.types;
	}

	List<EntryLink<D, ?>> links() {
		return this.links;
	}

	FileStore files(D data) {
		return this.files.apply(data);
	}

	Optional<Version> version(String segment) {
		return this.versions.stream().filter((version) -> version.segment().equals(segment)).findFirst();
	}

	Version newestVersion() {
		return this.versions.get(this.versions.size() - 1);
	}

	Optional<EntryType<D, ?>> typeWithPlural(String plural) {
		return this.types.stream().filter((type) -> type.plural().equals(plural)).findFirst();
	}

	EntryType<D, ?> typeNamed(String typeName) {
		return this.types.stream()
			.filter((type) -> type.name().equals(typeName))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("The service has no entry type '" + typeName + "'"));
	}

	/**
	 * Return the keys that no entry may have because another resource has the URL, or
	 * because a URL cannot carry them.
	 * @return the reserved keys
	 */
	Set<String> reservedKeys() {
		Set<String> reserved = new HashSet<>(Set.of(".", ".."));
		this.links.forEach((link) -> reserved.add(link.segment()));
		return reserved;
	}

	/**
	 * Return the entry at a path.
	 * @param data the data
	 * @param path the path below the version
	 * @return the entry with its type, or empty if there is none
	 */
	Optional<EntryResource<D, ?>> entryAt(D data, ResourcePath path) {
		if (path.segments().size() != 2) {
			return Optional.empty();
		}
		return typeWithPlural(path.segments().get(0)).flatMap((type) -> entry(type, data, path.segments().get(1)));
	}

	private <E> Optional<EntryResource<D, E>> entry(EntryType<D, E> type, D data, String key) {
		return type.store().find(data, key).map((entry) -> new EntryResource<>(this, type, entry));
	}

	/**
	 * A version of the service.
	 *
	 * @param segment the first path segment of its URLs
	 * @param rootLifetime the freshness lifetime of its root documents
	 */
	record Version(String segment, Duration rootLifetime) {
	}

	/**
	 * A link from the root to an entry. Its URL redirects to the URL of the entry.
	 *
	 * @param name the name in the root, without the suffix {@code _link}
	 * @param type the type of the entry
	 * @param segment the path segment below the collection of the type
	 * @param target returns the entry
	 * @param <D> the data of the service
	 * @param <E> the stored entry
	 */
	record EntryLink<D, E>(String name, EntryType<D, E> type, String segment, Function<D, E> target) {

		ResourcePath path() {
			return ResourcePath.of(this.type.plural(), this.segment);
		}

		ResourcePath targetPath(D data) {
			return this.type.pathOf(this.target.apply(data));
		}

	}

	/**
	 * Builder of a service definition.
	 *
	 * @param <D> the data of the service
	 */
	public static final class Builder<D> {

		private final String name;

		private final List<Version> versions = new ArrayList<>();

		private final List<EntryType<D, ?>> types = new ArrayList<>();

		private final List<EntryLink<D, ?>> links = new ArrayList<>();

		private String summary = "";

		private Function<D, FileStore> files = (data) -> FileStore.EMPTY;

		private Builder(String name) {
			this.name = name;
		}

		/**
		 * Set the documentation of the service.
		 * @param summary one sentence
		 * @return this builder
		 */
		public Builder<D> summary(String summary) {
			this.summary = summary;
			return this;
		}

		/**
		 * Add a version. The last one is the newest.
		 * @param segment the first path segment of its URLs
		 * @param rootLifetime the freshness lifetime of its root documents, in whole
		 * seconds
		 * @return this builder
		 */
		public Builder<D> version(String segment, Duration rootLifetime) {
			this.versions.add(new Version(segment, rootLifetime));
			return this;
		}

		/**
		 * Add an entry type with its top-level collection.
		 * @param type the type
		 * @return this builder
		 */
		public Builder<D> type(EntryType<D, ?> type) {
			this.types.add(type);
			return this;
		}

		/**
		 * Add a link from the root to an entry.
		 * @param linkName the name, without the suffix {@code _link}
		 * @param type the type of the entry
		 * @param segment the path segment below the collection of the type
		 * @param target returns the entry
		 * @param <E> the stored entry
		 * @return this builder
		 */
		public <E> Builder<D> link(String linkName, EntryType<D, E> type, String segment, Function<D, E> target) {
			this.links.add(new EntryLink<>(linkName, type, segment, target));
			return this;
		}

		/**
		 * Set how the hosted files are found. There are none by default.
		 * @param files returns the files of the data
		 * @return this builder
		 */
		public Builder<D> files(Function<D, FileStore> files) {
			this.files = files;
			return this;
		}

		/**
		 * Build the definition.
		 * @return the definition
		 * @throws IllegalStateException if there is no version, or if a link or
		 * collection refers to an entry type that the definition does not have
		 */
		public ServiceDefinition<D> build() {
			return new ServiceDefinition<>(this);
		}

	}

}
