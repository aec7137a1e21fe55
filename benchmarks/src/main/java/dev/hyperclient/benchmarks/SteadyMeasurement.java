package dev.hyperclient.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

import com.sun.management.ThreadMXBean;

/**
 * What one mode takes in one round.
 *
 * @param micros the time of a call
 * @param p99 the time in microseconds that 99 % of the calls are within
 * @param cpuMicros the CPU time of all Java threads for a call, without the compiler and
 * the garbage collector
 * @param bytes what all Java threads allocate for a call
 */
record SteadyMeasurement(double micros, double p99, double cpuMicros, double bytes) {

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	/**
	 * Threads that make calls.
	 */
	record Callers(int threads, boolean virtual, ExecutorService executor) implements AutoCloseable {

		/** Check a text before it is used. */
		static void check(String text) {
			if (!text.matches("[1-9][0-9]{0,4}v?")) {
				throw new IllegalArgumentException(
						"threads=: '%s' is not a number from 1, followed by a v for virtual threads".formatted(text));
			}
			if (text.endsWith("v") && Runtime.version().feature() < 21) {
				throw new IllegalArgumentException(
						"threads=: '%s' needs Java 21, this is Java %d".formatted(text, Runtime.version().feature()));
			}
		}

		/**
		 * Create callers.
		 * @param text the number of threads, followed by a {@code v} for virtual ones
		 */
		static Callers of(String text) throws ReflectiveOperationException {
			boolean virtual = text.endsWith("v");
			int threads = Integer.parseInt(virtual ? text.substring(0, text.length() - 1) : text);
			ExecutorService executor = virtual
					? (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null)
					: Executors.newFixedThreadPool(threads);
			return new Callers(threads, virtual, executor);
		}

		@Override
		public void close() {
			this.executor.shutdownNow();
		}

		@Override
		public String toString() {
			return this.threads + (this.virtual ? " virtual threads" : (this.threads == 1) ? " thread" : " threads");
		}

	}

	/**
	 * Make calls with the numbers from 1.
	 * @param parts how many calls each number stands for
	 */
	static SteadyMeasurement of(Callers callers, IntConsumer call, int count, int parts) throws Exception {
		long[] times = new long[count];
		AtomicInteger next = new AtomicInteger();
		Runnable work = () -> {
			for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
				long begin = System.nanoTime();
				call.accept(i + 1);
				times[i] = System.nanoTime() - begin;
			}
		};
		long bytes = allocatedBytes();
		long cpu = cpuTime();
		long begin = System.nanoTime();
		List<Future<?>> running = new ArrayList<>();
		for (int i = 0; i < callers.threads(); i++) {
			running.add(callers.executor().submit(work));
		}
		for (Future<?> each : running) {
			each.get();
		}
		double calls = (double) count * parts;
		long time = System.nanoTime() - begin;
		double cpuMicros = (cpuTime() - cpu) / 1e3 / calls;
		double allocated = (allocatedBytes() - bytes) / calls;
		Arrays.sort(times);
		return new SteadyMeasurement(time / 1e3 / calls, times[(int) (count * 0.99)] / 1e3 / parts, cpuMicros,
				allocated);
	}

	private static long cpuTime() {
		return sum(THREADS.getThreadCpuTime(THREADS.getAllThreadIds()));
	}

	private static long allocatedBytes() {
		return sum(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()));
	}

	/** A thread that has ended meanwhile has -1. */
	private static long sum(long[] values) {
		return Arrays.stream(values).filter((value) -> value > 0).sum();
	}

}
