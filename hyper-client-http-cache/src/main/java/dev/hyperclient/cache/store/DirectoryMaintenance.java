package dev.hyperclient.cache.store;

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
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enforces the limits of a directory and measures its size. There is no index: the last
 * use is recorded in the times of the files, and the size is measured by walks through
 * the directory; between two walks the changes of this process are added.
 * <p>
 * Directories are cleaned up by one daemon thread for all of them, which ends when it is
 * idle. Thread-safe.
 */
final class DirectoryMaintenance {

	private static final Logger logger = LoggerFactory.getLogger(DirectoryMaintenance.class);

	/**
	 * The age at which a temporary file is removed in any case.
	 */
	private static final Duration ABANDONED_AFTER = Duration.ofHours(1);

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

	private static final Duration CLEAN_UP_INTERVAL = Duration.ofMinutes(5);

	private static final ThreadPoolExecutor BACKGROUND = background();

	private final StoreDirectory directory;

	private final FileStoreLimits limits;

	private final AtomicLong entries = new AtomicLong();

	private final AtomicLong bytes = new AtomicLong();

	private final AtomicLong changes = new AtomicLong();

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

	private volatile boolean stopped;

	DirectoryMaintenance(StoreDirectory directory, FileStoreLimits limits) {
		this.directory = directory;
		this.limits = limits;
		this.cleaned = limits.clock().instant();
	}

	/**
	 * One stored response.
	 */
	private record StoredFile(Path path, long size, Instant used) {
	}

	/**
	 * Start: remove the temporary files of killed processes, and enforce the limits in
	 * the background.
	 */
	void start() throws IOException {
		Instant abandoned = now().minus(ABANDONED_AFTER);
		this.directory.sweep((file) -> FileBody.attributes(file).lastModifiedTime().toInstant().isBefore(abandoned));
		if (this.limits.areSet()) {
			cleanUpSoon();
		}
	}

	void stop() {
		this.stopped = true;
	}

	/**
	 * Record a new file.
	 * @param replaced the size of the replaced file, or -1 for none
	 */
	void added(long size, long replaced) {
		this.changes.incrementAndGet();
		this.entries.addAndGet((replaced < 0) ? 1 : 0);
		long total = this.bytes.addAndGet(size - Math.max(replaced, 0));
		if (total > this.limits.maxBytes() || this.cleaned.plus(interval()).isBefore(now())) {
			cleanUpSoon();
		}
	}

	/**
	 * Record the removal of a file.
	 */
	void removed(long size) {
		this.changes.incrementAndGet();
		this.entries.decrementAndGet();
		this.bytes.addAndGet(-size);
	}

	/**
	 * Whether a file has not been used for the maximum age.
	 */
	boolean isExpired(BasicFileAttributes attributes) {
		Duration maxAge = this.limits.maxAge();
		return maxAge != null && used(attributes).plus(maxAge).isBefore(now());
	}

