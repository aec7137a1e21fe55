package dev.hyperclient;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.error.Unauthorized;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Answers 401, between other failures of the same call.
 */
class RenewalTests {

	private final Set<ScriptedServer.Connection> used = ConcurrentHashMap.newKeySet();

	private final AtomicInteger answers = new AtomicInteger();

	private volatile List<Integer> statuses = List.of();

	/** Ends a used connection first, and then answers with the statuses in turn. */
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

	@AfterEach
	void stop() {
		this.server.close();
	}

	@Test
	void credentialsAreRenewedOncePerCallAlsoAfterRepetitionAndRetry() {
		this.statuses = List.of(401, 503, 401, 401);
		CountingAuthorizer authorizer = CountingAuthorizer.renewing();
		try (ServiceRoot root = root(authorizer)) {
			assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(4));
			assertThat(authorizer.renewals()).isEqualTo(1);
			assertThat(this.answers).hasValue(3);
			this.answers.set(0);
			assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(4));
			assertThat(authorizer.renewals()).isEqualTo(2);
		}
	}

	@Test
	void refusedTokenIsNamedByItsConsumerAndSource() {
		this.statuses = List.of(401, 401);
		HttpAuthorizer authorizer = new OAuthAuthorizer("my-tool", new AccessToken("t0ken", "s3cret"))
			.withTokenSource("the file 'a.ini'")
			.withApplicationName("app");
		try (ServiceRoot root = root(authorizer)) {
			assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(4))
				.withMessageEndingWith(
						"---\nThe service refused the token of the consumer 'my-tool' in the file 'a.ini'. If it does not know the"
								+ " consumer, check the consumer key; if the token was revoked or has expired, get a new one with an OAuthTokenFlow, save it there, and restart"
								+ " the application")
				.satisfies((error) -> assertThat(error.getMessage()).doesNotContain("t0ken", "s3cret"));
		}
		try (ServiceRoot root = root(new OAuthAuthorizer("my-tool", AccessToken.anonymous()))) {
			assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(4))
				.withMessageEndingWith(
						"The request was anonymous, from the consumer 'my-tool': it needs the token of a user");
		}
	}

	private ServiceRoot root(HttpAuthorizer authorizer) {
		return StubService.client(this.server.url())
			.authorizer(authorizer)
			.retryPolicy(StubService.QUICK_RETRIES)
			.build();
	}

}
