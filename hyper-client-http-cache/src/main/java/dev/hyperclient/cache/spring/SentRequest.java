package dev.hyperclient.cache.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.internal.cache.ReactiveSender;
import dev.hyperclient.internal.cache.SelectingFields;
import dev.hyperclient.internal.transport.ClientInspector;
import dev.hyperclient.internal.transport.NativeExchange;
import dev.hyperclient.internal.transport.ProtectedTransport;
import dev.hyperclient.internal.transport.RequestAttempt;
import dev.hyperclient.netty.InterimResponses;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpRequestDecorator;

/**
 * Compares the request that is sent with the one that the cache has seen: connectors and
 * HTTP clients may change it. Used by one exchange at a time.
 */
final class SentRequest implements ReactiveSender.Sent {

	/** The reason not to store a response that the HTTP client was redirected to. */
	static final String REDIRECTED = "redirected behind the cache";

	/** The reason not to store a response of an HTTP client that cannot be inspected. */
	static final String UNREADABLE = "what the HTTP client adds is unknown";

	private static final List<String> CREDENTIALS = List.of(HttpHeaders.AUTHORIZATION, HttpHeaders.COOKIE);

	private final CacheRequest request;

	private final boolean identified;

	private final ClientInspector inspector;

	private volatile RequestAttempt attempt = new RequestAttempt(false);

	private volatile @Nullable ClientHttpRequest sent;

	private volatile @Nullable HttpHeaders committed;

	/**
	 * Create a comparison.
	 * @param request the request that the cache has seen, with its cookies as a field
	 * @param identified whether its identity does not depend on its header fields
	 * @param inspector finds out what the HTTP client adds
	 */
	SentRequest(CacheRequest request, boolean identified, ClientInspector inspector) {
		this.request = request;
		this.identified = identified;
		this.inspector = inspector;
	}

	/**
	 * Return header fields of the cache with the {@code Cookie} field of the original
	 * ones, without that of {@link #fields}.
	 */
	static HttpHeaders withoutCookies(HttpHeaders headers, HttpHeaders original) {
		HttpHeaders separated = HttpHeaders.copyOf(headers);
		separated.remove(HttpHeaders.COOKIE);
		if (original.containsHeader(HttpHeaders.COOKIE)) {
			separated.put(HttpHeaders.COOKIE, original.getOrEmpty(HttpHeaders.COOKIE));
		}
		return separated;
	}

	/**
	 * Return the header fields of a request with its cookies, which Spring keeps apart.
	 */
	static HttpHeaders fields(ClientHttpRequest request) {
		HttpHeaders merged = HttpHeaders.copyOf(request.getHeaders());
		List<String> all = new ArrayList<>(merged.getOrEmpty(HttpHeaders.COOKIE));
		request.getCookies()
			.values()
			.forEach((cookies) -> cookies.forEach((cookie) -> all.add(cookie.getName() + "=" + cookie.getValue())));
		if (!request.getCookies().isEmpty()) {
			merged.set(HttpHeaders.COOKIE, String.join("; ", all));
		}
		return merged;
	}

	/**
	 * Begin an attempt to send the request.
	 */
	RequestAttempt begin(RequestAttempt next) {
		this.attempt = next;
		return next;
	}

	RequestAttempt attempt() {
		return this.attempt;
	}

	/**
	 * Return whether a body has been announced with its length, as that of a value is.
	 */
	boolean hasLength() {
		HttpHeaders fields = this.committed;
		return fields != null && fields.getContentLength() >= 0;
	}

	/**
	 * Compare a request of the HTTP client when its header fields are final. A GET or
	 * HEAD whose credentials have changed is not sent.
	 * @param request the request, before it is sent
	 */
	void observe(ClientHttpRequest request) {
		this.sent = request;
		InterimResponses.ignoreFor(request);
		ProtectedTransport.ofRequest(request);
		this.attempt.observe(request);
		request.beforeCommit(() -> Mono.defer(() -> commit(request)));
	}

	/**
	 * The response may be one to a user or to selecting header fields that the cache does
	 * not know.
	 */
	@Override
	public Optional<String> reasonNotToStore(HttpHeaders response) {
		ClientHttpRequest request = this.sent;
		HttpHeaders fields = this.committed;
		if (request == null || fields == null) {
			return Optional.of("the request that was sent is unknown");
		}
		ClientHttpRequest innermost = innermost(request);
		if (this.inspector.isUnreadable(innermost)) {
			return Optional.of(UNREADABLE);
		}
		NativeExchange exchange = this.inspector.exchange(innermost);
		if (exchange.isRedirected()) {
			return Optional.of(REDIRECTED);
		}
		// Another request may have set them in the meantime.
		if (!this.identified && this.inspector.hasCookies(this.request.uri())) {
			return Optional.of("'Cookie' was set behind the cache");
		}
		if (!this.identified) {
			for (String name : CREDENTIALS) {
				// Some HTTP clients show the fields that they have added themselves.
				List<String> values = exchange.sent().apply(name);
				boolean added = !this.request.headers().containsHeader(name)
						&& (request.getHeaders().containsHeader(name) || (values != null && !values.isEmpty()));
				if (added || isChanged(name, fields)) {
					return Optional.of("'" + name + "' was set behind the cache");
				}
			}
		}
		return SelectingFields.of(response)
			.names()
			.stream()
			.filter((name) -> !name.equalsIgnoreCase(HttpHeaders.AUTHORIZATION) && isChanged(name, fields))
			.findFirst()
			.map((name) -> "'" + name + "' was set behind the cache, and the response varies on it");
	}

	@Override
	public boolean isUnknown() {
		return this.committed == null;
	}

	private Mono<Void> commit(ClientHttpRequest request) {
		HttpHeaders fields = fields(request);
		this.committed = fields;
		HttpMethod method = this.request.method();
		if (this.identified || !(HttpMethod.GET.equals(method) || HttpMethod.HEAD.equals(method))) {
			return Mono.empty();
		}
		return CREDENTIALS.stream()
			.filter((name) -> isChanged(name, fields))
			.findFirst()
			.map((name) -> Mono.<Void>error(new HiddenCredentialsException(this.request.uri(), name)))
			.orElseGet(Mono::empty);
	}

	private static ClientHttpRequest innermost(ClientHttpRequest request) {
		ClientHttpRequest innermost = request;
		while (innermost instanceof ClientHttpRequestDecorator decorator) {
			innermost = decorator.getDelegate();
		}
		return innermost;
	}

	private boolean isChanged(String name, HttpHeaders fields) {
		return !Objects.equals(SelectingFields.normalised(name, this.request.headers()),
				SelectingFields.normalised(name, fields));
	}

}
