package dev.hyperclient;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.call.CallObserver;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.typed.TypedCollection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.delete;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.patch;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the requests of a collection that is held for longer, and for the page that
 * it keeps.
 */
class CollectionRequestsTests {

	@RegisterExtension
	private final StubService service = new StubService();

	private final ServiceRoot root = this.service.root();

	private final EntryCollection recipes = this.root.collection("recipes");

	@BeforeEach
	void serve() {
		servePages(StubService::json, "Stir", "Boil");
	}

	/** Ways to read all entries. */
	enum Reading {

		ITERATOR((recipes) -> StreamSupport.stream(recipes.spliterator(), false)),

		STREAM(EntryCollection::stream),

		READ_AHEAD((recipes) -> recipes.iteration().readAhead().stream()),

		PREFETCH((recipes) -> recipes.iteration().prefetch("dish").stream()),

		PAGE_SIZE((recipes) -> recipes.iteration().pageSize(1).stream()),

		TYPED((recipes) -> new TypedCollection<>(recipes, (entry) -> entry).stream().map((entry) -> entry)),

		TYPED_ITERATION((recipes) -> new TypedCollection<>(recipes, (entry) -> entry).iteration()
			.readAhead()
			.stream()
			.map((entry) -> entry));

		private final Function<EntryCollection, Stream<Entry>> entries;

		Reading(Function<EntryCollection, Stream<Entry>> entries) {
			this.entries = entries;
		}

		List<String> instructions(EntryCollection recipes) {
			return this.entries.apply(recipes).map((entry) -> entry.getString("instructions")).toList();
		}

	}

	/** Uses of the first page. */
	enum Use {

		SIZE(EntryCollection::size), AT((recipes) -> recipes.at(0)), LAST((recipes) -> recipes.at(1)),
		SLICE((recipes) -> recipes.slice(0, 1)), PART((recipes) -> recipes.slice(1, 2)),
		ITERATOR((recipes) -> recipes.iterator().next()),
		PAGE_SIZE((recipes) -> recipes.iteration().pageSize(7).iterator().next());

		private final Consumer<EntryCollection> action;

		Use(Consumer<EntryCollection> action) {
			this.action = action;
		}

	}

	/** Writes of an entry, through another object than the collection. */
	enum Write {

		SAVE((recipe) -> recipe.set("instructions", "Roast").save()), DELETE(Entry::delete),
		OPERATION((recipe) -> recipe.operation("cook").invoke()),
		WRITE_FILE((recipe) -> recipe.file("cover")
			.write(new ByteArrayResource(new byte[1]), MediaType.IMAGE_PNG, "cover.png")),
		DELETE_FILE((recipe) -> recipe.file("cover").delete());

		private final Consumer<Entry> action;

		Write(Consumer<Entry> action) {
			this.action = action;
		}

	}

	@ParameterizedTest
	@EnumSource
	void eachIterationReadsTheFirstPage(Reading reading) {
		assertThat(reading.instructions(this.recipes)).containsExactly("Stir", "Boil");
		servePages(StubService::json, "Fry", "Bake", "Grill");
		assertThat(reading.instructions(this.recipes)).containsExactly("Fry", "Bake", "Grill");
		int requests = this.service.requestCount();
		assertThat(this.recipes.size()).isEqualTo(3);
		assertThat(this.recipes.at(0).getString("instructions")).isEqualTo("Fry");
		assertThat(this.service.requestCount()).isEqualTo(requests);
	}

	@ParameterizedTest
	@EnumSource(names = "PAGE_SIZE", mode = EnumSource.Mode.EXCLUDE)
	void keptPageServesOneIteration(Reading reading) {
		this.recipes.size();
		reading.instructions(this.recipes);
		assertThat(this.service.requestsFor("recipes")).hasSize(1);
		reading.instructions(this.recipes);
		assertThat(this.service.requestsFor("recipes")).hasSize(2);
	}

