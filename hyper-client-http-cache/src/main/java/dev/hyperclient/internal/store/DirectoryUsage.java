package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import dev.hyperclient.cache.store.StoreSize;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures the size of a directory, records the use of its files, and enforces the
 * limits. There is no index: the last use is recorded in the times of the files, and the
 * size is measured by walks through the directory; between two walks the changes of this
 * process are added. Thread-safe.
 */
final class DirectoryUsage {

	private static final Logger logger = LoggerFactory.getLogger(DirectoryUsage.class);

	/**
	 * The time without a write after which a temporary file is removed before any stored
	 * response, if the size is limited.
	 */
	private static final Duration STALLED_AFTER = Duration.ofMinutes(5);

	/**
	 * The precision of the recorded time of the last use.
	 */
	private static final Duration USE_PRECISION = Duration.ofSeconds(1);

	/**
	 * The time after which the size is measured again, since other processes may add and
	 * remove files.
	 */
	private static final Duration MEASURE_AFTER = Duration.ofMinutes(1);

	/**
	 * The same if there were changes during the walk, which may or may not be included.
	 */
	private static final Duration MEASURE_AFTER_CHANGE = Duration.ofSeconds(5);

	/**
	 * How many times as long as a walk takes the next one of this kind is deferred at
	 * least.
	 */
	private static final int WALK_SHARE = 50;

	private static final Duration CLEAN_UP_INTERVAL = Duration.ofMinutes(5);

	private final StoreDirectory directory;

	private final FileStoreLimits limits;

	/** Run before each clean-up. */
	private final Runnable beforeCleanUp;

	private final Duration interval;

	private final AtomicLong entries = new AtomicLong();

	private final AtomicLong bytes = new AtomicLong();

	private final LongAdder evictions = new LongAdder();

	private final AtomicBoolean due = new AtomicBoolean();

	/**
	 * When the directory was last cleaned up, initially when it was opened.
	 */
	private volatile Instant cleaned;

	/**
	 * When the size was last measured.
	 */
	private volatile @Nullable Instant measured;

	private volatile Duration measureAfter = MEASURE_AFTER;

	/**
	 * The name of the file that was added last. It is not evicted, since by its times,
	 * which are rounded or set with another clock, it may be older than others.
	 */
	private volatile @Nullable Path latest;

	private volatile boolean stopped;

	DirectoryUsage(StoreDirectory directory, FileStoreLimits limits, Runnable beforeCleanUp) {
		this.directory = directory;
		this.limits = limits;
		this.beforeCleanUp = beforeCleanUp;
		this.interval = interval(limits);
		this.cleaned = now();
	}

	/**
	 * Start, in the background: remove the temporary files of killed processes, and
	 * enforce the limits.
	 */
	void start() {
		if (this.limits.areSet()) {
			cleanUpSoon();
			return;
		}
		StoreDirectory.BACKGROUND.execute(() -> {
			if (!this.stopped) {
				this.directory.discardAbandoned(now());
			}
		});
	}

	/**
	 * Stop. Files that are being visited remain.
	 */
	void stop() {
		this.stopped = true;
	}

	/**
	 * Record a new file, just before it gets its name.
	 * @param replaced the size of the replaced file, or -1 for none
	 */
	void added(Path file, long size, long replaced) {
		this.latest = file.getFileName();
		this.entries.addAndGet((replaced < 0) ? 1 : 0);
		long total = this.bytes.addAndGet(size - Math.max(replaced, 0));
		if (total > this.limits.maxBytes() || this.cleaned.plus(this.interval).isBefore(now())) {
			cleanUpSoon();
		}
	}

	/**
	 * Record the removal of a file.
	 */
	void removed(long size) {
		this.entries.decrementAndGet();
		this.bytes.addAndGet(-size);
	}

	/**
	 * Whether a file has not been used for the maximum idle time.
	 */
	boolean isExpired(BasicFileAttributes attributes) {
		Duration maxIdleTime = this.limits.maxIdleTime();
		return maxIdleTime != null && lastUse(attributes).toInstant().plus(maxIdleTime).isBefore(now());
	}

