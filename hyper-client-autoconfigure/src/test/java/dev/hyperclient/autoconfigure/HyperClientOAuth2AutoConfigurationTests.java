package dev.hyperclient.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.security.HyperClientOAuth2AutoConfiguration;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.security.AccessTokenException;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;

import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/**
 * OAuth 2 with a service that requires a token and an authorization server.
 */
class HyperClientOAuth2AutoConfigurationTests {

	@AutoClose
	private final StubService service = new StubService();

	@AutoClose
	private final StubService authorizationServer = new StubService();

	private final WireMockServer tokens = this.authorizationServer.server();

	private final String[] properties;

	private final ApplicationContextRunner runner;

	HyperClientOAuth2AutoConfigurationTests() {
		serveTokens(0, 3600);
		serveThing("", this.service.thing());
		this.properties = Stream
			.concat(Stream.of("hyper-client.base-url=" + this.service.url(), "hyper-client.version=1.0",
					"hyper-client.retry.max-retries=0"),
					Stream.of(HyperClientContextRunner.clientCredentials(this.tokens.url("/token"))))
			.toArray(String[]::new);
		this.runner = HyperClientContextRunner
			.create(HyperClientOAuth2AutoConfiguration.class, OAuth2ClientAutoConfiguration.class)
			.withPropertyValues(this.properties);
	}

	/** For most of its lifetime, which is short. */
	@Test
	void callsShareOneToken() {
		serveTokens(0, 50);
		this.runner.run((context) -> {
			ServiceRoot root = context.getBean(ServiceRoot.class);
			root.load("thing");
			root.load("thing");
			root.load("thing");
			assertThat(authorizations("/1.0/thing")).containsExactly("Bearer t1", "Bearer t1", "Bearer t1");
			assertThat(authorizations("/1.0/")).containsOnly("Bearer t1");
			assertThat(this.tokens.getAllServeEvents()).hasSize(1);
			assertThat(root.credentials().orElseThrow().identity()).isEqualTo("oauth2:cook&hyper-client");
			assertThat(root.credentials().orElseThrow())
				.hasToString("OAuth2ClientAuthorizer[registrationId=cook, principalName=hyper-client]");
		});
	}

	@Test
	void concurrentCallsShareNewToken() {
		int threads = 8;
		this.runner.run((context) -> {
			serveTokens(200, 3600);
			this.tokens.setScenarioState("tokens", "2");
			serveThing("Bearer t1", aResponse().withStatus(401).withFixedDelay(100));
			ServiceRoot root = context.getBean(ServiceRoot.class);
			CyclicBarrier together = new CyclicBarrier(threads);
			ExecutorService executor = Executors.newFixedThreadPool(threads);
			try {
				List<Future<?>> calls = new ArrayList<>();
				for (int call = 0; call < threads; call++) {
					calls.add(executor.submit(() -> {
						together.await();
						return root.load("thing");
					}));
				}
				for (Future<?> call : calls) {
					assertThat(call.get()).isNotNull();
				}
			}
			finally {
				executor.shutdownNow();
			}
			// A call that begins late has the new token from the start.
			List<String> sent = authorizations("/1.0/thing");
			assertThat(sent).containsOnly("Bearer t1", "Bearer t2");
			assertThat(sent.stream().filter("Bearer t2"::equals)).hasSize(threads);
			assertThat(this.tokens.getAllServeEvents()).hasSize(2);
		});
	}

