package dev.hyperclient.testservice;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import dev.hyperclient.testservice.OperationDefinition.Result;
import dev.hyperclient.testservice.TypeBuilder.DeclaredCollection;
import dev.hyperclient.testservice.ValueBuilder.DeclaredValue;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Converts the declaration of a fake service to a {@link ServiceDefinition} and its
 * initial data, and checks it.
 */
final class FakeDeclaration {

	private static final Set<String> RESERVED_TYPES = Set.of(WadlDocument.HOSTED_FILE, "ScalarValue",
			ServiceDefinition.ROOT_TYPE, HostedFileResource.FILES);

	private final String name;

	private final List<TypeBuilder> builders;

	private final Map<String, FakeType> types = new LinkedHashMap<>();

	private final Map<String, EntryType<FakeData, FakeEntry>> entryTypes = new LinkedHashMap<>();

	private final FakeData data;

	private final ServiceDefinition<FakeData> definition;

	private FakeDeclaration(String name, String documentation, Map<String, Duration> versions,
			List<TypeBuilder> builders, Map<String, String> rootLinks, Clock clock) {
		this.name = name;
		this.builders = builders;
		requireDistinctIds();
		builders.forEach((builder) -> this.types.put(builder.name(), type(builder)));
		builders.forEach(this::requireTargets);
		builders.forEach((builder) -> this.entryTypes.put(builder.name(), entryType(builder)));
		this.data = initialData(clock);
		this.definition = definition(documentation, versions, rootLinks);
	}

	static FakeDeclaration of(String name, String documentation, Map<String, Duration> versions,
			List<TypeBuilder> types, Map<String, String> rootLinks, Clock clock) {
		return new FakeDeclaration(name, documentation, versions, types, rootLinks, clock);
	}

	ServiceDefinition<FakeData> definition() {
		return this.definition;
	}

	FakeData data() {
		return this.data;
	}

	private void requireDistinctIds() {
		Set<String> ids = new HashSet<>(RESERVED_TYPES);
		for (TypeBuilder type : this.builders) {
			Stream.of(type.name(), type.plural()).forEach((id) -> {
				if (!ids.add(id)) {
					throw new IllegalArgumentException(
							"The name '%s' is used twice or reserved: each entry type and each collection of '%s' needs a name of its own"
								.formatted(id, this.name));
				}
			});
		}
	}

	private static FakeType type(TypeBuilder builder) {
		String key = key(builder);
		Map<String, ValueDefinition<?>> attributes = new LinkedHashMap<>();
		Set<String> keys = new HashSet<>(Representations.COMMON_KEYS);
		builder.values().values().forEach((declared) -> {
			ValueDefinition<?> value = declared.value();
			attributes.put(value.name(), value.name().equals(key) ? keyValue(builder, value) : value);
			requireFree(keys, value.name() + value.kind().keySuffix(), builder);
		});
		builder.collections().values().forEach((collection) -> {
			requireFree(keys, collection.name() + Kind.COLLECTION.keySuffix(), builder);
			if (attributes.containsKey(collection.name())) {
				throw new IllegalArgumentException(
						"'" + collection.name() + "' of " + builder.subject() + " is declared twice");
			}
		});
		return new FakeType(builder.name(), builder.plural(), key, Collections.unmodifiableMap(attributes));
	}

	private static void requireFree(Set<String> keys, String key, TypeBuilder builder) {
		if (!keys.add(key)) {
			throw new IllegalArgumentException(
					"The JSON key '" + key + "' of " + builder.subject() + " is used twice or reserved");
		}
	}

	private static String key(TypeBuilder builder) {
		if (builder.values().isEmpty()) {
			throw new IllegalArgumentException("%s has no attributes: add at least a key, for example integer(\"id\")"
				.formatted(Advice.capitalized(builder.subject())));
		}
		String key = builder.key();
		if (key == null) {
			return builder.values().keySet().iterator().next();
		}
		if (!builder.values().containsKey(key)) {
			throw new IllegalArgumentException(
					"The key '%s' is no attribute of %s: add text(\"%s\") or integer(\"%s\"), or name one of %s"
						.formatted(key, builder.subject(), key, key, String.join(", ", builder.values().keySet())));
		}
		return key;
	}

