package dev.hyperclient.testservice;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.hyperclient.testservice.ServiceDefinition.TopCollection;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import dev.hyperclient.testservice.WadlReader.WadlDescription;
import dev.hyperclient.testservice.WadlReader.WadlDescription.OtherType;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Declares a {@link FakeService} that has the description of another service, with its
 * version and its types. It has the representations, entries, collections and behaviors
 * that are declared. All other requests are answered with status 501. Not thread-safe.
 *
 * <pre class="code">{@code
 * FakeService service = FakeService.describedBy("bugs", wadl)
 * 	.entry("bugs/4", "bug", Map.of("title", "It fails"))
 * 	.start();
 * }</pre>
 */
public final class ReplayedServiceBuilder extends ServiceBuilder<ReplayedServiceBuilder> {

	private static final int PAGE_SIZE = 50;

	private static final String COLLECTION = Kind.COLLECTION.keySuffix;

	private static final String DESCRIPTION = "description.wadl";

	private final WadlDescription description;

	private final ServiceUris origin;

	private final Map<String, JsonNode> representations = new LinkedHashMap<>();

	private final Map<ResourcePath, DeclaredEntry> entries = new LinkedHashMap<>();

	private final Map<ResourcePath, List<ResourcePath>> collections = new LinkedHashMap<>();

	private final Map<OperationDefinition, Function<OperationCall, ? extends @Nullable Object>> behaviors = new HashMap<>();

	/**
	 * The methods that declared a path, by path.
	 */
	private final Map<String, String> declaredBy = new HashMap<>();

	private ReplayedServiceBuilder(String name, WadlDescription description) {
		super(name);
		this.description = description;
		this.origin = description.origin();
		ObjectNode root = ServiceJson.object();
		description.collections()
			.keySet()
			.forEach((collection) -> root.put(collection + COLLECTION, this.origin.root() + collection));
		root.put("resource_type_link", this.origin.toType(ServiceDefinition.ROOT_TYPE));
		this.representations.put("", root);
	}

	static ReplayedServiceBuilder describedBy(String name, @Nullable InputStream wadl) {
		if (wadl == null) {
			throw new IllegalArgumentException(
					"The description of '%s' is null: is there a class path resource with its name? A name given to Class.getResourceAsStream begins with a slash if it is not relative to the package."
						.formatted(name));
		}
		try {
			return new ReplayedServiceBuilder(name, WadlReader.read(name, wadl.readAllBytes()));
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("The description of '" + name + "' cannot be read: " + ex, ex);
		}
	}

