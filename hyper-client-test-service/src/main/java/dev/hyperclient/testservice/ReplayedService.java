package dev.hyperclient.testservice;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.hyperclient.testservice.DescribedValue.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The declaration of a service with the description of another one, with representations
 * of its resources, and with behavior of its operations. Immutable.
 *
 * @param name the name of the service in messages
 * @param description the description
 * @param wadl the text of the description
 * @param representations the representations by normalized target below the root, with
 * the URLs of the other service
 * @param declared the entries that were declared by their values, by path
 * @param collections the paths of the entries of declared collections, by path
 * @param operations the behaviors by operation
 * @param given the methods of the builder that declared a path, by path
 * @param values the values of the entries that were declared by their values, by path
 */
record ReplayedService(String name, WadlDescription description, String wadl, Map<String, JsonNode> representations,
		Map<String, DescribedEntry> declared, Map<String, List<String>> collections,
		Map<DescribedOperation, Function<DescribedCall, ? extends @Nullable Object>> operations,
		Map<String, String> given, Map<String, Map<String, ? extends @Nullable Object>> values) {

	private static final String COLLECTION = "_collection_link";

	/**
	 * Read a description.
	 * @param name the name of the service in messages
	 * @param input the WADL document, which is not closed
	 * @return the service without representations other than that of the root
	 * @throws IllegalArgumentException if it is no WADL document or cannot be read
	 */
	static ReplayedService read(String name, @Nullable InputStream input) {
		if (input == null) {
			throw new IllegalArgumentException(
					"The description of '%s' is null: is there a class path resource with its name? A name given to Class.getResourceAsStream begins with a slash if it is not relative to the package."
						.formatted(name));
		}
		try {
			byte[] bytes = input.readAllBytes();
			WadlDescription description = WadlReader.read(name, bytes);
			URI base = description.base();
			ObjectNode root = ServiceJson.object();
			description.collections()
				.forEach((link) -> root.put(link.key(),
						base + link.key().substring(0, link.key().length() - COLLECTION.length())));
			root.put("resource_type_link", base + "#" + ServiceDefinition.ROOT_TYPE);
			return new ReplayedService(name, description, WadlReader.text(bytes), Map.of("", root), Map.of(), Map.of(),
					Map.of(), Map.of(), Map.of());
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("The description of '" + name + "' cannot be read: " + ex, ex);
		}
	}

	/**
	 * Read a description from a file.
	 * @param name the name of the service in messages
	 * @param file the WADL document
	 * @return the service without representations other than that of the root
	 * @throws IllegalArgumentException if it is no WADL document or cannot be read
	 */
	static ReplayedService read(String name, Path file) {
		try (InputStream input = Files.newInputStream(file)) {
			return read(name, input);
		}
		catch (IOException | IllegalArgumentException ex) {
			throw new IllegalArgumentException("'%s' cannot be read: %s".formatted(file, reason(file, ex)), ex);
		}
	}

	private static @Nullable Object reason(Path file, Exception failure) {
		if (Files.isDirectory(file)) {
			return "it is a folder. Give the file with the WADL document, or replay(name, folder) for a recording.";
		}
		if (failure instanceof NoSuchFileException) {
			return "there is no such file (%s). Give the path of a WADL document relative to the working directory, or a class path resource as an InputStream."
				.formatted(file.toAbsolutePath());
		}
		return (failure instanceof IOException) ? failure : failure.getMessage();
	}

	URI base() {
		return this.description.base();
	}

	String version() {
		String path = base().getPath();
		return path.substring(path.lastIndexOf('/', path.length() - 2) + 1, path.length() - 1);
	}

	ReplayedService withRepresentation(String target, String json) {
		return withRecorded(target, parse(target, json)).withGiven(DescribedPath.declared(target), "representation");
	}

	private static JsonNode parse(String target, String json) {
		try {
			JsonNode node = ServiceJson.MAPPER.readTree(json);
			Advice.require(!node.isMissingNode(), "The representation of '%s' is no JSON text: it is empty", target);
			return node;
		}
		catch (JacksonException ex) {
			throw new IllegalArgumentException(
					"The representation of '%s' is no JSON text: %s (line %d, column %d)".formatted(target,
							ex.getOriginalMessage(), ex.getLocation().getLineNr(), ex.getLocation().getColumnNr()),
					ex);
		}
	}

	ReplayedService withRecorded(String target, JsonNode body) {
		return new ReplayedService(this.name, this.description, this.wadl,
				plus(this.representations, DescribedPath.declared(target), body), this.declared, this.collections,
				this.operations, this.given, this.values);
	}

	ReplayedService withEntry(String path, String type, Map<String, ? extends @Nullable Object> values) {
		String normalized = entryPath(path);
		DescribedType described = this.description.entryType(type);
		DescribedEntry entry = new DescribedEntry(this.description, described,
				new DescribedValues(this.description).entry(normalized, described, values));
		return new ReplayedService(this.name, this.description, this.wadl, this.representations,
				plus(this.declared, normalized, entry), this.collections, this.operations, this.given,
				plus(this.values, normalized, Collections.unmodifiableMap(new LinkedHashMap<>(values))))
			.withGiven(normalized, "entry");
	}

	ReplayedService withCollection(String path, List<String> entries) {
		String normalized = DescribedPath.declared(path);
		return new ReplayedService(this.name, this.description, this.wadl, this.representations, this.declared,
				plus(this.collections, normalized, entries.stream().map(DescribedPath::declared).toList()),
				this.operations, this.given, this.values)
			.withGiven(normalized, "collection");
	}

	private ReplayedService withGiven(String path, String method) {
		String other = this.given.get(path);
		if (other != null) {
			throw new IllegalArgumentException(
					other.equals(method) ? "The %s '%s' is declared twice".formatted(method, path)
							: "'%s' is declared by %s(...) and %s(...): leave one out".formatted(path, other, method));
		}
		return new ReplayedService(this.name, this.description, this.wadl, this.representations, this.declared,
				this.collections, this.operations, plus(this.given, path, method), this.values);
	}

	/**
	 * Return the path of an entry.
	 * @param path the path as declared
	 * @return the normalized path
	 * @throws IllegalArgumentException if no entry can have the path
	 */
	String entryPath(String path) {
		String normalized = DescribedPath.entry(path);
		if (topLevelCollections().contains(normalized)) {
			throw new IllegalArgumentException("'%s' is the path of a collection. An entry has a path such as '%s/4'."
				.formatted(path, normalized));
		}
		return normalized;
	}

	private List<String> topLevelCollections() {
		JsonNode root = this.representations.getOrDefault("", ServiceJson.nullNode());
		return this.description.collections()
			.stream()
			.map((link) -> DescribedPath.of(base(), root.path(link.key()).asString("")))
			.toList();
	}

	ReplayedService withOperation(String type, String operation,
			Function<DescribedCall, ? extends @Nullable Object> behavior) {
		DescribedOperation described = this.description.type(type).operation(operation);
		if (this.operations.containsKey(described)) {
			throw new IllegalArgumentException(Advice.capitalized(described.toString()) + " has two behaviors");
		}
		return new ReplayedService(this.name, this.description, this.wadl, this.representations, this.declared,
				this.collections, plus(this.operations, described, behavior), this.given, this.values);
	}

	/**
	 * Return the entries at the start of the service: those of recorded pages, then
	 * recorded and declared entries, which replace others with the same path.
	 * @param clock supplies the times of hosted files
	 * @return the data
	 * @throws IllegalArgumentException if a declared link or a declared collection refers
	 * to an entry that does not exist, or if nothing refers to a declared collection
	 */
	DescribedData data(Clock clock) {
		Map<String, DescribedEntry> entries = new LinkedHashMap<>();
		Stream
			.concat(this.representations.values().stream().flatMap((body) -> body.path("entries").valueStream()),
					this.representations.values().stream())
			.forEach((body) -> entry(body, entries));
		entries.putAll(this.declared);
		DescribedFiles files = DescribedFiles.empty(clock);
		for (DescribedEntry entry : this.declared.values()) {
			files = files.with(entry, this.values.getOrDefault(entry.path(), Map.of()));
		}
		DescribedData data = new DescribedData(Collections.unmodifiableMap(entries), Set.of(), files,
				this.representations.keySet());
		this.declared.values()
			.forEach((entry) -> data.requireTargets(entry, this.values.getOrDefault(entry.path(), Map.of()).keySet()));
		this.collections.forEach((collection, paths) -> requireCollection(collection, paths, data));
		return data;
	}

	private void requireCollection(String collection, List<String> paths, DescribedData data) {
		Set<String> known = new LinkedHashSet<>(topLevelCollections());
		Stream
			.concat(data.entries().values().stream().map(DescribedEntry::representation),
					this.representations.values().stream())
			.forEach((body) -> body.properties()
				.stream()
				.filter((member) -> member.getKey().endsWith(COLLECTION))
				.forEach((member) -> known.add(DescribedPath.of(base(), member.getValue().asString("")))));
		if (!known.contains(collection)) {
			throw new IllegalArgumentException(
					"There is no collection '%s', since no entry has a link to it%s".formatted(collection,
							NearestName.of(collection, known)
								.map(". The nearest collection is '%s'."::formatted)
								.orElse("")));
		}
		DescribedType expected = memberType(collection, data);
		for (String path : paths) {
			DescribedEntry entry = data.find(path)
				.orElseThrow(() -> new IllegalArgumentException(
						"The collection '%s' has the entry '%s', which does not exist: add entry(\"%s\", ...) or its representation"
							.formatted(collection, path, path)));
			if (expected != null && !entry.describedType().isA(expected)) {
				throw new IllegalArgumentException(
						"The collection '%s' has entries of the type '%s', but '%s' is a '%s'".formatted(collection,
								expected.id(), path, entry.type()));
			}
		}
	}

	/**
	 * Return the type of the entries of a collection.
	 * @return the type, or {@code null} if the description does not say it
	 */
	private @Nullable DescribedType memberType(String collection, DescribedData data) {
		JsonNode root = this.representations.getOrDefault("", ServiceJson.nullNode());
		return this.description.collections()
			.stream()
			.filter((link) -> DescribedPath.of(base(), root.path(link.key()).asString("")).equals(collection))
			.findFirst()
			.or(() -> DescribedLink.find(data, base(), collection, Kind.COLLECTION).map(DescribedLink::value))
			.map((link) -> this.description.types().get(String.valueOf(link.target())))
			.map((page) -> this.description.types().get(String.valueOf(page.entryType())))
			.orElse(null);
	}

	private void entry(JsonNode body, Map<String, DescribedEntry> entries) {
		String self = body.path("self_link").asString("");
		if (body instanceof ObjectNode representation && self.startsWith(base().toString())) {
			this.description.typeAt(body.path("resource_type_link").asString(""))
				.filter(DescribedType::isEntry)
				.map((type) -> new DescribedEntry(this.description, type, representation))
				.ifPresent((entry) -> entries.put(entry.path(), entry));
		}
	}

	private static <K, V> Map<K, V> plus(Map<K, V> map, K key, V value) {
		Map<K, V> more = new LinkedHashMap<>(map);
		more.put(key, value);
		return Collections.unmodifiableMap(more);
	}

}
