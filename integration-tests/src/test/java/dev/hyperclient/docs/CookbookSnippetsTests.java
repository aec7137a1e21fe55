package dev.hyperclient.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.FileArgument;
import dev.hyperclient.FileContent;
import dev.hyperclient.HostedFile;
import dev.hyperclient.LinkDescription;
import dev.hyperclient.NamedOperation;
import dev.hyperclient.OperationDescription;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.cookbook.service.CookbookSettings;
import dev.hyperclient.docs.application.RecipePrinter;
import dev.hyperclient.error.BadRequest;
import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.OfflineException;
import dev.hyperclient.error.PreconditionFailed;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.ExchangeFilterFunctions;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Java code of the documents that uses the cookbook service. The tagged regions are
 * compared with the documents by {@link DocumentSnippetsTests}.
 */
@ExtendWith(OutputCaptureExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CookbookSnippetsTests {

	@AutoClose
	private final CookbookService service = new CookbookService(CookbookSettings.onAnyPort());

	@AutoClose
	private final ServiceRoot root = ServiceRoot.builder()
		.serviceRoot(this.service.baseUrl())
		.version("1.0")
		.collection("recipes", CollectionType.keyedBy("recipes/{key}"))
		.collection("cookbooks", CollectionType.keyedBy("cookbooks/{key}"))
		.build();

	@TempDir
	private Path directory = Path.of("");

	@BeforeEach
	void reset() {
		this.service.reset();
	}

	@Test
	void applicationPrintsRecipes(CapturedOutput output) {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(RecipePrinter.class).run(
				"--hyper-client.base-url=" + this.service.baseUrl(), "--hyper-client.version=1.0",
				"--hyper-client.cache.directory=" + this.directory, "--spring.main.web-application-type=none")) {
			assertThat(context.isRunning()).isTrue();
		}
		assertThat(output).contains("Baked beans: Preheat oven to");
	}

	@Test
	void buildsRootWithoutSpringBoot() {
		String url = this.service.baseUrl().toString();
		try (ServiceRoot built = build(url)) {
			assertThat(built.svcCollections()).contains("recipes");
		}
	}

	private static ServiceRoot build(String url) {
		// tag::build[]
		ServiceRoot root = ServiceRoot.builder().serviceRoot(url).version("1.0").build();
		// end::build[]
		return root;
	}

	@Test
	void readsEntries() {
		ServiceRoot root = this.root;
		// tag::read[]
		EntryCollection recipes = root.collection("recipes");
		int count = recipes.size();
		Entry third = recipes.at(2);
		List<Entry> page = recipes.slice(0, 2);
		Entry recipe = recipes.get(4);
		String instructions = recipe.getString("instructions");
		String dish = recipe.entry("dish").getString("name");
		Entry cookbook = root.load("cookbooks/The%20Joy%20of%20Cooking", Entry.class);
		// end::read[]
		assertThat(count).isPositive();
		assertThat(third.selfLink()).isNotNull();
		assertThat(page).hasSize(2);
		assertThat(instructions).startsWith("Preheat oven to");
		assertThat(dish).isEqualTo("Baked beans");
		assertThat(cookbook.getString("name")).isEqualTo("The Joy of Cooking");
	}

	@Test
	void readsWhileTheServiceIsAway() throws InterruptedException {
		try (ServiceRoot root = ServiceRoot.builder()
			.serviceRoot(this.service.baseUrl() + "1.0/")
			.collection("recipes", CollectionType.keyedBy("recipes/{key}"))
			.staleIfError(Duration.ofHours(1))
			.build()) {
			root.collection("recipes").get(4);
			this.service.faults().failNext(500, 2);
			// tag::stale[]
			Entry recipe = root.collection("recipes").get(4);
			String note = recipe.staleTime().map((time) -> "as of " + time).orElse("");
			// end::stale[]
			assertThat(note).startsWith("as of 20");
			assertThat(root.staleSince()).isPresent();
			this.service.faults().clear();
			Entry known = awaitEntry(root.collection("recipes"), 4, Duration.ZERO);
			assertThat(known.isStale()).isFalse();
			// tag::await[]
			recipe.await((it) -> it.getString("instructions").contains("oven"), Duration.ofMinutes(30));
			// end::await[]
			assertThatExceptionOfType(NoSuchEntryException.class)
				.isThrownBy(() -> awaitEntry(root.collection("recipes"), 999, Duration.ofMillis(-1)));
			root.switchOffline(true);
			assertThatExceptionOfType(OfflineException.class).isThrownBy(known::svcRefresh);
		}
	}

	// tag::await-entry[]
	static Entry awaitEntry(EntryCollection recipes, Object key, Duration timeout) throws InterruptedException {
		Instant end = Instant.now().plus(timeout);
		while (true) {
			try {
				return recipes.get(key);
			}
			catch (NoSuchEntryException ex) {
				if (Instant.now().isAfter(end)) {
					throw ex;
				}
				Thread.sleep(2000);
			}
		}
	}
	// end::await-entry[]

	@Test
	void updatesAndListsInThreeStatements() {
		ServiceRoot root = this.root;
		// tag::migrated[]
		Entry recipe = root.collection("recipes").get(4);
		recipe.update((it) -> it.set("instructions", it.getString("instructions") + " Serve."));
		List<String> dishes = root.collection("dishes").stream().map((dish) -> dish.getString("name")).toList();
		// end::migrated[]
		assertThat(root.collection("recipes").get(4).getString("instructions")).endsWith(" Serve.");
		assertThat(dishes).contains("Baked beans");
	}

	@Test
	void callsFromReactiveCode() {
		ServiceRoot root = this.root;
		// tag::mono[]
		Mono<String> instructions = Mono.fromCallable(() -> root.collection("recipes").get(4).getString("instructions"))
			.subscribeOn(Schedulers.boundedElastic());
		// end::mono[]
		assertThat(instructions.block()).startsWith("Preheat oven to");
		// tag::flux[]
		Flux<Entry> recipes = Flux.using(() -> root.collection("recipes").stream(), Flux::fromStream, Stream::close)
			.subscribeOn(Schedulers.boundedElastic());
		// end::flux[]
		assertThat(recipes.count().block()).isEqualTo(root.collection("recipes").stream().count());
	}

	@Test
	void describesTypes(CapturedOutput output) {
		ServiceRoot root = this.root;
		// tag::describe[]
		TypeDescription cookbook = root.type("cookbook");
		for (ValueDescription attribute : cookbook.attributes()) {
			System.out.println(attribute.name() + ": " + attribute.type() + " " + attribute.options());
		}
		for (LinkDescription link : cookbook.links()) {
			System.out.println(link.name() + ": " + link.kind() + " " + link.type().orElseThrow());
		}
		for (OperationDescription operation : cookbook.operations()) {
			System.out.println(operation.name() + " " + operation.parameters());
		}
		// end::describe[]
		assertThat(output).contains("copyright_date: DATE []", "cuisine: ANY [General, ", "cover: FILE HostedFile",
				"recipes: COLLECTION recipe-page-resource", "find_recipes [");
	}

	@Test
	void readsEntryAsRecord() {
		ServiceRoot root = this.root;
		// tag::record[]
		record Cookbook(String name, String cuisine) {
		}

		Cookbook cookbook = root.collection("cookbooks").get("The Joy of Cooking").to(Cookbook.class);
		// end::record[]
		assertThat(cookbook).isEqualTo(new Cookbook("The Joy of Cooking", "General"));
	}

	@Test
	void recordHasAttributesAndLinks() {
		ServiceRoot root = this.root;
		// tag::records-read[]
		record Cookbook(String name, LocalDate copyrightDate, @Nullable BigDecimal price,
				Optional<OffsetDateTime> lastPrinting, HostedFile cover, EntryCollection recipes) {
		}

		Cookbook cookbook = root.collection("cookbooks").get("The Joy of Cooking").to(Cookbook.class);
		List<Entry> recipes = cookbook.recipes().slice(0, 10); // one request
		// end::records-read[]
		assertThat(cookbook.name()).isEqualTo("The Joy of Cooking");
		assertThat(cookbook.copyrightDate()).isNotNull();
		assertThat(cookbook.cover().uri()).isNotNull();
		assertThat(recipes).isNotEmpty();
	}

	@Test
	void streamOfRecordsHasPrefetchedLinks() {
		ServiceRoot root = this.root;
		// tag::records-link[]
		record Dish(String name) {
		}

		record Recipe(String instructions, @JsonProperty("private") boolean isPrivate, Entry dish) {
		}

		List<Recipe> recipes = root.collection("recipes")
			.iteration()
			.prefetch("dish")
			.stream()
			.map((entry) -> entry.to(Recipe.class))
			.toList();
		Dish dish = recipes.get(0).dish().to(Dish.class); // no request
		// end::records-link[]
		assertThat(recipes.get(0).dish().isFetched()).isTrue();
		assertThat(recipes.get(0).isPrivate()).isFalse();
		assertThat(dish.name()).isNotBlank();
	}

	@Test
	void writesEntries() {
		ServiceRoot root = this.root;
		// tag::write[]
		Entry recipe = root.collection("recipes").get(4);
		recipe.set("instructions", "Stir.").set("dish", root.collection("dishes").at(1));
		recipe.changes(); // changes that are not saved; discardChanges() drops them
		recipe.save(); // PATCH of the changed fields with If-Match
		// end::write[]
		assertThat(recipe.changes()).isEmpty();
		assertThat(recipe.getString("instructions")).isEqualTo("Stir.");
		// tag::update[]
		recipe.update((it) -> it.set("instructions", it.getString("instructions") + " Serve."));
		// end::update[]
		assertThat(recipe.getString("instructions")).isEqualTo("Stir. Serve.");
		// tag::delete[]
		recipe.delete();
		// end::delete[]
		assertThatExceptionOfType(NoSuchEntryException.class).isThrownBy(() -> root.collection("recipes").get(4));
	}

	@Test
	void handlesRefusedSaves() {
		Entry cookbook = this.root.collection("cookbooks").get("The Joy of Cooking");
		Entry stale = this.root.collection("cookbooks").get("The Joy of Cooking");
		stale.getString("name");
		cookbook.set("description", "New.").save();
		stale.set("description", "Newer.");
		// tag::refused[]
		try {
			stale.save();
		}
		catch (PreconditionFailed ex) {
			// Drops the refused changes, and changes the current state.
			stale.update((it) -> it.set("description", it.getString("description") + " Newer."));
		}
		catch (BadRequest ex) {
			ex.invalidFields().forEach((field) -> System.out.println(field));
		}
		// end::refused[]
		assertThat(stale.getString("description")).isEqualTo("New. Newer.");
		assertThat(cookbook.type().attribute("cuisine").orElseThrow().options()).contains("Dessert");
	}

	@Test
	void invokesOperations() throws IOException {
		Path picture = Files.write(this.directory.resolve("cover.png"), new byte[] { 1, 2, 3 });
		ServiceRoot root = this.root;
		// tag::operations[]
		EntryCollection cookbooks = root.collection("cookbooks");
		NamedOperation search = cookbooks.operation("find_recipes");
		for (ValueDescription parameter : search.description().parameters()) {
			System.out.println(parameter.name() + (parameter.isRequired() ? ", required" : ""));
		}
		EntryCollection found = search.with("search", "beans").invoke().collection();

		Entry created = cookbooks.operation("create")
			.with("name", "Soups")
			.with("price", 12)
			.with("copyright_date", LocalDate.of(2020, 1, 1))
			.with("last_printing", LocalDate.of(2024, 6, 30))
			.invoke()
			.entry();
		created.operation("replace_cover").with("cover", picture).invoke();
		created.operation("replace_cover")
			.with("cover", FileArgument.of(picture).withContentType(MediaType.IMAGE_PNG))
			.invoke();
		// end::operations[]
		assertThat(found).isNotEmpty();
		assertThat(created.getString("name")).isEqualTo("Soups");
	}

	@Test
	void readsAndWritesFiles() throws IOException {
		Path picture = Files.write(this.directory.resolve("greens.png"), new byte[] { 1, 2, 3 });
		Path copy = this.directory.resolve("copy.png");
		Entry cookbook = this.root.collection("cookbooks").get("The Joy of Cooking");
		// tag::files[]
		HostedFile cover = cookbook.file("cover");
		cover.write(picture, MediaType.IMAGE_PNG);
		try (FileContent content = cover.open()) {
			content.transferTo(copy);
		}
		cover.delete();
		// end::files[]
		assertThat(copy).hasBinaryContent(new byte[] { 1, 2, 3 });
		assertThatExceptionOfType(NotFound.class).isThrownBy(cover::open);
	}

	@Test
	void iteratesWithPrefetch() {
		ServiceRoot root = this.root;
		StringBuilder printed = new StringBuilder();
		// tag::iteration[]
		try (Stream<Entry> recipes = root.collection("recipes")
			.iteration()
			.pageSize(200)
			.readAhead()
			.prefetch("dish", "cookbook")
			.maxConcurrency(8)
			.stream()) {
			recipes.forEach((recipe) -> printed.append(recipe.entry("dish").getString("name")));
		}
		// end::iteration[]
		assertThat(printed).contains("Baked beans");
	}

	@Test
	void cachesForAnotherClient() throws IOException {
		String url = this.service.baseUrl() + "1.0/";
		Path directory = this.directory;
		// tag::around[]
		HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
		HttpCache cache = HttpCache.inDirectory(directory);
		RequestSender exchange = cache.around((request) -> send(client, request));
		CacheResponse response = exchange.exchange(CacheRequest.get(URI.create(url), HttpHeaders.EMPTY));
		String content = new String(response.body().bytes(), StandardCharsets.UTF_8);
		// end::around[]
		assertThat(content).contains("recipes");
		assertThat(exchange.exchange(CacheRequest.get(URI.create(url), HttpHeaders.EMPTY)).reused()).isTrue();
		cache.close();
	}

	// tag::around-send[]
	CacheResponse send(HttpClient client, CacheRequest request) {
		HttpRequest.Builder builder = HttpRequest.newBuilder(request.uri())
			.method(request.method().name(), BodyPublishers.noBody());
		request.headers().forEach((name, values) -> values.forEach((value) -> builder.header(name, value)));
		try {
			HttpResponse<byte[]> response = client.send(builder.build(), BodyHandlers.ofByteArray());
			HttpHeaders headers = new HttpHeaders();
			response.headers().map().forEach(headers::addAll);
			return CacheResponse.of(response.uri(), response.statusCode(), headers, response.body());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}
	// end::around-send[]

	@Test
	void cachesForRestClient() {
		String url = this.service.baseUrl().toString();
		Path directory = this.directory;
		Executor executor = Runnable::run;
		// tag::request-factory[]
		HttpCache cache = HttpCache.inDirectory(directory);
		ClientHttpRequestFactory http = new JdkClientHttpRequestFactory();
		RestClient client = RestClient.builder()
			.baseUrl(url)
			.requestFactory(new CachingClientHttpRequestFactory(cache, http))
			.build();
		// end::request-factory[]
		assertThat(client.get().uri("/1.0/").retrieve().body(String.class)).contains("recipes");
		// tag::cache-status[]
		HttpCache verbose = cache.withSettings(CacheSettings.defaults().withCacheStatus("recipes"));
		RestTemplate template = new RestTemplate(
				new CachingClientHttpRequestFactory(verbose, http).withRevalidationExecutor(executor));
		HttpHeaders headers = template.getForEntity(url + "/1.0/", String.class).getHeaders();
		String status = headers.getFirst("Cache-Status"); // recipes; hit; ttl=...
		// end::cache-status[]
		assertThat(status).startsWith("recipes; ");
		cache.close();
	}

	@Test
	void cachesForWebClient(@TempDir Path keys) {
		String url = this.service.baseUrl().toString();
		Path directory = this.directory;
		// tag::connector[]
		HttpCache cache = HttpCache.inDirectory(directory);
		WebClient client = WebClient.builder()
			.baseUrl(url)
			.clientConnector(new CachingClientHttpConnector(cache, new JdkClientHttpConnector()))
			.filter(ExchangeFilterFunctions.basicAuthentication("ann", "secret"))
			.build();
		// end::connector[]
		assertThat(client.get().uri("/1.0/").retrieve().bodyToMono(String.class).block()).contains("recipes");
		Path keyFile = keys.resolve("http-cache.key");
		// tag::identity-key[]
		HttpCache durable = HttpCache.builder().directory(directory).identityKeyFile(keyFile).build();
		// end::identity-key[]
		durable.close();
		// tag::settings[]
		HttpCache lenient = cache
			.withSettings(CacheSettings.defaults().withHeuristicFraction(0.1).withStaleIfError(Duration.ofMinutes(5)));
		// end::settings[]
		assertThat(client.get().uri("/1.0/").retrieve().bodyToMono(String.class).block()).contains("recipes");
		assertThat(lenient.size()).isNotNull();
		cache.close();
	}

	@Test
	void callsContinueWithoutRedis() throws Exception {
		String host = "localhost";
		int port = 1;
		// tag::redis-store[]
		ClientOptions commandsAreSentOnce = ClientOptions.builder()
			.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
			.build();
		LettuceConnectionFactory connections = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(host, port),
				LettuceClientConfiguration.builder().clientOptions(commandsAreSentOnce).build());
		connections.afterPropertiesSet();
		RedisStoreSettings settings = RedisStoreSettings.defaults()
			.withPrefix("my-application")
			.withMaxStoredTime(Duration.ofHours(6));
		ResponseStore redis = RedisResponseStore.create(connections, settings);
		HttpCache cache = HttpCache.builder().store(redis).memoryTier(DataSize.ofMegabytes(20)).build();
		// end::redis-store[]
		RequestSender exchange = cache
			.around((request) -> CacheResponse.of(request.uri(), 200, HttpHeaders.EMPTY, "text".getBytes()));
		CacheResponse response = exchange
			.exchange(CacheRequest.get(URI.create("http://cookbooks.dev/"), HttpHeaders.EMPTY));
		assertThat(response.body().bytes()).asString().isEqualTo("text");
		assertThat(cache.failure()).isPresent();
		redis.close();
		connections.destroy();
	}

	@Test
	void buildsCacheWithLimits() {
		Path directory = this.directory;
		// tag::limits[]
		HttpCache cache = HttpCache.builder()
			.directory(directory)
			.maxSize(DataSize.ofMegabytes(500))
			.maxIdleTime(Duration.ofDays(30))
			.memoryTier(DataSize.ofMegabytes(20))
			.build();
		// end::limits[]
		assertThat(cache.entries(this.service.baseUrl())).isEmpty();
		cache.close();
	}

}
