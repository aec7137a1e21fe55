package dev.hyperclient.testservice;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The entries and hosted files of a fake service. Immutable. A link is stored as the key
 * of its target, a hosted file as its number.
 *
 * @param types the entry types by name
 * @param entries the entries by type name and key
 * @param files the hosted files
 */
record FakeData(Map<String, FakeType> types, Map<String, Map<String, FakeEntry>> entries, FileStore files) {

	private static final String MEDIA_TYPE = "application/octet-stream";

	static FakeData empty(Map<String, FakeType> types, FileStore files) {
		return new FakeData(types, Map.of(), files);
	}

	FakeType typeWithPlural(String plural) {
		return this.types.values()
			.stream()
			.filter((type) -> type.plural().equals(plural))
			.findFirst()
			.orElseThrow(() -> Advice.unknown("collection", plural, collections()));
	}

	List<String> collections() {
		return this.types.values().stream().map(FakeType::plural).toList();
	}

	/**
	 * Return the entry with a path.
	 * @param path the path below the version, not percent-encoded
	 * @return the entry
	 * @throws IllegalArgumentException if there is none
	 */
	FakeEntry entry(String path) {
		int slash = path.indexOf('/');
		if (slash < 0) {
			throw new IllegalArgumentException(
					"An entry has a path such as 'recipes/4' below the version but not '" + path + "'");
		}
		FakeType type = typeWithPlural(path.substring(0, slash));
		return find(type, path.substring(slash + 1)).orElseThrow(() -> Advice.unknown("entry", path, paths(type)));
	}

	List<FakeEntry> entries(FakeType type) {
		return List.copyOf(byKey(type).values());
	}

	Collection<String> paths(FakeType type) {
		return byKey(type).values().stream().map(FakeEntry::path).toList();
	}

	Optional<FakeEntry> find(FakeType type, String key) {
		return Optional.ofNullable(byKey(type).get(key));
	}

	/**
	 * Return the present state of an entry.
	 * @param entry an earlier state with the same key
	 * @return the entry
	 */
	FakeEntry present(FakeEntry entry) {
		return find(entry.fakeType(), entry.key()).orElseThrow(
				() -> new IllegalArgumentException("The entry '" + entry.path() + "' does not exist any more"));
	}

	/**
	 * Create an entry that is not yet a part of the data. An absent integer key becomes
	 * the next number.
	 * @param type the type
	 * @param values the values
	 * @return the entry
	 */
	FakeEntry newEntry(FakeType type, Map<String, ?> values) {
		Map<String, Object> present = new LinkedHashMap<>();
		if (type.attribute(type.key()).kind() == Kind.INTEGER) {
			present.put(type.key(), nextKey(type));
		}
		return type.entry(present, values);
	}

	FakeData add(FakeEntry entry) {
		if (find(entry.fakeType(), entry.key()).isPresent()) {
			throw inUse(entry);
		}
		Map<String, FakeEntry> changed = new LinkedHashMap<>(byKey(entry.fakeType()));
		changed.put(entry.key(), entry);
		return with(entry.fakeType(), changed).withStoredFiles(entry);
	}

	FakeData replace(FakeEntry before, FakeEntry after) {
		boolean renamed = !before.key().equals(after.key());
		if (renamed && find(after.fakeType(), after.key()).isPresent()) {
			throw inUse(after);
		}
		Map<String, FakeEntry> changed = new LinkedHashMap<>();
		byKey(before.fakeType()).forEach((key, entry) -> {
			FakeEntry kept = key.equals(before.key()) ? after : entry;
			changed.put(kept.key(), kept);
		});
		FakeData data = with(before.fakeType(), changed);
		return (renamed ? data.relinked(before, after.key()) : data).withStoredFiles(after);
	}

	FakeData remove(FakeEntry entry) {
		Map<String, FakeEntry> changed = new LinkedHashMap<>(byKey(entry.fakeType()));
		changed.remove(entry.key());
		return with(entry.fakeType(), changed).relinked(entry, null);
	}

	FakeData storeFile(FakeEntry entry, String attribute, String mediaType, String name, byte[] content) {
		int number = this.files.nextNumber();
		FakeData data = new FakeData(this.types, this.entries, this.files.plus(mediaType, name, content, usedFiles()));
		return data.replace(entry, entry.with(attribute, number));
	}

