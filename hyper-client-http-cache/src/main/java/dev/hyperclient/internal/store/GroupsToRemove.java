package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import dev.hyperclient.cache.store.CacheGroup;
import org.jspecify.annotations.Nullable;

/**
 * The groups whose files in a directory have not been removed yet, so that this process
 * does not serve them. Compares the order of events in this process, not times of files.
 * Thread-safe.
 */
final class GroupsToRemove {

	private static final int MAX_GROUPS = 10_000;

	private static final int MAX_FILES = 100_000;

	/** In place of a group: every one. */
	private static final CacheGroup ALL = new CacheGroup("", "");

	/** When each group was invalidated. Guarded by this. */
	private final Map<CacheGroup, Long> groups = new HashMap<>();

	/** When this process has stored files with groups meanwhile. Guarded by this. */
	private final Map<Path, Long> stored = new HashMap<>();

	private long time;

	/** Read without the lock, since each lookup reads it. */
	private volatile boolean isEmpty = true;

	private volatile long removals;

	boolean isEmpty() {
		return this.isEmpty;
	}

	/**
	 * Return how often groups have been forgotten. If that has changed since a file was
	 * read, the file may have been one of those that were removed before.
	 */
	long removals() {
		return this.removals;
	}

	/**
	 * Add groups. Beyond a maximum, every group counts.
	 */
	synchronized void add(Set<CacheGroup> added) {
		this.time++;
		added.forEach((group) -> this.groups.put((this.groups.size() < MAX_GROUPS) ? group : ALL, this.time));
		this.isEmpty = false;
	}

	/**
	 * Record that a file is stored, just before it gets its name. There must be no older
	 * one any more, in case that it does not.
	 */
	synchronized void stored(Path file) {
		if (!this.isEmpty && this.stored.size() < MAX_FILES) {
			this.stored.put(file, this.time);
		}
	}

	/**
	 * Delete a file that is {@link #include included}. A new one with its name is not
	 * deleted.
	 * @return whether there was one
	 * @throws IOException if it cannot be deleted
	 */
	synchronized boolean delete(Path file, Set<CacheGroup> in) throws IOException {
		return include(file, in) && Files.deleteIfExists(file);
	}

	/**
	 * Whether a file was stored before one of its groups was invalidated.
	 * @param in the groups that it is in
	 */
	synchronized boolean include(Path file, Set<CacheGroup> in) {
		long since = this.stored.getOrDefault(file, 0L);
		return !in.isEmpty() && (isAfter(since, this.groups.get(ALL))
				|| in.stream().anyMatch((group) -> isAfter(since, this.groups.get(group))));
	}

	/**
	 * Return the present groups.
	 */
	synchronized Map<CacheGroup, Long> copy() {
		return Map.copyOf(this.groups);
	}

	/**
	 * Return the origins of some groups. The empty one stands for all origins.
	 * @param some a {@link #copy}
	 */
	static Stream<String> origins(Map<CacheGroup, Long> some) {
		return some.keySet().stream().map(CacheGroup::origin).distinct();
	}

	/**
	 * Forget groups whose files have been removed, unless they have been invalidated
	 * again.
	 * @param removed a {@link #copy}
	 */
	synchronized void removed(Map<CacheGroup, Long> removed) {
		this.removals++;
		removed.forEach(this.groups::remove);
		if (this.groups.isEmpty()) {
			this.stored.clear();
			this.isEmpty = true;
		}
	}

	private static boolean isAfter(long stored, @Nullable Long invalidated) {
		return invalidated != null && invalidated > stored;
	}

}
