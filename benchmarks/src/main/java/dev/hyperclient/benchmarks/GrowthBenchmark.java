package dev.hyperclient.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryIteration;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.HttpCache;
import org.jspecify.annotations.Nullable;

import org.springframework.util.FileSystemUtils;
import org.springframework.util.unit.DataSize;

/**
 * Measures how costs grow with the number of entries, of links and of stored responses,
 * and prints Markdown tables. The service is another process. After
 * {@code mvn -Pbenchmarks package} in the directory of this module:
 *
 * <pre>
 * java -Xmx256m -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.GrowthBenchmark \
 *     parts=entries,links,stores,latency directory=/dev/shm entries=10000,100000,1000000 responses=1000,10000,100000
 * </pre>
 *
 * All arguments are optional. Compare within one table. CPU times and bytes, which are
 * those of all Java threads, are steadier than times on a machine that is shared.
 */
public final class GrowthBenchmark {

	static final int MAX_LINKS = 64;

	static final List<String> COLLECTIONS = List.of("recipes", "archived", "linked_1_1", "linked_4_1", "linked_4_4",
			"linked_16_1", "linked_16_4", "linked_16_16", "linked_64_1", "linked_64_4", "linked_64_16");

	private static final int FEW = 750;

	private static final DataSize LIMIT = DataSize.ofMegabytes(20);

	private final Path parent;

	private final Map<String, String> options;

	private int directories;

	private GrowthBenchmark(Path parent, Map<String, String> options) {
		this.parent = parent;
		this.options = options;
	}

	public static void main(String[] args) throws Exception {
		Map<String, String> options = new HashMap<>();
		for (String arg : args) {
			int equals = arg.indexOf('=');
			options.put(arg.substring(0, equals), arg.substring(equals + 1));
		}
		if (options.containsKey("open")) {
			GrowthStores.open(Path.of(options.get("open")), Long.parseLong(options.get("limit")));
			return;
		}
		Path parent = Files.createTempDirectory(Path.of(options.getOrDefault("directory", "/dev/shm")),
				"hyper-client-growth-");
		try {
			new GrowthBenchmark(parent, options).run();
		}
		finally {
			FileSystemUtils.deleteRecursively(parent);
		}
		System.exit(0);
	}

	private void run() throws Exception {
		List<String> parts = List.of(this.options.getOrDefault("parts", "entries,links,stores").split(","));
		if (parts.contains("entries")) {
			entries();
		}
		if (parts.contains("links")) {
			links();
		}
		if (parts.contains("stores")) {
			new GrowthStores(this.parent).run(numbers("responses", "1000,10000,100000"));
		}
		if (parts.contains("latency")) {
			latency();
		}
	}

	private void entries() throws Exception {
		System.out.printf("%nIteration, Java %s%n%n", Runtime.version());
		System.out.println("| mode | entries | us for each | CPU us | KB | requests | heap after it, MB |");
		System.out.println("|---|---|---|---|---|---|---|");
		iterate("nothing stored", "recipes", null, (iteration) -> iteration);
		iterate("nothing stored, read ahead", "recipes", null, EntryIteration::readAhead);
		iterate("nothing stored, prefetch of 0.1 each", "recipes", null, (iteration) -> iteration.prefetch("cookbook"));
		iterate("memory of 20 MB", "archived", () -> HttpCache.inMemory(LIMIT), (iteration) -> iteration);
		iterate("files of 20 MB", "archived", () -> HttpCache.builder().directory(directory()).maxSize(LIMIT).build(),
				(iteration) -> iteration);
	}

	private void iterate(String name, String collection, @Nullable Supplier<HttpCache> cache,
			UnaryOperator<EntryIteration> setUp) throws Exception {
		try (RecipeOrigin.Running origin = RecipeOrigin.start(Duration.ZERO)) {
			int[] sizes = numbers("entries", "10000,100000,1000000");
			for (int i = -1; i < sizes.length; i++) {
				// An empty cache for each size.
				try (ServiceRoot root = root(origin, (cache != null) ? cache.get() : null)) {
					int count = sizes[Math.max(i, 0)];
					EntryIteration iteration = setUp.apply(root.collection(collection).iteration());
					int before = origin.requests();
					Iterator<?>[] last = new Iterator<?>[1];
					GrowthCost cost = GrowthCost.median((i < 0) ? 5 : 1, count,
							() -> last[0] = read(iteration.iterator(), count));
					if (i >= 0) {
						System.out.println(GrowthCost.text("| %s | %,d | %s | %,d | %.1f |", name, count, cost,
								origin.requests() - before, GrowthCost.usedHeap() / 1e6));
					}
					last[0].hasNext();
				}
			}
		}
	}

