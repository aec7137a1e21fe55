package dev.hyperclient.token;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import ch.qos.logback.classic.Level;
import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.error.AuthorizationDeclinedException;
import dev.hyperclient.error.AuthorizationPendingException;
import dev.hyperclient.error.AuthorizationTimeoutException;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.CredentialsException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.ServerError;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.fixtures.LogLines;
import dev.hyperclient.fixtures.TestClock;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link OAuthTokenFlow}, with a web site that answers like Launchpad, and with
 * faulty ones.
 */
class OAuthTokenFlowTests {

	private static final Duration QUARTER = Duration.ofMinutes(15);

	private static final RequestToken REQUEST_TOKEN = new RequestToken("req k/1", "re+s&cret");

	private static final ResponseDefinitionBuilder PENDING = aResponse().withStatus(401)
		.withBody("Request token has not yet been reviewed. Try again later.");

	private static final ResponseDefinitionBuilder GRANTED = aResponse()
		.withBody("oauth_token=acc%2Fess&oauth_token_secret=s%263cret&lp.context=None");

	@AutoClose("stop")
	private final WireMockServer site = new WireMockServer(WireMockConfiguration.options().dynamicPort());

	private final List<Duration> waits = new ArrayList<>();

	private final TestClock clock = new TestClock(Instant.parse("2026-11-21T00:00:00Z"));

	OAuthTokenFlowTests() {
		this.site.start();
	}

	@Test
	void requestTokenIsRequestedAsSpecified() {
		answerRequestToken(aResponse().withBody("oauth_token=req+k%2F1&oauth_token_secret=re%2Bs%26cret\n"));
		assertThat(flow().request()).isEqualTo(REQUEST_TOKEN);
		LoggedRequest sent = sentTo("/+request-token").get(0);
		assertThat(sent.getBodyAsString())
			.isEqualTo("oauth_consumer_key=my%20app%20%26%20co&oauth_signature_method=PLAINTEXT&oauth_signature=%26");
		assertThat(sent.getHeader("Referer")).isEqualTo(root().toString());
		assertThat(sent.getHeader("Content-Type")).isEqualTo("application/x-www-form-urlencoded");
		assertThat(sent.getHeader("User-Agent")).startsWith("hyper-client/");
	}

	@Test
	void requestIsLoggedWithoutItsForm() {
		answerAccessToken(GRANTED);
		try (LogLines lines = new LogLines("dev.hyperclient.token", Level.DEBUG)) {
			flow().exchange(REQUEST_TOKEN);
			assertThat(lines.of(Level.DEBUG)).singleElement()
				.asString()
				.matches("POST " + root() + "\\+access-token -> 200 in \\d+ ms");
		}
	}

	@Test
	void consumerWithASecretSignsWithIt() {
		answerRequestToken(aResponse().withBody("oauth_token=k&oauth_token_secret=s"));
		builder(new OAuthConsumer("consumer", "c+s")).build().request();
		assertThat(sentTo("/+request-token").get(0).getBodyAsString()).endsWith("&oauth_signature=c%252Bs%26");
	}

	@Test
	void authorizationPageHasTheRequestedAccess() {
		assertThat(flow().authorizationPage(REQUEST_TOKEN))
			.isEqualTo(root().resolve("+authorize-token?oauth_token=req%20k%2F1"));
		OAuthTokenFlow flow = builder(OAuthConsumer.of("consumer")).accessLevels(AccessLevel.READ_PRIVATE)
			.accessLevels(AccessLevel.WRITE_PRIVATE, AccessLevel.READ_PUBLIC)
			.context("a project")
			.callback(URI.create("https://example.com/done?a=b&c=d"))
			.build();
		assertThat(flow.authorizationPage(REQUEST_TOKEN)).isEqualTo(root().resolve(
				"+authorize-token?oauth_token=req%20k%2F1&allow_permission=READ_PUBLIC&allow_permission=WRITE_PRIVATE"
						+ "&lp.context=a%20project&oauth_callback=https%3A%2F%2Fexample.com%2Fdone%3Fa%3Db%26c%3Dd"));
	}

	@Test
	void reviewedTokenIsExchanged() {
		answerAccessToken(GRANTED);
		assertThat(flow().exchange(REQUEST_TOKEN)).isEqualTo(new AccessToken("acc/ess", "s&3cret"));
		LoggedRequest sent = sentTo("/+access-token").get(0);
		assertThat(sent.getBodyAsString()).isEqualTo("oauth_consumer_key=my%20app%20%26%20co&oauth_token=req%20k%2F1"
				+ "&oauth_signature_method=PLAINTEXT&oauth_signature=%26re%252Bs%2526cret");
		assertThat(sent.getHeader("Referer")).isEqualTo(root().toString());
	}

