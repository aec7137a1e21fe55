package dev.hyperclient.cache.spring;

import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.internal.transport.ObservedClient;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.InterceptingClientHttpRequestFactory;
import org.springframework.util.unit.DataSize;

/**
 * An {@link HttpCache} for {@code RestClient} and {@code RestTemplate}, around the
 * factory of any HTTP client. A fresh stored response is served without a request; other
 * bodies are streamed, and a copy is stored while the caller reads them. Request bodies
 * are streamed too if the HTTP client can do that. Large bodies are never held in memory.
 * <p>
 * The factory is the innermost layer, below all interceptors, so it sees the header
 * fields that are sent, {@code Authorization} included. Credentials that the HTTP client
 * itself adds do not separate users. With the HTTP clients of Apache, Jetty and Reactor
 * Netty, a response is not stored if other credentials or cookies have been sent with its
 * request. With the client of the JDK and {@code HttpURLConnection}, a GET or HEAD
 * bypasses the cache if their cookie handler has cookies for it. If they have an
 * authenticator, even for a proxy only, the GET or HEAD fails with a
 * {@link HiddenCredentialsException}. None of this applies to a request with an identity
 * that is not empty ({@link #withIdentity}). Private fields of Spring are read by
 * reflection, with hints for native images; wrappers of responses hide them. If a version
 * of Spring lacks such a field, nothing is stored, which is logged.
 * <p>
 * The cache does not see redirects that the HTTP client follows itself, see
 * {@link #withRedirects}.
 * <p>
 * Equal requests at the same time are coalesced into one. Waiting threads can be
 * interrupted, and send their own request after five seconds. A stale response may be
 * served in place of an error if that is allowed, and while it is validated (RFC 5861, 3)
 * if there is an executor for that. A GET or HEAD with a body bypasses the cache.
 * <p>
 * Immutable and thread-safe. Files are read and written by the calling thread. Requests
 * fail with the exceptions of the HTTP client. <pre class="code">{@code
 * RestClient client = RestClient.builder()
 * 	.requestFactory(new CachingClientHttpRequestFactory(cache, new JdkClientHttpRequestFactory()))
 * 	.build();
 * }</pre>
 */
