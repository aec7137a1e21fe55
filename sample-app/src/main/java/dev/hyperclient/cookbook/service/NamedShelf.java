package dev.hyperclient.cookbook.service;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Named things in the order of their numbers, which count from 1 without a gap: nothing
 * is ever taken away. Immutable.
 *
 * @param <E> what stands on the shelf
 */
final class NamedShelf<E extends Named> {

	private final List<E> entries;

	private final Map<String, E> byName;

	NamedShelf(List<E> entries) {
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

	NamedShelf<E> plus(E entry) {
		List<E> more = new ArrayList<>(this.entries);
		more.add(entry);
		return new NamedShelf<>(more);
	}

	NamedShelf<E> replace(E entry) {
		List<E> changed = new ArrayList<>(this.entries);
		changed.set(entry.number() - 1, entry);
		return new NamedShelf<>(changed);
	}

}
