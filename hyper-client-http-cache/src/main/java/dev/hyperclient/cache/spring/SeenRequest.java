package dev.hyperclient.cache.spring;

import java.net.URI;
import java.util.Optional;
import java.util.function.Predicate;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.internal.policy.IdentityKey;
import dev.hyperclient.internal.policy.ReusePolicy.HiddenCredentials;
import dev.hyperclient.internal.transport.ObservedClient;
import dev.hyperclient.internal.transport.ObservedExchange;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A request as the cache sees it, to which the HTTP client may add what the cache does
 * not see.
 *
 * @param request the request, with its cookies as a field
 * @param isIdentified whether its identity does not depend on its header fields
 * @param client the HTTP client
 * @param hasHiddenFields whether it may add some on which the response depends
 */
record SeenRequest(CacheRequest request, boolean isIdentified, ObservedClient client,
		boolean hasHiddenFields) implements HiddenCredentials {

	static SeenRequest of(CacheRequest request, boolean isIdentified, ObservedClient client, Object sent) {
		SeenRequest seen = new SeenRequest(request, isIdentified, client, false);
		boolean authenticates = !isIdentified && client.hasAuthenticator();
		if (authenticates && seen.isChecked()) {
			throw HiddenCredentialsException.ofAuthenticator(request.uri());
		}
		// Also for a POST, whose response may be stored for later GETs.
		boolean hidden = authenticates || client.isUnreadable(sent)
				|| (!isIdentified && (client.hasCookies(request.uri()) || client.isCertificateHidden(request.uri())));
		return hidden ? new SeenRequest(request, isIdentified, client, true) : seen;
	}

	@Override
	public boolean test(URI uri) {
		return this.client.isAnonymous(uri);
	}

	@Override
	public boolean isCertificateKnown(URI uri) {
		return this.isIdentified || this.client.isCertificateKnown(uri);
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
	 * @param exchange its exchange
	 * @param isChanged whether a field was changed behind the cache
	 */
	Optional<String> reasonNotToStore(Object sent, ObservedExchange exchange, Predicate<String> isChanged) {
		if (this.client.isUnreadable(sent)) {
			return Optional.of("what the HTTP client adds is unknown");
		}
		if (exchange.isRedirected()) {
			return Optional.of("redirected behind the cache");
		}
		if (this.isIdentified) {
			return Optional.empty();
		}
		if (!this.request.headers().containsHeader(HttpHeaders.AUTHORIZATION)) {
			this.client.sentAuthorization(this.request.uri(), isChanged.test(HttpHeaders.AUTHORIZATION),
					exchange.sent(HttpHeaders.AUTHORIZATION));
		}
		// Another request may have set cookies in the meantime.
		Predicate<String> hasCookies = (name) -> name.equals(HttpHeaders.COOKIE)
				&& this.client.hasCookies(this.request.uri());
		return this.client.certificateNotToStore(this.request.uri(), exchange)
			.or(() -> IdentityKey.CREDENTIALS.stream()
				.filter(isChanged.or(hasCookies))
				.findFirst()
				.map(SeenRequest::changed))
			.or(() -> (this.hasHiddenFields || this.client.hasAuthenticator())
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
