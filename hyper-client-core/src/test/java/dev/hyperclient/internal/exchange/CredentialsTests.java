package dev.hyperclient.internal.exchange;

import java.net.URI;

import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.http.ServiceRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The origin to which credentials are sent.
 */
class CredentialsTests {

	@ParameterizedTest
	@CsvSource({ "https://host/x, true", "https://host:443/x, true", "HTTPS://HOST/x, true", "http://host/x, false",
			"http://host:443/x, false", "https://host:8443/x, false", "https://host@evil/x, false",
			"https://my_host/x, false" })
	void credentialsAreSentToServiceOnly(URI uri, boolean authorized) {
		Credentials credentials = new Credentials(URI.create("https://host/1.0/"),
				new BasicHttpAuthorizer("me", "s3cret"));
		ServiceRequest sent = credentials.applyTo(ServiceRequest.get(uri, new HttpHeaders()));
		assertThat(sent.headers().containsHeader(HttpHeaders.AUTHORIZATION)).isEqualTo(authorized);
		assertThat(credentials.identityFor(uri)).isEqualTo(authorized ? "basic:me" : "");
	}

}
