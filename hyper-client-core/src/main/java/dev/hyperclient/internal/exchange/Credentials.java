package dev.hyperclient.internal.exchange;

import java.net.URI;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The authorizer, and the only origin that its credentials are sent to.
 */
final class Credentials {

	private final Origin origin;

	private final @Nullable HttpAuthorizer authorizer;

	private final String userAgent;

	Credentials(URI serviceRoot, @Nullable HttpAuthorizer authorizer) {
		this.origin = Origin.of(serviceRoot);
		this.authorizer = authorizer;
		this.userAgent = (authorizer != null) ? UserAgent.of(authorizer.userAgentParameters()) : UserAgent.PRODUCT;
	}

	String identityFor(URI uri) {
		return (this.authorizer != null && concerns(uri)) ? this.authorizer.identity() : "";
	}

	ServiceRequest applyTo(ServiceRequest request) {
		HttpHeaders headers = new HttpHeaders();
		headers.putAll(request.headers());
		boolean known = concerns(request.uri());
		headers.set(HttpHeaders.USER_AGENT, known ? this.userAgent : UserAgent.PRODUCT);
		if (this.authorizer != null && known) {
			this.authorizer.authorizeRequest(request.uri(), request.method(), request.body(), headers,
					request.deadline());
		}
		return request.withHeaders(headers);
	}

	/**
	 * Whether the authorizer has new credentials after this request was answered 401.
	 */
	boolean renewedFor(ServiceRequest refused, ServiceResponse refusal) {
		return this.authorizer != null && concerns(refused.uri())
				&& this.authorizer.unauthorized(refused.uri(), refused.headers(), refusal, refused.deadline());
	}

	private boolean concerns(URI uri) {
		return Origin.of(uri).equals(this.origin);
	}

}
