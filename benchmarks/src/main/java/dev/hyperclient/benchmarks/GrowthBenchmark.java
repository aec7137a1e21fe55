package dev.hyperclient.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
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

import org.springframework.util.unit.DataSize;

/**
 * Measures how costs grow with the number of entries, of links and of stored responses,
 * and prints Markdown tables. The service is another process. After
 * {@code mvn -Pbenchmarks -DskipTests package}, in {@code benchmarks}:
 *
 * <pre>
 * java -Xmx256m -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.GrowthBenchmark \
 *     parts=entries,links,stores,latency directory=/dev/shm entries=10000,100000,1000000 responses=1000,10000,100000
 * </pre>
 *
 * All arguments are optional: the parts, otherwise all but {@code latency}; the directory
 * of the caches, which is {@code /dev/shm} otherwise; the numbers of entries of the part
 * {@code entries}, and the numbers of stored responses of the part {@code stores}, from
 * 1,000. Compare within one table. CPU times and bytes, which count all Java threads, are
 * steadier than times on a machine that is shared. The parts:
 * <ul>
 * <li>{@code entries} iterates over a collection. Columns: the time, the CPU time and the
 * allocated KB for each entry, the requests in all, and the heap in use after the
 * iteration while it is held.</li>
 * <li>{@code links} prefetches links of 300 entries, then follows them. Columns: the
 * links of an entry; how many entries these lead to; the requests for each entry and its
 * CPU time while links are prefetched; the CPU time and the allocated KB of following all
 * links of an entry.</li>
 * <li>{@code stores} measures stores of responses, see {@link GrowthStores}.</li>
 * <li>{@code latency} prints, without a table, the requests and the seconds that 750
 * entries with two links each take, if each answer of the service takes 50 ms.</li>
 * </ul>
 */
public final class GrowthBenchmark {

	static final int MAX_LINKS = 64;

	static final List<String> COLLECTIONS = List.of("recipes", "archived", "linked_1_1", "linked_4_1", "linked_4_4",
			"linked_16_1", "linked_16_4", "linked_16_16", "linked_64_1", "linked_64_4", "linked_64_16");

	private static final List<String> PARTS = List.of("entries", "links", "stores", "latency");

	/** In a smaller store, the last response may be evicted before it is looked up. */
	private static final int FEWEST_RESPONSES = 1000;

	private static final int FEW = 750;

	private static final DataSize LIMIT = DataSize.ofMegabytes(20);

	private final Path parent;

	private final Arguments arguments;

	private int directories;

	private GrowthBenchmark(Path parent, Arguments arguments) {
		this.parent = parent;
		this.arguments = arguments;
	}

	public static void main(String[] args) throws Exception {
		Arguments arguments = new Arguments(args, "parts", "directory", "entries", "responses");
		try (TemporaryDirectory parent = TemporaryDirectory.create(arguments.directory("directory", "/dev/shm"),
				"hyper-client-growth-")) {
			new GrowthBenchmark(parent.path(), arguments).run();
		}
		System.exit(0);
	}

	private void run() throws Exception {
		List<String> parts = this.arguments.list("parts", "entries,links,stores", PARTS);
		int[] sizes = this.arguments.numbers("entries", "10000,100000,1000000", 1);
		int[] responses = this.arguments.numbers("responses", "1000,10000,100000", FEWEST_RESPONSES);
		if (parts.contains("entries")) {
			entries(sizes);
		}
		if (parts.contains("links")) {
			links();
		}
		if (parts.contains("stores")) {
			new GrowthStores(this.parent).run(responses);
		}
		if (parts.contains("latency")) {
			latency();
		}
	}

