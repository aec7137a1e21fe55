package dev.hyperclient.cookbook.service;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
 * @param latest when the latest file was stored
 */
record FileShelf(Map<Integer, StoredFile> files, int nextNumber, Instant latest) {

	/**
	 * A file that was replaced stays readable for this many more files, so that a reader
	 * who was just sent to it still finds it.
	 */
	private static final int GRACE = 16;

	static FileShelf empty() {
		return new FileShelf(Map.of(), 0, Instant.EPOCH);
	}

	Optional<StoredFile> find(int number) {
		return Optional.ofNullable(this.files.get(number));
	}

	FileShelf plus(String mediaType, String name, byte[] content, Set<Integer> used) {
		StoredFile file = new StoredFile(mediaType, name, content, moment());
		Map<Integer, StoredFile> changed = new HashMap<>(this.files);
		changed.keySet().removeIf((number) -> number < this.nextNumber - GRACE && !used.contains(number));
		changed.put(this.nextNumber, file);
		return new FileShelf(changed, this.nextNumber + 1, file.stored());
	}

	FileShelf without(int number) {
		Map<Integer, StoredFile> changed = new HashMap<>(this.files);
		changed.remove(number);
		return new FileShelf(changed, this.nextNumber, this.latest);
	}

	/**
	 * Now, but never the same moment twice, because readers tell files apart by it.
	 */
	private Instant moment() {
		Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
		return now.isAfter(this.latest) ? now : this.latest.plus(1, ChronoUnit.MICROS);
	}

}
