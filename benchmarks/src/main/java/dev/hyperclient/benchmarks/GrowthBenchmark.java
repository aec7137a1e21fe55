package dev.hyperclient.benchmarks;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryIteration;
import dev.hyperclient.ServiceRoot;

/**
 * Measures reading at scale, against a service in the same process. {@code memory} goes
 * through a million entries, {@code prefetch} reads linked entries with a latency of 50
 * milliseconds. After {@code mvn -Pbenchmarks package} in the directory of this module:
 *
 * <pre>
 * java -Xmx64m -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.ScaleBenchmark memory
 * java -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.ScaleBenchmark prefetch
 * </pre>
 */
public final class ScaleBenchmark {

	private static final int MANY = 1_000_000;

	private static final int FEW = 750;

	private static final Duration LATENCY = Duration.ofMillis(50);

	private ScaleBenchmark() {
	}

	public static void main(String[] args) {
		boolean memory = args.length > 0 && args[0].equals("memory");
		if (memory) {
			memory("plain", (iteration) -> iteration);
			memory("read ahead, prefetch", (iteration) -> iteration.readAhead().prefetch("dish"));
		}
		else {
			prefetch("warm-up", Duration.ZERO, (iteration) -> iteration.readAhead().prefetch("dish", "cookbook"));
			prefetch("one by one", LATENCY, (iteration) -> iteration);
			prefetch("prefetch", LATENCY, (iteration) -> iteration.prefetch("dish", "cookbook"));
			prefetch("prefetch, 32 at once", LATENCY,
					(iteration) -> iteration.prefetch("dish", "cookbook").maxConcurrency(32));
			prefetch("prefetch, read ahead", LATENCY,
					(iteration) -> iteration.prefetch("dish", "cookbook").readAhead());
		}
		System.exit(0);
	}

	private static void memory(String name, UnaryOperator<EntryIteration> setUp) {
		try (RecipeOrigin origin = new RecipeOrigin(MANY, Duration.ZERO); ServiceRoot root = open(origin)) {
			long begin = System.nanoTime();
			int count = 0;
			long characters = 0;
			long most = 0;
			for (Entry recipe : setUp.apply(root.collection("recipes").iteration().pageSize(200))) {
				characters += text(recipe);
				if (++count % (MANY / 10) == 0) {
					System.gc();
					most = Math.max(most, used());
					System.out.printf(Locale.ROOT, "%-24s %,10d entries, %.1f MB in use after a collection%n", name,
							count, used() / 1e6);
				}
			}
			System.out.printf(Locale.ROOT,
					"%-24s %,10d entries, %,d characters, %,d requests, %.1f s, at most %.1f of %.0f MB%n", name, count,
					characters, origin.requests(), (System.nanoTime() - begin) / 1e9, most / 1e6,
					Runtime.getRuntime().maxMemory() / 1e6);
		}
	}

	private static long used() {
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

	private static void prefetch(String name, Duration latency, UnaryOperator<EntryIteration> setUp) {
		try (RecipeOrigin origin = new RecipeOrigin(FEW, latency); ServiceRoot root = open(origin)) {
			int before = origin.requests();
			long begin = System.nanoTime();
			long characters = 0;
			for (Entry recipe : setUp.apply(root.collection("recipes").iteration())) {
				characters += text(recipe) + text(recipe.entry("dish")) + text(recipe.entry("cookbook"));
			}
			System.out.printf(Locale.ROOT, "%-24s %,d recipes, %,d characters, %,6d requests, %7.2f s%n", name, FEW,
					characters, origin.requests() - before, (System.nanoTime() - begin) / 1e9);
		}
	}

	private static int text(Entry entry) {
		return Objects.requireNonNull(entry.getString("title")).length();
	}

	private static ServiceRoot open(RecipeOrigin origin) {
		return ServiceRoot.builder(null).serviceRoot(origin.url()).build();
	}

}