	private void entries(int[] sizes) throws Exception {
		System.out.printf("%nIteration, Java %s%n%n", Runtime.version());
		System.out.println("| mode | entries | us for each | CPU us | KB | requests | heap after it, MB |");
		System.out.println("|---|---|---|---|---|---|---|");
		iterate(sizes, "nothing stored", "recipes", null, (iteration) -> iteration);
		iterate(sizes, "nothing stored, read ahead", "recipes", null, EntryIteration::readAhead);
		iterate(sizes, "nothing stored, prefetch of 0.1 each", "recipes", null,
				(iteration) -> iteration.prefetch("cookbook"));
		iterate(sizes, "memory of 20 MB", "archived", () -> HttpCache.inMemory(LIMIT), (iteration) -> iteration);
		iterate(sizes, "files of 20 MB", "archived",
				() -> HttpCache.builder().directory(directory()).maxSize(LIMIT).build(), (iteration) -> iteration);
	}

	private void iterate(int[] sizes, String name, String collection, @Nullable Supplier<HttpCache> cache,
			UnaryOperator<EntryIteration> setUp) throws Exception {
		try (OriginProcess origin = RecipeOrigin.start(Duration.ZERO)) {
			for (int i = -1; i < sizes.length; i++) {
				// An empty cache for each size.
				try (ServiceRoot root = root(origin, (cache != null) ? cache.get() : null)) {
					int count = sizes[Math.max(i, 0)];
					EntryIteration iteration = setUp.apply(root.collection(collection).iteration());
					int before = RecipeOrigin.requests(origin);
					Iterator<?>[] last = new Iterator<?>[1];
					GrowthCost cost = GrowthCost.median((i < 0) ? 5 : 1, count,
							() -> last[0] = read(iteration.iterator(), count));
					if (i >= 0) {
						System.out.println(GrowthCost.text("| %s | %,d | %s | %,d | %.1f |", name, count, cost,
								RecipeOrigin.requests(origin) - before, GrowthCost.usedHeap() / 1e6));
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
		try (OriginProcess origin = RecipeOrigin.start(Duration.ZERO); ServiceRoot root = root(origin, null)) {
			for (String collection : COLLECTIONS.subList(2, COLLECTIONS.size())) {
				links(origin, root, collection, 10);
			}
			for (String collection : COLLECTIONS.subList(2, COLLECTIONS.size())) {
				System.out.println(links(origin, root, collection, 5));
			}
		}
	}

	private static String links(OriginProcess origin, ServiceRoot root, String collection, int rounds)
			throws Exception {
		String[] shape = collection.split("_");
		String[] names = IntStream.range(0, Integer.parseInt(shape[1]))
			.mapToObj((i) -> "link_" + i)
			.toArray(String[]::new);
		EntryIteration iteration = root.collection(collection).iteration().prefetch(names);
		int count = 300;
		int before = RecipeOrigin.requests(origin);
		GrowthCost prefetch = GrowthCost.median(rounds, count,
				() -> iteration.stream().limit(count).forEach((entry) -> {
				}));
		double requests = (RecipeOrigin.requests(origin) - before) / (double) rounds / count;
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
		try (OriginProcess origin = RecipeOrigin.start(latency); ServiceRoot root = root(origin, null)) {
			int before = RecipeOrigin.requests(origin);
			GrowthCost cost = GrowthCost.of(() -> {
				try (Stream<Entry> recipes = setUp.apply(root.collection("recipes").iteration()).stream()) {
					recipes.limit(FEW)
						.forEach((recipe) -> GrowthCost.require(
								title(recipe) + title(recipe.entry("dish")) + title(recipe.entry("cookbook")) > 0));
				}
			});
			System.out.println(GrowthCost.text("%-24s %,d recipes, %,6d requests, %7.2f s", name, FEW,
					RecipeOrigin.requests(origin) - before, cost.millis() / 1e3));
		}
	}

	private static ServiceRoot root(OriginProcess origin, @Nullable HttpCache cache) {
		return (cache != null) ? ServiceRoot.builder(null).serviceRoot(origin.url()).cache(cache).build()
				: ServiceRoot.builder(null).serviceRoot(origin.url()).build();
	}

	private Path directory() {
		return this.parent.resolve("cache-" + this.directories++);
	}

	private static int title(Entry entry) {
		return Objects.requireNonNull(entry.getString("title")).length();
	}

}