	private static ValueDefinition<?> keyValue(TypeBuilder builder, ValueDefinition<?> value) {
		return switch (value.kind()) {
			case TEXT -> ValueDefinition.key(value.name()).documented(value.documentation()).mandatory();
			case INTEGER -> value.mandatory();
			default -> throw new IllegalArgumentException(
					"The key '%s' of %s must be a text or an integer: add one in front of it, or name one with key(...)"
						.formatted(value.name(), builder.subject()));
		};
	}

	private void requireTargets(TypeBuilder builder) {
		builder.values().values().forEach((declared) -> requireType(builder.subject(), declared.value().target()));
		builder.collections().values().forEach((collection) -> requireType(builder.subject(), collection.type()));
		Stream.of(builder.operations(), builder.collectionOperations())
			.map(Map::values)
			.flatMap(Collection::stream)
			.forEach((operation) -> {
				operation.parameters().forEach((parameter) -> requireType(operation.subject(), parameter.target()));
				if (operation.result() != Result.NONE) {
					requireType(operation.subject(), operation.result().type());
				}
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

	private EntryType<FakeData, FakeEntry> entryType(TypeBuilder builder) {
		FakeType type = requireNamed(builder.name());
		EntryType.Builder<FakeData, FakeEntry> entryType = EntryType
			.builder(type.name(), type.plural(), new FakeStore(type, builder.visibility()))
			.summary(builder.documentation());
		builder.values()
			.values()
			.forEach((declared) -> add(entryType, type.attribute(declared.value().name()), declared, type));
		builder.collections().values().forEach((collection) -> add(entryType, builder, collection));
		builder.operations()
			.values()
			.forEach((operation) -> entryType.operations(List.of(operation.build((data, entry,
					arguments) -> new OperationBehavior(operation, this.entryTypes).invoke(data, entry, arguments)))));
		builder.collectionOperations()
			.values()
			.forEach((operation) -> entryType.collectionOperations(List.of(operation.build((data, subject,
					arguments) -> new OperationBehavior(operation, this.entryTypes).invoke(data, null, arguments)))));
		if (builder.isDeletable()) {
			entryType.deletable();
		}
		return entryType.build();
	}

	private <T> void add(EntryType.Builder<FakeData, FakeEntry> entryType, ValueDefinition<T> value,
			DeclaredValue<?> declared, FakeType type) {
		String attribute = value.name();
		if (value.kind() == Kind.FILE) {
			entryType.file(attribute, new FakeFiles(attribute));
			return;
		}
		BiFunction<FakeData, FakeEntry, @Nullable T> reader = (current, entry) -> value.type()
			.cast(stored(current, entry, value));
		boolean readOnly = declared.readOnly() || (attribute.equals(type.key()) && value.kind() == Kind.INTEGER);
		BiFunction<FakeEntry, T, FakeEntry> writer = (entry, changed) -> entry.with(attribute,
				(changed instanceof FakeEntry target) ? target.key() : changed);
		if (declared.redacted()) {
			entryType.redactedAttribute(value, reader, writer);
		}
		else if (readOnly) {
			entryType.attribute(value, reader);
		}
		else {
			entryType.attribute(value, reader, writer);
		}
	}

	private @Nullable Object stored(FakeData current, FakeEntry entry, ValueDefinition<?> value) {
		Object stored = entry.get(value.name());
		if (stored == null || value.target() == null) {
			return stored;
		}
		return current.find(requireNamed(value.target()), stored.toString()).orElse(null);
	}

	private void add(EntryType.Builder<FakeData, FakeEntry> entryType, TypeBuilder builder,
			DeclaredCollection collection) {
		FakeType target = requireNamed(collection.type());
		String link = (collection.link() != null) ? requireLink(builder, collection, target, collection.link())
				: onlyLink(builder, collection, target);
		entryType.collection(collection.name(), collection.type(),
				(current,
						entry) -> EntryList.of(current.entries(target)
							.stream()
							.filter((candidate) -> entry.key().equals(candidate.get(link)))
							.toList()));
	}

	private static String requireLink(TypeBuilder builder, DeclaredCollection collection, FakeType target,
			String link) {
		List<String> links = links(builder, target);
		if (!links.contains(link)) {
			throw new IllegalArgumentException(
					"The collection '%s' of %s has the entries whose link '%s' refers to it, but the type '%s' has no such link: add link(\"%s\", \"%s\") to it"
						.formatted(collection.name(), builder.subject(), link, target.name(), link, builder.name()));
		}
		return link;
	}

	private static String onlyLink(TypeBuilder builder, DeclaredCollection collection, FakeType target) {
		List<String> links = links(builder, target);
		if (links.size() == 1) {
			return links.get(0);
		}
		String advice = links.isEmpty()
				? "add link(\"%s\", \"%s\") to the type '%s'".formatted(builder.name(), builder.name(), target.name())
				: "name one of its links: collection(\"%s\", \"%s\", \"%s\")".formatted(collection.name(),
						target.name(), links.get(0));
		throw new IllegalArgumentException(
				"The collection '%s' of %s has the entries that link to it, but the type '%s' has %d links to it: %s"
					.formatted(collection.name(), builder.subject(), target.name(), links.size(), advice));
	}

	private static List<String> links(TypeBuilder builder, FakeType target) {
		return target.attributes()
			.values()
			.stream()
			.filter((attribute) -> attribute.kind() == Kind.LINK && builder.name().equals(attribute.target()))
			.<String>map(ValueDefinition::name)
			.toList();
	}

	private FakeData initialData(Clock clock) {
		FakeData initial = FakeData.empty(Collections.unmodifiableMap(this.types), FileStore.EMPTY.withClock(clock));
		for (TypeBuilder builder : this.builders) {
			for (Map<String, ?> values : builder.entries()) {
				initial = initial.add(initial.newEntry(requireNamed(builder.name()), values));
			}
		}
		return initial.requireTargets();
	}

	private ServiceDefinition<FakeData> definition(String documentation, Map<String, Duration> versions,
			Map<String, String> rootLinks) {
		ServiceDefinition.Builder<FakeData> builder = ServiceDefinition.<FakeData>builder(this.name)
			.summary(documentation)
			.files(FakeData::files);
		versions.forEach(builder::version);
		this.entryTypes.values().forEach(builder::type);
		rootLinks.forEach((link, path) -> addRootLink(builder, link, path));
		return builder.build();
	}

	private void addRootLink(ServiceDefinition.Builder<FakeData> builder, String link, String path) {
		FakeEntry target = this.data.entry(path);
		FakeType type = target.fakeType();
		if (this.data.find(type, link).isPresent()) {
			throw new IllegalArgumentException(
					"The root link '%s' has the URL of the entry '%s/%s': give it another name".formatted(link,
							type.plural(), link));
		}
		EntryType<FakeData, FakeEntry> entryType = this.entryTypes.get(type.name());
		if (entryType != null) {
			builder.link(link, entryType, link, (current) -> current.find(type, target.key())
				.orElseThrow(() -> RequestRefusedException.notFound(type.plural(), target.key())));
		}
	}

	private FakeType requireNamed(String typeName) {
		FakeType type = this.types.get(typeName);
		if (type == null) {
			throw Advice.unknown("entry type", typeName, this.types.keySet());
		}
		return type;
	}

	/**
	 * Reads and writes the hosted file of an attribute.
	 *
	 * @param attribute the name of the attribute
	 */
	private record FakeFiles(String attribute) implements FileAccess<FakeData, FakeEntry> {

		@Override
		public @Nullable Integer number(FakeEntry entry) {
			return (entry.get(this.attribute) instanceof Integer number) ? number : null;
		}

		@Override
		public FakeData store(FakeData data, FakeEntry entry, String mediaType, String name, byte[] content) {
			return data.storeFile(entry, this.attribute, mediaType, name, content);
		}

		@Override
		public FakeData remove(FakeData data, FakeEntry entry, int number) {
			return data.removeFile(entry, this.attribute, number);
		}

	}

}
