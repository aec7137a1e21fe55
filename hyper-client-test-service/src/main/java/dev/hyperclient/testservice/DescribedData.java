package dev.hyperclient.testservice;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.hyperclient.testservice.DescribedValue.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a described service. Immutable.
 *
 * @param entries the entries by path
 * @param removed the paths of removed entries
 * @param files the hosted files
 * @param recorded the targets of recorded representations
 */
record DescribedData(Map<String, DescribedEntry> entries, Set<String> removed, DescribedFiles files,
		Set<String> recorded) {

	Optional<DescribedEntry> find(String path) {
		return Optional.ofNullable(this.entries.get(path));
	}

	List<DescribedEntry> ofType(String type) {
		return this.entries.values().stream().filter((entry) -> entry.type().equals(type)).toList();
	}

	DescribedData with(DescribedEntry entry) {
		Map<String, DescribedEntry> changed = new LinkedHashMap<>(this.entries);
		changed.put(entry.path(), entry);
		Set<String> gone = new LinkedHashSet<>(this.removed);
		gone.remove(entry.path());
		return new DescribedData(changed, gone, this.files, this.recorded);
	}

	/**
	 * Return the data with an entry and the files in its values.
	 * @param entry the entry
	 * @param values the values by name
	 * @return the data
	 * @throws IllegalArgumentException if a link among the values is one to nowhere
	 */
	DescribedData with(DescribedEntry entry, Map<String, ? extends @Nullable Object> values) {
		DescribedData data = with(entry);
		data.requireTargets(entry, values.keySet());
		return new DescribedData(data.entries, data.removed, this.files.with(entry, values), this.recorded);
	}

	DescribedData with(DescribedFiles changed) {
		return new DescribedData(this.entries, this.removed, changed, this.recorded);
	}

	/**
	 * Return whether a link can have a target. An entry of another type is permitted if
	 * it has all attributes of the described type, since descriptions do not name
	 * subtypes.
	 * @param description the description
	 * @param link the link
	 * @param url the URL of the target
	 * @return whether it exists and has a type that is permitted
	 */
	boolean isTarget(WadlDescription description, DescribedValue link, String url) {
		String path = DescribedPath.of(description.base(), url);
		DescribedType expected = description.types().get(String.valueOf(link.target()));
		DescribedEntry target = this.entries.get(path);
		if (target == null) {
			return !this.removed.contains(path) && (this.recorded.contains(path)
					|| !url.startsWith(description.base().toString()) || (expected != null && !expected.isEntry()));
		}
		return expected == null || target.describedType().isA(expected);
	}

	/**
	 * Require that the links of an entry refer to entries.
	 * @param entry the entry
	 * @param names the names of the links
	 * @throws IllegalArgumentException if one does not
	 */
	void requireTargets(DescribedEntry entry, Set<String> names) {
		for (String name : names) {
			DescribedValue link = entry.describedType().attribute(name);
			String url = entry.representation().path(link.key()).asString("");
			if (link.kind() == Kind.ENTRY && !url.isEmpty() && !isTarget(entry.description(), link, url)) {
				throw noTarget(entry, link, DescribedPath.of(entry.description().base(), url));
			}
		}
	}

	private IllegalArgumentException noTarget(DescribedEntry entry, DescribedValue link, String path) {
		String where = "The link '%s' of '%s' ".formatted(link.name(), entry.path());
		DescribedEntry target = this.entries.get(path);
		if (target != null) {
			return new IllegalArgumentException("%shas the type '%s', but '%s' has the type '%s'".formatted(where,
					link.target(), path, target.type()));
		}
		String nearest = NearestName.of(path, this.entries.keySet())
			.map(". The nearest entry is '%s'."::formatted)
			.orElse("");
		return new IllegalArgumentException(
				"%srefers to '%s', which does not exist: add entry(\"%s\", \"%s\", ...) or its representation%s"
					.formatted(where, path, path, link.target(), nearest));
	}

	DescribedData without(String path) {
		Map<String, DescribedEntry> changed = new LinkedHashMap<>(this.entries);
		changed.remove(path);
		Set<String> gone = new LinkedHashSet<>(this.removed);
		gone.add(path);
		return new DescribedData(changed, gone, this.files, this.recorded);
	}

}
