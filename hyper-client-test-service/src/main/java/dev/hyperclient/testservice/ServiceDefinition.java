package dev.hyperclient.testservice;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The declaration of a service. Immutable. All versions have the same data.
 *
 * @param name the name of the service in messages
 * @param documentation the documentation
 * @param versions the freshness lifetimes of the roots by version, the newest one last
 * @param types the entry types
 * @param collections the top-level collections
 * @param rootLinks the links from the root
 * @param pageSize the number of entries of a page unless the client asks for another
 * @param recording what another service has, or {@code null} if all types are declared
 * here
 */
record ServiceDefinition(String name, String documentation, Map<String, Duration> versions, List<FakeType> types,
		List<TopCollection> collections, List<RootLink> rootLinks, int pageSize, @Nullable Recording recording) {

	static final String ROOT_TYPE = "service-root";

	private static final Set<String> RESERVED_TYPES = Set.of(WadlDocument.HOSTED_FILE, "ScalarValue", ROOT_TYPE,
			HostedFileResource.FILES);

	/**
	 * Refuse a declaration that contradicts itself.
	 * @return the declaration
	 * @throws IllegalArgumentException if it contradicts itself
	 */
	ServiceDefinition validated() {
		Set<String> ids = new HashSet<>(RESERVED_TYPES);
		this.types.stream()
			.flatMap((type) -> Stream.of(type.name(), type.plural()))
			.forEach((id) -> Advice.require(ids.add(id),
					"The name '%s' is used twice or reserved: each entry type and each collection of '%s' needs a name of its own",
					id, this.name));
		this.types.forEach(this::requireTargets);
		requireDifferentLinks();
		return this;
	}

	String newestVersion() {
		return List.copyOf(this.versions.keySet()).get(this.versions.size() - 1);
	}

	FakeType type(@Nullable String typeName) {
		return find(typeName).orElseThrow(() -> Advice.unknown("entry type", String.valueOf(typeName), typeNames()));
	}

	/**
	 * Return a top-level collection.
	 * @param collection the name of the collection
	 * @return the collection
	 * @throws IllegalArgumentException if there is none
	 */
	TopCollection collection(String collection) {
		return this.collections.stream()
			.filter((candidate) -> candidate.name().equals(collection))
			.findFirst()
			.orElseThrow(() -> Advice.unknown("collection", collection, collectionNames()));
	}

	List<String> collectionNames() {
		return this.collections.stream().map(TopCollection::name).toList();
	}

	Optional<TopCollection> collectionAt(ResourcePath path) {
		return this.collections.stream().filter((candidate) -> candidate.path().equals(path)).findFirst();
	}

	/**
	 * Return whether no entry can have a key, because another resource has its URL.
	 * @param key the key
	 * @return whether the key is reserved
	 */
	boolean isReserved(String key) {
		return this.rootLinks.stream().anyMatch((link) -> link.segment().equals(key));
	}

	/**
	 * Return the link of the entries of a collection to the entry that has the
	 * collection.
	 * @param owner the type of the entry
	 * @param collection the collection
	 * @return the name of the link
	 */
	String link(FakeType owner, ValueDefinition collection) {
		FakeType target = type(collection.target());
		List<String> links = target.linksTo(owner.name()).stream().map(ValueDefinition::name).toList();
		String link = collection.link();
		Advice.require(link == null || links.contains(link),
				"The collection '%s' of %s has the entries whose link '%s' refers to it, but the type '%s' has no such link: add link(\"%s\", \"%s\") to it",
				collection.name(), owner.subject(), link, target.name(), link, owner.name());
		if (link == null && links.size() != 1) {
			String advice = links.isEmpty()
					? "add link(\"%s\", \"%s\") to the type '%s'".formatted(owner.name(), owner.name(), target.name())
					: "name one of its links: collection(\"%s\", \"%s\", \"%s\")".formatted(collection.name(),
							target.name(), links.get(0));
			throw new IllegalArgumentException(
					"The collection '%s' of %s has the entries that link to it, but the type '%s' has %d links to it: %s"
						.formatted(collection.name(), owner.subject(), target.name(), links.size(), advice));
		}
		return (link != null) ? link : links.get(0);
	}

	private void requireDifferentLinks() {
		Set<String> used = new HashSet<>(Representations.COMMON_KEYS);
		this.types.forEach((type) -> used.add(type.plural() + "_collection_link"));
		this.rootLinks.forEach((link) -> {
			Advice.require(used.add(link.name() + "_link"),
					"The JSON key '%1$s_link' of the root is used twice or reserved: give the root link '%1$s' another name",
					link.name());
			Advice.require(used.add(link.plural() + "/" + link.segment()),
					"The root link '%s' has the URL '%s/%s' of another one: give it another segment", link.name(),
					link.plural(), link.segment());
		});
	}

	private void requireTargets(FakeType type) {
		type.attributes().values().forEach((attribute) -> {
			requireType(type.subject(), attribute.target());
			if (attribute.kind() == ValueDefinition.Kind.COLLECTION) {
				link(type, attribute);
			}
		});
		Stream.of(type.operations(), type.collectionOperations()).flatMap(List::stream).forEach((operation) -> {
			operation.parameters().forEach((parameter) -> requireType(operation.subject(), parameter.target()));
			requireType(operation.subject(), operation.resultType());
		});
	}

	private void requireType(String subject, @Nullable String target) {
		Advice.require(target == null || find(target).isPresent(),
				"%s refers to the entry type '%s', which does not exist: add type(\"%s\", ...), or name one of %s",
				Advice.capitalized(subject), target, target, String.join(", ", typeNames()));
	}

	Optional<FakeType> find(@Nullable String typeName) {
		return this.types.stream().filter((type) -> type.name().equals(typeName)).findFirst();
	}

	private List<String> typeNames() {
		return this.types.stream().map(FakeType::name).toList();
	}

	/**
	 * A top-level collection.
	 *
	 * @param name the name
	 * @param path the path below the root
	 * @param resourceType the WADL id of its type
	 * @param type the name of the type of its entries, or {@code null} if it is unknown
	 * @param operations the operations
	 */
	record TopCollection(String name, ResourcePath path, String resourceType, @Nullable String type,
			List<OperationDefinition> operations) {

		static TopCollection of(FakeType type) {
			return new TopCollection(type.plural(), ResourcePath.of(type.plural()), type.plural(), type.name(),
					type.collectionOperations());
		}

	}

	/**
	 * A link from the root to an entry. Its URL redirects to the URL of the entry.
	 *
	 * @param name the name, without the suffix {@code _link}
	 * @param segment the path segment below the collection of the target
	 * @param path the path of the entry that it refers to at first
	 */
	record RootLink(String name, String segment, String path) {

		String plural() {
			return this.path.substring(0, Math.max(this.path.indexOf('/'), 0));
		}

	}

}
