package dev.hyperclient.cache.spring;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.internal.cache.BlockingCacheDriver;
import dev.hyperclient.internal.cache.CacheContext;
import dev.hyperclient.internal.cache.CacheHolder;
import dev.hyperclient.internal.cache.RequestCoalescer;
import dev.hyperclient.internal.cache.StorageLimits;
import dev.hyperclient.internal.transport.ClientInspector;
import dev.hyperclient.internal.transport.NativeExchange;
import dev.hyperclient.internal.transport.Repetition;
import dev.hyperclient.internal.transport.RequestAttempt;
import dev.hyperclient.netty.UnexpectedInterimResponseException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRequest;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.Assert;
import org.springframework.util.FastByteArrayOutputStream;

/**
 * A request of a {@link CachingClientHttpRequestFactory}. URL, header fields and
 * attributes are those of the request of the HTTP client, which is executed unless a
 * stored response answers it. Not thread-safe.
 */
final class CachingClientHttpRequest implements ClientHttpRequest, StreamingHttpOutputMessage {

	private static final Logger logger = LoggerFactory.getLogger(CachingClientHttpRequest.class);

	private static final List<String> CREDENTIALS = List.of(HttpHeaders.AUTHORIZATION, HttpHeaders.COOKIE);

	private final ClientHttpRequestFactory factory;

	private final ClientHttpRequest delegate;

	private final Function<HttpRequest, @Nullable HttpCache> selector;

	private final Function<HttpRequest, @Nullable String> identity;

	private final ClientInspector inspector;

	private final StorageLimits limits;

	private final RequestCoalescer coalescer;

	private final @Nullable Executor revalidationExecutor;

	private @Nullable FastByteArrayOutputStream buffer;

	private @Nullable Body body;

	private boolean executed;

	/** Content of the server that may not have been read to its end. */
	private @Nullable ReceivedContent received;

	/** Whether the identity does not depend on the header fields of the request. */
	private boolean isIdentified;

	/** Whether it is unknown what the HTTP client adds to the request. */
	private boolean isUnreadable;

	/**
	 * Create a request.
	 * @param factory the factory of the HTTP client
	 * @param delegate the first request of that factory
	 * @param selector returns the cache of the request, or {@code null} for none
	 * @param identity returns the opaque identity of a request, empty for anonymous,
	 * {@code null} for that of its credentials
	 * @param inspector finds out what the HTTP client adds
	 * @param revalidationExecutor validates stale responses, or {@code null}
	 */
	CachingClientHttpRequest(ClientHttpRequestFactory factory, ClientHttpRequest delegate,
			Function<HttpRequest, @Nullable HttpCache> selector, Function<HttpRequest, @Nullable String> identity,
			ClientInspector inspector, StorageLimits limits, RequestCoalescer coalescer,
			@Nullable Executor revalidationExecutor) {
		this.factory = factory;
		this.delegate = delegate;
		this.selector = selector;
		this.identity = identity;
		this.inspector = inspector;
		this.limits = limits;
		this.coalescer = coalescer;
		this.revalidationExecutor = revalidationExecutor;
	}

	@Override
	public HttpMethod getMethod() {
		return this.delegate.getMethod();
	}

	@Override
	public URI getURI() {
		return this.delegate.getURI();
	}

	@Override
	public HttpHeaders getHeaders() {
		return this.delegate.getHeaders();
	}

	@Override
	public Map<String, Object> getAttributes() {
		return this.delegate.getAttributes();
	}

	/**
	 * Return a buffer for the body. A large one is streamed with {@link #setBody}.
	 */
	@Override
	public OutputStream getBody() {
		assertNotExecuted();
		Assert.state(this.body == null, "Invoke either getBody or setBody; not both");
		FastByteArrayOutputStream bytes = (this.buffer != null) ? this.buffer : new FastByteArrayOutputStream(1024);
		this.buffer = bytes;
		return bytes;
	}

	@Override
	public void setBody(Body body) {
		assertNotExecuted();
		Assert.state(this.buffer == null, "Invoke either getBody or setBody; not both");
		this.body = body;
	}

