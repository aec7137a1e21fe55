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
 * Keeps a directory within its limits and knows how much is in it. There is no index: the
 * times of the files tell what was used last, a walk through the directory tells the
 * size, and between two walks this process keeps account of what it does itself.
 * <p>
 * Walks that clean up happen on one daemon thread for all directories, which ends when
 * there is nothing to do. Thread-safe.
 */
final class DirectoryMaintenance {

	private static final Logger logger = LoggerFactory.getLogger(DirectoryMaintenance.class);

	/**
	 * An unfinished file of this age belongs to nobody any more.
	 */
	private static final Duration ABANDONED = Duration.ofHours(1);

	/**
	 * An unfinished file that was not written to for so long is removed before any stored
	 * response, where there is a limit.
	 */
	private static final Duration STALLED = Duration.ofMinutes(5);

	/**
	 * The time of the last use is noted that precisely.
	 */
	private static final Duration PRECISION = Duration.ofSeconds(1);

	/**
	 * For so long the account is believed, since others may add and remove files.
	 */
	private static final Duration TRUSTED = Duration.ofMinutes(1);

	/**
	 * The same if it changed during the walk, which may or may not have seen that.
	 */
	private static final Duration TRUSTED_IF_CHANGED = Duration.ofSeconds(5);

	private static final Duration BETWEEN_WALKS = Duration.ofMinutes(5);

	private static final ThreadPoolExecutor BACKGROUND = background();

	private final StoreDirectory directory;

	private final FileStoreLimits limits;

	private final AtomicLong entries = new AtomicLong();

	private final AtomicLong bytes = new AtomicLong();

	private final AtomicLong changes = new AtomicLong();

	private final LongAdder evictions = new LongAdder();

	private final AtomicBoolean due = new AtomicBoolean();

	/**
	 * When the directory was last cleaned up or, at the beginning, opened.
	 */
	private volatile Instant cleaned;

	/**
	 * When the account was last compared with the directory.
	 */
	private volatile @Nullable Instant walked;

	private volatile Duration trusted = TRUSTED;

	private volatile boolean ended;

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
	 * Begins: removes what killed writers have left, and the rest in the background.
	 */
	void begin() throws IOException {
		Instant abandoned = now().minus(ABANDONED);
		this.directory.sweep((file) -> FileBody.attributes(file).lastModifiedTime().toInstant().isBefore(abandoned));
		if (this.limits.areSet()) {
			cleanUpSoon();
		}
	}

	void end() {
		this.ended = true;
	}

	/**
	 * Takes account of a new file.
	 * @param replaced the size of the older one, or -1 if there was none
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
	 * Takes account of a removed file.
	 */
	void removed(long size) {
		this.changes.incrementAndGet();
		this.entries.decrementAndGet();
		this.bytes.addAndGet(-size);
	}

	/**
	 * Whether a file has been left alone for too long.
	 */
	boolean isExpired(BasicFileAttributes attributes) {
		Duration maxAge = this.limits.maxAge();
		return maxAge != null && used(attributes).plus(maxAge).isBefore(now());
	}

	/**
	 * Notes that a file was used, if anybody wants to know.
	 */
	void used(Path file, BasicFileAttributes attributes) {
		if (!this.limits.areSet() || used(attributes).plus(PRECISION).isAfter(now())) {
			return;
		}
		try {
			Files.getFileAttributeView(file, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
				.setTimes(null, FileTime.from(now()), null);
		}
		catch (IOException ex) {
			logger.debug("Could not note the use of '{}'", file, ex);
		}
	}

	/**
	 * Forgets the account, since many files have come or gone.
	 */
	void reset() {
		this.walked = null;
	}

	StoreSize size() throws IOException {
		Instant last = this.walked;
		if (last == null || last.plus(this.trusted).isBefore(now())) {
			walk(new ArrayList<>(), new ArrayList<>());
		}
		return new StoreSize(Math.max(0, this.entries.get()), Math.max(0, this.bytes.get()));
	}

	long evictions() {
		return this.evictions.sum();
	}

	private void cleanUpSoon() {
		if (!this.ended && this.due.compareAndSet(false, true)) {
			BACKGROUND.execute(this::cleanUp);
		}
	}

	private void cleanUp() {
		this.due.set(false);
		this.cleaned = now();
		if (this.ended) {
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
			logger.debug("There is no directory '{}'", this.directory.path());
		}
		catch (IOException ex) {
			logger.debug("Could not clean '{}' up", this.directory.path(), ex);
		}
	}

	/**
	 * Makes room at the cost of writers that were probably killed, but of none of this
	 * process. A live one of another process would lose what it is about to store.
	 */
	private void discard(List<StoredFile> stalled) {
		for (StoredFile file : stalled) {
			if (this.ended || this.bytes.get() <= this.limits.maxBytes()) {
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
		// A little more than necessary, so that not each new response causes a walk.
		long wanted = (this.bytes.get() > max) ? max - max / 10 : max;
		Instant expired = (this.limits.maxAge() != null) ? now().minus(this.limits.maxAge()) : Instant.MIN;
		for (StoredFile file : oldestFirst) {
			if (this.ended || (this.bytes.get() <= wanted && !file.used().isBefore(expired))) {
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
		Instant abandoned = now().minus(ABANDONED);
		Instant quiet = now().minus(STALLED);
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
		this.trusted = (this.changes.get() == changesBefore) ? TRUSTED : TRUSTED_IF_CHANGED;
		this.walked = now();
	}

	/**
	 * What was added during the walk is added to what it found, though it may have seen
	 * some of it: rather too much than too little, since nobody else will notice.
	 */
	private static void correct(AtomicLong account, long before, long found) {
		if (account.get() > before) {
			account.addAndGet(found - before);
		}
		else {
			account.set(found);
		}
	}

	private Duration interval() {
		Duration maxAge = this.limits.maxAge();
		if (maxAge != null && maxAge.dividedBy(2).compareTo(BETWEEN_WALKS) < 0) {
			return maxAge.dividedBy(2);
		}
		return (maxAge != null || this.limits.maxSize() != null) ? BETWEEN_WALKS : ABANDONED;
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
