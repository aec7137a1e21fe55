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

import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.task.DelegatingSecurityContextAsyncTaskExecutor;

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

	static final FakeService service = FakeService.builder("cookbooks").type("dish", "dishes", (dish) -> {
		dish.text("name");
		dish.entry(Map.of("name", "Soup"));
		dish.entry(Map.of("name", "Bread"));
	}).type("recipe", "recipes", (recipe) -> {
		recipe.integer("id").text("instructions").link("dish", "dish");
		recipe.entry(Map.of("id", 4, "instructions", "Boil.", "dish", "Soup"));
		recipe.entry(Map.of("id", 5, "instructions", "Bake.", "dish", "Bread"));
	}).start();

	@RegisterExtension
	static final FakeServiceExtension client = FakeServiceExtension
		.with((builder) -> builder.authorizer(new UserAuthorizer((user) -> "token-of-" + user))
			.executor(new DelegatingSecurityContextAsyncTaskExecutor(new SimpleAsyncTaskExecutor())));

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

	@Test
	void executorPassesTheUserOn(ServiceRoot root) {
		logIn("ann");
		assertThat(root.collection("recipes").iteration().prefetch("dish").stream()).hasSize(2);
		assertThat(service.requests()).filteredOn((request) -> request.path().contains("/dishes/"))
			.extracting(UserAuthorizerTests::token)
			.containsExactly("Bearer token-of-ann", "Bearer token-of-ann");
	}

	private static void readAs(String user, ServiceRoot root) {
		logIn(user);
		assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("Boil.");
	}

	private static void logIn(String user) {
		SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken(user, "password"));
	}

	private static @Nullable String token(RecordedRequest request) {
		return request.header(HttpHeaders.AUTHORIZATION);
	}

}
