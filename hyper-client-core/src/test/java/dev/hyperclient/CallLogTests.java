package dev.hyperclient;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
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
import dev.hyperclient.retry.RetryPolicy;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import org.springframework.util.unit.DataSize;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The log lines of a service.
 */
class CallLogTests {

	private static final String TAG = "\"tag-4\"";

	private final StubService service = new StubService();

	private final Logger logger = (Logger) LoggerFactory.getLogger("dev.hyperclient.client.stub");

	private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

	@BeforeEach
	void listen() {
		this.appender.start();
		this.logger.addAppender(this.appender);
		this.logger.setAdditive(false);
		this.logger.setLevel(Level.DEBUG);
	}

	@AfterEach
	void stop() {
		this.logger.detachAppender(this.appender);
		this.logger.setAdditive(true);
		this.logger.setLevel(null);
		MDC.remove("traceId");
		this.service.close();
	}

	@Test
	void loadedRootIsLoggedOnceAtInfo(@TempDir Path directory) {
		this.logger.setLevel(Level.INFO);
		String root = "Service 'stub' at %s: 5 resource types, root ".formatted(this.service.url(""));
		try (ServiceRoot first = client().cache(directory).build()) {
			first.svcRefresh();
			first.collection("recipes");
		}
		assertThat(lines(Level.INFO)).singleElement()
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
		assertThat(lines(Level.INFO)).hasSize(3);
		assertThat(lines(Level.INFO).get(1)).contains(" resource types, root from the cache without a request, ");
		assertThat(lines(Level.INFO).get(2)).contains(" resource types, root from the cache, ");
	}

	@Test
	void lazyRootIsLoggedWhenItIsLoaded() {
		try (ServiceRoot root = client().startup(Startup.LAZY)
			.cache(HttpCache.inMemory(DataSize.ofMegabytes(1)))
			.build()) {
			assertThat(lines(Level.INFO)).isEmpty();
			root.svcCollections();
			assertThat(lines(Level.INFO)).singleElement().asString().endsWith(", cache in memory");
		}
	}

	@Test
	void refreshOfTheRootIsLoggedAtDebug() {
		try (ServiceRoot root = client().build()) {
			clear();
			root.svcRefresh();
			assertThat(lines(Level.INFO)).isEmpty();
			assertThat(lines(Level.DEBUG)).anyMatch((line) -> line.contains("root refreshed from the service"));
		}
	}

