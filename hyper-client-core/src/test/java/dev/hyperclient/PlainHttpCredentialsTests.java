package dev.hyperclient;

import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import dev.hyperclient.authorizer.SignatureMethod;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests that secrets are not sent unencrypted. The HTTP client of these tests always
 * fails: if it is called, the root was not rejected.
 */
class PlainHttpCredentialsTests {

	private static final OAuthAuthorizer OAUTH = new OAuthAuthorizer("consumer", new AccessToken("token", "s3cret"));

	private final AtomicInteger sent = new AtomicInteger();

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
		SignatureMethod rsa = SignatureMethod
			.rsaSha1(KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate());
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
