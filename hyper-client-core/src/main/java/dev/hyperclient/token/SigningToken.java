package dev.hyperclient.token;

import java.nio.charset.StandardCharsets;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.authorizer.OAuthAuthorizer;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.web.util.UriUtils;

/**
 * A token with the authorizer that uses it.
 *
 * @param token the token
 * @param authorizer the authorizer with this token
 */
record SigningToken(AccessToken token, OAuthAuthorizer authorizer) {

	/**
	 * Return whether a request was signed with this token.
	 * @param headers the header fields of the request, {@code null} if there was none
	 */
	boolean isIn(@Nullable HttpHeaders headers) {
		@Nullable String sent = (headers != null) ? headers.getFirst(HttpHeaders.AUTHORIZATION) : null;
		return sent != null
				&& sent.contains(" oauth_token=\"" + UriUtils.encode(this.token.key(), StandardCharsets.UTF_8) + "\"");
	}

}