	@Override
	public ClientHttpResponse execute() throws IOException {
		assertNotExecuted();
		this.executed = true;
		@Nullable HttpCache selected = this.selector.apply(this);
		if (selected == null) {
			return executeUncached();
		}
		CacheContext cache = CacheHolder.contextOf(selected);
		HttpHeaders headers = HttpHeaders.copyOf(getHeaders());
		@Nullable String own = this.identity.apply(this);
		this.isIdentified = own != null && !own.isEmpty();
		boolean isChecked = !this.isIdentified && isRetrieval();
		if (isChecked && this.inspector.hasAuthenticator()) {
			throw HiddenCredentialsException.ofAuthenticator(getURI());
		}
		this.isUnreadable = this.inspector.isUnreadable(this.delegate);
		boolean hasHiddenFields = this.isUnreadable || (isChecked && this.inspector.hasCookies(getURI()));
		CacheRequest request = new CacheRequest(getMethod(), getURI(), headers,
				(own != null) ? own : cache.identityOf(headers));
		Sender sender = new Sender(this.delegate, sentBody());
		try {
			CacheResponse response = BlockingCacheDriver
				.of(cache, sender, this.limits, this.coalescer, hasHiddenFields || hasBody(), background())
				.exchange(request);
			return new CachingClientHttpResponse(response, sender.statusText);
		}
		catch (UncheckedIOException ex) {
			throw ex.getCause();
		}
	}

	private ClientHttpResponse executeUncached() throws IOException {
		@Nullable Body sent = sentBody();
		if (sent != null) {
			Sender.write(sent, this.delegate);
		}
		ClientHttpResponse response = this.delegate.execute();
		this.received = new ReceivedContent(this.delegate, response,
				this.inspector.exchange(this.delegate, response, getURI()));
		return response;
	}

	/**
	 * Return content of the server that may not have been read to its end.
	 * @return the content, or {@code null} if there was no response of the server
	 */
	@Nullable ReceivedContent received() {
		return this.received;
	}

	private void assertNotExecuted() {
		Assert.state(!this.executed, "ClientHttpRequest already executed");
	}

	private @Nullable Body sentBody() {
		FastByteArrayOutputStream bytes = this.buffer;
		return (bytes != null) ? bytes::writeTo : this.body;
	}

	private BlockingCacheDriver.@Nullable Background background() {
		if (this.revalidationExecutor == null) {
			return null;
		}
		Executor executor = this.revalidationExecutor;
		Map<String, Object> attributes = new HashMap<>(getAttributes());
		return new BlockingCacheDriver.Background() {

			@Override
			public void execute(Runnable validation) {
				executor.execute(validation);
			}

			@Override
			public BlockingCacheDriver.ObservedSender sender(CacheRequest request) throws IOException {
				ClientHttpRequest validating = CachingClientHttpRequest.this.factory.createRequest(request.uri(),
						HttpMethod.GET);
				validating.getAttributes().putAll(attributes);
				return new Sender(validating, null);
			}

		};
	}

	private boolean isRetrieval() {
		return HttpMethod.GET.equals(getMethod()) || HttpMethod.HEAD.equals(getMethod());
	}

	private boolean hasBody() {
		return this.body != null || (this.buffer != null && this.buffer.size() > 0);
	}

	/**
	 * Sends requests with the HTTP client.
	 */
	private final class Sender implements BlockingCacheDriver.ObservedSender {

		private @Nullable ClientHttpRequest prepared;

		private final @Nullable Body sentBody;

		/** The reason phrase of the last response. */
		private @Nullable String statusText;

		private @Nullable String reasonNotToStore;

		/**
		 * Create a sender.
		 * @param prepared the first request
		 */
		Sender(ClientHttpRequest prepared, @Nullable Body sentBody) {
			this.prepared = prepared;
			this.sentBody = sentBody;
		}

		@Override
		public CacheResponse exchange(CacheRequest forwarded) {
			RequestAttempt attempt = new RequestAttempt(false);
			try {
				return send(forwarded, attempt);
			}
			catch (IOException ex) {
				Optional<Repetition> repetition = isRepeatable()
						? attempt.repetition(forwarded.method(), forwarded.headers(), ex) : Optional.empty();
				if (repetition.isEmpty()) {
					throw new UncheckedIOException(ex);
				}
				return repeat(forwarded, repetition.get(), ex);
			}
		}

