package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.description.WadlParser;

/**
 * The scenarios that are also measured with another client against the same service, one
 * for each process. {@code import_only} is not among them, since a JVM loads classes when
 * they are first used, so that loading is part of the others. After
 * {@code mvn -Pbenchmarks -DskipTests package}, in {@code benchmarks}:
 *
 * <pre>
 * ./peer --base URL --scenario NAME --cache DIRECTORY --label NAME --n NUMBER --wadl FILE --keep true
 * </pre>
 *
 * The service at {@code --base} is not part of this project. It has entries as on
 * Launchpad, answers {@code /__stats} with its number of requests, {@code /__config} with
 * a new lifetime of responses, and {@code /__reset} by undoing what was saved. The others
 * are the scenario, see {@code run}; the directory of the cache; the label in what is
 * printed, {@code java} otherwise; the number of entries, calls or reads, otherwise that
 * of the scenario; the WADL document of {@code wadl_parse}, which alone needs it; and
 * with {@code --keep true} the cache is in a directory beside, ending in {@code -kept},
 * that a driver which deletes the first one leaves. Each part prints a JSON line. The
 * exit status is 3 if there is no such scenario.
 */
public final class PeerClient {

	private static final int NO_SUCH_SCENARIO = 3;

	private final Map<String, String> options;

	private final Timed timed;

	private PeerClient(Map<String, String> options) {
		this.options = options;
		this.timed = new Timed(required(options, "base"), options.getOrDefault("label", "java"));
	}

	public static void main(String[] args) {
		Map<String, String> options = new HashMap<>();
		for (int i = 0; i + 1 < args.length; i += 2) {
			options.put(args[i].substring(2), args[i + 1]);
		}
		System.exit(new PeerClient(options).run(required(options, "scenario")));
	}

	private int run(String scenario) {
		switch (scenario) {
			case "cold_root", "warm_root" -> root(scenario);
			case "iterate_10k" -> iterate(count(10_000));
			case "lookup" -> lookup(count(2_000));
			case "lookup_fresh" -> lookupFresh(count(2_000));
			case "save_1k" -> save(count(1_000));
			case "search_1k" -> search(count(1_000));
			case "memory" -> memory(count(10_000));
			case "wadl_parse" -> parse();
			case "attribute_read" -> attributes(count(1_000));
			default -> {
				return NO_SUCH_SCENARIO;
			}
		}
		return 0;
	}

	private static String required(Map<String, String> options, String name) {
		return Objects.requireNonNull(options.get(name), () -> "--" + name + " is missing");
	}

	private static String text(Entry entry, String name) {
		return Objects.requireNonNull(entry.getString(name));
	}

	private int count(int standard) {
		return Integer.parseInt(this.options.getOrDefault("n", Integer.toString(standard)));
	}

	private ServiceRoot open() {
		return ServiceRoot.builder(null)
			.serviceRoot(required(this.options, "base"))
			.version("devel")
			.cache(cache())
			.collection("bugs", CollectionType.collectionOf("bug").withKeyPath("bugs/{key}"))
			.build();
	}

	/**
	 * The driver deletes the directory between rounds, which slows down those who create
	 * files in it afterwards. Another one beside it stays.
	 */
	private Path cache() {
		return Path.of(required(this.options, "cache") + ("true".equals(this.options.get("keep")) ? "-kept" : ""));
	}

	private void root(String scenario) {
		this.timed.run(scenario, 1, () -> {
			ServiceRoot root = open();
			int names = root.svcCollections().size() + root.svcEntries().size() + root.svcAttributes().size();
			check("names", names, 35);
		});
	}

	private void iterate(int n) {
		ServiceRoot root = open();
		this.timed.run("iterate_10k", n, () -> {
			long check = 0;
			int count = 0;
			for (Entry bug : root.collection("bugs")) {
				check += text(bug, "title").length() + Objects.requireNonNull(bug.getLong("id"))
						+ Objects.requireNonNull(bug.getDateTime("date_created")).getYear();
				if (++count == n) {
					break;
				}
			}
			check("entries", count, n);
			check("characters", check > 0 ? 1 : 0, 1);
		});
	}

	private NumberedEntries bugs(int n) {
		return new NumberedEntries(open().collection("bugs"), n);
	}

	private void lookup(int n) {
		NumberedEntries bugs = bugs(n);
		this.timed.run("lookup_200", n, bugs::readTitles);
		this.timed.run("lookup_304", n, bugs::readTitles);
	}

