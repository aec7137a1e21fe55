package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.cache.store.StoreStatistics;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The modes of {@link SteadyBenchmark}: calls of ours, and the floors that they are
 * compared with: a plain {@link WebClient} that waits for each response, and a parser
 * that makes a map of it.
 */
final class SteadyModes {

	private static final JsonMapper JSON = JsonMapper.shared();

	private static final DataSize MEMORY = DataSize.ofMegabytes(256);

	/** Entries that are saved, so that saving does not change those that are read. */
	private static final int SAVED = 500_000;

	private final Map<String, Mode> modes = new LinkedHashMap<>();

	private final Map<Integer, String> etags = new ConcurrentHashMap<>();

	private final Map<Integer, byte[]> bodies = new ConcurrentHashMap<>();

	private final LongAdder sink = new LongAdder();

	/** For the floors, with connections of its own and Reactor Netty's own pipelines. */
	private final WebClient web = webClient("floor");

	private final WebClient ours = webClient("ours");

	private final String url;

	private final Path directory;

	private final int count;

	private final int rules;

	private int directories;

	SteadyModes(String url, Path directory, int count, int rules) throws IOException {
		this.url = url;
		this.directory = directory;
		this.count = count;
		this.rules = rules;
		for (int i = 1; i <= count; i++) {
			ResponseEntity<byte[]> response = Objects
				.requireNonNull(this.web.get().uri(uri("recipes/", i)).retrieve().toEntity(byte[].class).block());
			this.etags.put(i, Objects.requireNonNull(response.getHeaders().getETag()));
			byte[] body = Objects.requireNonNull(response.getBody());
			this.bodies.put(i, body);
			Files.write(raw(i), body);
		}
		floors();
		ours();
	}

	/**
	 * One kind of call.
	 *
	 * @param floor the name of the mode that it is compared with, its own for a floor
	 * @param prepare prepares a round
	 * @param count the number of calls in a round
	 * @param parts how many results a call has
	 */
	record Mode(String floor, Runnable prepare, IntConsumer call, int count, int parts) {
	}

	Map<String, Mode> all() {
		return this.modes;
	}

	private void floors() {
		floor("floor 200", this.count, (i) -> parse(fetch("recipes/", i)));
		floor("floor 304, memory", this.count, (i) -> {
			validate(i);
			parse(this.bodies.get(i));
		});
		floor("floor 304, file", this.count, (i) -> {
			validate(i);
			parse(read(i));
		});
		floor("floor fresh, memory", this.count * 5, (i) -> parse(this.bodies.get(number(i))));
		floor("floor fresh, file", this.count * 5, (i) -> parse(read(number(i))));
		// One caller for all pages, as an iteration has, whatever the number of threads.
		this.modes.put("floor page", new Mode("floor page", this::nothing, (call) -> pages(this::page), 1, entries()));
		floor("floor save", this.count,
				(i) -> parse(this.web.patch()
					.uri(uri("recipes/", SAVED + i))
					.contentType(MediaType.APPLICATION_JSON)
					.header("If-Match", "\"a\"")
					.bodyValue(("{\"title\": \"" + title() + "\"}").getBytes(StandardCharsets.UTF_8))
					.retrieve()
					.bodyToMono(byte[].class)
					.block()));
	}

	private void ours() {
		ServiceRoot none = root(HttpCache.using(new NoStore()));
		get("200, nothing stored", "floor 200", none);
		EntryCollection[] empty = new EntryCollection[1];
		this.modes.put("200, stored in files", new Mode("floor 200",
				() -> empty[0] = root(files()).collection("recipes"), (i) -> title(empty[0], i), this.count, 1));
		get("304, files", "floor 304, file", root(files()));
		get("304, memory in front", "floor 304, file", root(inFront()));
		get("304, memory", "floor 304, memory", root(HttpCache.inMemory(MEMORY)));
		fresh("fresh, files", "floor fresh, file", files());
		fresh("fresh, memory in front", "floor fresh, memory", inFront());
		fresh("fresh, memory", "floor fresh, memory", HttpCache.inMemory(MEMORY));
		fresh("fresh, memory, rules", "floor fresh, memory", HttpCache.inMemory(MEMORY).withRules(rules()));
		iterate("page entry, nothing stored", none);
		iterate("page entry, stored", root(files()));
		save("save, nothing stored", none);
		save("save, files", root(files()));
	}

