package dev.hyperclient.testservice;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The stored files by number. Numbers are never reused. A replaced file can still be read
 * for a while, because a client may be on its way to it. Immutable.
 *
 * @param files the files
 * @param nextNumber the number of the next file
 * @param latest the time of the latest file
 * @param clock supplies the times of new files
 */
record FileStore(Map<Integer, OwnedFile> files, int nextNumber, Instant latest, Clock clock) {

	private static final int RETAINED = 16;

	private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");

	static FileStore empty(Clock clock) {
		return new FileStore(Map.of(), 0, Instant.EPOCH, clock);
	}

	/**
	 * Return a file.
	 * @param number its number in decimal
	 * @return the file and its owner
	 * @throws RequestRefusedException if there is none (status 404)
	 */
	OwnedFile file(String number) {
		OwnedFile found = NUMBER.matcher(number).matches() ? this.files.get(Integer.valueOf(number)) : null;
		if (found == null) {
			throw RequestRefusedException.notFound(HostedFileResource.FILES, number);
		}
		return found;
	}

	/**
	 * Store a file as the next number.
	 * @param owner the entry that has the file
	 * @param mediaType the media type
	 * @param name the file name
	 * @param content the content
	 * @param used the numbers of the files that entries refer to, which are kept
	 * @return the store with the file
	 */
	FileStore plus(FakeEntry owner, String mediaType, String name, byte[] content, Set<Integer> used) {
		// Times are unique, since clients validate with them.
		Instant now = this.clock.instant().truncatedTo(ChronoUnit.MICROS);
		Instant stored = now.isAfter(this.latest) ? now : this.latest.plus(1, ChronoUnit.MICROS);
		Map<Integer, OwnedFile> changed = new HashMap<>(this.files);
		changed.keySet().removeIf((number) -> number < this.nextNumber - RETAINED && !used.contains(number));
		changed.put(this.nextNumber, new OwnedFile(owner, new FakeFile(mediaType, name, content, stored)));
		return new FileStore(changed, this.nextNumber + 1, stored, this.clock);
	}

	FileStore without(int number) {
		return changed((files) -> files.remove(number));
	}

	/**
	 * Return the store after an entry got another key.
	 * @param before the entry with the old key
	 * @param after the entry with the new key
	 * @return the store with files of the changed entry
	 */
	FileStore moved(FakeEntry before, FakeEntry after) {
		return changed((files) -> files.replaceAll((number, file) -> file.owner().path().equals(before.path())
				? new OwnedFile(after, file.file()) : file));
	}

	private FileStore changed(Consumer<Map<Integer, OwnedFile>> change) {
		Map<Integer, OwnedFile> changed = new HashMap<>(this.files);
		change.accept(changed);
		return new FileStore(changed, this.nextNumber, this.latest, this.clock);
	}

	/**
	 * A file and its owner.
	 *
	 * @param owner the entry that has the file or had it until it was replaced
	 * @param file the file
	 */
	record OwnedFile(FakeEntry owner, FakeFile file) {
	}

}