	static ReplayedServiceBuilder describedBy(String name, Path file) {
		try (InputStream input = Files.newInputStream(file)) {
			return describedBy(name, input);
		}
		catch (IOException | IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					"'%s' cannot be read: %s".formatted(file, (ex instanceof IOException) ? ex : ex.getMessage()), ex);
		}
	}

	/**
	 * Read the folder.
	 * @param name the name of the service in messages
	 * @return a builder of the service
	 * @throws IllegalArgumentException if there is no such folder or a file is invalid
	 */
	static ReplayedServiceBuilder replay(String name, Path folder) {
		Path description = folder.resolve(DESCRIPTION);
		if (!Files.isRegularFile(description)) {
			throw new IllegalArgumentException(
					"There is no file '%s' in '%s': a folder to replay has the description of the service and a file for each representation. ServiceRecorder of hyper-client-test writes such a folder."
						.formatted(DESCRIPTION, folder.toAbsolutePath()));
		}
		try (Stream<Path> files = Files.list(folder)) {
			ReplayedServiceBuilder service = describedBy(name, description);
			List<Path> recorded = files.filter((path) -> path.toString().endsWith(".json")).sorted().toList();
			Map<String, Path> urls = new HashMap<>();
			for (Path file : recorded) {
				service.addRecorded(file, urls);
			}
			return service;
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("'" + folder + "' cannot be replayed: " + ex, ex);
		}
	}

	private void addRecorded(Path file, Map<String, Path> urls) throws IOException {
		JsonNode recorded = ServiceJson.parse(Files.readString(file)).orElse(ServiceJson.nullNode());
		if (!recorded.path("url").isString() || !recorded.has("body")) {
			throw new IllegalArgumentException(
					"'%s' is not a recorded representation: it must be a JSON object with 'url', relative to the root, and 'body'. Correct it, or delete it and record it again."
						.formatted(file));
		}
		try {
			String url = recorded.path("url").stringValue();
			Path other = urls.putIfAbsent(ResourcePath.declaredTarget(url), file);
			if (other != null) {
				throw new IllegalArgumentException(
						"'%s' has the URL '%s', too. Delete one of them.".formatted(other, url));
			}
			recorded(url, recorded.path("body"));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("'%s' cannot be replayed: %s".formatted(file, ex.getMessage()), ex);
		}
	}

	/**
	 * Add a representation.
	 * @param path the path below the root, with the query if there is one, for example
	 * {@code bugs/4}; empty for the root
	 * @param json the representation as JSON, with the URLs of the other service
	 * @return this builder
	 * @throws IllegalArgumentException if it is not JSON
	 */
	public ReplayedServiceBuilder representation(String path, String json) {
		recorded(path, parse(path, json));
		return declared(ResourcePath.declaredTarget(path), "representation");
	}

	private void recorded(String target, JsonNode body) {
		this.representations.put(ResourcePath.declaredTarget(target), body);
	}

	private static JsonNode parse(String target, String json) {
		try {
			JsonNode node = ServiceJson.MAPPER.readTree(json);
			Advice.require(!node.isMissingNode(), "The representation of '%s' is not a JSON text: it is empty", target);
			return node;
		}
		catch (JacksonException ex) {
			throw new IllegalArgumentException(
					"The representation of '%s' is not a JSON text: %s (line %d, column %d)".formatted(target,
							ex.getOriginalMessage(), ex.getLocation().getLineNr(), ex.getLocation().getColumnNr()),
					ex);
		}
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
	public ReplayedServiceBuilder entry(String path, String type, Map<String, ? extends @Nullable Object> values) {
		ResourcePath entryPath = ResourcePath.entry(path, topLevelPaths());
		FakeType described = this.description.entryType(type);
		values.keySet().forEach((name) -> requireAttribute(described, name));
		DeclaredEntry entry = new DeclaredEntry(entryPath, type, new LinkedHashMap<>(values));
		entry.create(described);
		this.entries.put(entryPath, entry);
		return declared(entryPath.encoded(), "entry");
	}

	private static void requireAttribute(FakeType type, String name) {
		Advice.require(!WadlReader.GENERATED.contains(name),
				"'%s' of the type '%s' is written by the fake service. Leave it out.", name, type.name());
		ValueDefinition attribute = type.attributes()
			.values()
			.stream()
			.filter((candidate) -> candidate.name().equals(name) || candidate.key().equals(name))
			.findFirst()
			.orElseThrow(() -> Advice.notDescribed("attribute '%s' in the type '%s'".formatted(name, type.name()), name,
					type.attributes().keySet()));
		Advice.require(attribute.kind() != Kind.COLLECTION,
				"The attribute '%1$s' of the type '%2$s' takes no value, since collection(\"<path>/%1$s\", ...) declares its entries",
				attribute.name(), type.name());
	}

	/**
	 * Add a collection. A top-level collection that is not added has all entries of its
	 * type, if there are any.
	 * @param path the path below the root, for example {@code bugs/4/tasks}
	 * @param members the paths of its entries, which must be known by {@link #start()}
	 * and have the type that the description states
	 * @return this builder
	 */
	public ReplayedServiceBuilder collection(String path, String... members) {
		ResourcePath collection = ResourcePath.declared(path);
		this.collections.put(collection, Stream.of(members).map(ResourcePath::declared).toList());
		return declared(collection.encoded(), "collection");
	}

	/**
	 * Set the behavior of an operation.
	 * @param type the id of the resource type that has the operation, for example
	 * {@code bug}
	 * @param operation the name of the operation
	 * @param behavior returns the result that the description states, or, without a
	 * described result, an entry, a list of entries, a JSON value (text, number, boolean,
	 * list or map), or null. It throws {@link RequestRefusedException} to refuse a call.
	 * Arguments that are times are texts
	 * @return this builder
	 * @throws IllegalArgumentException if the description has no such type or operation,
	 * or if the operation has two behaviors
	 */
	public ReplayedServiceBuilder operation(String type, String operation,
			Function<OperationCall, ? extends @Nullable Object> behavior) {
		OperationDefinition described = this.description.operation(type, operation);
		Advice.require(this.behaviors.put(described, behavior) == null, "%s has two behaviors",
				Advice.capitalized(described.subject()));
		return this;
	}

	/**
	 * Return the declaration and its entries: entries of recorded pages, then recorded
	 * and declared entries, which replace others with the same path.
	 */
	@Override
	FakeData data(Clock filesClock) {
		Map<String, FakeType> types = new LinkedHashMap<>();
		this.description.types()
			.forEach((id, type) -> types.put(id, type.withOperations(withBehavior(type.operations()))));
		Recording recording = new Recording(this.name, this.origin, this.description.text(),
				Set.copyOf(this.description.others().keySet()), Map.copyOf(this.representations),
				Map.copyOf(this.collections),
				Set.copyOf(this.entries.values().stream().map(DeclaredEntry::type).toList()));
		ServiceDefinition definition = new ServiceDefinition(this.name, "",
				Map.of(this.origin.version(), ROOT_LIFETIME), List.copyOf(types.values()), topLevelCollections(),
				List.of(), PAGE_SIZE, recording);
		Map<ResourcePath, FakeEntry> all = new LinkedHashMap<>();
		Collection<JsonNode> bodies = this.representations.values();
		Stream.concat(bodies.stream().flatMap((body) -> body.path("entries").valueStream()), bodies.stream())
			.forEach((body) -> recordedEntry(body, types).ifPresent((entry) -> all.put(entry.resourcePath(), entry)));
		List<FakeEntry> declared = this.entries.values()
			.stream()
			.map((entry) -> entry.create(definition.type(entry.type())))
			.toList();
		declared.forEach((entry) -> all.put(entry.resourcePath(), entry));
		FakeData data = new FakeData(definition, Collections.unmodifiableMap(all), Set.of(), Map.of(),
				FileStore.empty(filesClock))
			.validated(declared);
		this.collections.forEach((collection, members) -> requireCollection(collection, members, data));
		return data;
	}

	private ReplayedServiceBuilder declared(String path, String method) {
		String other = this.declaredBy.put(path, method);
		Advice.require(!method.equals(other), "The %s '%s' is declared twice", method, path);
		Advice.require(other == null, "'%s' is declared by %s(...) and %s(...): leave one out", path, other, method);
		return this;
	}

	private List<OperationDefinition> withBehavior(List<OperationDefinition> operations) {
		return operations.stream()
			.map((operation) -> Optional.ofNullable(this.behaviors.get(operation))
				.map(operation::with)
				.orElse(operation))
			.toList();
	}

	private List<TopCollection> topLevelCollections() {
		return this.description.collections().entrySet().stream().flatMap((collection) -> {
			OtherType type = this.description.others()
				.getOrDefault(collection.getValue(), new OtherType(null, List.of()));
			return topLevelPath(collection.getKey())
				.map((path) -> new TopCollection(collection.getKey(), path, collection.getValue(), type.entryType(),
						withBehavior(type.operations())))
				.stream();
		}).toList();
	}

	private List<ResourcePath> topLevelPaths() {
		return this.description.collections().keySet().stream().flatMap((name) -> topLevelPath(name).stream()).toList();
	}

	private Optional<ResourcePath> topLevelPath(String collection) {
		JsonNode root = this.representations.getOrDefault("", ServiceJson.nullNode());
		return this.origin.resolve(root.path(collection + COLLECTION).asString(""));
	}

	private Optional<FakeEntry> recordedEntry(JsonNode body, Map<String, FakeType> types) {
		FakeType type = types.get(WadlReader.fragment(body.path("resource_type_link").asString("")));
		return (type != null && body instanceof ObjectNode representation)
				? this.origin.resolve(body.path("self_link").asString(""))
					.map((path) -> type.recorded(path, representation))
				: Optional.empty();
	}

	private void requireCollection(ResourcePath collection, List<ResourcePath> members, FakeData data) {
		Set<ResourcePath> known = new LinkedHashSet<>(topLevelPaths());
		data.entries()
			.values()
			.forEach((entry) -> entry.fakeType()
				.attributes(Kind.COLLECTION)
				.forEach((attribute) -> known.add(entry.path(attribute))));
		this.representations.values()
			.stream()
			.flatMap((body) -> body.properties().stream())
			.filter((member) -> member.getKey().endsWith(COLLECTION))
			.forEach((member) -> this.origin.resolve(member.getValue().asString("")).ifPresent(known::add));
		Advice.require(known.contains(collection), "There is no collection '%s', since no entry has a link to it%s",
				collection,
				Advice.nearest(collection.toString(), known.stream().map(ResourcePath::toString).toList())
					.map(". The nearest collection is '%s'."::formatted)
					.orElse(""));
		FakeType expected = data.definition()
			.collectionAt(collection)
			.map(TopCollection::type)
			.or(() -> data.link(collection).map((link) -> link.attribute().target()))
			.flatMap(data.definition()::find)
			.orElse(null);
		for (ResourcePath path : members) {
			FakeEntry entry = data.find(path)
				.orElseThrow(() -> new IllegalArgumentException(
						"The collection '%s' has the entry '%s', which does not exist: add entry(\"%s\", ...) or its representation"
							.formatted(collection, path, path)));
			Advice.require(expected == null || entry.fakeType().isA(expected),
					"The collection '%s' has entries of the type '%s', but '%s' is a '%s'", collection,
					(expected != null) ? expected.name() : "", path, entry.type());
		}
	}

	/**
	 * An entry that was declared by its values.
	 *
	 * @param path the path
	 * @param type the id of the type
	 * @param values the values by name
	 */
	private record DeclaredEntry(ResourcePath path, String type, Map<String, ? extends @Nullable Object> values) {

		FakeEntry create(FakeType described) {
			return described.blank(this.path).with(this.values);
		}

	}

}
