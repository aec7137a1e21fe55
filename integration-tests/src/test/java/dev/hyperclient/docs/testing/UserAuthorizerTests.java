package dev.hyperclient.docs.testing;

import java.net.URI;
import java.util.Map;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.test.FakeServiceExtension;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.RecordedRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * One client that calls its service as the user whose request the application answers.
 */
class UserAuthorizerTests {

	// tag::user-authorizer[]
	record UserAuthorizer(UserTokens tokens) implements HttpAuthorizer {

		@Override
		public void authorizeRequest(URI uri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
			String user = identity();
			if (!user.isEmpty()) {
				headers.setBearerAuth(this.tokens.tokenOf(user));
			}
		}

		@Override
		public String identity() {
			Authentication user = SecurityContextHolder.getContext().getAuthentication();
			return (user != null && !(user instanceof AnonymousAuthenticationToken)) ? user.getName() : "";
		}

	}
	// end::user-authorizer[]

	interface UserTokens {

		String tokenOf(String user);

	}

	static final FakeService service = FakeService.builder("cookbooks").type("recipe", "recipes", (recipe) -> {
		recipe.integer("id").text("instructions");
		recipe.entry(Map.of("id", 4, "instructions", "Boil."));
	}).start();

	@RegisterExtension
	static final FakeServiceExtension client = FakeServiceExtension
		.with((builder) -> builder.authorizer(new UserAuthorizer((user) -> "token-of-" + user)));

	@AfterEach
	void logOut() {
		SecurityContextHolder.clearContext();
	}

	@Test
	void requestsHaveTheTokenOfTheUserAndUsersShareNoResponse(ServiceRoot root) {
		assertThat(service).outcomesOf(() -> {
			readAs("ann", root);
			readAs("ann", root);
			readAs("ben", root);
			readAs("ann", root);
		}).containsExactly(CacheOutcome.MISS, CacheOutcome.REVALIDATED, CacheOutcome.MISS, CacheOutcome.MISS);
		assertThat(service.requests()).filteredOn((request) -> request.path().endsWith("/recipes/4"))
			.extracting(UserAuthorizerTests::token)
			.containsExactly("Bearer token-of-ann", "Bearer token-of-ann", "Bearer token-of-ben",
					"Bearer token-of-ann");
		assertThat(service.requests()).filteredOn((request) -> !request.path().endsWith("/recipes/4"))
			.extracting(UserAuthorizerTests::token)
			.containsOnlyNulls();
	}

	private static void readAs(String user, ServiceRoot root) {
		SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken(user, "password"));
		assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("Boil.");
	}

	private static @Nullable String token(RecordedRequest request) {
		return request.header(HttpHeaders.AUTHORIZATION);
	}

}