	@Test
	void iterationWithPageSizeDoesNotUsePageOfOtherSize() {
		this.recipes.size();
		this.service.forgetRequests();
		assertThat(Reading.PAGE_SIZE.instructions(this.recipes)).containsExactly("Stir", "Boil");
		assertThat(this.service.requestsFor("recipes?ws.size=1")).hasSize(1);
		assertThat(this.service.requestsFor("recipes")).isEmpty();
		assertThat(this.service.requestCount()).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource(names = { "SIZE", "SLICE", "ITERATOR" })
	void refreshSendsOneRequestEvenIfPageIsFresh(Use use) {
		servePages(StubService::fresh, "Stir", "Boil");
		use.action.accept(this.recipes);
		this.service.forgetRequests();
		this.recipes.svcRefresh();
		assertThat(this.service.requestsFor("recipes")).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource
	void writeIsFollowedByOneValidation(Write write) {
		servePages(StubService::fresh, "Stir", "Boil");
		acceptWrites();
		for (Use use : Use.values()) {
			this.recipes.svcRefresh();
			Entry recipe = this.root.collection("recipes").get(9);
			write.action.accept(recipe);
			this.service.forgetRequests();
			use.action.accept(this.recipes);
			assertThat(pageRequests()).as(use.name())
				.singleElement()
				.satisfies((request) -> assertThat(request.getHeader("Cache-Control")).isEqualTo("no-cache"));
			use.action.accept(this.recipes);
			assertThat(pageRequests()).as(use.name()).hasSize(1);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 7 })
	void pageOfOtherSizeIsValidatedAfterWrite(int size) {
		servePages(StubService::fresh, "Stir", "Boil");
		acceptWrites();
		List<Function<EntryCollection, Stream<Entry>>> readings = List.of(EntryCollection::stream,
				(recipes) -> recipes.iteration().pageSize(1).stream(),
				(recipes) -> recipes.iteration().pageSize(7).stream());
		readings.forEach((reading) -> assertThat(reading.apply(this.recipes)).hasSize(2));
		this.root.collection("recipes").get(9).delete();
		servePages(StubService::fresh, "Stir");
		assertThat(this.recipes.iteration().pageSize((size > 0) ? size : 1).stream()).hasSize(1);
		readings.forEach((reading) -> assertThat(reading.apply(this.recipes)).hasSize(1));
	}

	@Test
	void pageOfOtherSizeIsNotValidatedWithoutWrite() {
		servePages(StubService::fresh, "Stir", "Boil");
		for (int i = 0; i < 2; i++) {
			assertThat(Reading.STREAM.instructions(this.recipes)).hasSize(2);
			assertThat(Reading.PAGE_SIZE.instructions(this.recipes)).hasSize(2);
		}
		assertThat(pageRequests()).hasSize(2);
	}

	@Test
	void linkedSizeIsValidatedAfterWrite() {
		acceptWrites();
		String page = this.service.page(0, 2, null, this.service.recipe(1, "Stir"), this.service.recipe(2, "Boil"))
			.replace("\"total_size\": 2", "\"total_size_link\": \"" + this.service.url("size") + "\"");
		this.service.serve("recipes", StubService.fresh(page));
		this.service.serve("size", StubService.fresh("2"));
		assertThat(this.recipes.size()).isEqualTo(2);
		this.root.collection("recipes").get(9).delete();
		this.service.serve("size", StubService.fresh("1"));
		assertThat(this.recipes.size()).isEqualTo(1);
	}

	@Test
	void failedWriteCounts() {
		servePages(StubService::fresh, "Stir", "Boil");
		this.recipes.size();
		this.service.serve(any(urlPathEqualTo("/1.0/recipes/9")).atPriority(1), aResponse().withStatus(500));
		Entry recipe = this.recipes.at(1);
		assertThatExceptionOfType(HTTPError.class).isThrownBy(recipe.operation("cook")::invoke);
		this.service.forgetRequests();
		this.recipes.size();
		assertThat(pageRequests()).hasSize(1);
	}

	@Test
	void writeThroughListeningRootCounts() {
		acceptWrites();
		this.recipes.size();
		this.root.withAdditionalResponseListener((request, response) -> {
		}).collection("recipes").get(9).delete();
		this.service.forgetRequests();
		this.recipes.size();
		assertThat(pageRequests()).hasSize(1);
	}

	@Test
	void loadedCollectionIsReadAgainAfterWrite() {
		acceptWrites();
		EntryCollection loaded = this.root.load("recipes", EntryCollection.class);
		this.service.forgetRequests();
		assertThat(loaded.size()).isEqualTo(2);
		assertThat(this.service.requestCount()).isZero();
		loaded.at(0).operation("cook").invoke();
		loaded.size();
		assertThat(pageRequests()).singleElement()
			.satisfies((request) -> assertThat(request.getHeader("Cache-Control")).isEqualTo("no-cache"));
	}

	@Test
	void pageThatIsReadDuringWriteIsNotUsedAfterIt() {
		acceptWrites();
		AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {
		});
		ServiceRoot observed = this.service.open(this.service.client().addCallObserver(beforeWrites(meanwhile)));
		EntryCollection held = observed.collection("recipes");
		Entry recipe = observed.collection("recipes").get(9);
		meanwhile.set(held::size);
		recipe.delete();
		servePages(StubService::json, "Stir");
		assertThat(held.size()).isEqualTo(1);
	}

	@Test
	void resultOfOperationIsNeverRequestedAgain() {
		acceptWrites();
		this.service.serve(get(urlPathEqualTo("/1.0/recipes")).withQueryParam("ws.op", equalTo("find")), StubService
			.json(this.service.page(0, 2, null, this.service.recipe(1, "Stir"), this.service.recipe(2, "Boil"))));
		EntryCollection found = this.recipes.operation("find").with("search", "x").invoke().collection();
		EntryCollection keyed = found.withKeyLookup(KeyLookup.path("recipes/{key}"));
		this.recipes.at(0).operation("cook").invoke();
		found.operation("create").with("instructions", "Fry").invoke();
		this.service.forgetRequests();
		for (EntryCollection result : List.of(found, keyed)) {
			for (Reading reading : Reading.values()) {
				assertThat(reading.instructions(result)).containsExactly("Stir", "Boil");
			}
			for (Use use : Use.values()) {
				use.action.accept(result);
			}
		}
		assertThat(this.service.requestCount()).isZero();
	}

	@Test
	void pageThatHasBecomeShorterIsNotExceeded() {
		acceptWrites();
		assertThat(this.recipes.size()).isEqualTo(2);
		servePages(StubService::json);
		this.service.serve("recipes?ws.start=1", StubService.json(this.service.page(1, 0, null)));
		this.root.collection("recipes").get(9).delete();
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> this.recipes.at(1))
			.withMessage("list index out of range: index 1, size 0, %s", this.service.url("recipes"));
		assertThat(this.recipes.slice(1, 5)).isEmpty();
	}