public final class CachingClientHttpRequestFactory extends AbstractClientHttpRequestFactoryWrapper
		implements DisposableBean {

	/**
	 * The maximum length that is read to store a response that the caller closes before
	 * its end: HTTP clients read about as much to keep the connection.
	 */
	private static final int READ_AHEAD = 64 * 1024;

	private final ClientOptions<HttpRequest> options;

	private final ClientHttpRequestFactory sending;

	/**
	 * Create a factory.
	 * @param cache the cache, which the caller closes
	 * @param delegate the factory of the HTTP client, which the caller closes if
	 * necessary. If it has a cache, this one replaces it
	 * @throws IllegalArgumentException if the factory of the HTTP client has
	 * interceptors: they belong to the {@code RestClient} or {@code RestTemplate}, since
	 * their credentials would be hidden from the cache. Also if it wraps a client of
	 * Reactor Netty without {@link dev.hyperclient.netty.InterimResponses#skip}
	 * @throws IllegalStateException if the client is one of Reactor Netty from which no
	 * client that skips interim responses can be derived, since this version of Spring
	 * lacks a field
	 */
	public CachingClientHttpRequestFactory(HttpCache cache, ClientHttpRequestFactory delegate) {
		this(uncached(delegate), ClientOptions.of(cache, ObservedClient.of(uncached(delegate)), READ_AHEAD,
				delegate instanceof CachingClientHttpRequestFactory caching && caching.options.followsRedirects()));
	}

	CachingClientHttpRequestFactory(ClientHttpRequestFactory delegate, ClientOptions<HttpRequest> options) {
		super(withoutInterceptors(delegate));
		this.options = options;
		this.sending = options.client().protect(delegate);
	}

	/**
	 * Return this factory with another source of identities. The default is a keyed hash
	 * of the fields that name a user, such as {@code Authorization}. With OAuth 1, whose
	 * field contains a nonce, or with a token that changes, no response would be reused.
	 * @param identity returns the identity of a request
	 * @return the derived factory
	 */
	public CachingClientHttpRequestFactory withIdentity(HttpCacheIdentity identity) {
		return new CachingClientHttpRequestFactory(getDelegate(), this.options.withIdentity(identity));
	}

	/**
	 * Return this factory with a choice of the cache for each request, for instance
	 * derived with a listener for that request.
	 * @param selector returns the cache of a request, or {@code null} to send it
	 * uncached; header fields and attributes of the request are those at the time it is
	 * sent
	 * @return the derived factory
	 */
	public CachingClientHttpRequestFactory withCacheSelector(Function<HttpRequest, @Nullable HttpCache> selector) {
		return new CachingClientHttpRequestFactory(getDelegate(), this.options.withSelector(selector));
	}

	/**
	 * Return this factory with another maximum for stored bodies. The default is 10 MB.
	 * @param size the maximum; longer bodies are not stored
	 * @return the derived factory
	 */
	public CachingClientHttpRequestFactory withMaxBodySize(DataSize size) {
		return new CachingClientHttpRequestFactory(getDelegate(), this.options.withMaxBodySize(size));
	}

	/**
	 * Return this factory with an executor that validates stale responses after they have
	 * been served, if they have {@code stale-while-revalidate} (RFC 5861, 3). By default,
	 * there is none, and stale responses are validated before they are served.
	 * @param executor runs one task for each validation, which blocks until the server
	 * has answered. A task that it rejects is dropped; the next request validates then
	 * @return the derived factory
	 */
	public CachingClientHttpRequestFactory withRevalidationExecutor(Executor executor) {
		return new CachingClientHttpRequestFactory(getDelegate(), this.options.withRevalidationExecutor(executor));
	}

	/**
	 * Return this factory with redirects that are followed above the cache, so that each
	 * response is stored under its own URL and invalidates what it has changed. The HTTP
	 * client must not follow redirects itself. By default, redirects are returned.
	 * <p>
	 * At most ten redirects are followed, never one from https to http or to a URL with
	 * user information that the request does not have. After a 301 or 302, a POST becomes
	 * a GET, as in browsers, and only GET, HEAD, POST and QUERY are followed; after a
	 * 303, any other method than HEAD becomes GET. {@code Authorization}, {@code Cookie},
	 * {@code Proxy-Authorization} and fields with keys such as {@code X-Api-Key} are not
	 * sent to another origin. A 307 or 308 is returned if the body is streamed and cannot
	 * be repeated.
	 * @return the derived factory
	 */
	public CachingClientHttpRequestFactory withRedirects() {
		return new CachingClientHttpRequestFactory(getDelegate(), this.options.withRedirects());
	}

	private static ClientHttpRequestFactory uncached(ClientHttpRequestFactory delegate) {
		Objects.requireNonNull(delegate, "'delegate' must not be null");
		if (delegate instanceof CachingClientHttpRequestFactory caching) {
			return caching.getDelegate();
		}
		return (delegate instanceof ObservedClient.Cached<?> cached
				&& cached.uncached() instanceof ClientHttpRequestFactory factory) ? factory : delegate;
	}

	private static ClientHttpRequestFactory withoutInterceptors(ClientHttpRequestFactory delegate) {
		ClientHttpRequestFactory wrapped = delegate;
		while (wrapped instanceof AbstractClientHttpRequestFactoryWrapper wrapper) {
			if (wrapper instanceof InterceptingClientHttpRequestFactory) {
				throw new IllegalArgumentException("'delegate' must not have interceptors, whose credentials would be "
						+ "hidden from the cache. Create the cache around the factory of the HTTP client, "
						+ "and set the interceptors on the RestClient or RestTemplate");
			}
			wrapped = wrapper.getDelegate();
		}
		return delegate;
	}

	/**
	 * Destroy the factory of the HTTP client, if it can be destroyed, but do not close
	 * the cache.
	 */
	@Override
	public void destroy() throws Exception {
		if (getDelegate() instanceof DisposableBean disposable) {
			disposable.destroy();
		}
	}

	@Override
	protected ClientHttpRequest createRequest(URI uri, HttpMethod httpMethod, ClientHttpRequestFactory requestFactory)
			throws IOException {
		return new CachingClientHttpRequest(this.sending, uri, httpMethod, this.options);
	}

}
