package dev.hyperclient.benchmarks;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;

/**
 * The scenarios that are also measured with another client against the same service, one
 * for each process.
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
			case "search_1k" -> search(count(1_000));
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
			.cache(Path.of(required(this.options, "cache")))
			.collection("bugs", CollectionType.collectionOf("bug").withKeyPath("bugs/{key}"))
			.build();
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

	private void lookup(int n) {
		EntryCollection bugs = open().collection("bugs");
		this.timed.run("lookup_200", n, () -> titles(bugs, n));
		this.timed.run("lookup_304", n, () -> titles(bugs, n));
	}

	private void lookupFresh(int n) {
		this.timed.control("/__config?max_age=3600");
		EntryCollection bugs = open().collection("bugs");
		titles(bugs, n);
		this.timed.run("lookup_fresh", n, () -> titles(bugs, n));
		this.timed.control("/__config?max_age=none");
	}

	private static void titles(EntryCollection bugs, int n) {
		for (int number = 1; number <= n; number++) {
			check("a title", text(bugs.get(number), "title").isEmpty() ? 0 : 1, 1);
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

}
