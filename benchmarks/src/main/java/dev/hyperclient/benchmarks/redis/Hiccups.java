package dev.hyperclient.benchmarks.redis;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how much the machine and the JVM delay a thread, whatever it does: a thread
 * wakes each millisecond and measures how late that is (garbage collection, safepoints,
 * no processor), Linux measures how long the thread of the caller was ready to run but
 * had no processor, and the JVM how long its garbage collections took, in which that
 * thread is not ready.
 */
final class Hiccups {

	private static final long INTERVAL = 1_000_000;

	/** Below this a timer is as exact as expected. */
	private static final long MIN_DELAY = 1_000_000;

	/** From when to when the measuring thread was late. */
	private final Queue<long[]> delays = new ConcurrentLinkedQueue<>();

	private final RandomAccessFile scheduler;

	/**
	 * Begin to measure. {@link #readyOrCollecting()} is that of this thread.
	 */
	Hiccups() throws IOException {
		this.scheduler = new RandomAccessFile("/proc/thread-self/schedstat", "r");
		Thread thread = new Thread(this::measure, "hiccups");
		thread.setDaemon(true);
		thread.start();
	}

	private void measure() {
		for (long due = System.nanoTime() + INTERVAL; true; due = System.nanoTime() + INTERVAL) {
			while (System.nanoTime() < due) {
				LockSupport.parkNanos(due - System.nanoTime());
			}
			long now = System.nanoTime();
			if (now - due >= MIN_DELAY) {
				this.delays.add(new long[] { due, now });
			}
		}
	}

	/**
	 * Return how long the measuring thread was late between two times, in nanoseconds. To
	 * be called a few milliseconds later, when it has woken.
	 */
	long between(long from, long to) {
		return this.delays.stream()
			.mapToLong((delay) -> Math.max(0, Math.min(to, delay[1]) - Math.max(from, delay[0])))
			.sum();
	}

	/**
	 * Return how long the thread of the caller has waited for a processor since its
	 * start, and for garbage collections, in nanoseconds.
	 */
	long readyOrCollecting() {
		return readyWithoutProcessor() + ManagementFactory.getGarbageCollectorMXBeans()
			.stream()
			.mapToLong((collector) -> TimeUnit.MILLISECONDS.toNanos(collector.getCollectionTime()))
			.sum();
	}

	private long readyWithoutProcessor() {
		try {
			this.scheduler.seek(0);
			return Long.parseLong(this.scheduler.readLine().split(" ")[1]);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
