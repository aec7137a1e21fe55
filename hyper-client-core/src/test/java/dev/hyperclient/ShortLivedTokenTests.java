package dev.hyperclient;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.Refusal;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for an authorizer with tokens that expire, and a service that answers 401 then.
 */
class ShortLivedTokenTests {

	private final StubService service = new StubService();

	private final ShortLivedTokens tokens = new ShortLivedTokens();

	@AfterEach
	void stop() {
		this.service.close();
	}

	@Test
	void expiredTokenIsRenewedTransparently() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(401));
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")).withHeader("Authorization", equalTo("Bearer 2")),
				StubService.json(this.service.recipe(4, "Stir")));
		assertThat(read(RetryPolicy.none())).isEqualTo("Stir");
		assertThat(authorizations("recipes/4")).containsExactly("Bearer 1", "Bearer 2");
		assertThat(this.tokens.refused).containsExactly(this.service.url("recipes/4") + " Bearer 1");
	}

	@Test
	void authorizerIsNotifiedOfA401OnceAndTheSecondIsFinal() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(401));
		assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> read(RetryPolicy.none()));
		assertThat(authorizations("recipes/4")).containsExactly("Bearer 1", "Bearer 2");
		assertThat(this.tokens.refused).hasSize(1);
	}

	@Test
	void authorizerWithoutNewCredentialsKeepsThe401() {
		this.tokens.renewing = false;
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(401));
		assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> read(RetryPolicy.none()));
		assertThat(authorizations("recipes/4")).containsExactly("Bearer 1");
		assertThat(this.tokens.refused).hasSize(1);
	}

	@Test
	void authorizersDoNotRepeatRequestsByDefault() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(401));
		assertThatExceptionOfType(Unauthorized.class)
			.isThrownBy(() -> read(new CountingAuthorizer("me"), RetryPolicy.none()));
		assertThat(this.service.requestsFor("recipes/4")).hasSize(1);
	}

	@Test
	void otherErrorsAreNotReportedToAuthorizers() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(403));
		assertThatExceptionOfType(HTTPError.class).isThrownBy(() -> read(RetryPolicy.none()));
		assertThat(this.tokens.refused).isEmpty();
	}

	@Test
	void postIsRepeatedWithItsBodyAfterA401() {
		this.service.serve(post(urlEqualTo("/1.0/recipes")), aResponse().withStatus(401));
		this.service.serve(post(urlEqualTo("/1.0/recipes")).withHeader("Authorization", equalTo("Bearer 2")),
				aResponse().withStatus(201).withHeader("Location", this.service.url("recipes/9")));
		this.service.serveJson("recipes/9", this.service.recipe(9, "Boil"));
		try (ServiceRoot root = root(this.tokens, RetryPolicy.none())) {
			Entry created = root.collection("recipes")
				.operation("create")
				.with("instructions", "Boil")
				.invoke()
				.entry();
			assertThat(created.getString("instructions")).isEqualTo("Boil");
		}
		assertThat(this.service.requestsFor("recipes")).extracting((request) -> request.getBodyAsString())
			.containsExactly("instructions=%22Boil%22&ws.op=create", "instructions=%22Boil%22&ws.op=create");
	}

	@Test
	void retriesOfOneCallRenewOnce() {
		serveInTurn("recipes/4", aResponse().withStatus(401), aResponse().withStatus(503), aResponse().withStatus(401));
		assertThatExceptionOfType(Unauthorized.class)
			.isThrownBy(() -> read(RetryPolicy.defaults().withSleeper((wait) -> {
			})));
		assertThat(authorizations("recipes/4")).containsExactly("Bearer 1", "Bearer 2", "Bearer 2");
		assertThat(this.tokens.refused).hasSize(1);
	}

	@Test
	void redirectsOfOneCallRenewOnce() {
		serveInTurn("recipes/featured", aResponse().withStatus(401),
				aResponse().withStatus(303).withHeader("Location", this.service.url("recipes/4")));
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(401));
		try (ServiceRoot root = root(this.tokens, RetryPolicy.none())) {
			assertThatExceptionOfType(Unauthorized.class)
				.isThrownBy(() -> root.entry("featured").getString("instructions"));
		}
		assertThat(this.tokens.refused).containsExactly(this.service.url("recipes/featured") + " Bearer 1");
	}

	@Test
	void nextCallMayRenewAgain() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(401));
		try (ServiceRoot root = root(this.tokens, RetryPolicy.none())) {
			assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(4));
			assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(4));
		}
		assertThat(this.tokens.refused).hasSize(2);
	}

	@Test
	void refusalOfAnotherOriginIsNotReportedToAuthorizers() {
		WireMockServer elsewhere = new WireMockServer(WireMockConfiguration.options().dynamicPort());
		elsewhere.start();
		try {
			elsewhere.stubFor(get(urlEqualTo("/recipe")).willReturn(aResponse().withStatus(401)));
			this.service.serve(get(urlEqualTo("/1.0/recipes/featured")),
					aResponse().withStatus(303).withHeader("Location", elsewhere.baseUrl() + "/recipe"));
			try (ServiceRoot root = this.service.client()
				.authorizer(this.tokens)
				.allowedOrigins(URI.create(elsewhere.baseUrl()))
				.build()) {
				assertThatExceptionOfType(Unauthorized.class)
					.isThrownBy(() -> root.entry("featured").getString("instructions"));
			}
			assertThat(elsewhere.getAllServeEvents()).hasSize(1);
			assertThat(this.tokens.refused).isEmpty();
		}
		finally {
			elsewhere.stop();
		}
	}

	@Test
	void storedResponseIsReusedAfterTokenExpires() {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")),
				StubService.json(this.service.recipe(4, "Stir"))
					.withHeader("Date", "Sat, 21 Nov 2026 00:00:00 GMT")
					.withHeader("ETag", "\"tag-4\""));
		try (ServiceRoot root = root(this.tokens, RetryPolicy.none())) {
			root.collection("recipes").get(4);
			this.service.serve(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(401));
			this.service.serve(
					get(urlEqualTo("/1.0/recipes/4")).withHeader("Authorization", equalTo("Bearer 2"))
						.withHeader("If-None-Match", equalTo("\"tag-4\"")),
					aResponse().withStatus(304).withHeader("ETag", "\"tag-4\""));
			assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("Stir");
		}
	}

	@Test
	void healthCheckRenewsExpiredToken() {
		try (ServiceRoot root = root(this.tokens, RetryPolicy.none())) {
			this.service.serve(get(urlEqualTo("/1.0/")), aResponse().withStatus(401));
			this.service.serve(get(urlEqualTo("/1.0/")).withHeader("Authorization", equalTo("Bearer 2")),
					aResponse().withStatus(404));
			assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.validate(Duration.ofSeconds(30)));
		}
	}

	@Test
	void failedRenewalHasAReason() {
		this.tokens.failure = new IllegalStateException("The token service is down");
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")), aResponse().withStatus(401));
		assertThatIllegalStateException().isThrownBy(() -> read(RetryPolicy.none()))
			.withMessage("The token service is down");
	}

	private String read(RetryPolicy retryPolicy) {
		return read(this.tokens, retryPolicy);
	}

	private String read(HttpAuthorizer authorizer, RetryPolicy retryPolicy) {
		try (ServiceRoot root = root(authorizer, retryPolicy)) {
			return root.collection("recipes").get(4).getString("instructions");
		}
	}

	private ServiceRoot root(HttpAuthorizer authorizer, RetryPolicy retryPolicy) {
		return this.service.client().authorizer(authorizer).retryPolicy(retryPolicy).build();
	}

	private List<String> authorizations(String path) {
		return this.service.requestsFor(path).stream().map((request) -> request.getHeader("Authorization")).toList();
	}

	private void serveInTurn(String path, ResponseDefinitionBuilder... answers) {
		for (int turn = 0; turn < answers.length; turn++) {
			this.service.serve(get(urlEqualTo("/1.0/" + path)).inScenario(path)
				.whenScenarioStateIs((turn == 0) ? Scenario.STARTED : "turn " + turn)
				.willSetStateTo("turn " + (turn + 1)), answers[turn]);
		}
	}

	/**
	 * Numbered tokens, with a new one for each 401.
	 */
	private static final class ShortLivedTokens implements HttpAuthorizer {

		private final List<String> refused = new ArrayList<>();

		private int token = 1;

		private boolean renewing = true;

		private @Nullable RuntimeException failure;

		@Override
		public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
			headers.setBearerAuth(Integer.toString(this.token));
		}

		@Override
		public boolean renew(Refusal refusal) {
			this.refused
				.add(refusal.request().uri() + " " + refusal.request().headers().getFirst(HttpHeaders.AUTHORIZATION));
			if (this.failure != null) {
				throw this.failure;
			}
			this.token += this.renewing ? 1 : 0;
			return this.renewing;
		}

		@Override
		public String identity() {
			return "me";
		}

	}

}
