package dev.hyperclient.cookbook.service;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.cookbook.service.NamedEntries.NamedEntry;
import dev.hyperclient.testservice.RequestRefusedException;

/**
 * Entries with unique names in the order of their numbers, which count from 1. Entries
 * are never removed. Immutable.
 *
 * @param <E> the stored entry
 */
final class NamedEntries<E extends NamedEntry> {

	private final List<E> entries;

	private final Map<String, E> byName;

	NamedEntries(List<E> entries) {
		this.entries = List.copyOf(entries);
		Map<String, E> index = new HashMap<>();
		this.entries.forEach((entry) -> index.put(entry.name(), entry));
		this.byName = index;
	}

	List<E> entries() {
		return this.entries;
	}

	Optional<E> find(String name) {
		return Optional.ofNullable(this.byName.get(name));
	}

	E get(int number) {
		return this.entries.get(number - 1);
	}

	int nextNumber() {
		return this.entries.size() + 1;
	}

	NamedEntries<E> plus(E entry) {
		List<E> more = new ArrayList<>(this.entries);
		more.add(entry);
		return new NamedEntries<>(more);
	}

	NamedEntries<E> replace(E entry) {
		List<E> changed = new ArrayList<>(this.entries);
		changed.set(entry.number() - 1, entry);
		return new NamedEntries<>(changed);
	}

	/**
	 * Check that no other entry has the name of an entry.
	 * @param entry the entry to be stored
	 * @param type the name of the type in the message
	 * @throws RequestRefusedException with status 409 if another entry has the name
	 */
	void requireUniqueName(E entry, String type) {
		find(entry.name()).filter((other) -> other.number() != entry.number()).ifPresent((other) -> {
			throw RequestRefusedException.conflict("A " + type + " called \"" + entry.name() + "\" already exists.");
		});
	}

	/**
	 * An entry whose key is its name. The number does not change with the name.
	 */
	interface NamedEntry {

		int number();

		String name();

	}

}
