package dev.hyperclient.authorizer;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.http.ServiceRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Authorizes the requests of a client by adding credentials to them. Called for every
 * attempt, including every retry and every redirect, and only for requests to the origin
 * of the service.
 * <p>
 * Called on the thread that makes the request, which may block: the thread of the call,
 * or one of the {@linkplain dev.hyperclient.ServiceRootBuilder#executor executor} for
 * prefetched resources and validations of the root. Implementations must be thread-safe
 * and must not reveal secrets in {@code toString}. An authorizer for a key that does not
 * identify a user: <pre class="code">
 * class KeyAuthorizer implements HttpAuthorizer {
 *
 * 	&#064;Override
 * 	public void authorizeRequest(URI absoluteUri, HttpMethod method, byte[] body, HttpHeaders headers) {
 * 		headers.set("X-Api-Key", System.getenv("API_KEY"));
 * 	}
 *
 * 	&#064;Override
 * 	public String identity() {
 * 		return "";
 * 	}
 *
 * }
 * </pre>
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
	 * Authorize an attempt of a call. The client calls this method, which calls
	 * {@link #authorizeRequest} by default. An authorizer overrides it only if it waits
	 * for another server, at most until the {@linkplain ServiceRequest#deadline()
	 * deadline} of the call, or if it calls another authorizer that may do so.
	 * @param attempt the request before it is authorized
	 * @param headers the header fields of the request, to be added to
	 */
	default void authorizeAttempt(ServiceRequest attempt, HttpHeaders headers) {
		authorizeRequest(attempt.uri(), attempt.method(), attempt.body(), headers);
	}

	/**
	 * Renew the credentials after a 401 response to a request with the header fields that
	 * {@link #authorizeRequest} added. An authorizer with short-lived tokens obtains a
	 * new one and returns {@code true}; the request is then authorized again and repeated
	 * once. That is safe for any method, since a request that is answered with 401 was
	 * not carried out (RFC 9110, 15.5.2).
	 * <p>
	 * Called at most once per call, including its redirects and retries, and only for
	 * responses from the origin of the service. Concurrent calls may report the same
	 * expired token: before you request a new token, compare the header fields that were
	 * sent with the header fields that would be sent now.
	 * @param refusal the request and the response. An authorizer that waits for new
	 * credentials observes the deadline of the request
	 * @return {@code true} if there are new credentials, {@code false}, the default, if
	 * the 401 is final
	 */
	default boolean renew(Refusal refusal) {
		return false;
	}

	/**
	 * Return advice about credentials that the service has refused, for the message of an
	 * {@link dev.hyperclient.error.Unauthorized}.
	 * @return a sentence without its full stop and without secrets; empty, the default,
	 * for none
	 */
	default Optional<String> adviceAfterRefusal() {
		return Optional.empty();
	}

	/**
	 * Note that the service has accepted a request with the header fields that
	 * {@link #authorizeRequest} added: it was answered with a status below 400. An
	 * authorizer can distinguish a resource that rejects all credentials from credentials
	 * that are no longer valid. Called for each such response, so it must be fast.
	 * @param absoluteUri the URL of the response
	 */
	default void accepted(URI absoluteUri) {
	}

	/**
	 * Return the identity of the user as an opaque text that contains no secret and stays
	 * the same when the application is restarted. The cache never reuses a private
	 * response that was stored for another identity.
	 * @return the identity, empty if there is none
	 */
	String identity();

	/**
	 * Return whether a request of this authorizer contains reusable secrets, such as a
	 * password or a token. Such an authorizer is rejected for a base URL that is plain
	 * http and not a loopback URL, unless
	 * {@link dev.hyperclient.ServiceRootBuilder#allowPlainHttpCredentials} is set. Called
	 * when the root is built.
	 * @return {@code true} by default, the safe choice
	 */
	default boolean sendsSecrets() {
		return true;
	}

	/**
	 * Return the parameters that follow the product in the {@code User-Agent}, in the
	 * order in which they are sent.
	 * @return names and values, empty for most authorizers
	 */
	default Map<String, String> userAgentParameters() {
		return Map.of();
	}

}