	private void lookupFresh(int n) {
		this.timed.control("/__config?max_age=3600");
		NumberedEntries bugs = bugs(n);
		bugs.readTitles();
		this.timed.run("lookup_fresh", n, bugs::readTitles);
		this.timed.control("/__config?max_age=none");
	}

	private void save(int n) {
		this.timed.control("/__reset");
		NumberedEntries bugs = bugs(n);
		List<Entry> held = bugs.get();
		this.timed.run("save_1k", n, () -> bugs.saveTitles(held));
		// Not timed, as in earlier figures.
		bugs.readSavedTitles(held);
		this.timed.control("/__reset");
	}

	private void memory(int n) {
		ServiceRoot root = open();
		System.gc();
		long rss = Timed.statusKb("VmRSS");
		long heap = heap();
		List<Entry> held = new ArrayList<>();
		this.timed.run("memory", n, () -> root.collection("bugs").forEach(held::add), () -> {
			System.gc();
			long heldRss = Timed.statusKb("VmRSS");
			return Map.of("rss_before_kb", rss, "rss_held_kb", heldRss, "rss_per_entry_bytes",
					(heldRss - rss) * 1024 / n, "heap_per_entry_bytes", (heap() - heap) / n);
		});
		check("entries", held.size(), n);
	}

	private static long heap() {
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

	private void parse() {
		byte[] document = read(Path.of(required(this.options, "wadl")));
		URI url = URI.create("https://api.launchpad.net/devel/");
		AtomicReference<WadlApplication> parsed = new AtomicReference<>();
		this.timed.run("wadl_parse_first", 1, () -> parsed.set(WadlParser.parse(document, url)));
		WadlApplication application = Objects.requireNonNull(parsed.get());
		Collection<ResourceType> types = application.resourceTypes();
		List<ResourceType> bug = List.of(application.findResourceTypeById("bug").orElseThrow());
		Listed some = new Listed();
		this.timed.run("wadl_list_bug_first", 1, () -> some.add(bug), some::counts);
		Listed all = new Listed();
		this.timed.run("wadl_list_all_first", types.size(), () -> all.add(types), all::counts);
		this.timed.median("wadl_parse_warm", 1, 7, () -> WadlParser.parse(document, url));
		this.timed.median("wadl_list_bug_warm", 1, 50, () -> new Listed().add(bug));
		this.timed.median("wadl_list_all_warm", types.size(), 7, () -> new Listed().add(types));
	}

	private static byte[] read(Path file) {
		try {
			return Files.readAllBytes(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void search(int n) {
		Entry project = open().load("launchpad", Entry.class);
		this.timed.run("search_1k", n, () -> {
			long count = project.operation("searchTasks")
				.with("status", List.of("New", "Triaged"))
				.invoke()
				.collection()
				.stream()
				.filter((task) -> !text(task, "title").isEmpty() && !text(task, "importance").isEmpty())
				.count();
			check("tasks", count, n);
		});
	}

	private void attributes(int n) {
		Entry bug = open().collection("bugs").get(1);
		this.timed.run("attribute_title", n, () -> repeat(n, () -> bug.getString("title")));
		this.timed.run("attribute_id", n, () -> repeat(n, () -> bug.getLong("id")));
		this.timed.run("attribute_date_created", n, () -> repeat(n, () -> bug.getDateTime("date_created")));
		this.timed.run("attribute_owner_link", n, () -> repeat(n, () -> bug.getString("owner_link")));
	}

	private static void repeat(int n, Runnable work) {
		for (int i = 0; i < n; i++) {
			work.run();
		}
	}

	private static void check(String what, long got, long wanted) {
		if (got != wanted) {
			throw new IllegalStateException("%s: %d, expected %d".formatted(what, got, wanted));
		}
	}

	/**
	 * Names each method of types, its parameters, and the fields of the JSON
	 * representation.
	 */
	private static final class Listed {

		private long methods;

		private long params;

		private long characters;

		void add(Collection<ResourceType> types) {
			for (ResourceType type : types) {
				for (WadlMethod method : type.methods()) {
					this.methods++;
					this.characters += method.name().length();
					params(method.requestParams());
					method.requestRepresentations().forEach((each) -> params(each.params()));
				}
				type.representation().ifPresent((json) -> params(json.params()));
			}
		}

		private void params(List<Param> params) {
			for (Param param : params) {
				this.params++;
				this.characters += param.name().length() + param.type().name().length() + (param.required() ? 1 : 0);
			}
		}

		Map<String, Long> counts() {
			check("characters", this.characters > 0 ? 1 : 0, 1);
			return Map.of("methods", this.methods, "params", this.params);
		}

	}

}