	private void floor(String name, int calls, IntConsumer call) {
		this.modes.put(name, new Mode(name, this::nothing, call, calls, 1));
	}

	private void get(String name, String floor, ServiceRoot root) {
		EntryCollection recipes = root.collection("recipes");
		this.modes.put(name, new Mode(floor, this::nothing, (i) -> title(recipes, i), this.count, 1));
	}

	private void fresh(String name, String floor, HttpCache cache) {
		EntryCollection archived = root(cache).collection("archived");
		this.modes.put(name, new Mode(floor, this::nothing, (i) -> title(archived, number(i)), this.count * 5, 1));
	}

	private void iterate(String name, ServiceRoot root) {
		this.modes.put(name, new Mode("floor page", this::nothing, (first) -> {
			int left = entries();
			for (Entry recipe : root.collection("recipes")) {
				use(recipe.getString("title"));
				this.sink.add(Objects.requireNonNull(recipe.getLong("id"))
						+ Objects.requireNonNull(recipe.getDateTime("date_0")).getYear());
				if (--left == 0) {
					return;
				}
			}
		}, 1, entries()));
	}

	private void save(String name, ServiceRoot root) {
		EntryCollection recipes = root.collection("recipes");
		Map<Integer, Entry> held = new ConcurrentHashMap<>();
		this.modes.put(name, new Mode("floor save", () -> {
			for (int i = 1; i <= this.count; i++) {
				held.computeIfAbsent(i, (number) -> recipes.get(SAVED + number));
			}
		}, (i) -> {
			Entry recipe = Objects.requireNonNull(held.get(i));
			recipe.set("title", title());
			recipe.save();
			use(recipe.getString("title"));
		}, this.count, 1));
	}

	/** Return the heap that each entry of a page, and each entry of get, takes. */
	List<String> heldEntries() throws InterruptedException {
		ServiceRoot root = root(HttpCache.using(new NoStore()));
		List<Entry> listed = new ArrayList<>();
		long before = used();
		for (Entry recipe : root.collection("recipes")) {
			listed.add(recipe);
			if (listed.size() == 3000) {
				break;
			}
		}
		double page = (used() - before) / 3000.0;
		EntryCollection recipes = root.collection("recipes");
		List<Entry> found = new ArrayList<>();
		before = used();
		for (int i = 1; i <= 3000; i++) {
			found.add(recipes.get(i));
		}
		double get = (used() - before) / 3000.0;
		this.sink.add(listed.size() + found.size());
		return List.of("%.1f KB an entry of a page".formatted(page / 1024),
				"%.1f KB an entry of get".formatted(get / 1024));
	}

	private static long used() throws InterruptedException {
		Runtime runtime = Runtime.getRuntime();
		for (int i = 0; i < 4; i++) {
			System.gc();
			Thread.sleep(50);
		}
		return runtime.totalMemory() - runtime.freeMemory();
	}

	private ServiceRoot root(HttpCache cache) {
		return ServiceRoot.builder(null)
			.serviceRoot(this.url)
			.cache(cache)
			.webClient(() -> this.ours)
			.collection("recipes", CollectionType.collectionOf("recipe").withKeyPath("recipes/{key}"))
			.collection("archived", CollectionType.collectionOf("recipe").withKeyPath("archived/{key}"))
			.build();
	}

	/** Of the same host, so that only their paths tell that none matches. */
	private List<CacheRule> rules() {
		return IntStream.range(0, this.rules)
			.mapToObj((i) -> CacheRule.of(uri("archived/x", i) + "/**").withMaxAge(Duration.ofMinutes(1)))
			.toList();
	}

