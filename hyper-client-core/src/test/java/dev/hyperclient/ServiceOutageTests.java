package dev.hyperclient;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

import ch.qos.logback.classic.Level;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.error.OfflineException;
import dev.hyperclient.error.ServerError;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.fixtures.LogLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.unit.DataSize;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.patch;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for reads and writes of a service that is away.
 */
class ServiceOutageTests {

	private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

	@RegisterExtension
	private final StubService service = new StubService();

	@RegisterExtension
	private final LogLines log = new LogLines("dev.hyperclient.client.default", Level.INFO);

	private final AtomicReference<Instant> now = new AtomicReference<>(START);

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1)).withClock(clock(this.now::get));

	private static Clock clock(InstantSource time) {
		return time.withZone(ZoneOffset.UTC);
	}

	private ServiceRootBuilder client() {
		return this.service.client().cache(this.cache).validationInterval(Duration.ZERO);
	}

	private ServiceRoot patient() {
		return this.service.open(client().staleIfError(Duration.ofHours(1)));
	}

	private ServiceRoot pausing() {
		return this.service.open(client().staleIfError(Duration.ofHours(1)).pauseAfterFailures(Duration.ofSeconds(30)));
	}

	/** Read an entry whose stored response is stale after ten seconds. */
	private ServiceRoot afterReading(ServiceRoot root) {
		serve(4, "Stir", "max-age=10");
		root.collection("recipes").get(4);
		pass(Duration.ofMinutes(1));
		return root;
	}

	private void serve(int id, String instructions, String cacheControl) {
		this.service.serve(get(urlEqualTo("/1.0/recipes/" + id)),
				StubService.json(this.service.recipe(id, instructions))
					.withHeader("ETag", "\"tag-" + id + "\"")
					.withHeader("Date", "Sat, 21 Nov 2026 00:00:00 GMT")
					.withHeader("Cache-Control", cacheControl));
	}

	private void servePage() {
		this.service.serve(get(urlEqualTo("/1.0/recipes")),
				StubService.json(this.service.page(0, 1, null, this.service.recipe(4, "Stir")))
					.withHeader("Cache-Control", "max-age=10"));
	}

	private void pass(Duration time) {
		this.now.set(this.now.get().plus(time));
	}

	private void fail(ResponseDefinitionBuilder failure) {
		this.service.serve(any(anyUrl()), failure);
	}

	@Test
	void storedEntryIsReadWhileTheServiceFails() {
		ServiceRoot root = afterReading(patient());
		fail(aResponse().withStatus(500));
		Entry entry = root.collection("recipes").get(4);
		assertThat(entry.getString("instructions")).isEqualTo("Stir");
		assertThat(entry.isStale()).isTrue();
		assertThat(entry.staleTime()).contains(START);
	}

	@Test
	void entryIsNotStaleAfterTheServiceHasConfirmedIt() {
		ServiceRoot root = afterReading(patient());
		fail(aResponse().withStatus(503));
		Entry entry = root.collection("recipes").get(4);
		fail(aResponse().withStatus(304).withHeader("ETag", "\"tag-4\""));
		entry.svcRefresh();
		assertThat(entry.isStale()).isFalse();
		assertThat(entry.staleTime()).isEmpty();
	}

	@Test
	void entriesOfStoredPageAreStale() {
		ServiceRoot root = patient();
		servePage();
		assertThat(root.collection("recipes").stream().map(Entry::isStale)).containsExactly(false);
		pass(Duration.ofMinutes(1));
		fail(aResponse().withStatus(503));
		EntryCollection recipes = root.collection("recipes");
		assertThat(recipes.stream().map(Entry::isStale)).containsExactly(true);
		assertThat(recipes.isStale()).isTrue();
	}

	@Test
	void storedFileIsReadWhileTheServiceFails() throws IOException {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir")
			.replace("\"id\"", "\"cover_link\": \"%s\", \"id\"".formatted(this.service.url("cover"))));
		this.service.serve(get(urlEqualTo("/1.0/cover")),
				aResponse().withBody("pixels").withHeader("Cache-Control", "max-age=10"));
		ServiceRoot root = patient();
		HostedFile cover = root.collection("recipes").get(4).file("cover");
		assertThat(content(cover)).isEqualTo("pixels");
		pass(Duration.ofMinutes(1));
		fail(aResponse().withStatus(503));
		assertThat(content(cover)).isEqualTo("pixels");
	}

	private static String content(HostedFile file) throws IOException {
		try (FileContent content = file.open()) {
			return new String(content.stream().readAllBytes(), StandardCharsets.US_ASCII);
		}
	}

	@Test
	void storedRootIsUsedWhileTheServiceFails() {
		patient().close();
		pass(Duration.ofDays(1));
		fail(aResponse().withStatus(503));
		assertThatExceptionOfType(ServerError.class).isThrownBy(this::patient);
		ServiceRoot root = this.service.open(client().staleIfError(Duration.ofDays(2)));
		assertThat(root.svcCollections()).contains("recipes");
	}

	@Test
	void storedEntryIsNotReadByDefault() {
		ServiceRoot root = afterReading(this.service.open(client()));
		fail(aResponse().withStatus(503));
		assertThatExceptionOfType(ServerError.class).isThrownBy(() -> root.collection("recipes").get(4));
		fail(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
		assertThatExceptionOfType(TransportException.class).isThrownBy(() -> root.collection("recipes").get(4));
	}

	@ParameterizedTest
	@CsvSource({ "'max-age=10, must-revalidate', 1", "no-cache, 1", "'max-age=10, stale-if-error=20', 1",
			"'max-age=10, stale-if-error=86400', 61" })
	void responseIsReadStaleOnlyIfItAndTheClientAllowIt(String cacheControl, int minutes) {
		ServiceRoot root = patient();
		serve(5, "Boil", cacheControl);
		root.collection("recipes").get(5);
		pass(Duration.ofMinutes(minutes));
		fail(aResponse().withStatus(503));
		assertThatExceptionOfType(ServerError.class).isThrownBy(() -> root.collection("recipes").get(5));
	}

	@Test
	void refreshAsksTheService() {
		ServiceRoot root = afterReading(patient());
		Entry entry = root.collection("recipes").get(4);
		fail(aResponse().withStatus(503));
		assertThatExceptionOfType(ServerError.class).isThrownBy(entry::svcRefresh);
	}

	@Test
	void saveOfStaleEntrySendsItsEntityTag() {
		ServiceRoot root = afterReading(patient());
		fail(aResponse().withStatus(503));
		Entry entry = root.collection("recipes").get(4).set("instructions", "Boil");
		this.service.serve(patch(urlEqualTo("/1.0/recipes/4")).withHeader("If-Match", equalTo("\"tag-4\"")),
				StubService.json(this.service.recipe(4, "Boil")).withStatus(209));
		entry.save();
		assertThat(entry.getString("instructions")).isEqualTo("Boil");
		assertThat(entry.isStale()).isFalse();
	}

	@Test
	void entryIsReadOfflineWithoutRequest() {
		ServiceRoot root = afterReading(this.service.open(client()));
		int before = this.service.requestsFor("recipes/4").size();
		root.switchOffline(true);
		pass(Duration.ofDays(1));
		Entry entry = root.collection("recipes").get(4);
		assertThat(entry.getString("instructions")).isEqualTo("Stir");
		assertThat(entry.isStale()).isTrue();
		assertThat(this.service.requestsFor("recipes/4")).hasSize(before);
		root.switchOffline(false);
		assertThat(root.collection("recipes").get(4).isStale()).isFalse();
	}

	@Test
	void neitherWriteNorUnknownEntryIsSentOffline() {
		ServiceRoot root = afterReading(this.service.open(client()));
		Entry entry = root.collection("recipes").get(4).set("instructions", "Boil");
		int before = this.service.requestCount();
		root.switchOffline(true);
		assertThat(root.isOffline()).isTrue();
		assertThatExceptionOfType(OfflineException.class).isThrownBy(entry::save)
			.withMessageContaining("PATCH " + this.service.url("recipes/4"))
			.withMessageContaining("'offline'");
		assertThatExceptionOfType(OfflineException.class).isThrownBy(entry::svcRefresh);
		assertThatExceptionOfType(OfflineException.class).isThrownBy(() -> root.collection("recipes").get(5));
		assertThat(this.service.requestCount()).isEqualTo(before);
		assertThat(entry.changes()).containsEntry("instructions", "Boil");
	}

	@Test
	void rootIsBuiltOfflineFromTheCache() {
		client().build().close();
		int before = this.service.requestCount();
		client().offline(true).build().close();
		assertThat(this.service.requestCount()).isEqualTo(before);
		this.cache.clear();
		assertThatExceptionOfType(OfflineException.class).isThrownBy(() -> client().offline(true).build());
	}

	@Test
	void otherRootsOfTheCacheAreNotOffline() {
		try (ServiceRoot root = client().build(); ServiceRoot other = client().build()) {
			root.switchOffline(true);
			assertThat(other.isOffline()).isFalse();
			assertThat(this.cache.isOffline()).isFalse();
		}
	}

	@Test
	void failedServiceIsTriedOnceInEachInterval() {
		ServiceRoot root = afterReading(pausing());
		fail(aResponse().withStatus(503));
		int before = this.service.requestsFor("recipes/4").size();
		read(root, 10);
		assertThat(this.service.requestsFor("recipes/4")).hasSize(before + 3);
		pass(Duration.ofSeconds(30));
		read(root, 10);
		assertThat(this.service.requestsFor("recipes/4")).hasSize(before + 4);
	}

	@Test
	void requestThatNothingStoredAnswersIsSentInAPause() {
		ServiceRoot root = afterReading(pausing());
		fail(aResponse().withStatus(503));
		read(root, 4);
		serve(5, "Boil", "max-age=10");
		assertThat(root.collection("recipes").get(5).getString("instructions")).isEqualTo("Boil");
		assertThat(root.collection("recipes").get(4).isStale()).isTrue();
	}

	@Test
	void laterReadsOfCallAreAnsweredAfterItsTime() {
		try (ServiceRoot root = afterReading(this.service.open(client()))) {
			root.isFetched();
		}
		fail(aResponse().withFixedDelay(20_000));
		try (ServiceRoot root = client().staleIfError(Duration.ofHours(1))
			.startup(Startup.LAZY)
			.callTimeout(Duration.ofMillis(300))
			.build()) {
			assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("Stir");
		}
	}

	@Test
	void failuresOfOtherRequestsDoNotPutOffTheNextTry() {
		ServiceRoot root = afterReading(pausing());
		this.service.serve(get(urlEqualTo("/1.0/recipes/5")), aResponse().withStatus(500));
		for (int i = 0; i < 4; i++) {
			assertThatExceptionOfType(ServerError.class).isThrownBy(() -> root.collection("recipes").get(5));
			pass(Duration.ofSeconds(20));
		}
		serve(4, "Boil", "max-age=10");
		assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("Boil");
	}

	@Test
	void stalePageIsNotKept() {
		ServiceRoot root = patient();
		servePage();
		EntryCollection recipes = root.collection("recipes");
		assertThat(recipes.size()).isOne();
		pass(Duration.ofMinutes(1));
		fail(aResponse().withStatus(503));
		EntryCollection away = root.collection("recipes");
		assertThat(away.size()).isOne();
		this.service.serve(get(urlEqualTo("/1.0/recipes")), StubService
			.json(this.service.page(0, 2, null, this.service.recipe(4, "Stir"), this.service.recipe(5, "Boil"))));
		assertThat(away.size()).isEqualTo(2);
		assertThat(away.isStale()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Sunday, 21-Nov-26 00:00:00 GMT", "Mon, 21 Nov 2026 00:00:00 GMT", "never" })
	void timeOfStaleResponseMayBeInAnyForm(String date) {
		ServiceRoot root = patient();
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")),
				StubService.json(this.service.recipe(4, "Stir"))
					.withHeader("ETag", "\"tag-4\"")
					.withHeader("Date", date));
		root.collection("recipes").get(4);
		fail(aResponse().withStatus(503));
		assertThat(root.collection("recipes").get(4).staleTime()).isPresent();
	}

	@Test
	void rootSaysSinceWhenReadsAreStale() {
		ServiceRoot root = afterReading(patient());
		assertThat(root.staleSince()).isEmpty();
		fail(aResponse().withStatus(503));
		read(root, 2);
		assertThat(root.staleSince()).isPresent();
		assertThatExceptionOfType(ServerError.class).isThrownBy(() -> root.collection("recipes").get(5));
		assertThat(root.staleSince()).isPresent();
		fail(aResponse().withStatus(304).withHeader("ETag", "\"tag-4\""));
		read(root, 1);
		assertThat(root.staleSince()).isEmpty();
	}

	@Test
	void beginningAndEndOfOutageAreLoggedOnceInMinute() {
		ServiceRoot root = afterReading(patient());
		for (int i = 0; i < 3; i++) {
			fail(aResponse().withStatus(503));
			read(root, 2);
			fail(aResponse().withStatus(304).withHeader("ETag", "\"tag-4\""));
			read(root, 1);
		}
		assertThat(this.log.of(Level.WARN)).singleElement().asString().contains("is read as it was stored");
		assertThat(this.log.of(Level.INFO)).filteredOn((line) -> line.contains("answers again")).hasSize(1);
	}

	private static void read(ServiceRoot root, int times) {
		for (int i = 0; i < times; i++) {
			root.collection("recipes").get(4);
		}
	}

}
