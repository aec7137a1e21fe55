package dev.hyperclient.internal.store;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The least recently used of the files that were added, whose sizes amount to a number of
 * bytes. Forgets the others at once, so that a large directory needs little memory. Not
 * thread-safe.
 */
final class LeastRecentFiles {

	private final PriorityQueue<DatedFile> latestFirst = new PriorityQueue<>(
			Comparator.comparing(DatedFile::used).reversed());

	private final long needed;

	private long bytes;

	LeastRecentFiles(long needed) {
		this.needed = needed;
	}

	/**
	 * One file.
	 */
	record DatedFile(Path path, long size, FileTime used) {
	}

	void add(DatedFile file) {
		this.latestFirst.add(file);
		this.bytes += file.size();
		while (!this.latestFirst.isEmpty() && this.bytes - this.latestFirst.peek().size() >= this.needed) {
			this.bytes -= this.latestFirst.remove().size();
		}
	}

	List<DatedFile> oldestFirst() {
		return this.latestFirst.stream().sorted(Comparator.comparing(DatedFile::used)).toList();
	}

}