	private HttpCache files() {
		return HttpCache.inDirectory(newDirectory());
	}

	private HttpCache inFront() {
		return HttpCache.builder().directory(newDirectory()).memoryTier(MEMORY).build();
	}

	/** Nothing is deleted between rounds, since that slows the next files down. */
	private Path newDirectory() {
		return this.directory.resolve("cache" + this.directories++);
	}

	private void page(int number) {
		Map<?, ?> page = parsed(Objects.requireNonNull(this.web.get()
			.uri(URI.create(this.url + "recipes?ws.size=75&ws.start=" + (number - 1) * SteadyOrigin.PAGE_SIZE))
			.retrieve()
			.bodyToMono(byte[].class)
			.block()));
		for (Object entry : (List<?>) Objects.requireNonNull(page.get("entries"))) {
			Map<?, ?> recipe = (Map<?, ?>) entry;
			use((@Nullable String) recipe.get("title"));
			this.sink.add(((Number) Objects.requireNonNull(recipe.get("id"))).intValue()
					+ OffsetDateTime.parse((String) Objects.requireNonNull(recipe.get("date_0"))).getYear());
		}
	}

	private void validate(int number) {
		this.web.get()
			.uri(uri("recipes/", number))
			.header("If-None-Match", Objects.requireNonNull(this.etags.get(number)))
			.retrieve()
			.toBodilessEntity()
			.block();
	}

	private byte[] fetch(String path, int number) {
		return Objects
			.requireNonNull(this.web.get().uri(uri(path, number)).retrieve().bodyToMono(byte[].class).block());
	}

	private byte[] read(int number) {
		try {
			return Files.readAllBytes(raw(number));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void parse(byte @Nullable [] body) {
		use((@Nullable String) parsed(body).get("title"));
	}

	private static Map<?, ?> parsed(byte @Nullable [] body) {
		return JSON.readValue(Objects.requireNonNull(body), Map.class);
	}

	private void title(EntryCollection recipes, int number) {
		use(recipes.get(number).getString("title"));
	}

	private void use(@Nullable String text) {
		this.sink.add(Objects.requireNonNull(text).length());
	}

	private String title() {
		return "changed " + this.sink.sum();
	}

	private void nothing() {
	}

	private int number(int call) {
		return 1 + call % this.count;
	}

	private int entries() {
		return Math.max(2, this.count / SteadyOrigin.PAGE_SIZE) * SteadyOrigin.PAGE_SIZE;
	}

	private void pages(IntConsumer page) {
		for (int number = 1; number <= entries() / SteadyOrigin.PAGE_SIZE; number++) {
			page.accept(number);
		}
	}

	private static WebClient webClient(String name) {
		return WebClient.builder()
			.clientConnector(new ReactorClientHttpConnector(
					HttpClient.create(ConnectionProvider.create(name, 500)).compress(true)))
			.codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(32 << 20))
			.build();
	}

	private URI uri(String path, int number) {
		return URI.create(this.url + path + number);
	}

	private Path raw(int number) {
		return this.directory.resolve("raw" + number);
	}

	/**
	 * Stores nothing, so that the rest of the way of a call is measured.
	 */
	private static final class NoStore implements ResponseStore {

		@Override
		public Optional<StoredResponse> find(CacheKey key) {
			return Optional.empty();
		}

		@Override
		public void put(CacheKey key, StoredResponse response) {
		}

		@Override
		public void remove(CacheKey key) {
		}

		@Override
		public Set<CacheKey> keys(String url) {
			return Set.of();
		}

		@Override
		public void clear() {
		}

		@Override
		public StoreSize size() {
			return StoreSize.EMPTY;
		}

		@Override
		public StoreStatistics statistics() {
			return StoreStatistics.of(0, 0);
		}

		@Override
		public void close() {
		}

	}

}
