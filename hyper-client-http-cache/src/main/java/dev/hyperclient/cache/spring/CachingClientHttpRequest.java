package dev.hyperclient.cache.spring;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.internal.http.Origin;
import dev.hyperclient.internal.policy.QueryContent;
import dev.hyperclient.internal.transaction.BlockingCacheDriver;
import dev.hyperclient.internal.transaction.CacheContext;
import dev.hyperclient.internal.transport.ObservedExchange;
import dev.hyperclient.internal.transport.Repetition;
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
 * attributes are taken from the request of the HTTP client, which is executed unless a
 * stored response answers it. Not thread-safe.
 */
final class CachingClientHttpRequest implements ClientHttpRequest, StreamingHttpOutputMessage {

	private static final Logger logger = LoggerFactory.getLogger(CachingClientHttpRequest.class);

	private final ClientHttpRequestFactory factory;

	private final ClientHttpRequest delegate;

	private final ClientOptions<HttpRequest> options;

	private @Nullable FastByteArrayOutputStream buffer;

	private @Nullable Body body;

	private boolean executed;

	/** Whether the last response was that to another request, such as to CONNECT. */
	private boolean isForOther;

	/** Content of the server that may not have been read to its end. */
	private @Nullable ReceivedContent received;

	/**
	 * Create a request.
	 * @param factory the factory of the HTTP client
	 */
	CachingClientHttpRequest(ClientHttpRequestFactory factory, URI uri, HttpMethod method,
			ClientOptions<HttpRequest> options) throws IOException {
		this.factory = factory;
		this.delegate = factory.createRequest(uri, method);
		this.options = options;
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
		return this.options.followsRedirects() ? executeRedirected(HttpHeaders.copyOf(getHeaders())) : executeOnce();
	}

	/**
	 * Execute this request and those for redirects, each with the cache.
	 * @param headers the header fields of the caller, before the cache adds any
	 */
	private ClientHttpResponse executeRedirected(HttpHeaders headers) throws IOException {
		CachingClientHttpRequest request = this;
		ClientHttpResponse response = executeOnce();
		for (int i = 0; i < Redirect.MAX; i++) {
			Redirect redirect = request.redirect(response);
			if (redirect == null || (redirect.keepsBody() && request.body != null && !request.body.repeatable())) {
				return response;
			}
			request.discard(response);
			redirect.removeFrom(headers);
			CachingClientHttpRequest next = new CachingClientHttpRequest(this.factory, redirect.uri(),
					redirect.method(), this.options);
			next.getHeaders().putAll(headers);
			next.getAttributes().putAll(getAttributes());
			if (redirect.keepsBody()) {
				next.buffer = request.buffer;
				next.body = request.body;
			}
			request = next;
			response = request.executeOnce();
		}
		return response;
	}

	private @Nullable Redirect redirect(ClientHttpResponse response) throws IOException {
		if (this.isForOther) {
			return null;
		}
		boolean passedOn = false;
		try {
			Redirect redirect = Redirect.of(getMethod(), getURI(), response.getStatusCode().value(),
					response.getHeaders());
			passedOn = true;
			return redirect;
		}
		finally {
			if (!passedOn) {
				response.close();
			}
		}
	}

	private void discard(ClientHttpResponse redirect) {
		if (this.received == null || HttpMethod.HEAD.equals(getMethod())
				|| redirect.getHeaders().getContentLength() == 0) {
			redirect.close();
		}
		else {
			this.received.discard(redirect);
		}
	}