	@Test
	void unavailableAuthorizationServerIsReportedWithoutSecret() {
		this.runner.run((context) -> {
			ServiceRoot root = context.getBean(ServiceRoot.class);
			serveThing("Bearer t1", aResponse().withStatus(401));
			int before = this.service.requestCount();
			serveTokenFailure(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
			assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.load("thing")).satisfies((refusal) -> {
				assertThat(refusal.getSuppressed()).hasAtLeastOneElementOfType(AccessTokenException.class);
				AccessTokenException error = Stream.of(refusal.getSuppressed())
					.filter(AccessTokenException.class::isInstance)
					.map(AccessTokenException.class::cast)
					.findFirst()
					.orElseThrow();
				assertThat(error).hasMessageStartingWith("The rejected access token could not be replaced: ")
					.hasMessageContaining("Check 'spring.security.oauth2.client.registration.cook'")
					.hasMessageContaining(this.tokens.url("/token"));
				assertThat(error.registrationId()).isEqualTo("cook");
				assertThat(Throwables.getStackTrace(refusal)).doesNotContain("s3cret", "t1", "Y2xpZW50OnMzY3JldA==");
			});
			this.service.server().stubFor(get(urlEqualTo("/1.0/other")).willReturn(this.service.thing()));
			assertThat(root.load("other")).isNotNull();
			assertThat(authorizations("/1.0/other")).containsExactly("Bearer t1");
			assertThat(this.service.requestCount() - before).isEqualTo(2);
			serveTokens(0, 3600);
			this.tokens.setScenarioState("tokens", "2");
			assertThat(root.load("thing")).isNotNull();
		});
	}

	@Test
	void rejectedTokenIsReplacedWithinCallTimeout() {
		this.runner.withPropertyValues("hyper-client.call-timeout=2s").run((context) -> {
			serveThing("", aResponse().withStatus(401));
			ServiceRoot root = context.getBean(ServiceRoot.class);
			serveTokenFailure(aResponse().withFixedDelay(20_000));
			assertTimeoutPreemptively(Duration.ofSeconds(15),
					() -> assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.load("thing"))
						.satisfies((refusal) -> assertThat(Throwables.getStackTrace(refusal))
							.contains("the authorization server did not answer in time")));
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"error\": \"invalid_client\", \"error_description\": \"no such client\"}", "<html/>" })
	void rejectedClientFailsTheStart(String body) {
		serveTokenFailure(aResponse().withStatus(401).withHeader("Content-Type", "application/json").withBody(body));
		this.runner.run((context) -> {
			Throwable failure = context.getStartupFailure();
			StartupFailures.assertAnalyzed(failure,
					this.service.url() + "/1.0/ because no access token could be obtained", "");
			StartupFailures.assertAnalyzed(failure, "registration.cook", "");
			assertThat(Throwables.getStackTrace(failure)).doesNotContain("s3cret", "Y2xpZW50OnMzY3JldA==");
			assertThat(this.service.requestCount()).isZero();
		});
	}

	@Test
	void readTimeoutAppliesToTokenRequests() {
		serveTokenFailure(aResponse().withFixedDelay(20_000));
		this.runner.withPropertyValues("hyper-client.read-timeout=200ms")
			.run((context) -> assertThat(StartupFailures.causes(context.getStartupFailure()))
				.anySatisfy((cause) -> assertThat(cause).isInstanceOf(AccessTokenException.class)
					.hasMessageContaining("/token\": ")
					.hasMessageContaining(": the authorization server did not answer in time. Check")
					.hasMessageNotContaining("null")));
	}

	@Test
	void callTimeoutAppliesToTokenRequests() {
		this.runner.withPropertyValues("hyper-client.startup=lazy", "hyper-client.call-timeout=200ms")
			.run((context) -> {
				serveTokenFailure(aResponse().withFixedDelay(20_000));
				assertThatExceptionOfType(CallTimeoutException.class)
					.isThrownBy(context.getBean(ServiceRoot.class)::svcAttributes)
					.withMessageContaining("no access token")
					.withMessageContaining("spring.security.oauth2.client.registration.cook");
			});
	}

	@Test
	void managerOfTheApplicationIsUsed() {
		this.runner
			.withBean(AuthorizedClientServiceOAuth2AuthorizedClientManager.class,
					() -> Mockito.mock(AuthorizedClientServiceOAuth2AuthorizedClientManager.class))
			.run((context) -> {
				assertThat(context).hasFailed();
				assertThat(this.tokens.getAllServeEvents()).isEmpty();
			});
	}

