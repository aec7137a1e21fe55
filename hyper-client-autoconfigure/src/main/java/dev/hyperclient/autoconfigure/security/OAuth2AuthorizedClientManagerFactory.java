package dev.hyperclient.autoconfigure.security;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

import dev.hyperclient.autoconfigure.httpcache.HttpCacheTransports;
import dev.hyperclient.autoconfigure.internal.OAuth2AuthorizerFactory;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.netty.InterimResponses;
import dev.hyperclient.security.OAuth2ClientAuthorizer;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.ClientCredentialsOAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.OAuth2AuthorizationContext;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2ClientCredentialsGrantRequest;
import org.springframework.security.oauth2.client.endpoint.RestClientClientCredentialsTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.web.client.RestClient;

/**
 * Creates the {@link OAuth2AuthorizedClientManager} of a service, which fetches tokens
 * within the timeouts of that service.
 *
 * @param managers the managers of the application
 * @param observedManagers the managers that the HTTP cache observes
 * @param tokenClients the token client of the application
 * @param requestFactories the builder of request factories of the application
 * @param settings the HTTP client settings of the application
 */
record OAuth2AuthorizedClientManagerFactory(
		ObjectProvider<AuthorizedClientServiceOAuth2AuthorizedClientManager> managers,
		ObjectProvider<AccessTokenIdentity.ObservedManager> observedManagers,
		ObjectProvider<OAuth2AccessTokenResponseClient<OAuth2ClientCredentialsGrantRequest>> tokenClients,
		ObjectProvider<ClientHttpRequestFactoryBuilder<?>> requestFactories,
		ObjectProvider<HttpClientSettings> settings) {

	private static final String PRINCIPAL = "hyper-client";

	private static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(60);

	/**
	 * Return a factory of authorizers for the client registrations of an application.
	 */
	OAuth2AuthorizerFactory authorizers(ClientRegistrationRepository registrations,
			OAuth2AuthorizedClientService clients) {
		return (registrationId, timeouts) -> (registrations.findByRegistrationId(registrationId) == null) ? null
				: new OAuth2ClientAuthorizer(create(registrations, clients, timeouts), clients, registrationId,
						PRINCIPAL);
	}

	/**
	 * Return a manager that works outside of web requests: the manager of the application
	 * if it has one of this kind, or a new one.
	 */
	private OAuth2AuthorizedClientManager create(ClientRegistrationRepository registrations,
			OAuth2AuthorizedClientService clients, OAuth2AuthorizerFactory.Timeouts timeouts) {
		AccessTokenIdentity.ObservedManager observed = this.observedManagers.getIfUnique();
		if (observed != null && observed.delegate() instanceof AuthorizedClientServiceOAuth2AuthorizedClientManager) {
			return observed;
		}
		return this.managers.getIfUnique(() -> {
			OAuth2AccessTokenResponseClient<OAuth2ClientCredentialsGrantRequest> tokenClient = this.tokenClients
				.getIfUnique(() -> tokenClient(timeouts));
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
	 * Return how long before its expiry a token is replaced: the default of Spring
	 * Security, but at most a tenth of the lifetime of the token.
	 */
	private static Duration clockSkew(@Nullable OAuth2AuthorizedClient client) {
		OAuth2AccessToken token = (client != null) ? client.getAccessToken() : null;
		if (token == null || token.getIssuedAt() == null || token.getExpiresAt() == null) {
			return MAX_CLOCK_SKEW;
		}
		Duration tenth = Duration.between(token.getIssuedAt(), token.getExpiresAt()).dividedBy(10);
		return (tenth.compareTo(MAX_CLOCK_SKEW) < 0) ? tenth : MAX_CLOCK_SKEW;
	}

	/**
	 * Return the default token client of Spring Security with another request factory:
	 * its own has no timeouts.
	 */
	private OAuth2AccessTokenResponseClient<OAuth2ClientCredentialsGrantRequest> tokenClient(
			OAuth2AuthorizerFactory.Timeouts timeouts) {
		ClientHttpRequestFactoryBuilder<?> factory = HttpCacheTransports.uncachedRequestFactoryBuilder(
				this.requestFactories.getIfAvailable(ClientHttpRequestFactoryBuilder::detect));
		if (factory instanceof ReactorClientHttpRequestFactoryBuilder reactor) {
			// Otherwise a token could reach another client than the one it was issued
			// for.
			factory = reactor.withHttpClientCustomizer(InterimResponses::skip);
		}
		RestClientClientCredentialsTokenResponseClient client = new RestClientClientCredentialsTokenResponseClient();
		client.setRestClient(RestClient.builder()
			.requestFactory(factory.build(this.settings.getIfAvailable(HttpClientSettings::defaults)
				.withTimeouts(timeouts.connect(), timeouts.read())
				.withRedirects(HttpRedirects.DONT_FOLLOW)))
			.requestInterceptor((request, body, execution) -> new BoundedResponse(execution.execute(request, body),
					timeouts.call()))
			.configureMessageConverters((converters) -> converters.addCustomConverter(new FormHttpMessageConverter())
				.addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
			.defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
			.build());
		return client;
	}

	/**
	 * A response of a token endpoint, bounded in size and in the time that reading it
	 * takes. A read-timeout bounds each read alone.
	 */
	static final class BoundedResponse implements ClientHttpResponse {

		private static final int MAX_LENGTH = 64 * 1024;

		private final ClientHttpResponse response;

		private final Duration timeout;

		private final Deadline deadline;

		private @Nullable BoundedInputStream body;

		BoundedResponse(ClientHttpResponse response, Duration timeout) {
			this.response = response;
			this.timeout = timeout;
			this.deadline = Deadline.after(timeout);
		}

		@Override
		public HttpStatusCode getStatusCode() throws IOException {
			return this.response.getStatusCode();
		}

		@Override
		public String getStatusText() throws IOException {
			return this.response.getStatusText();
		}

		@Override
		public HttpHeaders getHeaders() {
			return this.response.getHeaders();
		}

		@Override
		public InputStream getBody() throws IOException {
			if (this.body == null) {
				this.body = new BoundedInputStream(this.response.getBody());
			}
			return this.body;
		}

		/** Close after the rest was read within the limits: the body may be endless. */
		@Override
		public void close() {
			try {
				if (((BoundedInputStream) getBody()).drain()) {
					this.response.close();
				}
			}
			catch (IOException ex) {
				this.response.close();
			}
		}

		private final class BoundedInputStream extends FilterInputStream {

			private int length;

			private BoundedInputStream(InputStream in) {
				super(in);
			}

			@Override
			public int read() throws IOException {
				int read = this.in.read();
				count((read < 0) ? read : 1);
				return read;
			}

			@Override
			public int read(byte[] target, int offset, int count) throws IOException {
				int read = this.in.read(target, offset, count);
				count(read);
				return read;
			}

			private void count(int read) throws IOException {
				this.length += Math.max(read, 0);
				if (this.length > MAX_LENGTH) {
					throw stopped(
							"the response of the authorization server is longer than %d bytes".formatted(MAX_LENGTH));
				}
				Deadline deadline = BoundedResponse.this.deadline;
				if (deadline.bounded() && deadline.remaining().isNegative()) {
					throw stopped("the response of the authorization server did not arrive within "
							+ BoundedResponse.this.timeout);
				}
			}

			private IOException stopped(String reason) throws IOException {
				this.in.close();
				return new IOException(reason);
			}

			/** Read the rest; {@code false} if a limit is exceeded. */
			private boolean drain() {
				try {
					transferTo(OutputStream.nullOutputStream());
					return true;
				}
				catch (IOException ex) {
					return false;
				}
			}

		}

	}

}
