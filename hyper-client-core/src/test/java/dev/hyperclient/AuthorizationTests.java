package dev.hyperclient;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.authorizer.SignatureMethod;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.Unauthorized;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.util.UriUtils;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for the header fields that authorizers send, and that secrets are not sent
 * unencrypted.
 */
class AuthorizationTests {

	private static final String PRODUCT = "hyper-client/" + System.getProperty("expected-version");

	private static final OAuthAuthorizer OAUTH = new OAuthAuthorizer("consumer", new AccessToken("token", "s3cret"));

	@RegisterExtension
	private final StubService service = new StubService();

	private final AtomicInteger sent = new AtomicInteger();

	@Test
	void requestWithoutAuthorizerHasNoCredentials() {
		LoggedRequest request = requestOf(null);
		assertThat(request.containsHeader("Authorization")).isFalse();
		assertThat(request.getHeader("User-Agent")).isEqualTo(PRODUCT);
	}

	@Test
	void basicIsSentFromTheFirstRequestAndLeavesNoTraceInTheUserAgent() {
		LoggedRequest request = requestOf(new BasicHttpAuthorizer("user", "password"));
		assertThat(request.getHeaders().getHeader("Authorization").values())
			.containsExactly("Basic dXNlcjpwYXNzd29yZA==");
		assertThat(request.getHeader("User-Agent")).isEqualTo(PRODUCT);
	}

	@Test
	void oauthIsSentFromTheFirstRequest() {
		LoggedRequest request = requestOf(oauth());
		assertThat(request.getHeaders().getHeader("Authorization").values()).singleElement()
			.asString()
			.matches("OAuth realm=\"OAuth\", oauth_nonce=\"\\d+\", oauth_timestamp=\"\\d+\", oauth_version=\"1.0\", "
					+ "oauth_signature_method=\"PLAINTEXT\", oauth_consumer_key=\"consumer\", oauth_token=\"token\", "
					+ "oauth_signature=\"%26s3cret\"");
		assertThat(request.getHeader("User-Agent")).isEqualTo(PRODUCT + "; oauth_consumer=\"consumer\"");
	}

	@Test
	void everyAttemptAndEveryRedirectHasItsOwnNonce() {
		this.service.serveInTurn("recipes/featured", aResponse().withStatus(503),
				aResponse().withStatus(303).withHeader("Location", this.service.url("recipes/4")));
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir"));
		ServiceRoot root = this.service
			.open(this.service.client().authorizer(oauth()).retryPolicy(StubService.QUICK_RETRIES));
		assertThat(root.entry("featured").getString("instructions")).isEqualTo("Stir");
		List<String> nonces = requests().map((request) -> parameter(request, "oauth_nonce")).toList();
		assertThat(nonces).hasSize(5).doesNotHaveDuplicates();
	}

	/** Long ones take seconds without the optimizing compiler. */
	private static KeyPair shortKeys() throws GeneralSecurityException {
		KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
		generator.initialize(1024);
		return generator.generateKeyPair();
	}

	@Test
	void serviceCanVerifyEverySignature() throws GeneralSecurityException {
		KeyPair pair = shortKeys();
		this.service.serve("POST", "recipes",
				aResponse().withStatus(201).withHeader("Location", this.service.url("recipes/9")));
		this.service.serveJson("recipes/9", this.service.recipe(9, "Boil"));
		this.service.serveJson("recipes?search=%22a+%26+b%2B%C3%A9%22&ws.op=find", this.service.page(0, 0, null));
		ServiceRoot root = this.service.open(this.service.client()
			.authorizer(oauth().withSignatureMethod(SignatureMethod.rsaSha1(pair.getPrivate()))));
		root.collection("recipes").operation("find").with("search", "a & b+\u00e9").invoke();
		root.collection("recipes").operation("create").with("instructions", "Boil & stir = 1+1 \u00e9").invoke();
		List<LoggedRequest> sent = requests().toList();
		assertThat(sent).hasSize(5);
		for (LoggedRequest request : sent) {
			Signature verifier = Signature.getInstance("SHA1withRSA");
			verifier.initVerify(pair.getPublic());
			verifier.update(baseString(request).getBytes(StandardCharsets.US_ASCII));
			String signature = URLDecoder.decode(parameter(request, "oauth_signature"), StandardCharsets.UTF_8);
			assertThat(verifier.verify(Base64.getDecoder().decode(signature))).isTrue();
		}
	}

	/**
	 * Return the text that is signed (RFC 5849, 3.4.1), from the request as it was
	 * received.
	 */
	private static String baseString(LoggedRequest request) {
		String[] url = request.getAbsoluteUrl().split("\\?");
		String oauth = request.getHeader("Authorization")
			.replaceAll("OAuth realm=\"OAuth\", |, oauth_signature=.*|\"", "")
			.replace(", ", "&");
		String parameters = Stream.of(oauth, (url.length > 1) ? url[1] : "", request.getBodyAsString())
			.flatMap((form) -> Stream.of(form.replace("+", "%20").split("&")))
			.filter((pair) -> !pair.isEmpty())
			.sorted()
			.collect(Collectors.joining("&"));
		return request.getMethod().getName() + "&" + encode(url[0]) + "&" + encode(parameters);
	}

