package dev.hyperclient.testservice;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.testservice.ServiceDefinition.RootLink;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The entries and hosted files of a fake service. Immutable. A link is stored as the key
 * of its target, a hosted file as its number.
 *
 * @param definition the declaration
 * @param entries the entries by type name and key
 * @param rootTargets the keys of the entries that the links of the root refer to, by the
 * names of the links
 * @param files the hosted files
 */
record FakeData(ServiceDefinition definition, Map<String, Map<String, FakeEntry>> entries,
		Map<String, String> rootTargets, FileStore files) {

	private static final String MEDIA_TYPE = "application/octet-stream";

	/**
	 * Create the data of a declaration.
	 * @param definition the declaration
	 * @param declared the values of the entries by type name
	 * @param files the hosted files
	 * @return the data
	 * @throws IllegalArgumentException if an entry does not match its type
	 */
	static FakeData of(ServiceDefinition definition,
			Map<String, List<Map<String, ? extends @Nullable Object>>> declared, FileStore files) {
		Map<String, Map<String, FakeEntry>> entries = new HashMap<>();
		Map<String, String> rootTargets = new HashMap<>();
		FakeData data = new FakeData(definition, entries, rootTargets, files);
		declared.forEach((name, all) -> {
			FakeType type = definition.type(name);
			Map<String, FakeEntry> byKey = new LinkedHashMap<>();
			entries.put(name, byKey);
			int next = 1;
			for (Map<String, ? extends @Nullable Object> values : all) {
				FakeEntry entry = data.newEntry(type, values, next);
				data.requireFree(entry);
				byKey.put(entry.key(), entry);
				next = (entry.get(type.key()) instanceof Integer number) ? Math.max(next, number + 1) : next;
			}
		});
		for (RootLink link : definition.rootLinks()) {
			FakeEntry target = data.entry(link.path());
			rootTargets.put(link.name(), target.key());
			Advice.require(data.find(target.fakeType(), link.segment()).isEmpty(),
					"The root link '%s' has the URL of the entry '%s/%s': give it another name", link.name(),
					target.fakeType().plural(), link.segment());
		}
		List<FakeEntry> all = entries.values().stream().flatMap((byKey) -> byKey.values().stream()).toList();
		all.forEach(data::requireTargets);
		FakeData complete = data;
		for (FakeEntry entry : all) {
			complete = complete.withStoredFiles(entry);
		}
		return complete;
	}

	FakeType typeWithPlural(String plural) {
		return this.definition.typeWithPlural(plural)
			.orElseThrow(() -> Advice.unknown("collection", plural, collections()));
	}

	List<String> collections() {
		return this.definition.types().stream().map(FakeType::plural).toList();
	}

	FakeEntry entry(String given) {
		String path = given.startsWith("/") ? given.substring(1) : given;
		int slash = path.indexOf('/');
		Advice.require(slash >= 0, "An entry has a path such as 'recipes/4' below the version but not '%s'", path);
		FakeType type = typeWithPlural(path.substring(0, slash));
		return find(type, path.substring(slash + 1))
			.orElseThrow(() -> Advice.unknown("entry", path, entries(type).stream().map(FakeEntry::path).toList()));
	}

	@Nullable FakeFile file(String path, String attribute) {
		FakeEntry entry = entry(path);
		Advice.require(entry.fakeType().attribute(attribute).kind() == Kind.FILE, "'%s' of '%s' is no hosted file",
				attribute, path);
		return (entry.get(attribute) instanceof Integer number) ? this.files.file(number.toString()).file() : null;
	}

	List<FakeEntry> entries(FakeType type) {
		return List.copyOf(byKey(type).values());
	}

	/**
	 * Return the entries of a collection of an entry.
	 * @param owner the entry
	 * @param collection the collection
	 * @return the entries
	 */
	List<FakeEntry> entries(FakeEntry owner, ValueDefinition collection) {
		String link = this.definition.link(owner.fakeType(), collection);
		return byKey(this.definition.type(collection.target())).values()
			.stream()
			.filter((candidate) -> owner.key().equals(candidate.get(link)))
			.toList();
	}

	Optional<FakeEntry> find(FakeType type, String key) {
		return Optional.ofNullable(byKey(type).get(key));
	}

	/**
	 * Return the entry that a link of the root refers to.
	 * @param link the link
	 * @return the entry
	 * @throws RequestRefusedException if it does not exist any more (status 404)
	 */
	FakeEntry target(RootLink link) {
		String key = this.rootTargets.getOrDefault(link.name(), "");
		return find(typeWithPlural(link.plural()), key)
			.orElseThrow(() -> RequestRefusedException.notFound(link.plural(), link.segment()));
	}

	FakeEntry present(FakeEntry entry) {
		return find(entry.fakeType(), entry.key()).orElseThrow(
				() -> new IllegalArgumentException("The entry '" + entry.path() + "' does not exist any more"));
	}

	FakeEntry newEntry(FakeType type, Map<String, ? extends @Nullable Object> values) {
		return newEntry(type, values, nextKey(type));
	}

	private FakeEntry newEntry(FakeType type, Map<String, ? extends @Nullable Object> values, int nextKey) {
		boolean numbered = type.attribute(type.key()).kind() == Kind.INTEGER && !values.containsKey(type.key());
		return type.entry(numbered ? Map.of(type.key(), nextKey) : Map.of(), values);
	}

	FakeData add(FakeEntry entry) {
		requireFree(entry);
		Map<String, FakeEntry> changed = new LinkedHashMap<>(byKey(entry.fakeType()));
		changed.put(entry.key(), entry);
		FakeData data = with(entry.fakeType(), changed);
		data.requireTargets(entry);
		return data.withStoredFiles(entry);
	}

	/**
	 * Change an entry, and the links to it if its key changes.
	 * @param before the entry
	 * @param after the changed entry
	 * @return the changed data
	 */
	FakeData change(FakeEntry before, FakeEntry after) {
		FakeEntry changed = after.equalsExceptFiles(before) ? after
				: after.with(before.fakeType().onChange().apply(before, after));
		FakeData data = replace(before, changed);
		if (!before.key().equals(changed.key())) {
			requireFree(changed);
			data = data.relinked(before, changed.key()).with(this.files.moved(before, changed));
		}
		data.requireTargets(data.present(changed));
		return data.withStoredFiles(changed);
	}

	/**
	 * Remove an entry, and the values of the links to it.
	 * @param entry the entry
	 * @return the changed data
	 * @throws IllegalArgumentException if a link that is required refers to it
	 */
	FakeData remove(FakeEntry entry) {
		this.definition.types()
			.forEach((type) -> type.linksTo(entry.type())
				.stream()
				.filter(ValueDefinition::required)
				.forEach((link) -> requireNoLink(type, link, entry)));
		Map<String, FakeEntry> changed = new LinkedHashMap<>(byKey(entry.fakeType()));
		changed.remove(entry.key());
		return with(entry.fakeType(), changed).relinked(entry, null);
	}

	FakeData storeFile(FakeEntry entry, String attribute, String mediaType, String name, byte[] content) {
		FakeData data = replace(entry, entry.with(attribute, this.files.nextNumber()));
		return data.with(this.files.plus(entry, mediaType, name, content, data.usedFiles()));
	}

	FakeData removeFile(FakeEntry entry, String attribute, int number) {
		return replace(entry, entry.with(attribute, (Object) null)).with(this.files.without(number));
	}

	/**
	 * Require that no entry has the key of one that a client changes or creates.
	 * @param entry the entry
	 * @param before the entry before the change, or {@code null}
	 * @throws RequestRefusedException if another entry has the key (status 409)
	 */
	void requireNoConflict(FakeEntry entry, @Nullable FakeEntry before) {
		boolean sameKey = before != null && before.key().equals(entry.key());
		if (!sameKey && find(entry.fakeType(), entry.key()).isPresent()) {
			throw RequestRefusedException
				.conflict("A %s called \"%s\" already exists.".formatted(entry.type(), entry.key()));
		}
	}

	/**
	 * Require that the links of an entry refer to entries.
	 * @param entry the entry
	 * @throws IllegalArgumentException if one does not
	 */
	private void requireTargets(FakeEntry entry) {
		entry.fakeType().attributes(Kind.LINK).forEach((link) -> {
			Object key = entry.get(link.name());
			Map<String, FakeEntry> targets = byKey(this.definition.type(link.target()));
			if (key != null && !targets.containsKey(key.toString())) {
				throw new IllegalArgumentException(
						"The link '%s' of '%s' refers to the %s '%s', which does not exist. There %s"
							.formatted(link.name(), entry.path(), link.target(), key, Advice.listed(targets.keySet())));
			}
		});
	}

	private void requireFree(FakeEntry entry) {
		Advice.require(find(entry.fakeType(), entry.key()).isEmpty(),
				"There are two entries with the path '%s'. '%s' is the key of the type '%s': give each entry another value, or set another key(...)",
				entry.path(), entry.fakeType().key(), entry.type());
	}

	private void requireNoLink(FakeType type, ValueDefinition link, FakeEntry target) {
		byKey(type).values()
			.forEach((entry) -> Advice.require(
					!target.key().equals(entry.get(link.name())) || entry.path().equals(target.path()),
					"'%s' cannot be removed, because the required link '%s' of '%s' refers to it: change or remove that entry first",
					target.path(), link.name(), entry.path()));
	}

	private Map<String, FakeEntry> byKey(FakeType type) {
		return this.entries.getOrDefault(type.name(), Map.of());
	}

	private int nextKey(FakeType type) {
		return 1 + numbers(type, type.key()).max(Comparator.naturalOrder()).orElse(0);
	}

	private Stream<Integer> numbers(FakeType type, String attribute) {
		return byKey(type).values()
			.stream()
			.flatMap((entry) -> (entry.get(attribute) instanceof Integer number) ? Stream.of(number) : Stream.empty());
	}

	private FakeData replace(FakeEntry before, FakeEntry after) {
		return mapped(before.fakeType(), (entry) -> entry.key().equals(before.key()) ? after : entry);
	}

	/**
	 * Change the links to an entry.
	 * @param target the entry
	 * @param key its new key, or {@code null} to remove the links
	 * @return the changed data
	 */
	private FakeData relinked(FakeEntry target, @Nullable String key) {
		FakeData data = this;
		for (FakeType type : this.definition.types()) {
			for (ValueDefinition link : type.linksTo(target.type())) {
				data = data.mapped(type, (entry) -> target.key().equals(entry.get(link.name()))
						? entry.with(link.name(), (Object) key) : entry);
			}
		}
		Map<String, String> targets = new HashMap<>(this.rootTargets);
		this.definition.rootLinks().forEach((link) -> {
			if (link.plural().equals(target.fakeType().plural())) {
				targets.computeIfPresent(link.name(), (name, old) -> old.equals(target.key()) ? key : old);
			}
		});
		return new FakeData(this.definition, data.entries, targets, this.files);
	}

	private FakeData mapped(FakeType type, UnaryOperator<FakeEntry> change) {
		Map<String, FakeEntry> changed = new LinkedHashMap<>();
		byKey(type).values().forEach((entry) -> {
			FakeEntry after = change.apply(entry);
			changed.put(after.key(), after);
		});
		return with(type, changed);
	}

	private FakeData with(FakeType type, Map<String, FakeEntry> changed) {
		Map<String, Map<String, FakeEntry>> all = new HashMap<>(this.entries);
		all.put(type.name(), changed);
		return new FakeData(this.definition, all, this.rootTargets, this.files);
	}

	private FakeData with(FileStore changed) {
		return new FakeData(this.definition, this.entries, this.rootTargets, changed);
	}

	private FakeData withStoredFiles(FakeEntry entry) {
		FakeData data = this;
		for (ValueDefinition file : entry.fakeType().attributes(Kind.FILE)) {
			if (entry.get(file.name()) instanceof byte[] content) {
				data = data.storeFile(data.present(entry), file.name(), MEDIA_TYPE, file.name(), content);
			}
		}
		return data;
	}

	private Set<Integer> usedFiles() {
		return this.definition.types()
			.stream()
			.flatMap((type) -> type.attributes(Kind.FILE).stream().flatMap((file) -> numbers(type, file.name())))
			.collect(Collectors.toSet());
	}

}
