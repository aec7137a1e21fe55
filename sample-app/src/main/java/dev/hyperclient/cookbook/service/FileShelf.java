package dev.hyperclient.cookbook.service;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The stored files by their numbers, which count up from 0 and are never used again.
 * Immutable.
 *
 * @param files the files
 * @param nextNumber the number of the next file
 */
record FileShelf(Map<Integer, StoredFile> files, int nextNumber) {

	/**
	 * A file that was replaced stays readable for this many more files, so that a reader
	 * who was just sent to it still finds it.
	 */
	private static final int GRACE = 16;

	static FileShelf empty() {
		return new FileShelf(Map.of(), 0);
	}

	Optional<StoredFile> find(int number) {
		return Optional.ofNullable(this.files.get(number));
	}

	FileShelf plus(StoredFile file, Set<Integer> used) {
		Map<Integer, StoredFile> changed = new HashMap<>(this.files);
		changed.keySet().removeIf((number) -> number < this.nextNumber - GRACE && !used.contains(number));
		changed.put(this.nextNumber, file);
		return new FileShelf(changed, this.nextNumber + 1);
	}

	FileShelf without(int number) {
		Map<Integer, StoredFile> changed = new HashMap<>(this.files);
		changed.remove(number);
		return new FileShelf(changed, this.nextNumber);
	}

}