	@Test
	void cacheFilesContainNoSecrets(@TempDir Path directory) throws IOException {
		this.service.serve("recipes/4",
				StubService.json(this.service.recipe(4, "Stir"))
					.withHeader("Date", "Sat, 21 Nov 2026 00:00:00 GMT")
					.withHeader("Vary", "Authorization")
					.withHeader("Cache-Control", "private, max-age=60")
					.withHeader("ETag", "\"tag-4\""));
		for (HttpAuthorizer authorizer : List.of(new BasicHttpAuthorizer("user", "s3cret"), oauth())) {
			try (ServiceRoot root = this.service.client().authorizer(authorizer).cache(directory).build()) {
				root.collection("recipes").get(4);
			}
		}
		try (Stream<Path> files = Files.walk(directory)) {
			List<Path> stored = files.filter(Files::isRegularFile).toList();
			assertThat(stored).hasSizeGreaterThanOrEqualTo(3).allSatisfy((file) -> {
				String content = Files.readString(file, StandardCharsets.ISO_8859_1);
				assertThat(file + content).doesNotContain("s3cret")
					.doesNotContain("dXNlcjpzM2NyZXQ")
					.doesNotContain("oauth_")
					.doesNotContain("basic:");
			});
		}
	}

	@Test
	void errorOfRefusalContainsNoSecrets() {
		this.service.serve("recipes/4",
				aResponse().withStatus(401).withHeader("WWW-Authenticate", "OAuth realm=\"cookbooks\""));
		for (HttpAuthorizer authorizer : List.of(new BasicHttpAuthorizer("user", "s3cret"), oauth())) {
			try (ServiceRoot root = this.service.client().authorizer(authorizer).build()) {
				assertThat(root.credentials()).contains(authorizer);
				assertThatExceptionOfType(Unauthorized.class).isThrownBy(() -> root.collection("recipes").get(4))
					.satisfies((error) -> assertThat(error).asString()
						.contains("401")
						.doesNotContain("s3cret")
						.doesNotContain("dXNlcjpzM2NyZXQ"));
			}
		}
	}

	private static OAuthAuthorizer oauth() {
		return new OAuthAuthorizer("consumer", new AccessToken("token", "s3cret"));
	}

	private LoggedRequest requestOf(@Nullable HttpAuthorizer authorizer) {
		this.service.client().authorizer(authorizer).build().close();
		return requests().findFirst().orElseThrow();
	}

	private Stream<LoggedRequest> requests() {
		return this.service.server().getAllServeEvents().stream().map(ServeEvent::getRequest);
	}

	private static String parameter(LoggedRequest request, String name) {
		Matcher matcher = Pattern.compile(name + "=\"([^\"]*)\"").matcher(request.getHeader("Authorization"));
		assertThat(matcher.find()).isTrue();
		return matcher.group(1);
	}

	private static String encode(String text) {
		return UriUtils.encode(text, StandardCharsets.UTF_8);
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://example.com/", "HTTP://EXAMPLE.COM/", "http://10.0.0.1:8080/",
			"http://localhost.example.com/", "http://127.0.0.1.example.com/", "http://128.0.0.1/", "http://[::2]/",
			"http://[fe80::1]/", "http://0.0.0.0/" })
	void secretsOverPlainHttpAreRejected(String url) {
		for (HttpAuthorizer authorizer : List.of(new BasicHttpAuthorizer("me", "s3cret"), OAUTH,
				new OAuthAuthorizer("consumer", AccessToken.anonymous()).withConsumerSecret("s3cret"),
				new CountingAuthorizer("me"))) {
			assertThatIllegalArgumentException().isThrownBy(() -> build(url, authorizer, false))
				.withMessageContaining("'serviceRoot' must begin with https://")
				.withMessageContaining(url)
				.withMessageContaining("'allowPlainHttpCredentials'")
				.withMessageNotContaining("s3cret");
		}
		assertThat(this.sent).hasValue(0);
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://example.com/", "http://localhost:8080/", "http://LocalHost/", "http://127.0.0.1/",
			"http://127.1.2.3/", "http://[::1]:8080/", "http://[0:0:0:0:0:0:0:1]/" })
	void secretsAreAllowedOverLoopbackAndHttps(String url) {
		assertSent(url, OAUTH, false);
	}

	@Test
	void authorizerWithoutSecretsMayUsePlainHttp() throws GeneralSecurityException {
		SignatureMethod rsa = SignatureMethod.rsaSha1(shortKeys().getPrivate());
		assertSent("http://example.com/", null, false);
		assertSent("http://example.com/", new OAuthAuthorizer("consumer", AccessToken.anonymous()), false);
		for (SignatureMethod method : List.of(SignatureMethod.HMAC_SHA1, SignatureMethod.HMAC_SHA256, rsa)) {
			assertSent("http://example.com/", OAUTH.withSignatureMethod(method), false);
		}
	}

	@Test
	void settingAllowsSecretsOverPlainHttp() {
		assertSent("http://example.com/", OAUTH, true);
	}

	private void assertSent(String url, @Nullable HttpAuthorizer authorizer, boolean allow) {
		int before = this.sent.get();
		assertThatExceptionOfType(TransportException.class).isThrownBy(() -> build(url, authorizer, allow));
		assertThat(this.sent.get() - before).isEqualTo(1);
	}

	private void build(String url, @Nullable HttpAuthorizer authorizer, boolean allow) {
		WebClient cut = WebClient.builder().exchangeFunction((request) -> {
			this.sent.incrementAndGet();
			return Mono.error(new WebClientRequestException(new java.net.ConnectException("cut"), request.method(),
					request.url(), request.headers()));
		}).build();
		ServiceRoot.builder(authorizer)
			.serviceRoot(URI.create(url))
			.retryPolicy(RetryPolicy.none())
			.allowPlainHttpCredentials(allow)
			.webClient(() -> cut)
			.build();
	}

}
