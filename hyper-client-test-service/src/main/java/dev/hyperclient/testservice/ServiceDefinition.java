package dev.hyperclient.testservice;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The declaration of a service, which does not contradict itself. Immutable. All versions
 * have the same data.
 */
final class ServiceDefinition {

	static final String ROOT_TYPE = "service-root";

	private static final Set<String> RESERVED_TYPES = Set.of(WadlDocument.HOSTED_FILE, "ScalarValue", ROOT_TYPE,
			HostedFileResource.FILES);

	private final String name;

	private final String documentation;

	private final Map<String, Duration> versions;

	private final Map<String, FakeType> types = new LinkedHashMap<>();

	private final List<RootLink> rootLinks;

	/**
	 * Create the declaration.
	 * @param name the name of the service in messages
	 * @param documentation the documentation
	 * @param versions the freshness lifetimes of the roots by version, the newest one
	 * last
	 * @param types the entry types
	 * @param rootLinks the links from the root
	 * @throws IllegalArgumentException if the declaration contradicts itself
	 */
	ServiceDefinition(String name, String documentation, Map<String, Duration> versions, List<FakeType> types,
			List<RootLink> rootLinks) {
		this.name = name;
		this.documentation = documentation;
		this.versions = Collections.unmodifiableMap(new LinkedHashMap<>(versions));
		this.rootLinks = List.copyOf(rootLinks);
		Set<String> ids = new HashSet<>(RESERVED_TYPES);
		types.stream().flatMap((type) -> Stream.of(type.name(), type.plural())).forEach((id) -> {
			if (!ids.add(id)) {
				throw new IllegalArgumentException(
						"The name '%s' is used twice or reserved: each entry type and each collection of '%s' needs a name of its own"
							.formatted(id, name));
			}
		});
		types.forEach((type) -> this.types.put(type.name(), type));
		types.forEach(this::requireTargets);
	}

	String name() {
		return this.name;
	}

	String documentation() {
		return this.documentation;
	}

	Map<String, Duration> versions() {
		return this.versions;
	}

	String newestVersion() {
		return List.copyOf(this.versions.keySet()).get(this.versions.size() - 1);
	}

	Collection<FakeType> types() {
		return this.types.values();
	}

	List<RootLink> rootLinks() {
		return this.rootLinks;
	}

	FakeType type(@Nullable String typeName) {
		FakeType type = this.types.get(typeName);
		if (type == null) {
			throw Advice.unknown("entry type", String.valueOf(typeName), this.types.keySet());
		}
		return type;
	}

	Optional<FakeType> typeWithPlural(String plural) {
		return types().stream().filter((type) -> type.plural().equals(plural)).findFirst();
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
		if (link != null && !links.contains(link)) {
			throw new IllegalArgumentException(
					"The collection '%s' of %s has the entries whose link '%s' refers to it, but the type '%s' has no such link: add link(\"%s\", \"%s\") to it"
						.formatted(collection.name(), owner.subject(), link, target.name(), link, owner.name()));
		}
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
		if (target != null && !this.types.containsKey(target)) {
			throw new IllegalArgumentException(
					"%s refers to the entry type '%s', which does not exist: add type(\"%s\", ...), or name one of %s"
						.formatted(Advice.capitalized(subject), target, target,
								String.join(", ", this.types.keySet())));
		}
	}

	/**
	 * A link from the root to an entry. Its URL redirects to that of the entry.
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