	private static Iterator<Entry> read(Iterator<Entry> entries, int count) {
		long characters = 0;
		for (int i = 0; i < count; i++) {
			characters += title(entries.next());
		}
		GrowthCost.require(characters > count);
		return entries;
	}

	private void links() throws Exception {
		System.out.println();
		System.out.println("| links | distinct | requests for each entry | CPU us, prefetched "
				+ "| all links, CPU us for each entry | KB |\n|---|---|---|---|---|---|");
		try (RecipeOrigin.Running origin = RecipeOrigin.start(Duration.ZERO); ServiceRoot root = root(origin, null)) {
			for (String collection : COLLECTIONS.subList(2, COLLECTIONS.size())) {
				links(origin, root, collection, 10);
			}
			for (String collection : COLLECTIONS.subList(2, COLLECTIONS.size())) {
				System.out.println(links(origin, root, collection, 5));
			}
		}
	}

	private static String links(RecipeOrigin.Running origin, ServiceRoot root, String collection, int rounds)
			throws Exception {
		String[] shape = collection.split("_");
		String[] names = IntStream.range(0, Integer.parseInt(shape[1]))
			.mapToObj((i) -> "link_" + i)
			.toArray(String[]::new);
		EntryIteration iteration = root.collection(collection).iteration().prefetch(names);
		int count = 300;
		int before = origin.requests();
		GrowthCost prefetch = GrowthCost.median(rounds, count,
				() -> iteration.stream().limit(count).forEach((entry) -> {
				}));
		double requests = (origin.requests() - before) / (double) rounds / count;
		List<Entry> entries = iteration.stream().limit(count).toList();
		GrowthCost follow = GrowthCost.median(rounds * 5, count, () -> entries.forEach((entry) -> {
			for (String name : names) {
				GrowthCost.require(entry.entry(name).isFetched());
			}
		}));
		return GrowthCost.text("| %s | %s | %.2f | %.1f | %.2f | %.2f |", shape[1], shape[2], requests,
				prefetch.cpuMillis() * 1e3, follow.cpuMillis() * 1e3, follow.kilobytes());
	}

	private void latency() throws Exception {
		Duration latency = Duration.ofMillis(50);
		linked("warm-up", Duration.ZERO, (iteration) -> iteration.readAhead().prefetch("dish", "cookbook"));
		linked("one by one", latency, (iteration) -> iteration);
		linked("prefetch", latency, (iteration) -> iteration.prefetch("dish", "cookbook"));
		linked("prefetch, 32 at once", latency,
				(iteration) -> iteration.prefetch("dish", "cookbook").maxConcurrency(32));
		linked("prefetch, read ahead", latency, (iteration) -> iteration.prefetch("dish", "cookbook").readAhead());
	}

	private static void linked(String name, Duration latency, UnaryOperator<EntryIteration> setUp) throws Exception {
		try (RecipeOrigin.Running origin = RecipeOrigin.start(latency); ServiceRoot root = root(origin, null)) {
			int before = origin.requests();
			GrowthCost cost = GrowthCost.of(() -> {
				try (Stream<Entry> recipes = setUp.apply(root.collection("recipes").iteration()).stream()) {
					recipes.limit(FEW)
						.forEach((recipe) -> GrowthCost.require(
								title(recipe) + title(recipe.entry("dish")) + title(recipe.entry("cookbook")) > 0));
				}
			});
			System.out.println(GrowthCost.text("%-24s %,d recipes, %,6d requests, %7.2f s", name, FEW,
					origin.requests() - before, cost.millis() / 1e3));
		}
	}

	private static ServiceRoot root(RecipeOrigin.Running origin, @Nullable HttpCache cache) {
		return (cache != null) ? ServiceRoot.builder(null).serviceRoot(origin.url()).cache(cache).build()
				: ServiceRoot.builder(null).serviceRoot(origin.url()).build();
	}

	private Path directory() {
		return this.parent.resolve("cache-" + this.directories++);
	}

	private int[] numbers(String option, String otherwise) {
		return Arrays.stream(this.options.getOrDefault(option, otherwise).split(","))
			.mapToInt(Integer::parseInt)
			.toArray();
	}

	private static int title(Entry entry) {
		return Objects.requireNonNull(entry.getString("title")).length();
	}

}
