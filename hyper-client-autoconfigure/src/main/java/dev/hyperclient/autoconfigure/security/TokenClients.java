package dev.hyperclient.autoconfigure.security;

import java.time.Duration;

import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.endpoint.OAuth2AccessTokenResponseClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2ClientCredentialsGrantRequest;
import org.springframework.security.oauth2.client.endpoint.RestClientClientCredentialsTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.web.client.RestClient;

/**
 * Spring Security's client of the token endpoint on a transport with time-outs: its own
 * has none, and an authorization server that hangs would hang the calls to the service.
 */
final class TokenClients {

	private TokenClients() {
	}

	static OAuth2AccessTokenResponseClient<OAuth2ClientCredentialsGrantRequest> using(
			ClientHttpRequestFactory requestFactory, Duration timeout) {
		RestClientClientCredentialsTokenResponseClient client = new RestClientClientCredentialsTokenResponseClient();
		client.setRestClient(RestClient.builder()
			.requestFactory(requestFactory)
			.requestInterceptor(
					(request, body, execution) -> new BoundedResponse(execution.execute(request, body), timeout))
			.configureMessageConverters((converters) -> converters.addCustomConverter(new FormHttpMessageConverter())
				.addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
			.defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
			.build());
		return client;
	}

}
