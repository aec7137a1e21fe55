package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;

/**
 * Removes the files of groups from a directory, and knows the groups whose files have not
 * been removed yet, so that this process does not serve them. Compares the order of
 * events in this process, not times of files. Thread-safe.
 */
final class GroupRemoval {

	private static final Logger logger = LoggerFactory.getLogger(GroupRemoval.class);

	private static final int MAX_GROUPS = 10_000;

	private static final int MAX_FILES = 100_000;

	/** In place of a group: every one. */
	private static final CacheGroup ALL = new CacheGroup("", "");

	private final StoreDirectory directory;

	private final LongConsumer onRemoved;

	/** When each group was invalidated. Guarded by this. */
	private final Map<CacheGroup, Long> groups = new HashMap<>();

	/** When this process has stored files with groups meanwhile. Guarded by this. */
	private final Map<Path, Long> stored = new HashMap<>();

	private long time;

	/** Read without the lock, since each lookup reads it. */
	private volatile boolean isEmpty = true;

	private volatile long removals;

	private final AtomicBoolean due = new AtomicBoolean();

	/** When files may be removed again, by {@link System#nanoTime}. */
	private volatile long removable = System.nanoTime();

	/**
	 * Create without groups.
	 * @param onRemoved accepts the size of each file that has been removed
	 */
	GroupRemoval(StoreDirectory directory, LongConsumer onRemoved) {
		this.directory = directory;
		this.onRemoved = onRemoved;
	}

	/** Whether there are no groups whose files have not been removed. */
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
	 * Whether a file was stored before one of its groups was invalidated.
	 * @param in the groups that it is in
	 */
	synchronized boolean include(Path file, Set<CacheGroup> in) {
		long since = this.stored.getOrDefault(file, 0L);
		return !in.isEmpty() && (isAfter(since, this.groups.get(ALL))
				|| in.stream().anyMatch((group) -> isAfter(since, this.groups.get(group))));
	}

	/**
	 * Remove the files in the background: at once, or if that has just been done, after
	 * as much time as it took, so that frequent invalidations leave half of the time to
	 * others. Until then, the files must not be served.
	 */
	void removeFilesSoon() {
		if (this.due.compareAndSet(false, true)) {
			long delay = this.removable - System.nanoTime();
			((delay > 0) ? CompletableFuture.delayedExecutor(delay, TimeUnit.NANOSECONDS, StoreDirectory.BACKGROUND)
					: StoreDirectory.BACKGROUND)
				.execute(() -> {
					this.due.set(false);
					removeFiles();
				});
		}
	}

	/**
	 * Remove the files. If that fails, the groups remain.
	 */
	void removeFiles() {
		Map<CacheGroup, Long> present = copy();
		if (present.isEmpty()) {
			return;
		}
		long begin = System.nanoTime();
		// The prefix of the names of files by origin. The empty origin is any one.
		Map<String, String> origins = new HashMap<>();
		present.keySet().forEach((group) -> origins.computeIfAbsent(group.origin(), StoredFileName::prefix));
		try {
			this.directory.walk(
					(name) -> StoredFileName.isStored(name)
							&& origins.values().stream().anyMatch((prefix) -> StoredFileName.mayBeOf(prefix, name)),
					(file, attributes) -> delete(file, attributes, origins));
		}
		catch (NoSuchFileException ex) {
			logger.debug("Missing directory '{}'", this.directory.path());
		}
		catch (IOException ex) {
			// This process does not serve them. The next clean-up tries again.
			logger.debug("Could not remove responses of groups from '{}'", this.directory.path(), ex);
			return;
		}
		finally {
			long end = System.nanoTime();
			this.removable = end + (end - begin);
		}
		forget(present);
	}

	private synchronized Map<CacheGroup, Long> copy() {
		return Map.copyOf(this.groups);
	}

	/** Forget groups, unless they have been invalidated again. */
	private synchronized void forget(Map<CacheGroup, Long> removed) {
		this.removals++;
		removed.forEach(this.groups::remove);
		if (this.groups.isEmpty()) {
			this.stored.clear();
			this.isEmpty = true;
		}
	}

	private void delete(Path file, BasicFileAttributes attributes, Map<String, String> origins) throws IOException {
		Set<CacheGroup> in = groups(file, origins);
		synchronized (this) {
			// A new file with the same name is not deleted.
			if (!include(file, in) || !Files.deleteIfExists(file)) {
				return;
			}
		}
		this.onRemoved.accept(attributes.size());
	}

	/**
	 * Return the groups that a stored response is in. The URL of a file without a key is
	 * unknown; its groups are those of an origin that its name may stand for.
	 * @throws IOException if the file can be read at another time, perhaps
	 */
	private Set<CacheGroup> groups(Path file, Map<String, String> origins) throws IOException {
		byte[] beginning;
		try {
			beginning = ResponseFile.beginning(file);
		}
		catch (NoSuchFileException | AccessDeniedException ex) {
			return Set.of();
		}
		HttpHeaders headers = StoredResponseFormat.groups(beginning);
		if (headers.isEmpty()) {
			return Set.of();
		}
		StoredResponse response = StoredResponse.of(0, headers, StoredBody.EMPTY, Map.of(), null, null);
		Set<CacheGroup> groups = new HashSet<>();
		String name = file.getFileName().toString();
		origins.forEach((origin, prefix) -> {
			if (StoredFileName.mayBeOf(prefix, name)) {
				groups.addAll(CacheGroup.of(new CacheKey(origin, ""), response));
			}
		});
		// The key of most files need not be read.
		boolean concerned = origins.containsKey(ALL.origin()) || include(file, groups);
		return !concerned ? Set.of()
				: StoredResponseFormat.key(beginning).map((written) -> CacheGroup.of(written, response)).orElse(groups);
	}

	private static boolean isAfter(long stored, @Nullable Long invalidated) {
		return invalidated != null && invalidated > stored;
	}

}
