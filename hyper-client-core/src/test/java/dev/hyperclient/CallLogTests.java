package dev.hyperclient;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.fixtures.LogLines;
import dev.hyperclient.retry.RetryPolicy;
import dev.hyperclient.testservice.FakeService;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.MDC;

import org.springframework.util.unit.DataSize;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The log lines of a service.
 */
class CallLogTests {

	private static final String TAG = "\"tag-4\"";

	@RegisterExtension
	private final StubService service = new StubService();

	@RegisterExtension
	private final LogLines log = new LogLines("dev.hyperclient.client.stub", Level.DEBUG);

	@AfterEach
	void stop() {
		MDC.remove("traceId");
	}

	@Test
	void loadedRootIsLoggedOnceAtInfo(@TempDir Path directory) {
		this.log.setLevel(Level.INFO);
		String root = "Service 'stub' at %s: 5 resource types, root ".formatted(this.service.url(""));
		ServiceRoot first = this.service.open(client().cache(directory));
		first.svcRefresh();
		first.collection("recipes");
		assertThat(this.log.of(Level.INFO)).singleElement()
			.asString()
			.matches(Pattern.quote(root + "from the service, ") + "\\d+ ms, cache in "
					+ Pattern.quote(directory.toString()));
	}

	@Test
	void storedRootIsFromTheCache(@TempDir Path directory) {
		try (FakeService fresh = FakeService.builder("fresh").start()) {
			ServiceRootBuilder builder = client().serviceRoot(fresh.baseUrl()).version(null).cache(directory);
			builder.build().close();
			builder.build().close();
			HttpCacheBuilder later = HttpCache.builder()
				.directory(directory)
				.clock(Clock.offset(Clock.systemUTC(), Duration.ofDays(400)));
			builder.cache(later).build().close();
		}
		assertThat(this.log.of(Level.INFO)).hasSize(3);
		assertThat(this.log.of(Level.INFO).get(1)).contains(" resource types, root from the cache without a request, ");
		assertThat(this.log.of(Level.INFO).get(2)).contains(" resource types, root from the cache, ");
	}

	@Test
	void lazyRootIsLoggedWhenItIsLoaded() {
		ServiceRoot root = this.service
			.open(client().startup(Startup.LAZY).cache(HttpCache.inMemory(DataSize.ofMegabytes(1))));
		assertThat(this.log.of(Level.INFO)).isEmpty();
		root.svcCollections();
		assertThat(this.log.of(Level.INFO)).singleElement().asString().endsWith(", cache in memory");
	}

	@Test
	void refreshOfTheRootIsLoggedAtDebug() {
		ServiceRoot root = loaded();
		root.svcRefresh();
		assertThat(this.log.of(Level.INFO)).isEmpty();
		assertThat(this.log.of(Level.DEBUG)).anyMatch((line) -> line.contains("root refreshed from the service"));
	}

	@Test
	void callIsLoggedWithItsOutcome() {
		String recipe = this.service.recipe(4, "Stir");
		this.service.serveWithTag("recipes/4", recipe, TAG);
		ServiceRoot root = loaded();
		root.load("recipes/4");
		MDC.put("traceId", "4bf9\n2f35");
		root.load("recipes/4");
		String url = this.service.url("recipes/4");
		assertThat(this.log.of(Level.DEBUG)).hasSize(2);
		assertThat(this.log.of(Level.DEBUG).get(0)).matches("GET " + url + " -> 200 in \\d+ ms \\(miss\\)");
		assertThat(this.log.of(Level.DEBUG).get(1)).matches("GET " + url + " -> 304 in \\d+ ms \\(revalidated, "
				+ recipe.length() + " B saved, trace 4bf9\ufffd2f35\\)");
	}

	@Test
	void ruleOfTheCacheIsNamed() {
		this.service.serve("recipes/4?ref=a",
				StubService.json(this.service.recipe(4, "Stir")).withHeader("Cache-Control", "no-store"));
		CacheRule rule = CacheRule.of("/1.0/recipes/**")
			.withName("recipes")
			.withMaxAge(Duration.ofMinutes(1))
			.withOverride(true)
			.withIgnoredQueryParameters(List.of("ref"));
		ServiceRoot root = this.service.open(client().cacheRules(List.of(rule)));
		root.load("recipes/4?ref=a");
		this.log.clear();
		root.load("recipes/4?ref=b");
		assertThatCall().matches("GET .* -> 200 in \\d+ ms \\(hit, \\d+ B saved, rule recipes\\)");
	}

	@Test
	void operationIsLoggedWithoutItsArguments() {
		this.service.serve("POST", "recipes", aResponse().withStatus(200));
		ServiceRoot root = loaded();
		root.collection("recipes").operation("create").with("instructions", "s3cret").invoke();
		assertThatCall().matches("POST " + this.service.url("recipes") + " -> 200 in \\d+ ms \\(bypass\\)");
	}

