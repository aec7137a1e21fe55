package dev.hyperclient.testservice;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The hosted files by their numbers, which are assigned from 0 and never reused.
 * Immutable.
 */
public final class FileStore {

	/**
	 * A store without files.
	 */
	public static final FileStore EMPTY = new FileStore(Map.of(), 0, Instant.EPOCH, Clock.systemUTC());

	/**
	 * A replaced file remains readable while this many more files are stored, because a
	 * reader may have been redirected to it already.
	 */
	private static final int RETAINED = 16;

	private final Map<Integer, StoredFile> files;

	private final int nextNumber;

	private final Instant latest;

	private final Clock clock;

	private FileStore(Map<Integer, StoredFile> files, int nextNumber, Instant latest, Clock clock) {
		this.files = files;
		this.nextNumber = nextNumber;
		this.latest = latest;
		this.clock = clock;
	}

	/**
	 * Return the number of the next file.
	 * @return the number
	 */
	public int nextNumber() {
		return this.nextNumber;
	}

	/**
	 * Return a store with one more file, whose number is {@link #nextNumber()}.
	 * @param mediaType the media type
	 * @param name the file name
	 * @param content the content, which is not copied
	 * @param used the numbers of the files that entries refer to
	 * @return the store
	 */
	public FileStore plus(String mediaType, String name, byte[] content, Set<Integer> used) {
		StoredFile file = new StoredFile(mediaType, name, content, uniqueTime());
		Map<Integer, StoredFile> changed = new HashMap<>(this.files);
		changed.keySet().removeIf((number) -> number < this.nextNumber - RETAINED && !used.contains(number));
		changed.put(this.nextNumber, file);
		return new FileStore(changed, this.nextNumber + 1, file.stored(), this.clock);
	}

	/**
	 * Return a store without a file.
	 * @param number the number of the file
	 * @return the store
	 */
	public FileStore without(int number) {
		Map<Integer, StoredFile> changed = new HashMap<>(this.files);
		changed.remove(number);
		return new FileStore(changed, this.nextNumber, this.latest, this.clock);
	}

	/**
	 * Return a store with the same files and another clock.
	 * @param other the source of the time stamps of files
	 * @return the store
	 */
	public FileStore withClock(Clock other) {
		return new FileStore(this.files, this.nextNumber, this.latest, other);
	}

	Optional<StoredFile> find(int number) {
		return Optional.ofNullable(this.files.get(number));
	}

	/**
	 * Return the current time, later than that of all other files: readers distinguish
	 * files by {@code Last-Modified}.
	 */
	private Instant uniqueTime() {
		Instant now = this.clock.instant().truncatedTo(ChronoUnit.MICROS);
		return now.isAfter(this.latest) ? now : this.latest.plus(1, ChronoUnit.MICROS);
	}

	/**
	 * A stored file.
	 *
	 * @param mediaType the media type that was sent
	 * @param name the file name that was sent
	 * @param content the content, never modified
	 * @param stored when the file was stored
	 */
	record StoredFile(String mediaType, String name, byte[] content, Instant stored) {
	}

}
