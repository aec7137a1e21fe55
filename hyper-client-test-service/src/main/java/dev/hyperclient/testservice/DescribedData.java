package dev.hyperclient.testservice;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The entries of a described service. Immutable.
 *
 * @param entries the entries by path
 * @param removed the paths of removed entries
 */
record DescribedData(Map<String, DescribedEntry> entries, Set<String> removed) {

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
		return new DescribedData(changed, gone);
	}

	DescribedData without(String path) {
		Map<String, DescribedEntry> changed = new LinkedHashMap<>(this.entries);
		changed.remove(path);
		Set<String> gone = new LinkedHashSet<>(this.removed);
		gone.add(path);
		return new DescribedData(changed, gone);
	}

}