	@Test
	void errorStatusIsLoggedWithItsExceptionInOneLine() {
		ServiceRoot root = loaded();
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("recipes/77"));
		assertThat(this.log.events()).singleElement()
			.satisfies((event) -> assertThat(event.getThrowableProxy()).isNull());
		assertThatCall().matches("GET " + this.service.url("recipes/77") + " -> 404 in \\d+ ms \\(miss\\): NotFound");
	}

	@Test
	void callWithoutResponseIsLoggedWithItsException() {
		ServiceRoot root = loaded();
		String url = this.service.url("recipes/4");
		this.service.server().stop();
		assertThatExceptionOfType(TransportException.class).isThrownBy(() -> root.load("recipes/4"));
		assertThatCall().matches("GET " + url + " failed after \\d+ ms: TransportException");
	}

	@Test
	void onlyTheFirstRetryOfACallIsAWarning() {
		this.service.serve("recipes/4", aResponse().withStatus(503));
		ServiceRoot root = this.service.open(client().retryPolicy(StubService.QUICK_RETRIES.withMaxRetries(2)));
		this.log.clear();
		assertThatExceptionOfType(HTTPError.class).isThrownBy(() -> root.load("recipes/4"));
		String url = this.service.url("recipes/4");
		assertThat(this.log.of(Level.WARN))
			.containsExactly("GET " + url + " was answered with 503; retrying at once, up to 2 times");
		assertThat(this.log.of(Level.DEBUG).get(0))
			.matches("GET " + url + " was answered with 503; retry 2 of 2 in (1 s|\\d+ ms)");
		assertThat(this.log.of(Level.DEBUG).get(1))
			.matches("GET " + url + " -> 503 in \\d+ ms \\(miss, 3 attempts\\): ServerError");
	}

	@Test
	void retriesThatDelayTheStartAreAWarningBeforeTheWait() {
		this.service.serve(any(anyUrl()), aResponse().withStatus(503));
		RetryPolicy policy = RetryPolicy.defaults()
			.withSleeper((wait) -> assertThat(this.log.of(Level.WARN)).isNotEmpty())
			.withMaxRetries(2);
		assertThatExceptionOfType(HTTPError.class).isThrownBy(() -> client().retryPolicy(policy).build());
		assertThat(this.log.of(Level.WARN)).containsExactly("Loading the root of service 'stub' is delayed: GET "
				+ this.service.url("") + " was answered with 503; retrying at once, up to 2 times");
	}

	@Test
	void queryOfARedirectIsNotLogged() {
		this.service.serveRedirect("recipes/4", 303, this.service.url("recipes/5?signature=s3cret"));
		this.service.serve(get(urlPathEqualTo("/1.0/recipes/5")), StubService.json(this.service.recipe(5, "Stir")));
		ServiceRoot root = loaded();
		root.load("recipes/4");
		assertThatCall().contains(" -> 200 from " + this.service.url("recipes/5") + "?... in ")
			.doesNotContain("s3cret");
	}

	@ParameterizedTest
	@MethodSource
	void queryOfARedirectIsNeitherLoggedNorInMessages(ResponseDefinitionBuilder answer) {
		this.service.serveRedirect("recipes/4", 303, this.service.url("recipes/5?signature=s3cret"));
		this.service.serve(get(urlPathEqualTo("/1.0/recipes/5")), answer);
		RetryPolicy quick = StubService.QUICK_RETRIES.withMaxRetries(2);
		ServiceRoot root = this.service.open(client().retryPolicy(quick));
		this.log.setLevel(Level.TRACE);
		this.log.clear();
		assertThatThrownBy(() -> root.load("recipes/4", Entry.class).getString("instructions"))
			.isInstanceOfSatisfying(HyperClientException.class, (ex) -> {
				assertThat(ex.uri()).hasToString(this.service.url("recipes/5?signature=s3cret"));
				assertThat(ex).hasMessageStartingWith("GET " + this.service.url("recipes/5?..."))
					.hasMessageNotContaining("s3cret");
			});
		assertThat(this.log.events()).isNotEmpty().noneMatch((event) -> event.getFormattedMessage().contains("s3cret"));
	}

	static Stream<ResponseDefinitionBuilder> queryOfARedirectIsNeitherLoggedNorInMessages() {
		return Stream.of(aResponse().withStatus(503), aResponse().withStatus(404), aResponse().withStatus(500),
				aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
	}

	@Test
	void queryOfARedirectIsNotInTheMessageAboutAKey() {
		this.service.serveRedirect("recipes/4", 303, this.service.url("recipes/5?signature=s3cret"));
		ServiceRoot root = this.service.open(client());
		assertThatThrownBy(() -> root.collection("recipes").get(4).getString("instructions"))
			.isInstanceOf(NoSuchEntryException.class)
			.hasMessage("No entry with key '4' at " + this.service.url("recipes/5?..."));
	}

	@Test
	void credentialsAreNotLogged() {
		this.log.setLevel(Level.TRACE);
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service.open(client().authorizer(new BasicHttpAuthorizer("me", "s3cret")));
		root.load("recipes/4");
		assertThat(this.log.events()).isNotEmpty()
			.noneMatch((event) -> event.getFormattedMessage().contains("s3cret")
					|| event.getFormattedMessage().contains("Basic"));
	}

	@Test
	void cacheGivesItsReasonsAtTrace() {
		this.log.setLevel(Level.TRACE);
		this.service.serve("recipes/4",
				StubService.json(this.service.recipe(4, "Stir")).withHeader("Cache-Control", "max-age=60"));
		ServiceRoot root = loaded();
		root.load("recipes/4");
		root.load("recipes/4");
		String four = "GET " + this.service.url("recipes/4") + ": ";
		assertThat(this.log.of(Level.TRACE)).hasSize(3);
		assertThat(this.log.of(Level.TRACE).subList(0, 2)).containsExactly(four + "nothing is stored; fwd=miss",
				four + "stored, with a lifetime");
		assertThat(this.log.of(Level.TRACE).get(2)).matches(four + "fresh: age \\d s, lifetime 60 s");
	}

	/** Return a root that has logged its start. */
	private ServiceRoot loaded() {
		ServiceRoot root = this.service.open(client());
		this.log.clear();
		return root;
	}

	private AbstractStringAssert<?> assertThatCall() {
		return assertThat(this.log.of(Level.DEBUG)).singleElement().asString();
	}

	private ServiceRootBuilder client() {
		return this.service.client().name("stub");
	}

}
