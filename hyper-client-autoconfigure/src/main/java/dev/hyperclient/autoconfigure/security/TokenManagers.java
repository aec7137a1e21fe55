package dev.hyperclient.autoconfigure.security;

import java.time.Duration;

import dev.hyperclient.autoconfigure.HyperClientProperties;

import dev.hyperclient.netty.InterimResponses;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.ClientCredentialsOAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.OAuth2AuthorizationContext;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2ClientCredentialsGrantRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.OAuth2AccessToken;

/**
 * What fetches the tokens of a service, within the time-outs of that service.
 */
final class TokenManagers {

	private static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(60);

	private final ObjectProvider<AuthorizedClientServiceOAuth2AuthorizedClientManager> managers;

	private final ObjectProvider<OAuth2AccessTokenResponseClient<OAuth2ClientCredentialsGrantRequest>> tokenClients;

	private final ObjectProvider<ClientHttpRequestFactoryBuilder<?>> requestFactories;

	private final ObjectProvider<HttpClientSettings> settings;

	TokenManagers(ObjectProvider<AuthorizedClientServiceOAuth2AuthorizedClientManager> managers,
			ObjectProvider<OAuth2AccessTokenResponseClient<OAuth2ClientCredentialsGrantRequest>> tokenClients,
			ObjectProvider<ClientHttpRequestFactoryBuilder<?>> requestFactories,
			ObjectProvider<HttpClientSettings> settings) {
		this.managers = managers;
		this.tokenClients = tokenClients;
		this.requestFactories = requestFactories;
		this.settings = settings;
	}

	/**
	 * A manager of the application is taken only if it is of the kind that works outside
	 * of web requests: in a servlet application there is another one by default.
	 */
	OAuth2AuthorizedClientManager manager(ClientRegistrationRepository registrations,
			OAuth2AuthorizedClientService clients, HyperClientProperties service) {
		return this.managers.getIfUnique(() -> {
			OAuth2AccessTokenResponseClient<OAuth2ClientCredentialsGrantRequest> tokenClient = this.tokenClients
				.getIfUnique(() -> tokenClient(service));
			AuthorizedClientServiceOAuth2AuthorizedClientManager manager = new AuthorizedClientServiceOAuth2AuthorizedClientManager(
					registrations, clients);
			manager.setAuthorizedClientProvider((context) -> authorize(context, tokenClient));
			return manager;
		});
	}

	private static @Nullable OAuth2AuthorizedClient authorize(OAuth2AuthorizationContext context,
			OAuth2AccessTokenResponseClient<OAuth2ClientCredentialsGrantRequest> tokenClient) {
		ClientCredentialsOAuth2AuthorizedClientProvider provider = new ClientCredentialsOAuth2AuthorizedClientProvider();
		provider.setAccessTokenResponseClient(tokenClient);
		provider.setClockSkew(clockSkew(context.getAuthorizedClient()));
		return provider.authorize(context);
	}

	/**
	 * The time before its expiry from which a token is replaced: that of Spring Security,
	 * but no more than a tenth of the token's lifetime.
	 */
	private static Duration clockSkew(@Nullable OAuth2AuthorizedClient client) {
		OAuth2AccessToken token = (client != null) ? client.getAccessToken() : null;
		if (token == null || token.getIssuedAt() == null || token.getExpiresAt() == null) {
			return MAX_CLOCK_SKEW;
		}
		Duration tenth = Duration.between(token.getIssuedAt(), token.getExpiresAt()).dividedBy(10);
		return (tenth.compareTo(MAX_CLOCK_SKEW) < 0) ? tenth : MAX_CLOCK_SKEW;
	}

	private OAuth2AccessTokenResponseClient<OAuth2ClientCredentialsGrantRequest> tokenClient(
			HyperClientProperties service) {
		HttpClientSettings transport = this.settings.getIfAvailable(HttpClientSettings::defaults)
			.withTimeouts(service.connectTimeout(), service.readTimeout())
			.withRedirects(HttpRedirects.DONT_FOLLOW);
		ClientHttpRequestFactoryBuilder<?> factory = this.requestFactories
			.getIfAvailable(ClientHttpRequestFactoryBuilder::detect);
		return TokenClients.using(ignoringInterimResponses(factory).build(transport), service.callTimeout());
	}

	/** Otherwise a token could reach another client than the one it was made for. */
	private static ClientHttpRequestFactoryBuilder<?> ignoringInterimResponses(
			ClientHttpRequestFactoryBuilder<?> factory) {
		return (factory instanceof ReactorClientHttpRequestFactoryBuilder reactor)
				? reactor.withHttpClientCustomizer(InterimResponses::ignoredBy) : factory;
	}

}
