package dev.hyperclient.benchmarks;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * A process of {@link FreshJvmBenchmark}: one scenario of ours, or the same of a plain
 * {@link WebClient} that waits for each response, and a parser that makes a map of it.
 * Its requests are the same, except in the scenarios that end in {@code _first}: there it
 * makes none before the timed part, and saves with a constant entity tag. Prints the
 * milliseconds of the timed part, the milliseconds of its CPU time, and the CPU time
 * since the JVM started.
 */
final class FreshJvmClient {

	private final String url;

	private final Path cache;

	private final int count;

	private FreshJvmClient(String url, Path cache, int count) {
		this.url = url;
		this.cache = cache;
		this.count = count;
	}

	public static void main(String[] args) {
		FreshJvmClient client = new FreshJvmClient(args[2], Path.of(args[3]), Integer.parseInt(args[4]));
		Runnable timed = switch (args[0] + " " + args[1]) {
			case "ours cold_root", "ours warm_root" -> client::root;
			case "ours lookup_200", "ours lookup_200_first" -> client.recipes()::readTitles;
			case "ours save_1k", "ours save_1k_first" -> client.saves();
			case "raw cold_root" -> () -> new Raw(client.url).documents();
			case "raw lookup_200" -> client.rawLookups();
			case "raw save_1k" -> client.rawSaves();
			case "raw lookup_200_first" -> () -> client.rawLookups(new Raw(client.url));
			case "raw save_1k_first" -> () -> client.rawSavesOfAny(new Raw(client.url));
			default -> throw new IllegalArgumentException(args[0] + " " + args[1]);
		};
		long cpu = cpuMillis();
		long begin = System.nanoTime();
		timed.run();
		long nanos = System.nanoTime() - begin;
		System.out.println(nanos / 1e6 + " " + (cpuMillis() - cpu) + " " + cpuMillis());
		System.exit(0);
	}

	private static long cpuMillis() {
		return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis();
	}

	private ServiceRoot open() {
		return ServiceRoot.builder(null)
			.serviceRoot(this.url)
			.cache(this.cache)
			.collection("recipes", CollectionType.collectionOf("recipe").withKeyPath("recipes/{key}"))
			.build();
	}

	private void root() {
		ServiceRoot root = open();
		check(root.svcCollections().size() + root.svcEntries().size() + root.svcAttributes().size() > 0);
	}

	private NumberedEntries recipes() {
		return new NumberedEntries(open().collection("recipes"), this.count);
	}

	private Runnable saves() {
		NumberedEntries recipes = recipes();
		List<Entry> held = recipes.get();
		return () -> recipes.saveAndReadTitles(held);
	}

	private Runnable rawLookups() {
		Raw raw = new Raw(this.url);
		raw.documents();
		return () -> rawLookups(raw);
	}

	private void rawLookups(Raw raw) {
		for (int i = 1; i <= this.count; i++) {
			check(!raw.title(raw.get(i)).isEmpty());
		}
	}

	/** With a constant entity tag, since no entry has been got. */
	private void rawSavesOfAny(Raw raw) {
		for (int i = 1; i <= this.count; i++) {
			check(("saved " + i).equals(raw.title(raw.save(i, "\"any\""))));
		}
	}

	private Runnable rawSaves() {
		Raw raw = new Raw(this.url);
		raw.documents();
		List<Map<?, ?>> held = new ArrayList<>();
		for (int i = 1; i <= this.count; i++) {
			held.add(raw.parsed(raw.get(i)));
		}
		return () -> {
			for (int i = 1; i <= this.count; i++) {
				String etag = (String) Objects.requireNonNull(held.get(i - 1).get("http_etag"));
				check(("saved " + i).equals(raw.title(raw.save(i, etag))));
			}
		};
	}

	private static void check(boolean expected) {
		if (!expected) {
			throw new IllegalStateException("Unexpected response");
		}
	}

	/**
	 * The floor.
	 */
	private static final class Raw {

		private final String url;

		private final WebClient web = WebClient.builder()
			.codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(32 << 20))
			.build();

		private final JsonMapper json = JsonMapper.builder().build();

		Raw(String url) {
			this.url = url;
		}

		void documents() {
			check(!parsed(get("", "application/json")).isEmpty());
			check(get("", "application/vnd.sun.wadl+xml").length > 0);
		}

		byte[] get(int number) {
			return get("recipes/" + number, "application/json");
		}

		private byte[] get(String path, String accept) {
			return Objects.requireNonNull(this.web.get()
				.uri(URI.create(this.url + path))
				.header("Accept", accept)
				.retrieve()
				.bodyToMono(byte[].class)
				.block());
		}

		byte[] save(int number, String etag) {
			return Objects.requireNonNull(this.web.patch()
				.uri(URI.create(this.url + "recipes/" + number))
				.contentType(MediaType.APPLICATION_JSON)
				.header("If-Match", etag)
				.bodyValue(("{\"title\": \"saved " + number + "\"}").getBytes(StandardCharsets.UTF_8))
				.retrieve()
				.bodyToMono(byte[].class)
				.block());
		}

		Map<?, ?> parsed(byte[] body) {
			return this.json.readValue(body, Map.class);
		}

		String title(byte[] body) {
			return (String) Objects.requireNonNull(parsed(body).get("title"));
		}

	}

}