	private ClientHttpResponse executeOnce() throws IOException {
		assertNotExecuted();
		this.executed = true;
		@Nullable HttpCache selected = this.options.selector().apply(this);
		if (selected == null) {
			return executeUncached();
		}
		CacheContext cache = CacheContext.of(selected);
		String digest = digestQuery(cache.maxQueryLength(getMethod(), getURI()));
		SeenRequest seen = this.options.see(this, HttpHeaders.copyOf(getHeaders()), digest, cache, this.delegate);
		Sender sender = new Sender(this.delegate, seen, sentBody(), getAttributes());
		try {
			CacheResponse response = BlockingCacheDriver
				.of(this.options.context(selected, this, seen), sender, this.options.limits(), this.options.coalescer(),
						seen.hasHiddenFields() || (hasBody() && digest.isEmpty()), this.options.revalidationExecutor())
				.exchange(seen.request());
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
		ObservedExchange exchange = this.options.client().exchange(false);
		ClientHttpResponse response = this.delegate.execute();
		exchange.received(this.delegate, response, getURI());
		this.isForOther = exchange.isRedirected();
		this.received = new ReceivedContent(this.delegate, response, exchange);
		return response;
	}

	private void assertNotExecuted() {
		Assert.state(!this.executed, "ClientHttpRequest already executed");
	}

	private @Nullable Body sentBody() {
		FastByteArrayOutputStream bytes = this.buffer;
		return (bytes != null) ? bytes::writeTo : this.body;
	}

	private boolean hasBody() {
		return this.body != null || (this.buffer != null && this.buffer.size() > 0);
	}

	/**
	 * Return the digest of the content of a query, which is buffered: what is sent is
	 * what the response is stored under.
	 * @param maximum the maximum length, negative if the request is not a query
	 * @return the digest, or empty if the content is longer, or can be written only once
	 */
	private String digestQuery(long maximum) {
		if (maximum < 0) {
			return "";
		}
		Body streamed = this.body;
		if (streamed != null) {
			if (!streamed.repeatable()) {
				return "";
			}
			LimitedBuffer written = new LimitedBuffer(maximum);
			try {
				streamed.writeTo(written);
			}
			catch (IOException | RuntimeException ex) {
				logger.debug("The response to {} {} is not cached, since its content is too long or cannot be read",
						getMethod(), Origin.maskingUser(getURI()), ex);
				return "";
			}
			this.body = null;
			this.buffer = written.bytes;
		}
		FastByteArrayOutputStream bytes = this.buffer;
		if (bytes != null && bytes.size() > maximum) {
			return "";
		}
		return QueryContent.digest(getMethod(), getHeaders(), (bytes != null) ? bytes.toByteArray() : new byte[0]);
	}

	/**
	 * Sends requests with the HTTP client.
	 */
	private final class Sender implements BlockingCacheDriver.ObservedSender {

		private @Nullable ClientHttpRequest prepared;

		private final SeenRequest seen;

		private final @Nullable Body sentBody;

		private final Map<String, Object> attributes;

		/** The reason phrase of the last response. */
		private @Nullable String statusText;

		private Optional<String> reasonNotToStore = Optional.empty();

		/**
		 * Create a sender.
		 * @param prepared the first request, or {@code null} to create it when it is sent
		 */
		Sender(@Nullable ClientHttpRequest prepared, SeenRequest seen, @Nullable Body sentBody,
				Map<String, Object> attributes) {
			this.prepared = prepared;
			this.seen = seen;
			this.sentBody = sentBody;
			this.attributes = attributes;
		}

		@Override
		public Sender inBackground() {
			// Of a GET, the body is unknown to the cache.
			boolean isQuery = !this.seen.request().contentDigest().isEmpty();
			return new Sender(null, this.seen, isQuery ? this.sentBody : null, new HashMap<>(this.attributes));
		}

		@Override
		public CacheResponse exchange(CacheRequest forwarded) {
			try {
				return sendAndRepeat(forwarded);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		private CacheResponse sendAndRepeat(CacheRequest forwarded) throws IOException {
			ObservedExchange exchange = this.seen.client().exchange(false);
			try {
				return send(forwarded, exchange);
			}
			// Jetty throws an unchecked one for a request that the server has not
			// processed.
			catch (IOException | RuntimeException ex) {
				Repetition repetition = exchange.repetition(forwarded.method(), forwarded.headers(), ex).orElse(null);
				if (repetition == null || !isRepeatable()) {
					throw ex;
				}
				logger.debug(Repetition.REPEATED, forwarded);
				CacheResponse response = send(forwarded, this.seen.client().exchange(true));
				if (repetition.isAmbiguous(forwarded.method(), response.status())) {
					response.body().close();
					throw new IOException(Repetition.ambiguous(forwarded, response.status()), ex);
				}
				return response;
			}
		}

		private CacheResponse send(CacheRequest forwarded, ObservedExchange exchange) throws IOException {
			this.seen.client().requireOwnResponse(forwarded.uri());
			ClientHttpRequest request = exchange.prepare(next(forwarded), forwarded.headers());
			if (this.sentBody != null) {
				write(this.sentBody, request);
			}
			ClientHttpResponse response = exchange.execute(request);
			CachingClientHttpRequest.this.isForOther = exchange.isRedirected();
			this.reasonNotToStore = this.seen.reasonNotToStore(request, exchange,
					(name) -> isChanged(forwarded, name, request.getHeaders().getOrEmpty(name))
							|| isChanged(forwarded, name, exchange.sent(name)));
			return received(forwarded, new ReceivedContent(request, response, exchange), response);
		}

		private boolean isRepeatable() {
			return this.sentBody == null || this.sentBody.repeatable() || CachingClientHttpRequest.this.buffer != null;
		}

		@Override
		public Optional<String> reasonNotToStore() {
			return this.reasonNotToStore;
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
			again.getAttributes().putAll(this.attributes);
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
					this.seen.client().receivedInterim(forwarded.method(), forwarded.uri(), response.getHeaders());
					throw new UnexpectedInterimResponseException(forwarded.toString(), status);
				}
				this.seen.client().requireOwnResponse(forwarded.uri());
				this.statusText = response.getStatusText();
				HttpHeaders headers = content.headers();
				CachingClientHttpRequest.this.received = content;
				CacheResponse received = CacheResponse.of(forwarded.uri(), status, headers,
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

	/**
	 * Content in memory. What is longer than the maximum is not written to its end.
	 */
	private static final class LimitedBuffer extends OutputStream {

		private final FastByteArrayOutputStream bytes = new FastByteArrayOutputStream(1024);

		private final long maximum;

		LimitedBuffer(long maximum) {
			this.maximum = maximum;
		}

		@Override
		public void write(int b) throws IOException {
			require(1);
			this.bytes.write(b);
		}

		@Override
		public void write(byte[] content, int offset, int length) throws IOException {
			require(length);
			this.bytes.write(content, offset, length);
		}

		private void require(int length) throws IOException {
			if (this.bytes.size() + (long) length > this.maximum) {
				throw new IOException("The content is longer than " + this.maximum + " bytes");
			}
		}

	}

}
