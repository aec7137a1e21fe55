package dev.hyperclient.authorizer;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.Assert;

/**
 * Basic authentication in UTF-8 (RFC 7617, 2 and 2.1), sent with every request from the
 * first. Immutable and thread-safe.
 */
public final class BasicHttpAuthorizer implements HttpAuthorizer {

	private final String username;

	private final String authorization;

	/**
	 * Create an authorizer.
	 * @param username the user name, without a colon and control characters; may be empty
	 * @param password the password, without control characters; may be empty
	 * @throws IllegalArgumentException if one of them contains a character that RFC 7617,
	 * 2 forbids. The message does not contain it
	 */
	public BasicHttpAuthorizer(String username, String password) {
		AccessToken.rejectControlCharacters("username", username);
		AccessToken.rejectControlCharacters("password", password);
		Assert.isTrue(username.indexOf(':') < 0, "'username' must not contain a colon");
		this.username = username;
		byte[] credentials = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
		this.authorization = "Basic " + Base64.getEncoder().encodeToString(credentials);
	}

	/**
	 * Add {@code Authorization: Basic ...}, in place of any other.
	 */
	@Override
	public void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers) {
		headers.set(HttpHeaders.AUTHORIZATION, this.authorization);
	}

	/**
	 * Return the user name: the identity of a user does not change with the password.
	 */
	@Override
	public String identity() {
		return "basic:" + this.username;
	}

	/**
	 * Return the user name without the password.
	 */
	@Override
	public String toString() {
		return "BasicHttpAuthorizer[username=" + this.username + "]";
	}

}
