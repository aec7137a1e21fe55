package dev.hyperclient.autoconfigure.httpcache;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.autoconfigure.security.HttpCacheOAuth2AutoConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.web.client.OAuth2ClientHttpRequestInterceptor;
import org.springframework.security.oauth2.client.web.client.RequestAttributeClientRegistrationIdResolver;
import org.springframework.security.oauth2.client.web.reactive.function.client.ServerOAuth2AuthorizedClientExchangeFilterFunction;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AccessToken.TokenType;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests whose access tokens Spring Security obtains. Each of them has a new token.
 */
class HttpCacheOAuth2Tests {

	private static final Authentication ANN = new TestingAuthenticationToken("ann", "", "USER");

	private static final Authentication BEN = new TestingAuthenticationToken("ben", "", "USER");

	private static final Authentication ANONYMOUS = new AnonymousAuthenticationToken("anonymous", "anonymousUser",
			AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));

	/** The grants of registrations for which users do not log in. */
	private static final Map<String, AuthorizationGrantType> GRANTS = Map.of("machine",
			AuthorizationGrantType.CLIENT_CREDENTIALS, "assertion", AuthorizationGrantType.JWT_BEARER, "exchange",
			AuthorizationGrantType.TOKEN_EXCHANGE);

	private final CountingServer server = new CountingServer();

	private final ApplicationContextRunner runner = HttpCacheContextRunner
		.create(HttpCacheOAuth2AutoConfiguration.class)
		.withUserConfiguration(Managers.class);

	@AfterEach
	void stop() {
		SecurityContextHolder.clearContext();
		this.server.close();
	}

	@Test
	void responseIsReusedByTheSamePrincipalWithANewToken() {
		this.runner.run((context) -> {
			assertThat(get(context, ANN, "users")).isEqualTo("1 for Bearer token 1");
			assertThat(get(context, ANN, "users")).isEqualTo("1 for Bearer token 1");
			assertThat(get(context, BEN, "users")).isEqualTo("2 for Bearer token 3");
			assertThat(get(context, ANN, "others")).isEqualTo("3 for Bearer token 4");
			assertThat(get(context, ANN, "users")).isEqualTo("1 for Bearer token 1");
		});
	}

	@Test
	void responseIsReusedAfterARestart(@TempDir Path directory) {
		ApplicationContextRunner files = this.runner.withPropertyValues(
				"hyper-client.http-cache.directory=" + directory.resolve("cache"),
				"hyper-client.http-cache.identity-key-file=" + directory.resolve("key"));
		files.run((context) -> assertThat(get(context, ANN, "users")).isEqualTo("1 for Bearer token 1"));
		files.run((context) -> assertThat(get(context, ANN, "users")).isEqualTo("1 for Bearer token 1"));
		assertThat(this.server.requests()).hasSize(1);
	}

	@Test
	void anonymousUsersAreKeptApartByTheirTokens() {
		this.runner.run((context) -> {
			assertThat(get(context, ANONYMOUS, "users")).isEqualTo("1 for Bearer token 1");
			assertThat(get(context, ANONYMOUS, "users")).isEqualTo("2 for Bearer token 2");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "assertion", "exchange" })
	void tokensOfOtherGrantsAreIdentitiesOfTheirOwn(String registration) {
		this.runner.run((context) -> {
			assertThat(get(context, ANN, registration)).isEqualTo("1 for Bearer token 1");
			assertThat(get(context, ANN, registration)).isEqualTo("2 for Bearer token 2");
		});
	}

	@Test
	void clientCredentialsBelongToThePrincipalThatTheyWereObtainedFor() {
		this.runner.run((context) -> {
			Authentication tenant = new TestingAuthenticationToken("tenant", "");
			assertThat(get(context, ANONYMOUS, "machine")).isEqualTo("1 for Bearer token 1");
			assertThat(get(context, tenant, "machine")).isEqualTo("2 for Bearer token 2");
			assertThat(get(context, ANONYMOUS, "machine")).isEqualTo("1 for Bearer token 1");
			assertThat(get(context, tenant, "machine")).isEqualTo("2 for Bearer token 2");
			assertThat(get(context, tenant, "users")).isEqualTo("3 for Bearer token 5");
		});
	}

	@Test
	void tokenOfAnotherOriginIsAnIdentityOfItsOwn() {
		this.runner.run((context) -> {
			RestClient client = context.getBean(RestClient.Builder.class).build();
			SecurityContextHolder.getContext().setAuthentication(ANN);
			for (String token : List.of("own 1", "own 2", "own 1")) {
				client.get()
					.uri(this.server.url() + "/")
					.header("Authorization", "Bearer " + token)
					.attributes(RequestAttributeClientRegistrationIdResolver.clientRegistrationId("users"))
					.retrieve()
					.body(String.class);
			}
			assertThat(this.server.requests()).hasSize(2);
		});
	}

	@Test
	void responseIsReusedByWebClient() {
		this.runner.run((context) -> {
			ServerOAuth2AuthorizedClientExchangeFilterFunction oauth2 = new ServerOAuth2AuthorizedClientExchangeFilterFunction(
					context.getBean(ReactiveOAuth2AuthorizedClientManager.class));
			oauth2.setDefaultClientRegistrationId("machine");
			WebClient client = context.getBean(WebClient.Builder.class).filter(oauth2).build();
			for (int i = 0; i < 2; i++) {
				assertThat(client.get()
					.uri(this.server.url() + "/")
					.retrieve()
					.bodyToMono(String.class)
					.block(Duration.ofSeconds(10))).startsWith("1 for ");
			}
		});
	}

	private String get(ApplicationContext context, Authentication principal, String registration) {
		SecurityContextHolder.getContext().setAuthentication(principal);
		return context.getBean(RestClient.Builder.class)
			.requestInterceptor(
					new OAuth2ClientHttpRequestInterceptor(context.getBean(OAuth2AuthorizedClientManager.class)))
			.build()
			.get()
			.uri(this.server.url() + "/")
			.attributes(RequestAttributeClientRegistrationIdResolver.clientRegistrationId(registration))
			.retrieve()
			.body(String.class);
	}

	@Configuration(proxyBeanMethods = false)
	static class Managers {

		private final AtomicInteger tokens = new AtomicInteger();

		@Bean
		OAuth2AuthorizedClientManager manager() {
			return this::authorize;
		}

		@Bean
		ReactiveOAuth2AuthorizedClientManager reactiveManager() {
			return (request) -> Mono.fromSupplier(() -> authorize(request));
		}

		private OAuth2AuthorizedClient authorize(OAuth2AuthorizeRequest request) {
			String id = request.getClientRegistrationId();
			ClientRegistration registration = ClientRegistration.withRegistrationId(id)
				.authorizationGrantType(GRANTS.getOrDefault(id, AuthorizationGrantType.AUTHORIZATION_CODE))
				.clientId("id")
				.redirectUri("https://example.com/login")
				.authorizationUri("https://example.org/authorize")
				.tokenUri("https://example.org/token")
				.build();
			OAuth2AccessToken token = new OAuth2AccessToken(TokenType.BEARER, "token " + this.tokens.incrementAndGet(),
					Instant.now(), Instant.now().plusSeconds(60));
			return new OAuth2AuthorizedClient(registration, request.getPrincipal().getName(), token);
		}

	}

}