	/**
	 * Record the use of a file, if there are limits. The time of its last modification
	 * remains.
	 */
	void used(Path file, BasicFileAttributes attributes) {
		if (!this.limits.areSet() || lastUse(attributes).toInstant().plus(USE_PRECISION).isAfter(now())) {
			return;
		}
		try {
			Files.getFileAttributeView(file, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
				.setTimes(null, FileTime.from(now()), null);
		}
		catch (IOException ex) {
			logger.debug("Could not record the use of '{}'", file, ex);
		}
	}

	/**
	 * Measure the size again on the next request, after many changes.
	 */
	void reset() {
		this.measured = null;
	}

	/**
	 * Return the size. It is measured at once only if it is unknown, otherwise in the
	 * background.
	 */
	StoreSize size() throws IOException {
		Instant last = this.measured;
		if (last == null) {
			synchronized (this) {
				// Another caller may have measured it meanwhile.
				if (this.measured == null) {
					measure();
				}
			}
		}
		else if (last.plus(this.measureAfter).isBefore(now())) {
			cleanUpSoon();
		}
		return StoreSize.of(Math.max(0, this.entries.get()), Math.max(0, this.bytes.get()));
	}

	long evictions() {
		return this.evictions.sum();
	}

	private void cleanUpSoon() {
		if (!this.stopped && this.due.compareAndSet(false, true)) {
			StoreDirectory.BACKGROUND.execute(this::cleanUp);
		}
	}

	private void cleanUp() {
		this.due.set(false);
		this.cleaned = now();
		this.beforeCleanUp.run();
		long max = this.limits.maxBytes();
		try {
			if (!this.stopped && (this.measured == null || this.bytes.get() <= max)) {
				measure();
			}
			if (!this.stopped && this.bytes.get() > max) {
				// Less than the maximum, so that not every new response causes a walk.
				evict(max - max / 10);
			}
		}
		catch (NoSuchFileException ex) {
			logger.debug("Missing directory '{}'", this.directory.path());
		}
		catch (IOException ex) {
			logger.debug("Could not clean '{}' up", this.directory.path(), ex);
		}
	}

	private void measure() throws IOException {
		walk((file) -> {
		});
	}

	private void evict(long target) throws IOException {
		// Responses that are stored during the walk need space as well.
		LeastRecentFiles files = new LeastRecentFiles(3 * (this.bytes.get() - target));
		List<DatedFile> stalled = new ArrayList<>();
		walk((file) -> {
			if (isTemporary(file.path())) {
				stalled.add(file);
			}
			else if (!isLatest(file)) {
				files.add(file);
			}
		});
		discard(stalled);
		if (this.bytes.get() <= this.limits.maxBytes()) {
			return;
		}
		boolean evicted = false;
		for (DatedFile file : files.oldestFirst()) {
			if (this.stopped || this.bytes.get() <= target) {
				return;
			}
			// It may have been replaced since the walk.
			if (!isLatest(file) && delete(file.path())) {
				removed(file.size());
				evicted = true;
			}
		}
		// Otherwise all that is left are the latest and unfinished files.
		if (evicted && this.bytes.get() > this.limits.maxBytes()) {
			cleanUpSoon();
		}
	}

	private static boolean isTemporary(Path file) {
		return StoredFileName.isTemporary(file.getFileName().toString());
	}

	private boolean isLatest(DatedFile file) {
		return file.path().getFileName().equals(this.latest);
	}

	/** Whether a file was there and has been removed. */
	private boolean delete(Path file) {
		try {
			if (Files.deleteIfExists(file)) {
				this.evictions.increment();
				return true;
			}
		}
		catch (IOException ex) {
			logger.debug("The stored response '{}' cannot be removed", file, ex);
		}
		return false;
	}

	/**
	 * Remove temporary files of writers that were probably killed, but none of this
	 * process. If a writer of another process is still alive, it stores nothing.
	 */
	private void discard(List<DatedFile> stalled) {
		for (DatedFile file : stalled) {
			if (this.stopped || this.bytes.get() <= this.limits.maxBytes()) {
				return;
			}
			if (!StoreDirectory.isWriting(file.path())) {
				StoreDirectory.discard(file.path());
				this.bytes.addAndGet(-file.size());
			}
		}
	}

	/**
	 * Measure the size, and remove expired responses and abandoned temporary files.
	 * @param visited accepts the other responses, and the temporary files that may have
	 * been abandoned
	 */
	private synchronized void walk(Consumer<DatedFile> visited) throws IOException {
		long begin = System.nanoTime();
		long entriesBefore = this.entries.get();
		long bytesBefore = this.bytes.get();
		long[] found = new long[2];
		Instant abandoned = now().minus(StoreDirectory.ABANDONED_AFTER);
		Instant quiet = now().minus(STALLED_AFTER);
		this.directory.walk(StoredFileName::isKnown, (file, attributes) -> {
			boolean temporary = isTemporary(file);
			Instant written = attributes.lastModifiedTime().toInstant();
			if (temporary && written.isBefore(abandoned)) {
				StoreDirectory.discard(file);
				return;
			}
			if (!temporary && !this.stopped && isExpired(attributes) && (delete(file) || !Files.exists(file))) {
				return;
			}
			found[0] += temporary ? 0 : 1;
			found[1] += attributes.size();
			if (!temporary || written.isBefore(quiet)) {
				visited.accept(new DatedFile(file, attributes.size(), lastUse(attributes)));
			}
		});
		boolean unchanged = this.bytes.get() == bytesBefore;
		// Additions during the walk are added, although some may be included: the
		// counts are rather too high than too low.
		this.entries.updateAndGet((count) -> found[0] + Math.max(0, count - entriesBefore));
		this.bytes.updateAndGet((count) -> found[1] + Math.max(0, count - bytesBefore));
		Duration least = unchanged ? MEASURE_AFTER : MEASURE_AFTER_CHANGE;
		Duration share = Duration.ofNanos(System.nanoTime() - begin).multipliedBy(WALK_SHARE);
		this.measureAfter = (share.compareTo(least) > 0) ? share : least;
		this.measured = now();
	}

	private static Duration interval(FileStoreLimits limits) {
		if (!limits.areSet()) {
			return StoreDirectory.ABANDONED_AFTER;
		}
		Duration maxIdleTime = limits.maxIdleTime();
		return (maxIdleTime != null && maxIdleTime.dividedBy(2).compareTo(CLEAN_UP_INTERVAL) < 0)
				? maxIdleTime.dividedBy(2) : CLEAN_UP_INTERVAL;
	}

	private static FileTime lastUse(BasicFileAttributes attributes) {
		FileTime read = attributes.lastAccessTime();
		FileTime written = attributes.lastModifiedTime();
		return (read.compareTo(written) > 0) ? read : written;
	}

	private Instant now() {
		return this.limits.clock().instant();
	}

	private record DatedFile(Path path, long size, FileTime used) {
	}

	/**
	 * The least recently used of the files that were added, whose sizes amount to a
	 * number of bytes. Forgets the others at once, so that a large directory needs little
	 * memory.
	 */
	private static final class LeastRecentFiles {

		private final PriorityQueue<DatedFile> latestFirst = new PriorityQueue<>(
				Comparator.comparing(DatedFile::used).reversed());

		private final long needed;

		private long bytes;

		LeastRecentFiles(long needed) {
			this.needed = needed;
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

}