	@Test
	void callIsLoggedWithItsOutcome() {
		String recipe = this.service.recipe(4, "Stir");
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")), StubService.json(recipe).withHeader("ETag", TAG));
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")).withHeader("If-None-Match", equalTo(TAG)),
				aResponse().withStatus(304).withHeader("ETag", TAG));
		try (ServiceRoot root = client().build()) {
			clear();
			root.load("recipes/4");
			MDC.put("traceId", "4bf9\n2f35");
			root.load("recipes/4");
		}
		String url = this.service.url("recipes/4");
		assertThat(lines(Level.DEBUG)).hasSize(2);
		assertThat(lines(Level.DEBUG).get(0)).matches("GET " + url + " -> 200 in \\d+ ms \\(miss\\)");
		assertThat(lines(Level.DEBUG).get(1)).matches("GET " + url + " -> 304 in \\d+ ms \\(revalidated, "
				+ recipe.length() + " B saved, trace 4bf9\ufffd2f35\\)");
	}

	@Test
	void freshResponseIsAHit() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")),
				StubService.json(this.service.recipe(4, "Stir")).withHeader("Cache-Control", "max-age=60"));
		try (ServiceRoot root = client().build()) {
			root.load("recipes/4");
			clear();
			root.load("recipes/4");
		}
		assertThat(lines(Level.DEBUG)).singleElement()
			.asString()
			.matches("GET .* -> 200 in \\d+ ms \\(hit, \\d+ B saved\\)");
	}

	@Test
	void ruleOfTheCacheIsNamed() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4?ref=a")),
				StubService.json(this.service.recipe(4, "Stir")).withHeader("Cache-Control", "no-store"));
		CacheRule rule = CacheRule.of("/1.0/recipes/**")
			.withName("recipes")
			.withMaxAge(Duration.ofMinutes(1))
			.withOverride(true)
			.withIgnoredQueryParameters(List.of("ref"));
		try (ServiceRoot root = client().cacheRules(List.of(rule)).build()) {
			root.load("recipes/4?ref=a");
			clear();
			root.load("recipes/4?ref=b");
		}
		assertThat(lines(Level.DEBUG)).singleElement()
			.asString()
			.matches("GET .* -> 200 in \\d+ ms \\(hit, \\d+ B saved, rule recipes\\)");
	}

	@Test
	void operationIsLoggedWithoutItsArguments() {
		this.service.serve(post(urlEqualTo("/1.0/recipes")), aResponse().withStatus(200));
		try (ServiceRoot root = client().build()) {
			clear();
			root.collection("recipes").operation("create").with("instructions", "s3cret").invoke();
		}
		assertThat(lines(Level.DEBUG)).singleElement()
			.asString()
			.matches("POST " + this.service.url("recipes") + " -> 200 in \\d+ ms \\(bypass\\)");
	}

	@Test
	void errorStatusIsLoggedWithItsExceptionInOneLine() {
		try (ServiceRoot root = client().build()) {
			clear();
			assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.load("recipes/77"));
		}
		assertThat(this.appender.list).singleElement()
			.satisfies((event) -> assertThat(event.getThrowableProxy()).isNull());
		assertThat(lines(Level.DEBUG)).singleElement()
			.asString()
			.matches("GET " + this.service.url("recipes/77") + " -> 404 in \\d+ ms \\(miss\\): NotFound");
	}

	@Test
	void callWithoutResponseIsLoggedWithItsException() {
		String url;
		try (ServiceRoot root = client().build()) {
			clear();
			url = this.service.url("recipes/4");
			this.service.server().stop();
			assertThatExceptionOfType(TransportException.class).isThrownBy(() -> root.load("recipes/4"));
		}
		assertThat(lines(Level.DEBUG)).singleElement()
			.asString()
			.matches("GET " + url + " failed after \\d+ ms: TransportException");
	}

	@Test
	void onlyTheFirstRetryOfACallIsAWarning() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(503));
		try (ServiceRoot root = client().retryPolicy(RetryPolicy.defaults().withSleeper((wait) -> {
		}).withMaxRetries(2)).build()) {
			clear();
			assertThatExceptionOfType(HTTPError.class).isThrownBy(() -> root.load("recipes/4"));
		}
		String url = this.service.url("recipes/4");
		assertThat(lines(Level.WARN))
			.containsExactly("GET " + url + " was answered with 503; retrying at once, up to 2 times");
		assertThat(lines(Level.DEBUG).get(0))
			.matches("GET " + url + " was answered with 503; retry 2 of 2 in (1 s|\\d+ ms)");
		assertThat(lines(Level.DEBUG).get(1))
			.matches("GET " + url + " -> 503 in \\d+ ms \\(miss, 3 attempts\\): ServerError");
	}

	@Test
	void retriesThatDelayTheStartAreAWarningBeforeTheWait() {
		this.service.serve(any(anyUrl()), aResponse().withStatus(503));
		RetryPolicy policy = RetryPolicy.defaults()
			.withSleeper((wait) -> assertThat(lines(Level.WARN)).isNotEmpty())
			.withMaxRetries(2);
		assertThatExceptionOfType(HTTPError.class).isThrownBy(() -> client().retryPolicy(policy).build());
		assertThat(lines(Level.WARN)).containsExactly("Loading the root of service 'stub' is delayed: GET "
				+ this.service.url("") + " was answered with 503; retrying at once, up to 2 times");
	}

	@Test
	void queryOfARedirectIsNotLogged() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")),
				aResponse().withStatus(303).withHeader("Location", this.service.url("recipes/5?signature=s3cret")));
		this.service.serve(get(urlPathEqualTo("/1.0/recipes/5")), StubService.json(this.service.recipe(5, "Stir")));
		try (ServiceRoot root = client().build()) {
			clear();
			root.load("recipes/4");
		}
		assertThat(lines(Level.DEBUG)).singleElement()
			.asString()
			.contains(" -> 200 from " + this.service.url("recipes/5") + "?... in ")
			.doesNotContain("s3cret");
	}

	@ParameterizedTest
	@MethodSource
	void queryOfARedirectIsNeitherLoggedNorInMessages(ResponseDefinitionBuilder answer) {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")),
				aResponse().withStatus(303).withHeader("Location", this.service.url("recipes/5?signature=s3cret")));
		this.service.serve(get(urlPathEqualTo("/1.0/recipes/5")), answer);
		RetryPolicy quick = RetryPolicy.defaults().withSleeper((wait) -> {
		}).withMaxRetries(2);
		try (ServiceRoot root = client().retryPolicy(quick).build()) {
			this.logger.setLevel(Level.TRACE);
			clear();
			assertThatThrownBy(() -> root.load("recipes/4", Entry.class).getString("instructions"))
				.isInstanceOfSatisfying(HyperClientException.class, (ex) -> {
					assertThat(ex.uri()).hasToString(this.service.url("recipes/5?signature=s3cret"));
					assertThat(ex).hasMessageStartingWith("GET " + this.service.url("recipes/5?..."))
						.hasMessageNotContaining("s3cret");
				});
		}
		assertThat(this.appender.list).isNotEmpty()
			.noneMatch((event) -> event.getFormattedMessage().contains("s3cret"));
	}

	static Stream<ResponseDefinitionBuilder> queryOfARedirectIsNeitherLoggedNorInMessages() {
		return Stream.of(aResponse().withStatus(503), aResponse().withStatus(404), aResponse().withStatus(500),
				aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
	}

	@Test
	void queryOfARedirectIsNotInTheMessageAboutAKey() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")),
				aResponse().withStatus(303).withHeader("Location", this.service.url("recipes/5?signature=s3cret")));
		try (ServiceRoot root = client().build()) {
			assertThatThrownBy(() -> root.collection("recipes").get(4).getString("instructions"))
				.isInstanceOf(NoSuchEntryException.class)
				.hasMessage("No entry with key '4' at " + this.service.url("recipes/5?..."));
		}
	}

	@Test
	void credentialsAreNotLogged() {
		this.logger.setLevel(Level.TRACE);
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		try (ServiceRoot root = client().authorizer(new BasicHttpAuthorizer("me", "s3cret")).build()) {
			root.load("recipes/4");
		}
		assertThat(this.appender.list).isNotEmpty()
			.noneMatch((event) -> event.getFormattedMessage().contains("s3cret")
					|| event.getFormattedMessage().contains("Basic"));
	}

	@Test
	void cacheGivesItsReasonsAtTrace() {
		this.logger.setLevel(Level.TRACE);
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")),
				StubService.json(this.service.recipe(4, "Stir")).withHeader("Cache-Control", "max-age=60"));
		this.service.serve(get(urlEqualTo("/1.0/recipes/5")),
				StubService.json(this.service.recipe(5, "Stir")).withHeader("Cache-Control", "no-store"));
		try (ServiceRoot root = client().build()) {
			clear();
			root.load("recipes/4");
			root.load("recipes/4");
			root.load("recipes/5");
		}
		String four = "GET " + this.service.url("recipes/4") + ": ";
		String five = "GET " + this.service.url("recipes/5") + ": ";
		assertThat(lines(Level.TRACE)).hasSize(5);
		assertThat(lines(Level.TRACE).subList(0, 2)).containsExactly(four + "nothing is stored; fwd=miss",
				four + "stored, with a lifetime");
		assertThat(lines(Level.TRACE).get(2)).matches(four + "fresh: age \\d s, lifetime 60 s");
		assertThat(lines(Level.TRACE).subList(3, 5)).containsExactly(five + "nothing is stored; fwd=miss",
				five + "not stored: no-store in the response");
	}

	@Test
	void validationIsLoggedLikeACall() {
		try (ServiceRoot root = client().build()) {
			clear();
			root.validate(Duration.ofSeconds(5));
		}
		assertThat(lines(Level.DEBUG)).singleElement()
			.asString()
			.startsWith("GET " + this.service.url("") + " -> 200 in ");
	}

	@Test
	void nameOfTheServiceIsDefaultUnlessItIsSet() {
		Logger unnamed = (Logger) LoggerFactory.getLogger("dev.hyperclient.client.default");
		unnamed.addAppender(this.appender);
		unnamed.setLevel(Level.INFO);
		unnamed.setAdditive(false);
		try {
			this.service.client().build().close();
		}
		finally {
			unnamed.detachAppender(this.appender);
			unnamed.setLevel(null);
			unnamed.setAdditive(true);
		}
		assertThat(lines(Level.INFO)).singleElement().asString().startsWith("Service 'default' at ");
	}

	private ServiceRootBuilder client() {
		return this.service.client().name("stub");
	}

	private void clear() {
		this.appender.list.clear();
	}

	private List<String> lines(Level level) {
		return List.copyOf(this.appender.list)
			.stream()
			.filter((event) -> event.getLevel() == level)
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
	}

}
