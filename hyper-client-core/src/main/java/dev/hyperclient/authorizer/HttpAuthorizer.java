package dev.hyperclient.authorizer;

import java.net.URI;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Authorizes the requests of a client: it adds what proves who is asking. Asked anew for
 * every attempt, that is for every retry and every hop of a redirect, and only for
 * requests to the origin of the service root.
 * <p>
 * Called on the thread that makes the call, which may block. Implementations are
 * thread-safe and never show their secrets in {@code toString}.
 */
public interface HttpAuthorizer {

	/**
	 * Adds authorization header fields to a request that is about to be sent.
	 * @param absoluteUri the address, exactly as it will be sent
	 * @param method the HTTP method
	 * @param body the content, or {@code null} if there is none or if it is streamed
	 * @param headers the header fields of the request, to be added to
	 */
	void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers);

	/**
	 * Who is asking, as an opaque text that contains no secret and stays the same from
	 * one start of the application to the next. The cache never hands a private response
	 * that was stored for one identity to another one.
	 * @return the identity, empty for nobody in particular
	 */
	String identity();

	/**
	 * What the {@code User-Agent} tells beside the product, in the order in which it is
	 * sent.
	 * @return names and values, without any for most authorizers
	 */
	default Map<String, String> userAgentParameters() {
		return Map.of();
	}

}