	/**
	 * Record the use of a file, if there are limits.
	 */
	void used(Path file, BasicFileAttributes attributes) {
		if (!this.limits.areSet() || used(attributes).plus(USE_PRECISION).isAfter(now())) {
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

	StoreSize size() throws IOException {
		Instant last = this.measured;
		if (last == null || last.plus(this.measureAfter).isBefore(now())) {
			walk(new ArrayList<>(), new ArrayList<>());
		}
		return new StoreSize(Math.max(0, this.entries.get()), Math.max(0, this.bytes.get()));
	}

	long evictions() {
		return this.evictions.sum();
	}

	private void cleanUpSoon() {
		if (!this.stopped && this.due.compareAndSet(false, true)) {
			BACKGROUND.execute(this::cleanUp);
		}
	}

	private void cleanUp() {
		this.due.set(false);
		this.cleaned = now();
		if (this.stopped) {
			return;
		}
		try {
			List<StoredFile> files = new ArrayList<>();
			List<StoredFile> stalled = new ArrayList<>();
			walk(files, stalled);
			discard(stalled);
			files.sort(Comparator.comparing(StoredFile::used));
			evict(files);
		}
		catch (NoSuchFileException ex) {
			logger.debug("Missing directory '{}'", this.directory.path());
		}
		catch (IOException ex) {
			logger.debug("Could not clean '{}' up", this.directory.path(), ex);
		}
	}

	/**
	 * Remove temporary files of writers that were probably killed, but none of this
	 * process. If a writer of another process is still alive, it stores nothing.
	 */
	private void discard(List<StoredFile> stalled) {
		for (StoredFile file : stalled) {
			if (this.stopped || this.bytes.get() <= this.limits.maxBytes()) {
				return;
			}
			if (!FileResponseWriter.isWriting(file.path())) {
				FileResponseWriter.discard(file.path());
				this.bytes.addAndGet(-file.size());
			}
		}
	}

	private void evict(List<StoredFile> oldestFirst) throws IOException {
		long max = this.limits.maxBytes();
		// Less than the maximum, so that not every new response causes a walk.
		long target = (this.bytes.get() > max) ? max - max / 10 : max;
		Instant expired = (this.limits.maxAge() != null) ? now().minus(this.limits.maxAge()) : Instant.MIN;
		for (StoredFile file : oldestFirst) {
			if (this.stopped || (this.bytes.get() <= target && !file.used().isBefore(expired))) {
				return;
			}
			if (Files.deleteIfExists(file.path())) {
				removed(file.size());
				this.evictions.increment();
			}
		}
	}

	private void walk(List<StoredFile> files, List<StoredFile> stalled) throws IOException {
		long changesBefore = this.changes.get();
		long entriesBefore = this.entries.get();
		long bytesBefore = this.bytes.get();
		long[] total = new long[1];
		Instant abandoned = now().minus(ABANDONED_AFTER);
		Instant quiet = now().minus(STALLED_AFTER);
		this.directory.walk((file, attributes) -> {
			files.add(new StoredFile(file, attributes.size(), used(attributes)));
			total[0] += attributes.size();
		}, (file, attributes) -> {
			Instant written = attributes.lastModifiedTime().toInstant();
			if (written.isBefore(abandoned)) {
				FileResponseWriter.discard(file);
				return;
			}
			total[0] += attributes.size();
			if (written.isBefore(quiet)) {
				stalled.add(new StoredFile(file, attributes.size(), written));
			}
		});
		correct(this.entries, entriesBefore, files.size());
		correct(this.bytes, bytesBefore, total[0]);
		this.measureAfter = (this.changes.get() == changesBefore) ? MEASURE_AFTER : MEASURE_AFTER_CHANGE;
		this.measured = now();
	}

	/**
	 * Set a count to the measured value. Additions during the walk are added, although
	 * some may be included: the count is rather too high than too low.
	 */
	private static void correct(AtomicLong count, long before, long found) {
		if (count.get() > before) {
			count.addAndGet(found - before);
		}
		else {
			count.set(found);
		}
	}

	private Duration interval() {
		Duration maxAge = this.limits.maxAge();
		if (maxAge != null && maxAge.dividedBy(2).compareTo(CLEAN_UP_INTERVAL) < 0) {
			return maxAge.dividedBy(2);
		}
		return (maxAge != null || this.limits.maxSize() != null) ? CLEAN_UP_INTERVAL : ABANDONED_AFTER;
	}

	private static Instant used(BasicFileAttributes attributes) {
		FileTime read = attributes.lastAccessTime();
		FileTime written = attributes.lastModifiedTime();
		return ((read.compareTo(written) > 0) ? read : written).toInstant();
	}

	private Instant now() {
		return this.limits.clock().instant();
	}

	private static ThreadPoolExecutor background() {
		return new ThreadPoolExecutor(0, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), (work) -> {
			Thread thread = new Thread(work, "hyper-client-housekeeping");
			thread.setDaemon(true);
			return thread;
		});
	}

}