	FakeData removeFile(FakeEntry entry, String attribute, int number) {
		FakeData data = new FakeData(this.types, this.entries, this.files.without(number));
		return data.replace(entry, entry.with(attribute, (Object) null));
	}

	/**
	 * Check that the links of all entries have targets.
	 * @throws IllegalArgumentException if one has none
	 */
	FakeData requireTargets() {
		this.entries.values().forEach((byKey) -> byKey.values().forEach(this::requireTargets));
		return this;
	}

	/**
	 * Check that the links of an entry have targets.
	 * @param entry the entry
	 * @throws IllegalArgumentException if one has none
	 */
	void requireTargets(FakeEntry entry) {
		entry.fakeType().attributes().values().forEach((attribute) -> {
			Object key = entry.get(attribute.name());
			if (attribute.kind() == Kind.LINK && key != null) {
				FakeType target = target(attribute);
				if (find(target, key.toString()).isEmpty()) {
					throw new IllegalArgumentException(
							"The link '%s' of '%s' refers to the %s '%s', which does not exist. There %s"
								.formatted(attribute.name(), entry.path(), target.name(), key, byKey(target).isEmpty()
										? "are none." : "are: " + String.join(", ", byKey(target).keySet()) + "."));
				}
			}
		});
	}

	private FakeType target(ValueDefinition<?> link) {
		FakeType target = (link.target() != null) ? this.types.get(link.target()) : null;
		if (target == null) {
			throw Advice.unknown("entry type", String.valueOf(link.target()), this.types.keySet());
		}
		return target;
	}

	private Map<String, FakeEntry> byKey(FakeType type) {
		return this.entries.getOrDefault(type.name(), Map.of());
	}

	private int nextKey(FakeType type) {
		return 1 + byKey(type).values()
			.stream()
			.mapToInt((entry) -> (entry.get(type.key()) instanceof Integer number) ? number : 0)
			.max()
			.orElse(0);
	}

	private FakeData with(FakeType type, Map<String, FakeEntry> changed) {
		Map<String, Map<String, FakeEntry>> all = new LinkedHashMap<>(this.entries);
		all.put(type.name(), changed);
		return new FakeData(this.types, all, this.files);
	}

	private FakeData relinked(FakeEntry target, @Nullable String key) {
		FakeData data = this;
		for (FakeType type : this.types.values()) {
			for (ValueDefinition<?> attribute : type.attributes().values()) {
				if (attribute.kind() == Kind.LINK && target.type().equals(attribute.target())) {
					data = data.mapped(type, (entry) -> target.key().equals(entry.get(attribute.name()))
							? entry.with(attribute.name(), key) : entry);
				}
			}
		}
		return data;
	}

	private FakeData mapped(FakeType type, UnaryOperator<FakeEntry> change) {
		Map<String, FakeEntry> changed = new LinkedHashMap<>();
		byKey(type).forEach((key, entry) -> changed.put(key, change.apply(entry)));
		return with(type, changed);
	}

	/**
	 * Move the contents of files, which declared entries have as values, to the file
	 * store.
	 */
	private FakeData withStoredFiles(FakeEntry entry) {
		FakeData data = this;
		for (ValueDefinition<?> attribute : entry.fakeType().attributes().values()) {
			if (entry.get(attribute.name()) instanceof byte[] content) {
				data = data.storeFile(data.present(entry), attribute.name(), MEDIA_TYPE, attribute.name(), content);
			}
		}
		return data;
	}

	private Set<Integer> usedFiles() {
		Set<Integer> used = new HashSet<>();
		this.entries.values()
			.forEach((byKey) -> byKey.values()
				.forEach((entry) -> entry.fakeType().attributes().values().forEach((attribute) -> {
					if (attribute.kind() == Kind.FILE && entry.get(attribute.name()) instanceof Integer number) {
						used.add(number);
					}
				})));
		return used;
	}

	private static IllegalArgumentException inUse(FakeEntry entry) {
		return new IllegalArgumentException(
				"There are two entries with the path '%s'. '%s' is the key of the type '%s': give each entry another value, or set another key(...)"
					.formatted(entry.path(), entry.fakeType().key(), entry.type()));
	}

}