		private CacheResponse repeat(CacheRequest forwarded, Repetition repetition, IOException failure) {
			logger.debug(Repetition.REPEATED, forwarded);
			try {
				CacheResponse response = send(forwarded, new RequestAttempt(true));
				if (repetition.isAmbiguous(forwarded.method(), response.status())) {
					response.body().close();
					throw new IOException(Repetition.ambiguous(forwarded, response.status()), failure);
				}
				return response;
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		private CacheResponse send(CacheRequest forwarded, RequestAttempt attempt) throws IOException {
			ClientHttpRequest request = attempt.observe(next(forwarded));
			request.getHeaders().clear();
			request.getHeaders().putAll(forwarded.headers());
			if (this.sentBody != null) {
				write(this.sentBody, request);
			}
			ClientHttpResponse response = request.execute();
			NativeExchange exchange = CachingClientHttpRequest.this.inspector.exchange(request, response,
					forwarded.uri());
			this.reasonNotToStore = reasonNotToStore(forwarded, request, exchange);
			return received(forwarded, new ReceivedContent(request, response, exchange), response);
		}

		private boolean isRepeatable() {
			return this.sentBody == null || this.sentBody.repeatable() || CachingClientHttpRequest.this.buffer != null;
		}

		@Override
		public Optional<String> reasonNotToStore() {
			return Optional.ofNullable(this.reasonNotToStore);
		}

		/**
		 * Return what the HTTP client has done that forbids to store the response, as far
		 * as it shows that. Credentials do not matter if the identity does not depend on
		 * header fields.
		 */
		private @Nullable String reasonNotToStore(CacheRequest forwarded, ClientHttpRequest request,
				NativeExchange exchange) {
			if (CachingClientHttpRequest.this.isUnreadable) {
				return SentRequest.UNREADABLE;
			}
			if (exchange.isRedirected()) {
				return SentRequest.REDIRECTED;
			}
			if (CachingClientHttpRequest.this.isIdentified) {
				return null;
			}
			if (CachingClientHttpRequest.this.inspector.hasCookies(forwarded.uri())) {
				// Another request may have set them in the meantime.
				return "'Cookie' was set behind the cache";
			}
			return CREDENTIALS.stream()
				.filter((name) -> isChanged(forwarded, name, request.getHeaders().getOrEmpty(name))
						|| isChanged(forwarded, name, exchange.sent().apply(name)))
				.map((name) -> "'" + name + "' was set behind the cache")
				.findFirst()
				.orElse(null);
		}

		private static boolean isChanged(CacheRequest forwarded, String name, @Nullable List<String> sent) {
			return sent != null
					&& !String.join("; ", sent).equals(String.join("; ", forwarded.headers().getOrEmpty(name)));
		}

		private ClientHttpRequest next(CacheRequest forwarded) throws IOException {
			ClientHttpRequest first = this.prepared;
			this.prepared = null;
			if (first != null) {
				return first;
			}
			ClientHttpRequest again = CachingClientHttpRequest.this.factory.createRequest(forwarded.uri(),
					forwarded.method());
			again.getAttributes().putAll(getAttributes());
			return again;
		}

		private static void write(Body body, ClientHttpRequest request) throws IOException {
			if (request instanceof StreamingHttpOutputMessage streaming) {
				streaming.setBody(body);
			}
			else {
				body.writeTo(request.getBody());
			}
		}

		private CacheResponse received(CacheRequest forwarded, ReceivedContent content, ClientHttpResponse response)
				throws IOException {
			boolean passedOn = false;
			try {
				int status = response.getStatusCode().value();
				if (status < 200) {
					throw new UnexpectedInterimResponseException(forwarded.toString(), status);
				}
				this.statusText = response.getStatusText();
				HttpHeaders headers = response.getHeaders();
				CachingClientHttpRequest.this.received = content;
				CacheResponse received = new CacheResponse(forwarded.uri(), status, headers,
						ResponseContent.of(content, ResponseContent.contentLength(headers)));
				passedOn = true;
				return received;
			}
			finally {
				if (!passedOn) {
					// What follows on the connection may be the response to this request.
					content.abort();
				}
			}
		}

	}

}
