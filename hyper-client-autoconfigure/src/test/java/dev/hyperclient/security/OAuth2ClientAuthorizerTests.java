package dev.hyperclient.security;

import java.net.URI;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.authorizer.Refusal;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizationContext;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Replacement of rejected tokens.
 */
class OAuth2ClientAuthorizerTests {

	private static final URI THING = URI.create("http://localhost/thing");

	private static final URI PRIVATE = URI.create("http://localhost/private");

	private final InMemoryClientRegistrationRepository registrations = new InMemoryClientRegistrationRepository(
			ClientRegistration.withRegistrationId("cook")
				.clientId("client")
				.tokenUri("http://localhost/token")
				.authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
				.build());

	private final OAuth2AuthorizedClientService clients = new InMemoryOAuth2AuthorizedClientService(this.registrations);

	private final AtomicInteger tokens = new AtomicInteger();

	private Instant now = Instant.now();

	private final OAuth2ClientAuthorizer authorizer = authorizer();

	private OAuth2ClientAuthorizer authorizer() {
		AuthorizedClientServiceOAuth2AuthorizedClientManager manager = new AuthorizedClientServiceOAuth2AuthorizedClientManager(
				this.registrations, this.clients);
		manager.setAuthorizedClientProvider(this::authorize);
		return new OAuth2ClientAuthorizer(manager, this.clients, "cook", "me", () -> this.now);
	}

	private OAuth2AuthorizedClient authorize(OAuth2AuthorizationContext context) {
		OAuth2AuthorizedClient known = context.getAuthorizedClient();
		if (known != null && Instant.now().isBefore(known.getAccessToken().getExpiresAt())) {
			return null;
		}
		return new OAuth2AuthorizedClient(context.getClientRegistration(), "me",
				new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, "t" + this.tokens.incrementAndGet(),
						Instant.now(), Instant.now().plusSeconds(3600)));
	}

	@Test
	void renewedTokenThatIsRejectedAgainIsReplacedAfterOneMinute() {
		assertThat(reject(send())).isTrue();
		assertThat(reject(send())).isFalse();
		assertThat(send().getFirst(HttpHeaders.AUTHORIZATION)).isEqualTo("Bearer t2");
		this.now = this.now.plusSeconds(61);
		assertThat(reject(send())).isTrue();
		assertThat(send().getFirst(HttpHeaders.AUTHORIZATION)).isEqualTo("Bearer t3");
	}

	@Test
	void tokenThatAnotherCallHasReplacedIsNotReplacedAgain() {
		HttpHeaders first = send();
		assertThat(reject(first)).isTrue();
		assertThat(reject(first)).isTrue();
		assertThat(this.tokens).hasValue(2);
	}

	@Test
	void tokenThatUrlHasAcceptedIsReplacedAtOnce() {
		this.authorizer.accepted(THING);
		assertThat(reject(PRIVATE, send())).isTrue();
		assertThat(reject(PRIVATE, send())).isFalse();
		// The authorization server was restarted.
		assertThat(reject(send())).isTrue();
		assertThat(send().getFirst(HttpHeaders.AUTHORIZATION)).isEqualTo("Bearer t3");
		assertThat(reject(PRIVATE, send())).isFalse();
		this.authorizer.accepted(THING);
		assertThat(reject(send())).isTrue();
		assertThat(this.tokens).hasValue(4);
	}

	@Test
	void urlThatIsNoLongerAcceptedCausesOneTokenRequest() {
		assertThat(reject(PRIVATE, send())).isTrue();
		this.authorizer.accepted(THING);
		assertThat(reject(send())).isTrue();
		for (int call = 0; call < 3; call++) {
			assertThat(reject(send())).isFalse();
		}
		assertThat(this.tokens).hasValue(3);
	}

	@Test
	void urlsThatWereAcceptedAreForgottenAfterOneThousand() {
		this.authorizer.accepted(THING);
		for (int other = 1; other < 1000; other++) {
			this.authorizer.accepted(URI.create("http://localhost/things/" + other));
		}
		assertThat(reject(PRIVATE, send())).isTrue();
		assertThat(reject(send())).isTrue();
		this.authorizer.accepted(THING);
		this.authorizer.accepted(URI.create("http://localhost/things/1000"));
		assertThat(reject(send())).isFalse();
		assertThat(this.tokens).hasValue(3);
	}

	@Test
	void manyPrivateResourcesCauseOneTokenRequestPerMinute() {
		for (int resource = 0; resource < 5000; resource++) {
			this.authorizer.accepted(URI.create("http://localhost/things/" + resource));
			reject(URI.create("http://localhost/private/" + resource), send());
		}
		assertThat(this.tokens).hasValue(2);
	}

	private HttpHeaders send() {
		HttpHeaders headers = new HttpHeaders();
		this.authorizer.authorizeRequest(THING, HttpMethod.GET, null, headers);
		return headers;
	}

	private boolean reject(HttpHeaders sent) {
		return reject(THING, sent);
	}

	private boolean reject(URI uri, HttpHeaders sent) {
		return this.authorizer.renew(new Refusal(ServiceRequest.get(uri, sent),
				ServiceResponse.of(uri, 401, new HttpHeaders(), new byte[0])));
	}

}