	@Test
	void pageThatHasBecomeShorterIsFollowedByTheNextOne() {
		acceptWrites();
		assertThat(this.recipes.size()).isEqualTo(2);
		String next = this.service.url("recipes?ws.start=1&ws.size=1");
		this.service.serveJson("recipes", this.service.page(0, 2, next, this.service.recipe(1, "Stir")));
		this.service.serveJson("recipes?ws.start=1&ws.size=1",
				this.service.page(1, 2, null, this.service.recipe(2, "Boil")));
		this.root.collection("recipes").get(9).delete();
		this.service.forgetRequests();
		assertThat(this.recipes.at(1).getString("instructions")).isEqualTo("Boil");
		assertThat(pageRequests()).extracting(LoggedRequest::getUrl)
			.containsExactly("/1.0/recipes", "/1.0/recipes?ws.start=1&ws.size=1");
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 99 })
	void indexPastTheEndIsReportedWithTheSize(int index) {
		this.service.serve(get(urlEqualTo("/1.0/recipes?ws.start=" + index)),
				StubService.json(this.service.page(index, 2, null)));
		for (boolean fetched : List.of(false, true)) {
			if (fetched) {
				this.recipes.size();
			}
			assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> this.recipes.at(index))
				.withMessage("list index out of range: index %d, size 2, %s", index, this.service.url("recipes"));
		}
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> this.recipes.at(-1))
			.withMessage("list index out of range: index -1, size 2, %s", this.service.url("recipes"));
	}

	@Test
	void keptPageServesOneOfConcurrentIterations() throws Exception {
		int threads = 8;
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			this.recipes.size();
			this.service.forgetRequests();
			CyclicBarrier start = new CyclicBarrier(threads);
			Callable<List<String>> read = () -> {
				start.await();
				return Reading.ITERATOR.instructions(this.recipes);
			};
			List<Callable<List<String>>> reads = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				reads.add(read);
			}
			for (Future<List<String>> result : executor.invokeAll(reads)) {
				assertThat(result.get()).containsExactly("Stir", "Boil");
			}
			assertThat(this.service.requestCount()).isEqualTo(threads - 1);
		}
		finally {
			executor.shutdownNow();
		}
	}

	private void acceptWrites() {
		String recipe = this.service.recipe(9, "Fry")
			.replace("\"id\"", "\"cover_link\": \"%s\", \"id\"".formatted(this.service.url("recipes/9/cover")));
		this.service.serveJson("recipes/9", recipe);
		this.service.serve(patch(anyUrl()), StubService.json(recipe).withStatus(209));
		this.service.serve("PUT", "recipes/9/cover", aResponse().withStatus(200));
		this.service.serve(delete(anyUrl()), aResponse().withStatus(200));
		this.service.serve(post(anyUrl()), StubService.json("null"));
	}

	/** Serve one page with these instructions, whatever size is requested. */
	private void servePages(Function<String, ResponseDefinitionBuilder> response, String... instructions) {
		this.service.serveJson("recipes/9", this.service.recipe(9, "Fry"));
		String[] recipes = new String[instructions.length];
		for (int i = 0; i < recipes.length; i++) {
			recipes[i] = this.service.recipe(i + 1, instructions[i]);
		}
		String page = this.service.page(0, recipes.length, null, recipes);
		for (String path : List.of("recipes", "recipes?ws.size=1", "recipes?ws.size=7")) {
			this.service.serve(path, response.apply(page));
		}
	}

	/** Return the requests for pages of the collection. */
	private List<LoggedRequest> pageRequests() {
		return this.service.server().findAll(getRequestedFor(urlPathEqualTo("/1.0/recipes")));
	}

	private static CallObserver beforeWrites(AtomicReference<Runnable> meanwhile) {
		return (request, call) -> {
			if (request.method() != HttpMethod.GET) {
				meanwhile.get().run();
			}
			return call.apply(request);
		};
	}

}