	@Test
	void unreviewedTokenThrowsAuthorizationPendingException() {
		answerAccessToken(PENDING);
		assertThatExceptionOfType(AuthorizationPendingException.class).isThrownBy(() -> flow().exchange(REQUEST_TOKEN))
			.withMessageContaining("has not yet decided")
			.satisfies((ex) -> assertThat(ex.uri()).isEqualTo(root().resolve("+access-token")));
		answerAccessToken(aResponse().withStatus(401).withBody("Invalid OAuth signature."));
		assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> flow().exchange(REQUEST_TOKEN));
	}

	@Test
	void declinedAuthorizationThrowsException() {
		answerAccessToken(aResponse().withStatus(403).withBody("End-user refused to authorize request token."));
		assertThatExceptionOfType(AuthorizationDeclinedException.class)
			.isThrownBy(() -> flow().await(REQUEST_TOKEN, QUARTER))
			.withMessageContaining("my app & co");
		assertThat(this.waits).isEmpty();
	}

	@Test
	void decisionIsRequestedEverySecond() {
		answerInTurn(PENDING, PENDING, GRANTED);
		assertThat(flow().await(REQUEST_TOKEN, QUARTER).key()).isEqualTo("acc/ess");
		assertThat(this.waits).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1));
	}

	@Test
	void temporaryFailureDoesNotEndTheWait() {
		answerInTurn(PENDING, aResponse().withStatus(503), aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER),
				aResponse().withStatus(502), GRANTED);
		assertThat(flow().await(REQUEST_TOKEN, QUARTER).key()).isEqualTo("acc/ess");
		assertThat(this.waits).hasSize(4);
	}

	@Test
	void waitIsLimitedByTimeout() {
		answerAccessToken(PENDING);
		assertThatExceptionOfType(AuthorizationTimeoutException.class)
			.isThrownBy(() -> flow().await(REQUEST_TOKEN, Duration.ofSeconds(3)))
			.withMessageContaining("PT3S")
			.withCauseInstanceOf(AuthorizationPendingException.class)
			.isInstanceOf(CredentialsException.class);
		assertThat(this.waits).hasSize(3);
		assertThat(sentTo("/+access-token")).hasSize(4);
	}

	@Test
	void otherErrorsEndTheWait() {
		answerAccessToken(aResponse().withStatus(500));
		assertThatExceptionOfType(ServerError.class).isThrownBy(() -> flow().await(REQUEST_TOKEN, QUARTER));
		assertThat(sentTo("/+access-token")).hasSize(1);
	}

	@Test
	void interruptEndsTheWait() {
		answerAccessToken(PENDING);
		OAuthTokenFlow flow = builder(OAuthConsumer.of("consumer")).sleeper((wait) -> {
			throw new InterruptedException();
		}).build();
		assertThatExceptionOfType(TransportException.class).isThrownBy(() -> flow.await(REQUEST_TOKEN, QUARTER))
			.withMessageContaining("interrupted");
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void interruptEndsARequest() {
		answerRequestToken(aResponse().withFixedDelay(30_000));
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(TransportException.class).isThrownBy(() -> flow().request())
			.withMessageContaining("interrupted")
			.withMessageNotContaining("Check the URL");
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void obtainRunsAllSteps() {
		answerRequestToken(aResponse().withBody("oauth_token=req&oauth_token_secret=s"));
		answerInTurn(PENDING, GRANTED);
		List<URI> shown = new ArrayList<>();
		assertThat(flow().obtain(shown::add, QUARTER)).isEqualTo(new AccessToken("acc/ess", "s&3cret"));
		assertThat(shown).containsExactly(root().resolve("+authorize-token?oauth_token=req"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "<html>s3cret</html>", "", "{\"oauth_token\": \"s3cret\"}", "s3cret", "oauth_token=s3cret",
			"oauth_token_secret=s3cret", "oauth_token=&oauth_token_secret=s3cret", "oauth_token=k&oauth_token_secret=",
			"oauth_token=%ZZ&oauth_token_secret=s3cret", "oauth_token=k&oauth_token_secret=s3cret%0D%0A",
			"oauth_token=k&oauth_token_secret=s3%0Acret",
			"oauth_token=k&oauth_token=s3cret&oauth_token_secret=s3cret" })
	void invalidResponseIsNotPartOfTheMessage(String body) {
		answerRequestToken(aResponse().withBody(body));
		answerAccessToken(aResponse().withBody(body));
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> flow().request())
			.withMessageContaining(root() + "+request-token")
			.withMessageContaining("'webRoot'")
			.satisfies((ex) -> assertThat(Throwables.getStackTrace(ex)).doesNotContain("s3cret", "s3\ncret"));
		assertThatExceptionOfType(UnexpectedResponseException.class)
			.isThrownBy(() -> flow().await(REQUEST_TOKEN, QUARTER));
	}

	@Test
	void missingFieldIsNamedAndOthersAreIgnored() {
		answerRequestToken(aResponse().withBody("oauth_token=s3cret"));
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> flow().request())
			.withMessageContaining("it has no 'oauth_token_secret'");
		answerRequestToken(aResponse().withBody("=a&=b&oauth_token=k&oauth_token_secret=s"));
		assertThat(flow().request()).isEqualTo(new RequestToken("k", "s"));
	}

	@Test
	void refusedRequestIsAnError() {
		answerRequestToken(aResponse().withStatus(400).withBody("No."));
		assertThatExceptionOfType(HTTPError.class).isThrownBy(() -> flow().request())
			.satisfies((error) -> assertThat(error.status()).isEqualTo(400));
	}

	@Test
	void unknownConsumerIsNamed() {
		answerRequestToken(aResponse().withStatus(401).withBody("Unknown consumer."));
		assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> flow().request())
			.withMessageEndingWith("Check that the service knows the consumer key 'my app & co'");
	}

	@Test
	void apiInPlaceOfTheWebSiteIsSuspected() {
		answerAccessToken(aResponse().withStatus(404).withBody("Object: service, name: '+access-token'"));
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> flow().exchange(REQUEST_TOKEN))
			.withMessageEndingWith("Check that 'webRoot' is the URL of the service's web site, which"
					+ " OAuthTokenFlow.webRootOf returns, not the URL of its API");
	}

	@Test
	void endlessResponseIsTruncated() {
		answerRequestToken(aResponse().withBody("oauth_token=" + "x".repeat(70_000)));
		assertThatExceptionOfType(ResponseTooLargeException.class).isThrownBy(() -> flow().request())
			.withMessageNotContaining("hyper-client.");
	}

	@Test
	void slowResponseTimesOut() {
		answerRequestToken(aResponse().withFixedDelay(30_000));
		OAuthTokenFlow flow = builder(OAuthConsumer.of("consumer")).requestTimeout(Duration.ofMillis(50)).build();
		assertThatExceptionOfType(CallTimeoutException.class).isThrownBy(flow::request)
			.withMessageContaining("PT0.05S")
			.withMessageNotContaining("hyper-client.");
	}

	@Test
	void timeoutOfNoTimeIsRejected() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder(OAuthConsumer.of("consumer")).requestTimeout(Duration.ZERO))
			.withMessage("'requestTimeout' must be positive but is PT0S");
	}

	@Test
	void clientOfTheApplicationIsUsed() {
		answerRequestToken(aResponse().withBody("oauth_token=k&oauth_token_secret=s"));
		WebClient client = WebClient.builder().defaultHeader("X-Client", "mine").build();
		builder(OAuthConsumer.of("consumer")).webClient(() -> client).build().request();
		assertThat(sentTo("/+request-token").get(0).getHeader("X-Client")).isEqualTo("mine");
	}

	@Test
	void missingResponseNamesTheUrl() {
		URI gone = root();
		this.site.stop();
		assertThatExceptionOfType(TransportException.class)
			.isThrownBy(() -> OAuthTokenFlow.builder(gone, OAuthConsumer.of("consumer")).build().request())
			.withMessageStartingWith("POST " + gone + "+request-token received no response: ")
			.withMessageContaining("refused")
			.withMessageEndingWith(". Check the URL and the network")
			.withMessageNotContaining("hyper-client.");
	}

	@ParameterizedTest
	@ValueSource(ints = { 300, 301, 302, 303, 307, 308 })
	void secretsAreNotSentToRedirectTarget(int status) {
		answerAccessToken(
				aResponse().withStatus(status).withHeader("Location", "http://me:pass@localhost:1/+access-token"));
		assertThatExceptionOfType(RedirectException.class).isThrownBy(() -> flow().await(REQUEST_TOKEN, QUARTER))
			.withMessageContaining("http://******@localhost:1/+access-token")
			.withMessageNotContaining("pass@");
		assertThat(this.site.getAllServeEvents()).hasSize(1);
	}

	@Test
	void secretsInErrorResponseAreMasked() {
		RequestToken token = new RequestToken("key", "re+s&cret");
		answerAccessToken(aResponse().withStatus(400)
			.withHeader("X-Echo", "re+s&cret")
			.withBody("You sent re+s&cret, %26re%252Bs%2526cret, re%2Bs%26cret"));
		assertThatExceptionOfType(HTTPError.class).isThrownBy(() -> flow().exchange(token))
			.withMessageContaining("You sent ******, %26******, ******")
			.satisfies((ex) -> assertThat(Throwables.getStackTrace(ex)).doesNotContain("s&cret", "26cret"))
			.satisfies((ex) -> assertThat(ex.headers().getFirst("X-Echo")).isEqualTo("******"))
			.satisfies((ex) -> assertThat(ex.bodyText() + ex.headers()).doesNotContain("cret"));
	}

	@Test
	void eventLoopThreadIsRejected() {
		assertThatIllegalStateException()
			.isThrownBy(() -> Mono.fromCallable(() -> flow().request()).subscribeOn(Schedulers.parallel()).block())
			.withMessageContaining("must not wait");
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://launchpad.net/", "http://10.0.0.1/", "http://localhost.example.com/" })
	void secretsOverPlainHttpAreRejected(String url) {
		OAuthTokenFlowBuilder builder = OAuthTokenFlow.builder(URI.create(url), OAuthConsumer.of("consumer"));
		assertThatIllegalArgumentException().isThrownBy(builder::build)
			.withMessageContaining(url)
			.withMessageContaining("'allowPlainHttpCredentials'");
		assertThat(builder.allowPlainHttpCredentials(true).build()).isNotNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "launchpad.net", "ftp://launchpad.net/", "https://me:pass@launchpad.net/",
			"https://launchpad.net/?a=b", "https://launchpad.net/#a", "mailto:me", "https:///" })
	void invalidUrlIsRejected(String url) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> OAuthTokenFlow.builder(URI.create(url), OAuthConsumer.of("consumer")))
			.withMessageContaining("'webRoot'")
			.withMessageNotContaining("pass@");
	}

	@Test
	void desktopIntegrationCannotBeCombined() {
		OAuthTokenFlowBuilder builder = builder(OAuthConsumer.of("System-wide: Ubuntu (here)"))
			.accessLevels(AccessLevel.DESKTOP_INTEGRATION);
		assertThat(builder.build().authorizationPage(new RequestToken("k", "s")))
			.hasToString(root() + "+authorize-token?oauth_token=k&allow_permission=DESKTOP_INTEGRATION");
		builder.callback(URI.create("https://example.com/"));
		assertThatIllegalArgumentException().isThrownBy(builder::build);
		builder.callback(null).accessLevels(AccessLevel.DESKTOP_INTEGRATION, AccessLevel.READ_PUBLIC);
		assertThatIllegalArgumentException().isThrownBy(builder::build);
		OAuthTokenFlowBuilder application = builder(OAuthConsumer.of("consumer"))
			.accessLevels(AccessLevel.DESKTOP_INTEGRATION);
		assertThatIllegalArgumentException().isThrownBy(application::build)
			.withMessageContaining("'System-wide: SYSTEM (HOST)'");
	}

	@ParameterizedTest
	@CsvSource({ "https://api.launchpad.net/devel/, https://launchpad.net/",
			"https://API.staging.launchpad.net, https://staging.launchpad.net/",
			"https://api.api.example.com/, https://api.example.com/",
			"http://localhost:8080/1.0, http://localhost:8080/" })
	void webRootFollowsLaunchpadConvention(URI service, URI site) {
		assertThat(OAuthTokenFlow.webRootOf(service)).isEqualTo(site);
	}

	@Test
	void toStringDoesNotRevealSecrets() {
		assertThat(List.of(REQUEST_TOKEN, new OAuthConsumer("key", "cs3cret"), flow(),
				new OAuthTokenFlow.TokenAnswer("key", "s3cret")))
			.extracting(Object::toString)
			.containsExactly("RequestToken[******]", "OAuthConsumer[key=key]",
					"OAuthTokenFlow[webRoot=%s, consumer=my app & co]".formatted(root()), "TokenAnswer[******]");
	}

	private OAuthTokenFlow flow() {
		return builder(OAuthConsumer.of("my app & co")).build();
	}

	private OAuthTokenFlowBuilder builder(OAuthConsumer consumer) {
		return OAuthTokenFlow.builder(root(), consumer).clock(this.clock).sleeper((time) -> {
			this.waits.add(time);
			this.clock.advance(time);
		});
	}

	private URI root() {
		return URI.create("http://localhost:" + this.site.port() + "/");
	}

	private void answerRequestToken(ResponseDefinitionBuilder answer) {
		this.site.stubFor(post(urlEqualTo("/+request-token")).willReturn(answer));
	}

	private void answerAccessToken(ResponseDefinitionBuilder answer) {
		this.site.stubFor(post(urlEqualTo("/+access-token")).willReturn(answer));
	}

	private void answerInTurn(ResponseDefinitionBuilder... answers) {
		for (int turn = 0; turn < answers.length; turn++) {
			this.site.stubFor(post(urlEqualTo("/+access-token")).inScenario("review")
				.whenScenarioStateIs((turn == 0) ? Scenario.STARTED : "turn " + turn)
				.willSetStateTo("turn " + (turn + 1))
				.willReturn(answers[turn]));
		}
	}

	private List<LoggedRequest> sentTo(String path) {
		return this.site.findAll(postRequestedFor(urlEqualTo(path)));
	}

}
