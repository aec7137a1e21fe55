package dev.hyperclient.authorizer;

import java.net.URI;
import java.util.Map;

import dev.hyperclient.http.Deadline;
import dev.hyperclient.http.ServiceResponse;
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
	 * Add authorization header fields to a request that is about to be sent.
	 * @param absoluteUri the URL, exactly as it will be sent
	 * @param method the HTTP method
	 * @param body the content, or {@code null} if there is none or if it is streamed
	 * @param headers the header fields of the request, to be added to
	 */
	void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers);

	/**
	 * As {@link #authorizeRequest(URI, HttpMethod, byte[], HttpHeaders)}, for authorizers
	 * that may have to wait for somebody. This one is called; it calls the other one
	 * unless it is overridden.
	 * @param absoluteUri the URL, exactly as it will be sent
	 * @param method the HTTP method
	 * @param body the content, or {@code null} if there is none or if it is streamed
	 * @param headers the header fields of the request, to be added to
	 * @param deadline when the call must be over
	 */
	default void authorizeRequest(URI absoluteUri, HttpMethod method, byte @Nullable [] body, HttpHeaders headers,
			Deadline deadline) {
		authorizeRequest(absoluteUri, method, body, headers);
	}

	/**
	 * Is told that the service answered 401 to a request with the header fields that
	 * {@link #authorizeRequest} added. An authorizer with short-lived tokens gets a new
	 * one and asks for the request to be authorized anew and sent once more; a 401 says
	 * that nothing was carried out, so that is safe for any method (RFC 9110, 15.5.2).
	 * <p>
	 * Told once in a call at the most, whatever redirects and retries the call consists
	 * of, and never of an answer from another origin than the service's. Several calls at
	 * the same time may be told of the same old token: compare what they sent with what
	 * would be sent now, before asking for a new one.
	 * @param absoluteUri the URL that answered
	 * @param requestHeaders the header fields as they were sent, read-only
	 * @return {@code true} if there are new credentials, {@code false} if the 401 is to
	 * be final
	 */
	default boolean unauthorized(URI absoluteUri, HttpHeaders requestHeaders) {
		return false;
	}

	/**
	 * As {@link #unauthorized(URI, HttpHeaders)}, for authorizers that have to see the
	 * answer to know whether new credentials would help. It calls the other one unless it
	 * is overridden.
	 * @param absoluteUri the URL that answered
	 * @param requestHeaders the header fields as they were sent, read-only
	 * @param refusal the answer with the status 401, its content cut if it was long
	 * @return {@code true} if there are new credentials, {@code false} if the 401 is to
	 * be final
	 */
	default boolean unauthorized(URI absoluteUri, HttpHeaders requestHeaders, ServiceResponse refusal) {
		return unauthorized(absoluteUri, requestHeaders);
	}

	/**
	 * As {@link #unauthorized(URI, HttpHeaders, ServiceResponse)}, for authorizers that
	 * may have to wait for new credentials. This one is called; it calls the other one
	 * unless it is overridden.
	 * @param absoluteUri the URL that answered
	 * @param requestHeaders the header fields as they were sent, read-only
	 * @param refusal the response with the status 401, its content cut if it was long
	 * @param deadline when the call must be over
	 * @return {@code true} if there are new credentials, {@code false} if the 401 is to
	 * be final
	 */
	default boolean unauthorized(URI absoluteUri, HttpHeaders requestHeaders, ServiceResponse refusal,
			Deadline deadline) {
		return unauthorized(absoluteUri, requestHeaders, refusal);
	}

	/**
	 * Who is asking, as an opaque text that contains no secret and stays the same from
	 * one start of the application to the next. The cache never hands a private response
	 * that was stored for one identity to another one.
	 * @return the identity, empty for nobody in particular
	 */
	String identity();

	/**
	 * Return whether somebody who reads a request of this authorizer on its way can make
	 * requests of his own with what he finds there: a password, a token. Such an
	 * authorizer is refused for a service root of plain http on another machine, unless
	 * the application insists. Asked when the root is built.
	 * @return {@code true} unless the authorizer knows better, since a wrong {@code true}
	 * costs a setting and a wrong {@code false} costs a password
	 */
	default boolean sendsSecrets() {
		return true;
	}

	/**
	 * Return what the {@code User-Agent} tells beside the product, in the order in which
	 * it is sent.
	 * @return names and values, without any for most authorizers
	 */
	default Map<String, String> userAgentParameters() {
		return Map.of();
	}

}
