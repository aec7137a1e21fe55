package dev.hyperclient;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.authorizer.Refusal;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.fixtures.ScriptedServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

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
 * Tests for authorizers with tokens that expire, and services that answer 401 then, also
 * between other failures of the same call.
 */
class RenewalTests {

	private final Set<ScriptedServer.Connection> used = ConcurrentHashMap.newKeySet();

	private final AtomicInteger answers = new AtomicInteger();

	private volatile List<Integer> statuses = List.of();

	/** Ends a used connection first, and then answers with the statuses in turn. */
	@AutoClose
	private final ScriptedServer server = new ScriptedServer((request, connection) -> {
		if (!request.target().startsWith("/1.0/recipes/")) {
			this.used.add(connection);
			StubRecipes.respond(request, connection);
		}
		else if (this.used.remove(connection)) {
			connection.close();
		}
		else {
			int status = this.statuses.get(this.answers.getAndIncrement());
			connection.respond(status, "Content-Type: text/plain", "Status " + status);
		}
	});

	@RegisterExtension
	private final StubService service = new StubService();

	private final ShortLivedTokens tokens = new ShortLivedTokens();

	@Test
	void credentialsAreRenewedOncePerCallAlsoAfterRepetitionAndRetry() {
		this.statuses = List.of(401, 503, 401, 401);
		CountingAuthorizer authorizer = CountingAuthorizer.renewing();
		ServiceRoot root = root(authorizer);
		assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(4));
		assertThat(authorizer.renewals()).isEqualTo(1);
		assertThat(this.answers).hasValue(3);
		this.answers.set(0);
		assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(4));
		assertThat(authorizer.renewals()).isEqualTo(2);
	}

	@Test
	void refusedTokenIsNamedByItsConsumerAndSource() {
		this.statuses = List.of(401, 401);
		HttpAuthorizer authorizer = new OAuthAuthorizer("my-tool", new AccessToken("t0ken", "s3cret"))
			.withTokenSource("the file 'a.ini'")
			.withApplicationName("app");
		ServiceRoot root = root(authorizer);
		assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(4))
			.withMessageEndingWith(
					"---\nThe service refused the token of the consumer 'my-tool' in the file 'a.ini'. If it does not know the"
							+ " consumer, check the consumer key; if the token was revoked or has expired, get a new one with an OAuthTokenFlow, save it there, and restart"
							+ " the application")
			.satisfies((error) -> assertThat(error.getMessage()).doesNotContain("t0ken", "s3cret"));
		ServiceRoot anonymous = root(new OAuthAuthorizer("my-tool", AccessToken.anonymous()));
		assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> anonymous.collection("recipes").get(4))
			.withMessageEndingWith(
					"The request was anonymous, from the consumer 'my-tool': it needs the token of a user");
	}

	private ServiceRoot root(HttpAuthorizer authorizer) {
		return this.service
			.open(StubService.client(this.server.url()).authorizer(authorizer).retryPolicy(StubService.QUICK_RETRIES));
	}

	@Test
	void expiredTokenIsRenewedTransparently() {
		this.service.serve("recipes/4", aResponse().withStatus(401));
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")).withHeader("Authorization", equalTo("Bearer 2")),
				StubService.json(this.service.recipe(4, "Stir")));
		assertThat(read()).isEqualTo("Stir");
		assertThat(authorizations("recipes/4")).containsExactly("Bearer 1", "Bearer 2");
		assertThat(this.tokens.refused).containsExactly(this.service.url("recipes/4") + " Bearer 1");
	}

	@Test
	void postIsRepeatedWithItsBodyAfterA401() {
		this.service.serve("POST", "recipes", aResponse().withStatus(401));
		this.service.serve(post(urlEqualTo("/1.0/recipes")).withHeader("Authorization", equalTo("Bearer 2")),
				aResponse().withStatus(201).withHeader("Location", this.service.url("recipes/9")));
		this.service.serveJson("recipes/9", this.service.recipe(9, "Boil"));
		ServiceRoot root = root();
		Entry created = root.collection("recipes").operation("create").with("instructions", "Boil").invoke().entry();
		assertThat(created.getString("instructions")).isEqualTo("Boil");
		assertThat(this.service.requestsFor("recipes")).extracting((request) -> request.getBodyAsString())
			.containsExactly("instructions=%22Boil%22&ws.op=create", "instructions=%22Boil%22&ws.op=create");
	}

	@Test
	void redirectsOfOneCallRenewOnce() {
		this.service.serveInTurn("recipes/featured", aResponse().withStatus(401),
				aResponse().withStatus(303).withHeader("Location", this.service.url("recipes/4")));
		this.service.serve("recipes/4", aResponse().withStatus(401));
		ServiceRoot root = root();
		assertThatExceptionOfType(Unauthorized.class)
			.isThrownBy(() -> root.entry("featured").getString("instructions"));
		assertThat(this.tokens.refused).containsExactly(this.service.url("recipes/featured") + " Bearer 1");
	}

	@Test
	void storedResponseIsReusedAfterTokenExpires() {
		this.service.serve("recipes/4",
				StubService.json(this.service.recipe(4, "Stir"))
					.withHeader("Date", "Sat, 21 Nov 2026 00:00:00 GMT")
					.withHeader("ETag", "\"tag-4\""));
		ServiceRoot root = root();
		root.collection("recipes").get(4);
		this.service.serve("recipes/4", aResponse().withStatus(401));
		this.service.serve(
				get(urlEqualTo("/1.0/recipes/4")).withHeader("Authorization", equalTo("Bearer 2"))
					.withHeader("If-None-Match", equalTo("\"tag-4\"")),
				aResponse().withStatus(304).withHeader("ETag", "\"tag-4\""));
		assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("Stir");
	}

	@Test
	void healthCheckRenewsExpiredToken() {
		ServiceRoot root = root();
		this.service.serve("", aResponse().withStatus(401));
		this.service.serve(get(urlEqualTo("/1.0/")).withHeader("Authorization", equalTo("Bearer 2")),
				aResponse().withStatus(404));
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> root.validate(Duration.ofSeconds(30)));
	}

	@Test
	void failedRenewalHasAReason() {
		this.tokens.failure = new IllegalStateException("The token service is down");
		this.service.serve("recipes/4", aResponse().withStatus(401));
		assertThatIllegalStateException().isThrownBy(this::read).withMessage("The token service is down");
	}

	private String read() {
		return root().collection("recipes").get(4).getString("instructions");
	}

	private ServiceRoot root() {
		return this.service.open(this.service.client().authorizer(this.tokens));
	}

	private List<String> authorizations(String path) {
		return this.service.requestsFor(path).stream().map((request) -> request.getHeader("Authorization")).toList();
	}

	/**
	 * Numbered tokens, with a new one for each 401.
	 */
	private static final class ShortLivedTokens implements HttpAuthorizer {

		private final List<String> refused = new ArrayList<>();

		private int token = 1;

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
			this.token++;
			return true;
		}

		@Override
		public String identity() {
			return "me";
		}

	}

}
