package dev.hyperclient.autoconfigure.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.cache.spring.HttpCacheIdentity;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizeRequest;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * The identity of requests with an access token of Spring Security's OAuth 2 client: that
 * of the client registration and the principal, also for client credentials, since there
 * is one token for each principal. It is found by the token that is really sent, so it
 * does not depend on threads or on how an interceptor has resolved the principal. Only
 * hashes of tokens are kept. Thread-safe.
 */
final class AccessTokenIdentity implements HttpCacheIdentity {

	private static final int MAX_TOKENS = 10_000;

	private static final String BEARER = "Bearer ";

	private final Map<String, String> identities = new LinkedHashMap<>(16, 0.75f, true) {

		@Override
		protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
			return size() > MAX_TOKENS;
		}

	};

	/** Grants of the principal who is logged in. Others may act for another user. */
	private static final Set<AuthorizationGrantType> OF_PRINCIPAL = Set.of(AuthorizationGrantType.AUTHORIZATION_CODE,
			AuthorizationGrantType.REFRESH_TOKEN);

	/**
	 * Remember to whom a token belongs. The tokens of anonymous users are not known,
	 * since all of these users have the same name, nor are tokens of grants whose user
	 * may differ from the principal, such as a token exchange.
	 * @param client the client with its token
	 * @param principal the principal for whom it was requested
	 */
	void obtained(OAuth2AuthorizedClient client, Authentication principal) {
		ClientRegistration registration = client.getClientRegistration();
		AuthorizationGrantType grant = registration.getAuthorizationGrantType();
		boolean ofClient = AuthorizationGrantType.CLIENT_CREDENTIALS.equals(grant);
		if (!ofClient && (!OF_PRINCIPAL.contains(grant) || principal instanceof AnonymousAuthenticationToken)) {
			return;
		}
		// The URL and the id, since the registration may be changed between two starts.
		List<String> identity = List.of(registration.getRegistrationId(), registration.getClientId(),
				registration.getProviderDetails().getTokenUri(), ofClient ? "client" : "user",
				// Of client credentials too: a manager may request them for a tenant.
				client.getPrincipalName());
		String token = hash(client.getAccessToken().getTokenValue());
		synchronized (this.identities) {
			this.identities.put(token, "oauth2:" + hash(identity.toString()));
		}
	}

	@Override
	public @Nullable String of(HttpRequest request) {
		List<String> fields = request.getHeaders().getOrEmpty(HttpHeaders.AUTHORIZATION);
		if (fields.size() != 1 || !fields.get(0).startsWith(BEARER)) {
			return null;
		}
		String token = hash(fields.get(0).substring(BEARER.length()));
		synchronized (this.identities) {
			return this.identities.get(token);
		}
	}

	private static String hash(String text) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("This Java platform does not provide SHA-256", ex);
		}
	}

	/**
	 * A manager whose access tokens are known to the HTTP cache.
	 *
	 * @param delegate obtains the tokens
	 * @param identity remembers to whom they belong
	 */
	record ObservedManager(OAuth2AuthorizedClientManager delegate,
			AccessTokenIdentity identity) implements OAuth2AuthorizedClientManager {

		@Override
		public @Nullable OAuth2AuthorizedClient authorize(OAuth2AuthorizeRequest request) {
			OAuth2AuthorizedClient client = this.delegate.authorize(request);
			if (client != null) {
				this.identity.obtained(client, request.getPrincipal());
			}
			return client;
		}

	}

}
