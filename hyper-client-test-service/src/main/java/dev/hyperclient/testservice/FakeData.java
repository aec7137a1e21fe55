package dev.hyperclient.testservice;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.testservice.FakeType.Reference;
import dev.hyperclient.testservice.ServiceDefinition.RootLink;
import dev.hyperclient.testservice.ServiceDefinition.TopCollection;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The entries and hosted files of a fake service. Immutable. A link is stored as the key
 * of its target, a hosted file as its number.
 *
 * @param definition the declaration
 * @param entries the entries by path
 * @param removed the paths of removed entries
 * @param rootTargets the paths of the entries that the links of the root refer to, by the
 * names of the links
 * @param files the hosted files
 */
record FakeData(ServiceDefinition definition, Map<ResourcePath, FakeEntry> entries, Set<ResourcePath> removed,
		Map<String, ResourcePath> rootTargets, FileStore files) {

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
		FakeData data = new FakeData(definition, new LinkedHashMap<>(), Set.of(), new HashMap<>(), files);
		declared.forEach((name, all) -> {
			FakeType type = definition.type(name);
			int next = 1;
			for (Map<String, ? extends @Nullable Object> values : all) {
				FakeEntry entry = newEntry(type, ResourcePath.of(type.plural()), type.isNumbered() ? next : null,
						values);
				data.requireFree(entry);
				data.entries.put(entry.resourcePath(), entry);
				next = (entry.get(type.key()) instanceof Integer number) ? Math.max(next, number + 1) : next;
			}
		});
		for (RootLink link : definition.rootLinks()) {
			FakeEntry target = data.entry(link.path());
			data.rootTargets.put(link.name(), target.resourcePath());
			Advice.require(data.find(ResourcePath.of(link.plural(), link.segment())).isEmpty(),
					"The root link '%s' has the URL of the entry '%s/%s': give it another name", link.name(),
					link.plural(), link.segment());
		}
		return data.validated(data.entries.values());
	}

	/**
	 * Check the links of entries, and store their files.
	 * @param declared the entries
	 * @return the data
	 * @throws IllegalArgumentException if a link refers to nothing
	 */
	FakeData validated(Collection<FakeEntry> declared) {
		declared.forEach((entry) -> requireTargets(entry, null));
		FakeData complete = this;
		for (FakeEntry entry : declared) {
			complete = complete.withStoredFiles(entry);
		}
		return complete;
	}

	/**
	 * Return an entry.
	 * @param given the path, with or without a slash at its beginning; not
	 * percent-encoded, or as in a URL
	 * @return the entry
	 * @throws IllegalArgumentException if there is none
	 */
	FakeEntry entry(String given) {
		String path = given.startsWith("/") ? given.substring(1) : given;
		return find(path).orElseThrow(() -> {
			List<String> paths = this.entries.values().stream().map(FakeEntry::path).toList();
			String collection = path.substring(0, path.indexOf('/') + 1);
			List<String> below = paths.stream().filter((one) -> one.startsWith(collection)).toList();
			return Advice.unknown("entry", path, below.isEmpty() ? paths : below);
		});
	}

	Optional<FakeEntry> find(String path) {
		int slash = path.indexOf('/');
		return find(ResourcePath.of(path.substring(0, Math.max(slash, 0)), path.substring(slash + 1)))
			.or(() -> find(ResourcePath.declared(path)));
	}

	Optional<FakeEntry> find(ResourcePath path) {
		return Optional.ofNullable(this.entries.get(path));
	}

	@Nullable FakeFile file(String path, String attribute) {
		FakeEntry entry = entry(path);
		Advice.require(entry.fakeType().attribute(attribute).kind() == Kind.FILE, "'%s' of '%s' is not a hosted file",
				attribute, path);
		return (entry.get(attribute) instanceof Integer number) ? this.files.file(number.toString()).file() : null;
	}

	List<FakeEntry> entries(FakeType type) {
		return this.entries.values().stream().filter((entry) -> entry.type().equals(type.name())).toList();
	}

	/**
	 * Return the entries of a type.
	 * @param name the name of the type or of its collection
	 * @return the entries
	 * @throws IllegalArgumentException if there is no such type
	 */
	List<FakeEntry> entries(String name) {
		return this.definition.find(name)
			.or(() -> this.definition.find(this.definition.collection(name).type()))
			.map(this::entries)
			.orElse(List.of());
	}

	/**
	 * Return the entries of a collection of an entry.
	 * @param owner the entry
	 * @param collection the collection
	 * @return the entries
	 */
	List<FakeEntry> entries(FakeEntry owner, ValueDefinition collection) {
		String link = this.definition.link(owner.fakeType(), collection);
		return entries(this.definition.type(collection.target())).stream()
			.filter((candidate) -> owner.key().equals(candidate.get(link)))
			.toList();
	}

	/**
	 * Return the entry that a link of the root refers to.
	 * @param link the link
	 * @return the entry
	 * @throws RequestRefusedException if it does not exist any more (status 404)
	 */
	FakeEntry target(RootLink link) {
		return Optional.ofNullable(this.rootTargets.get(link.name()))
			.flatMap(this::find)
			.orElseThrow(() -> RequestRefusedException.notFound(link.plural(), link.segment()));
	}

	FakeEntry present(FakeEntry entry) {
		return find(entry.resourcePath()).orElseThrow(
				() -> new IllegalArgumentException("The entry '" + entry.path() + "' does not exist any more"));
	}

	/**
	 * Create an entry of a collection, which may leave out a number as its key.
	 * @param collection the name of the collection
	 * @param values the values by attribute name
	 * @return the entry, which is not added yet
	 */
	FakeEntry newEntry(String collection, Map<String, ? extends @Nullable Object> values) {
		TopCollection top = this.definition.collection(collection);
		FakeType type = this.definition.type(top.type());
		int next = 1 + entries(type).stream()
			.map(FakeEntry::key)
			.filter((key) -> key.matches("[0-9]{1,9}"))
			.mapToInt(Integer::parseInt)
			.max()
			.orElse(0);
		return newEntry(type, top.path().plus(Integer.toString(next)), type.isNumbered() ? next : null, values);
	}

	/**
	 * Create an entry with a path.
	 * @param path the path
	 * @param typeName the name of the type
	 * @param values the values by attribute name
	 * @return the entry, which is not added yet
	 */
	FakeEntry newEntry(String path, String typeName, Map<String, ? extends @Nullable Object> values) {
		FakeType type = this.definition.type(typeName);
		ResourcePath resource = ResourcePath.entry(path,
				this.definition.collections().stream().map(TopCollection::path).toList());
		String key = resource.last();
		FakeEntry entry = newEntry(type, resource, type.isNumbered() ? Integer.valueOf(key) : key, values);
		Advice.require(entry.resourcePath().equals(resource),
				"An entry of the type '%s' with these values has the path '%s' but not '%s'", typeName, entry.path(),
				path);
		return entry;
	}

	private static FakeEntry newEntry(FakeType type, ResourcePath path, @Nullable Object key,
			Map<String, ? extends @Nullable Object> values) {
		FakeEntry blank = type.blank(path);
		return ((type.origin() != null) ? blank : blank.with(type.key(), key)).with(values);
	}

	FakeData add(FakeEntry entry) {
		requireFree(entry);
		Map<ResourcePath, FakeEntry> changed = new LinkedHashMap<>(this.entries);
		changed.put(entry.resourcePath(), entry);
		Set<ResourcePath> gone = new HashSet<>(this.removed);
		gone.remove(entry.resourcePath());
		FakeData data = new FakeData(this.definition, changed, gone, this.rootTargets, this.files);
		data.requireTargets(entry, null);
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
		if (!before.resourcePath().equals(changed.resourcePath())) {
			requireFree(changed);
			data = data.relinked(before, changed).with(this.files.moved(before, changed));
		}
		data.requireTargets(data.present(changed), before);
		return data.withStoredFiles(changed);
	}

	/**
	 * Remove an entry, and the values of the links to it. Links that another service
	 * describes remain, since a description does not say which are required.
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
		Map<ResourcePath, FakeEntry> changed = new LinkedHashMap<>(this.entries);
		changed.remove(entry.resourcePath());
		Set<ResourcePath> gone = new HashSet<>(this.removed);
		gone.add(entry.resourcePath());
		return new FakeData(this.definition, changed, gone, this.rootTargets, this.files).relinked(entry, null);
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
		boolean samePath = before != null && before.resourcePath().equals(entry.resourcePath());
		if (!samePath && find(entry.resourcePath()).isPresent()) {
			throw RequestRefusedException
				.conflict("A %s called \"%s\" already exists.".formatted(entry.type(), entry.key()));
		}
	}

	/**
	 * Require that the links of an entry refer to entries.
	 * @param entry the entry
	 * @param before the entry before a change, whose links to other services' entries are
	 * not checked again, or {@code null}
	 * @throws IllegalArgumentException if one does not
	 */
	private void requireTargets(FakeEntry entry, @Nullable FakeEntry before) {
		entry.fakeType().attributes(Kind.LINK).forEach((link) -> {
			Object key = entry.get(link.name());
			FakeType target = this.definition.type(link.target());
			if (key != null && find(ResourcePath.of(target.plural(), key.toString())).isEmpty()) {
				throw new IllegalArgumentException(
						"The link '%s' of '%s' refers to the %s '%s', which does not exist. There %s".formatted(
								link.name(), entry.path(), link.target(), key,
								Advice.listed(entries(target).stream().map(FakeEntry::key).toList())));
			}
		});
		entry.fakeType().attributes(Kind.REFERENCE).forEach((link) -> {
			Object value = entry.raw().get(link.name());
			if (value instanceof Reference reference
					&& (before == null || !value.equals(before.raw().get(link.name())))) {
				requireTarget(entry, link, reference);
			}
		});
	}

	private void requireTarget(FakeEntry entry, ValueDefinition link, Reference reference) {
		String where = "The link '%s' of '%s' ".formatted(link.name(), entry.path());
		Optional<FakeEntry> target = find(reference);
		Advice.require(target.isEmpty() || isTarget(link, reference), "%shas the type '%s', but '%s' has the type '%s'",
				where, link.target(), reference.path(), target.map(FakeEntry::type).orElse(""));
		Advice.require(isTarget(link, reference),
				"%srefers to '%s', which does not exist: add entry(\"%s\", \"%s\", ...) or its representation%s", where,
				reference.path(), reference.path(), link.target(),
				Advice.nearest(reference.path(), this.entries.values().stream().map(FakeEntry::path).toList())
					.map(". The nearest entry is '%s'."::formatted)
					.orElse(""));
	}

	Optional<FakeEntry> find(Reference reference) {
		return path(reference).flatMap(this::find);
	}

	private Optional<ResourcePath> path(Reference reference) {
		return Optional.ofNullable(this.definition.recording())
			.flatMap((recording) -> recording.origin().resolve(reference.url()));
	}

	/**
	 * Return whether a link can have a target. An entry of another type is permitted if
	 * it has all attributes of the described type, since descriptions do not name
	 * subtypes.
	 * @param link the link
	 * @param reference the target
	 * @return whether it exists and has a type that is permitted
	 */
	boolean isTarget(ValueDefinition link, Reference reference) {
		Optional<FakeType> expected = this.definition.find(link.target());
		return path(reference)
			.map((path) -> find(path).map((target) -> expected.isEmpty() || target.fakeType().isA(expected.get()))
				.orElseGet(() -> !this.removed.contains(path) && Optional.ofNullable(this.definition.recording())
					.filter((recording) -> recording.representations().containsKey(path.encoded())
							|| recording.resourceTypes().contains(String.valueOf(link.target())))
					.isPresent()))
			.orElse(true);
	}

	/**
	 * Return the collection or hosted file of an entry that has a path.
	 * @param path the path
	 * @return the attribute and its entry
	 */
	Optional<EntryLink> link(ResourcePath path) {
		return find(path.parent()).flatMap((entry) -> link(entry, path))
			.or(() -> this.entries.values()
				.stream()
				.filter((entry) -> !entry.recorded().isEmpty())
				.flatMap((entry) -> link(entry, path).stream())
				.findFirst());
	}

	private static Optional<EntryLink> link(FakeEntry entry, ResourcePath path) {
		return Stream.of(Kind.FILE, Kind.COLLECTION)
			.flatMap((kind) -> entry.fakeType().attributes(kind).stream())
			.filter((attribute) -> entry.path(attribute).equals(path))
			.findFirst()
			.map((attribute) -> new EntryLink(entry, attribute));
	}

	private void requireFree(FakeEntry entry) {
		Advice.require(find(entry.resourcePath()).isEmpty(), (entry.fakeType().origin() != null)
				? "There is an entry '%s' already"
				: "There are two entries with the path '%s'. '%s' is the key of the type '%s': give each entry another value, or set another key(...)",
				entry.path(), entry.fakeType().key(), entry.type());
	}

	private void requireNoLink(FakeType type, ValueDefinition link, FakeEntry target) {
		entries(type).forEach((entry) -> Advice.require(
				!target.key().equals(entry.get(link.name())) || entry.path().equals(target.path()),
				"'%s' cannot be removed, because the required link '%s' of '%s' refers to it: change or remove that entry first",
				target.path(), link.name(), entry.path()));
	}

	private FakeData replace(FakeEntry before, FakeEntry after) {
		return mapped((entry) -> entry.resourcePath().equals(before.resourcePath()) ? after : entry);
	}

	/**
	 * Change the links to an entry.
	 * @param before the entry
	 * @param after the entry with another key, or {@code null} to remove the links
	 * @return the changed data
	 */
	private FakeData relinked(FakeEntry before, @Nullable FakeEntry after) {
		FakeData data = this;
		for (FakeType type : this.definition.types()) {
			for (ValueDefinition link : type.linksTo(before.type())) {
				data = data
					.mapped((entry) -> entry.type().equals(type.name()) && before.key().equals(entry.get(link.name()))
							? entry.with(link.name(), (after != null) ? after.key() : null) : entry);
			}
		}
		Map<String, ResourcePath> targets = new HashMap<>(this.rootTargets);
		this.definition.rootLinks()
			.forEach((link) -> targets.computeIfPresent(link.name(), (name, old) -> !old.equals(before.resourcePath())
					? old : (after != null) ? after.resourcePath() : null));
		return new FakeData(this.definition, data.entries, this.removed, targets, this.files);
	}

	private FakeData mapped(UnaryOperator<FakeEntry> change) {
		Map<ResourcePath, FakeEntry> changed = new LinkedHashMap<>();
		this.entries.values().forEach((entry) -> {
			FakeEntry after = change.apply(entry);
			changed.put(after.resourcePath(), after);
		});
		return new FakeData(this.definition, changed, this.removed, this.rootTargets, this.files);
	}

	private FakeData with(FileStore changed) {
		return new FakeData(this.definition, this.entries, this.removed, this.rootTargets, changed);
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
		return this.entries.values()
			.stream()
			.flatMap((entry) -> entry.fakeType().attributes(Kind.FILE).stream().map((file) -> entry.get(file.name())))
			.flatMap((file) -> (file instanceof Integer number) ? Stream.of(number) : Stream.empty())
			.collect(Collectors.toSet());
	}

	/**
	 * A collection or a hosted file of an entry.
	 *
	 * @param entry the entry
	 * @param attribute the attribute
	 */
	record EntryLink(FakeEntry entry, ValueDefinition attribute) {
	}

}
