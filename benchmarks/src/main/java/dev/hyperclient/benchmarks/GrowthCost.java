package dev.hyperclient.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import com.sun.management.ThreadMXBean;

/**
 * What an amount of work takes, also of other threads that go on after it.
 *
 * @param millis the time
 * @param cpuMillis the CPU time of all Java threads, without the compiler and the garbage
 * collector
 * @param kilobytes what all Java threads allocate
 */
record GrowthCost(double millis, double cpuMillis, double kilobytes) {

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	static GrowthCost of(Work work) throws Exception {
		Map<Long, long[]> before = threads();
		long begin = System.nanoTime();
		work.run();
		double millis = (System.nanoTime() - begin) / 1e6;
		settle();
		double cpu = 0;
		double bytes = 0;
		// What a thread that has ended meanwhile has taken is unknown.
		for (Map.Entry<Long, long[]> thread : threads().entrySet()) {
			long[] earlier = before.getOrDefault(thread.getKey(), new long[2]);
			cpu += thread.getValue()[0] - earlier[0];
			bytes += thread.getValue()[1] - earlier[1];
		}
		return new GrowthCost(millis, cpu / 1e6, bytes / 1024);
	}

	/** Return the CPU time and the allocated bytes of each Java thread. */
	private static Map<Long, long[]> threads() {
		long[] ids = THREADS.getAllThreadIds();
		long[] times = THREADS.getThreadCpuTime(ids);
		long[] bytes = THREADS.getThreadAllocatedBytes(ids);
		Map<Long, long[]> threads = new HashMap<>();
		for (int i = 0; i < ids.length; i++) {
			if (times[i] >= 0 && bytes[i] >= 0) {
				threads.put(ids[i], new long[] { times[i], bytes[i] });
			}
		}
		return threads;
	}

	static GrowthCost median(int rounds, int parts, Work work) throws Exception {
		GrowthCost[] costs = new GrowthCost[rounds];
		for (int i = 0; i < rounds; i++) {
			costs[i] = of(work).each(parts);
		}
		return new GrowthCost(median(Arrays.stream(costs).mapToDouble(GrowthCost::millis).toArray()),
				median(Arrays.stream(costs).mapToDouble(GrowthCost::cpuMillis).toArray()),
				median(Arrays.stream(costs).mapToDouble(GrowthCost::kilobytes).toArray()));
	}

	GrowthCost each(int parts) {
		return new GrowthCost(this.millis / parts, this.cpuMillis / parts, this.kilobytes / parts);
	}

	/** Wait until no other thread works. */
	private static void settle() throws InterruptedException {
		long before = cpuTime();
		for (int quiet = 0; quiet < 5; quiet++) {
			Thread.sleep(20);
			long now = cpuTime();
			if (now - before > 1_000_000) {
				quiet = 0;
			}
			before = now;
		}
	}

	private static long cpuTime() {
		return threads().values().stream().mapToLong((thread) -> thread[0]).sum();
	}

	static double median(double[] values) {
		return Quartiles.of(values).median();
	}

	@Override
	public String toString() {
		return text("%.1f | %.1f | %.2f", this.millis * 1e3, this.cpuMillis * 1e3, this.kilobytes);
	}

	/**
	 * Work that may fail.
	 */
	@FunctionalInterface
	interface Work {

		void run() throws Exception;

	}

	/** Return the heap in use after a collection. */
	static long usedHeap() {
		System.gc();
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

	static String text(String format, Object... values) {
		return String.format(Locale.ROOT, format, values);
	}

	static void require(boolean condition) {
		if (!condition) {
			throw new IllegalStateException("Unexpected result");
		}
	}

}
