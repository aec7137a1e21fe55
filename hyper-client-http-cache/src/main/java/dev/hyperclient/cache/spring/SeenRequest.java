package dev.hyperclient.cache.spring;

import java.net.URI;
import java.util.Optional;
import java.util.function.Predicate;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.internal.policy.HiddenCredentials;
import dev.hyperclient.internal.policy.IdentityKey;
import dev.hyperclient.internal.transport.ClientInspector;
import dev.hyperclient.internal.transport.NativeExchange;
import dev.hyperclient.internal.transport.RequestAttempt;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A request as the cache sees it, to which the HTTP client may add what the cache does
 * not see.
 *
 * @param request the request, with its cookies as a field
 * @param isIdentified whether its identity does not depend on its header fields
 * @param inspector finds out what the HTTP client adds
 * @param hasHiddenFields whether it may add some on which the response depends
 */
record SeenRequest(CacheRequest request, boolean isIdentified, ClientInspector inspector,
		boolean hasHiddenFields) implements HiddenCredentials {

	static SeenRequest of(CacheRequest request, boolean isIdentified, ClientInspector inspector, Object sent) {
		SeenRequest seen = new SeenRequest(request, isIdentified, inspector, false);
		boolean authenticates = !isIdentified && inspector.hasAuthenticator();
		if (authenticates && seen.isChecked()) {
			throw HiddenCredentialsException.ofAuthenticator(request.uri());
		}
		// Also for a POST, whose response may be stored for later GETs.
		boolean hidden = authenticates || inspector.isUnreadable(sent) || (!isIdentified
				&& (inspector.hasCookies(request.uri()) || inspector.certificates().isHidden(request.uri())));
		return hidden ? new SeenRequest(request, isIdentified, inspector, true) : seen;
	}

	@Override
	public boolean test(URI uri) {
		return this.inspector.isAnonymous(uri);
	}

	@Override
	public boolean isCertificateKnown(URI uri) {
		return this.isIdentified || this.inspector.certificates().isKnown(uri);
	}

	/**
	 * Return the first credentials that have changed behind the cache, unless the
	 * response is not one to a user or to be reused.
	 */
	Optional<String> hiddenCredentials(Predicate<String> isChanged) {
		return isChecked() ? IdentityKey.CREDENTIALS.stream().filter(isChanged).findFirst() : Optional.empty();
	}

	/**
	 * Return what the HTTP client has done that forbids to store the response, as far as
	 * it shows that. Credentials do not matter if the identity does not depend on header
	 * fields.
	 * @param sent the request of the HTTP client
	 * @param attempt knows the TLS session
	 * @param isChanged whether a field was changed behind the cache
	 */
	Optional<String> reasonNotToStore(Object sent, NativeExchange exchange, RequestAttempt attempt,
			Predicate<String> isChanged) {
		if (this.inspector.isUnreadable(sent)) {
			return Optional.of("what the HTTP client adds is unknown");
		}
		if (exchange.isRedirected()) {
			return Optional.of("redirected behind the cache");
		}
		if (this.isIdentified) {
			return Optional.empty();
		}
		if (!this.request.headers().containsHeader(HttpHeaders.AUTHORIZATION)) {
			this.inspector.sentAuthorization(this.request.uri(), isChanged.test(HttpHeaders.AUTHORIZATION),
					exchange.sent().apply(HttpHeaders.AUTHORIZATION));
		}
		// Another request may have set cookies in the meantime.
		Predicate<String> hasCookies = (name) -> name.equals(HttpHeaders.COOKIE)
				&& this.inspector.hasCookies(this.request.uri());
		return this.inspector.certificates()
			.reasonNotToStore(this.request.uri(), attempt.session(exchange))
			.or(() -> IdentityKey.CREDENTIALS.stream()
				.filter(isChanged.or(hasCookies))
				.findFirst()
				.map(SeenRequest::changed))
			.or(() -> (this.hasHiddenFields || this.inspector.hasAuthenticator())
					? Optional.of("the HTTP client may have added credentials") : Optional.empty());
	}

	static String changed(String name) {
		return "'" + name + "' was set behind the cache";
	}

	/** Whether credentials that the HTTP client adds would be hidden. */
	private boolean isChecked() {
		return !this.isIdentified && (HttpMethod.GET.equals(this.request.method())
				|| HttpMethod.HEAD.equals(this.request.method()) || !this.request.contentDigest().isEmpty());
	}

}
