package dev.hyperclient;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.Refusal;
import dev.hyperclient.authorizer.SignatureMethod;
import dev.hyperclient.error.AuthorizationDeclinedException;
import dev.hyperclient.error.CredentialsException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.token.AuthorizationPrompt;
import dev.hyperclient.token.FileTokenStore;
import dev.hyperclient.token.OAuthConsumer;
import dev.hyperclient.token.OAuthTokenFlow;
import dev.hyperclient.token.StoredTokenAuthorizer;
import dev.hyperclient.token.TokenStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.containing;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for stored tokens, with a service that answers like Launchpad when they are
 * invalid.
 */
class StoredTokenTests {

	private static final OAuthConsumer CONSUMER = OAuthConsumer.of("consumer");

	private static final AccessToken OLD = new AccessToken("old", "s3cret");

	private static final AccessToken NEW = new AccessToken("new1", "new-s3cret");

	@RegisterExtension
	private final StubService service = new StubService();

	private final List<URI> pages = new CopyOnWriteArrayList<>();

	@TempDir
	Path directory;

	@Test
	void anonymousAccessIsAStoredTokenToo() {
		store().save(site(), CONSUMER, AccessToken.anonymous());
		serveRecipe("");
		assertThat(read(authorizer())).isEqualTo("Stir");
		assertThat(authorization()).contains("oauth_token=\"\"", "oauth_signature=\"%26\"");
	}

