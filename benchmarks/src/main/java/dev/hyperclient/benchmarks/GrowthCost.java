package dev.hyperclient.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;

/**
 * What an amount of work takes, also of other threads that go on after it.
 *
 * @param millis the time
 * @param cpuMillis the CPU time of all Java threads, without the compiler and the garbage
 * collector
 * @param kilobytes what all Java threads allocate
 */
record GrowthCost(double millis, double cpuMillis, double kilobytes) {

	static GrowthCost of(Work work) throws Exception {
		long bytes = SteadyMeasurement.allocatedBytes();
		long cpu = SteadyMeasurement.cpuTime();
		long begin = System.nanoTime();
		work.run();
		// Other threads may go on after the work is done.
		double millis = (System.nanoTime() - begin) / 1e6;
		settle();
		return new GrowthCost(millis, (SteadyMeasurement.cpuTime() - cpu) / 1e6,
				(SteadyMeasurement.allocatedBytes() - bytes) / 1024.0);
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
		long before = SteadyMeasurement.cpuTime();
		for (int quiet = 0; quiet < 5; quiet++) {
			Thread.sleep(20);
			long now = SteadyMeasurement.cpuTime();
			if (now - before > 1_000_000) {
				quiet = 0;
			}
			before = now;
		}
	}

	static double median(double[] values) {
		Arrays.sort(values);
		return values[values.length / 2];
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