	@Test
	void severalRepositoriesDoNotFailTheStart() {
		this.runner.withPropertyValues("hyper-client.oauth2.registration-id=")
			.withBean("one", ClientRegistrationRepository.class, () -> (id) -> null)
			.withBean("two", ClientRegistrationRepository.class, () -> (id) -> null)
			.withBean("three", OAuth2AuthorizedClientService.class,
					() -> Mockito.mock(OAuth2AuthorizedClientService.class))
			.withBean("four", OAuth2AuthorizedClientService.class,
					() -> Mockito.mock(OAuth2AuthorizedClientService.class))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void reactiveWebApplicationUsesReactiveRegistrations() {
		new ReactiveWebApplicationContextRunner().withUserConfiguration(IsolatedReactorResources.class)
			.withPropertyValues(this.properties)
			.withConfiguration(HyperClientContextRunner.BASE)
			.withConfiguration(SortedAutoConfigurations.of(HyperClientOAuth2AutoConfiguration.class,
					OAuth2ClientAutoConfiguration.class, ReactiveOAuth2ClientAutoConfiguration.class))
			.run((context) -> {
				assertThat(context).doesNotHaveBean(ClientRegistrationRepository.class);
				serveThing("Bearer t1", aResponse().withStatus(401));
				context.getBean(ServiceRoot.class).load("thing");
				assertThat(authorizations("/1.0/thing")).containsExactly("Bearer t1", "Bearer t2");
			});
	}

	@Test
	void tokenIsNotSentOverPlainHttpToAnotherMachine() {
		StartupFailures.assertStartFails(this.runner.withPropertyValues("hyper-client.base-url=http://example.com/"),
				"must begin with https://", "Correct");
		assertThat(this.tokens.getAllServeEvents()).isEmpty();
	}

	@Test
	void unknownRegistrationFailsTheStart() {
		StartupFailures.assertStartFails(this.runner.withPropertyValues("hyper-client.oauth2.registration-id=baker"),
				"must be the id of a client registration but is 'baker'",
				"define 'spring.security.oauth2.client.registration.baker'");
	}

	@Test
	void registrationThatRequiresUserFailsTheStart() {
		StartupFailures.assertStartFails(
				this.runner.withPropertyValues(
						"spring.security.oauth2.client.registration.cook.authorization-grant-type=authorization_code",
						"spring.security.oauth2.client.registration.cook.redirect-uri=http://localhost/",
						"spring.security.oauth2.client.provider.cook.authorization-uri=http://localhost/authorize"),
				"the grant type of the registration requires a user", "");
	}

	@Test
	void missingLibraryFailsTheStart() {
		StartupFailures.assertStartFails(
				this.runner.withClassLoader(new FilteredClassLoader("org.springframework.security")),
				"'hyper-client.oauth2.registration-id' is set, but there are no client registrations",
				"spring-boot-starter-security-oauth2-client");
	}

	private void serveThing(String authorization, ResponseDefinitionBuilder response) {
		var request = get(urlEqualTo("/1.0/thing"));
		this.service.server()
			.stubFor((authorization.isEmpty() ? request : request.withHeader("Authorization", equalTo(authorization)))
				.willReturn(response));
	}

	/** Serve tokens t1, t2, ... */
	private void serveTokens(int delay, int lifetime) {
		for (int number = 1; number <= 9; number++) {
			this.tokens.stubFor(post("/token").withBasicAuth("client", "s3cret")
				.inScenario("tokens")
				.whenScenarioStateIs((number == 1) ? Scenario.STARTED : Integer.toString(number))
				.willSetStateTo(Integer.toString(number + 1))
				.willReturn(okJson("{\"access_token\": \"t%d\", \"token_type\": \"Bearer\", \"expires_in\": %d}"
					.formatted(number, lifetime)).withFixedDelay(delay)));
		}
	}

	private void serveTokenFailure(ResponseDefinitionBuilder failure) {
		this.tokens.resetMappings();
		this.tokens.stubFor(post("/token").willReturn(failure));
	}

	private List<String> authorizations(String path) {
		List<ServeEvent> events = new ArrayList<>(this.service.server().getAllServeEvents());
		Collections.reverse(events);
		return events.stream()
			.filter((event) -> event.getRequest().getUrl().equals(path))
			.map((event) -> event.getRequest().getHeader("Authorization"))
			.toList();
	}

}