	@Test
	void withoutATokenTheUserIsAskedOnce() {
		grantTokens();
		serveRecipe("new1");
		assertThat(read(asking())).isEqualTo("Stir");
		assertThat(authorization()).contains("oauth_token=\"new1\"", "oauth_signature=\"%26new-s3cret\"");
		assertThat(this.pages).containsExactly(site().resolve("+authorize-token?oauth_token=req1"));
		assertThat(store().find(site(), CONSUMER)).contains(NEW);
		assertThat(read(asking())).isEqualTo("Stir");
		assertThat(this.pages).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Expired token (2026-11-20).", "Invalid token.", "Unknown access token (old)." })
	void invalidTokenIsReplacedAndTheRequestRepeated(String reason) {
		store().save(site(), CONSUMER, OLD);
		grantTokens();
		refuse("old", reason);
		serveRecipe("new1");
		assertThat(read(asking())).isEqualTo("Stir");
		assertThat(store().find(site(), CONSUMER)).contains(NEW);
		assertThat(this.pages).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "You may not see this.", "token Expired token" })
	void other401DoesNotReplaceTheToken(String reason) {
		store().save(site(), CONSUMER, OLD);
		refuse("old", reason);
		ServiceRoot root = root(asking());
		assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(4))
			.withMessageNotContaining("The service refused the token");
		assertThat(store().find(site(), CONSUMER)).contains(OLD);
		assertThat(this.pages).isEmpty();
		assertThat(this.service.requestsFor("recipes/4")).hasSize(1);
	}

	@Test
	void withoutPromptInvalidTokenIsRemovedAndCredentialsExceptionIsThrown() {
		store().save(site(), CONSUMER, OLD);
		refuse("old", "Expired token");
		ServiceRoot root = root(authorizer());
		assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(4))
			.withMessageContaining("The service refused the token of 'consumer' in '%s'", store());
		assertThat(store().find(site(), CONSUMER)).isEmpty();
		assertThatExceptionOfType(CredentialsException.class).isThrownBy(() -> root.collection("recipes").get(4))
			.withMessageContaining("There is no token of 'consumer' for " + site())
			.withMessageContaining(this.directory.toString());
		assertThat(this.service.requestsFor("recipes/4")).hasSize(1);
	}

	@Test
	void tokenOfOtherProcessIsUsed() {
		store().save(site(), CONSUMER, OLD);
		refuse("old", "Expired token");
		serveRecipe("other");
		ServiceRoot root = root(asking());
		store().save(site(), CONSUMER, new AccessToken("other", "s3cret"));
		assertThat(root.collection("recipes").get(4).getString("instructions")).isEqualTo("Stir");
		assertThat(this.pages).isEmpty();
	}

	@Test
	void declinedAuthorizationThrowsExceptionAndIsRequestedAgain() {
		store().save(site(), CONSUMER, OLD);
		refuse("old", "Expired token");
		this.service.serve(post(urlEqualTo("/+request-token")), token("req1", "req-s3cret"));
		this.service.serve(post(urlEqualTo("/+access-token")), aResponse().withStatus(403));
		ServiceRoot root = root(asking());
		assertThatExceptionOfType(AuthorizationDeclinedException.class)
			.isThrownBy(() -> root.collection("recipes").get(4));
		assertThatExceptionOfType(AuthorizationDeclinedException.class)
			.isThrownBy(() -> root.collection("recipes").get(4));
		assertThat(this.pages).hasSize(2);
	}

	@Test
	void newTokenThatIsRejectedIsNotReplacedAgain() {
		grantTokens();
		refuse("new", "Invalid token");
		ServiceRoot root = root(asking());
		assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(4));
		assertThat(this.pages).hasSize(2);
	}

	@Test
	void manyThreadsAskTheUserOnce() throws InterruptedException, ExecutionException {
		store().save(site(), CONSUMER, OLD);
		grantTokens();
		refuse("old", "Expired token");
		serveRecipe("new1");
		int threads = 8;
		ExecutorService pool = Executors.newFixedThreadPool(threads);
		try (ServiceRoot root = root(new SignedTogether(asking(), threads))) {
			List<Future<String>> read = IntStream.range(0, threads)
				.mapToObj((i) -> pool.submit(() -> root.collection("recipes").get(4).getString("instructions")))
				.toList();
			for (Future<String> one : read) {
				assertThat(one.get()).isEqualTo("Stir");
			}
		}
		finally {
			pool.shutdownNow();
		}
		assertThat(this.pages).hasSize(1);
		assertThat(this.service.requestsFor("recipes/4")).hasSize(2 * threads);
	}

	@Test
	void tokenThatCannotBeStoredIsUsed() {
		grantTokens();
		serveRecipe("new1");
		StoredTokenAuthorizer authorizer = new StoredTokenAuthorizer(site(), CONSUMER, new FullStore())
			.withPrompt(flow(), this.pages::add, Duration.ofMinutes(1));
		assertThatExceptionOfType(CredentialsException.class).isThrownBy(authorizer::prepare).withMessage("full");
		assertThat(read(authorizer)).isEqualTo("Stir");
		assertThat(this.pages).hasSize(1);
	}

	@Test
	void waitForOtherThreadCanBeInterrupted() throws InterruptedException, ExecutionException {
		grantTokens();
		CountDownLatch shown = new CountDownLatch(1);
		CountDownLatch decided = new CountDownLatch(1);
		StoredTokenAuthorizer authorizer = authorizer().withPrompt(flow(), (page) -> {
			shown.countDown();
			ManyRecipes.await(decided, 30_000);
		}, Duration.ofMinutes(1));
		ExecutorService pool = Executors.newFixedThreadPool(1);
		try {
			Future<?> asked = pool.submit(authorizer::prepare);
			shown.await();
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(TransportException.class).isThrownBy(authorizer::prepare)
				.withMessageContaining("interrupted");
			assertThat(Thread.interrupted()).isTrue();
			decided.countDown();
			asked.get();
			assertThat(store().find(site(), CONSUMER)).contains(NEW);
		}
		finally {
			pool.shutdownNow();
		}
	}

	@Test
	void responseToOtherUserIsNotReused() {
		store().save(site(), CONSUMER, OLD);
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")).withHeader("Authorization", containing("\"old\"")),
				StubService.fresh(this.service.recipe(4, "Old")));
		assertThat(read(authorizer())).isEqualTo("Old");
		store().save(site(), CONSUMER, NEW);
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")).withHeader("Authorization", containing("\"new1\"")),
				StubService.fresh(this.service.recipe(4, "New")));
		assertThat(read(authorizer())).isEqualTo("New");
		assertThat(this.service.requestsFor("recipes/4")).hasSize(2);
	}

	@Test
	void settingsApplyToEveryToken() {
		store().save(site(), CONSUMER, OLD);
		serveRecipe("old");
		StoredTokenAuthorizer authorizer = authorizer().withSettings(
				(oauth) -> oauth.withApplicationName("the app").withSignatureMethod(SignatureMethod.HMAC_SHA256));
		assertThat(read(authorizer)).isEqualTo("Stir");
		assertThat(authorization()).contains("HMAC-SHA256");
		assertThat(this.service.requestsFor("recipes/4").get(0).getHeader("User-Agent"))
			.endsWith("; application=\"the app\"; oauth_consumer=\"consumer\"");
		assertThat(authorizer.sendsSecrets()).isFalse();
		assertThat(authorizer().sendsSecrets()).isTrue();
	}

	@Test
	void flowForAnotherApplicationIsRejected() {
		OAuthTokenFlow other = OAuthTokenFlow.builder(site(), OAuthConsumer.of("other")).build();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> authorizer().withPrompt(other, this.pages::add, Duration.ofMinutes(1)))
			.withMessageContaining("'other'");
	}

	@Test
	void toStringDoesNotRevealTheToken() {
		store().save(site(), CONSUMER, OLD);
		StoredTokenAuthorizer authorizer = asking();
		authorizer.prepare();
		assertThat(authorizer.toString()).contains("consumer", site().toString()).doesNotContain("old", "s3cret");
		assertThat(store().find(site(), CONSUMER).map(AccessToken::toString))
			.isEqualTo(Optional.of("AccessToken[******]"));
	}

	private String read(StoredTokenAuthorizer authorizer) {
		return root(authorizer).collection("recipes").get(4).getString("instructions");
	}

	private ServiceRoot root(HttpAuthorizer authorizer) {
		return this.service.open(this.service.client().authorizer(authorizer).cache(this.directory.resolve("cache")));
	}

	private StoredTokenAuthorizer asking() {
		AuthorizationPrompt prompt = this.pages::add;
		return authorizer().withPrompt(flow(), prompt, Duration.ofMinutes(1));
	}

	private StoredTokenAuthorizer authorizer() {
		return new StoredTokenAuthorizer(site(), CONSUMER, store());
	}

	private OAuthTokenFlow flow() {
		return OAuthTokenFlow.builder(OAuthTokenFlow.webRootOf(site()), CONSUMER).sleeper((wait) -> {
		}).build();
	}

	private TokenStore store() {
		return new FileTokenStore(this.directory.resolve("tokens"));
	}

	private URI site() {
		return URI.create("http://localhost:" + this.service.server().port() + "/");
	}

	private void serveRecipe(String token) {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")).withHeader("Authorization",
				containing("oauth_token=\"" + token + "\"")), StubService.json(this.service.recipe(4, "Stir")));
	}

	private void refuse(String tokenPrefix, String reason) {
		this.service.serve(get(urlEqualTo("/1.0/recipes/4")).withHeader("Authorization",
				containing("oauth_token=\"" + tokenPrefix)), aResponse().withStatus(401).withBody(reason));
	}

	/** Each request token is granted once, with its own number. */
	private void grantTokens() {
		for (int number = 1; number <= 3; number++) {
			this.service.serve(post(urlEqualTo("/+request-token")).inScenario("tokens")
				.whenScenarioStateIs((number == 1) ? Scenario.STARTED : "token " + number)
				.willSetStateTo("token " + (number + 1)), token("req" + number, "req-s3cret"));
			this.service.serve(post(urlPathMatching("/\\+access-token"))
				.withRequestBody(containing("oauth_token=req" + number + "&")), token("new" + number, "new-s3cret"));
		}
	}

	private static ResponseDefinitionBuilder token(String key, String secret) {
		return aResponse().withBody("oauth_token=%s&oauth_token_secret=%s&lp.context=None".formatted(key, secret));
	}

	private String authorization() {
		return this.service.requestsFor("recipes/4").get(0).getHeader("Authorization");
	}

	/**
	 * Holds requests for recipes until several are signed.
	 */
	private static final class SignedTogether implements HttpAuthorizer {

		private final HttpAuthorizer authorizer;

		private final CountDownLatch signed;

		SignedTogether(HttpAuthorizer authorizer, int requests) {
			this.authorizer = authorizer;
			this.signed = new CountDownLatch(requests);
		}

		@Override
		public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
			this.authorizer.authorizeRequest(absoluteUri, method, body, headers);
			if (absoluteUri.getPath().endsWith("/4")) {
				this.signed.countDown();
				ManyRecipes.await(this.signed, 30_000);
			}
		}

		@Override
		public boolean renew(Refusal refusal) {
			return this.authorizer.renew(refusal);
		}

		@Override
		public String identity() {
			return this.authorizer.identity();
		}

	}

	/**
	 * A store that cannot save tokens.
	 */
	private static final class FullStore implements TokenStore {

		@Override
		public Optional<AccessToken> find(URI serviceRoot, OAuthConsumer consumer) {
			return Optional.empty();
		}

		@Override
		public void save(URI serviceRoot, OAuthConsumer consumer, AccessToken token) {
			throw new CredentialsException(serviceRoot, "full", null);
		}

		@Override
		public void remove(URI serviceRoot, OAuthConsumer consumer) {
		}

	}

}
