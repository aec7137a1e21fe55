package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import javax.net.ssl.SSLSession;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AttributeKey;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClient;

import org.springframework.core.NestedRuntimeException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/**
 * One attempt to send a request with an HTTP client of Spring, and its response: what was
 * sent, whether a redirect was followed, whether the content is whole, how it is aborted,
 * and whether the request may be sent once more. Over Reactor Netty, it knows whether the
 * connection had been used before, and whether any byte of a response has been received
 * on it. Thread-safe; for a single request.
 * <p>
 * A request of a {@code WebClient} is {@linkplain #observe observed} and its response
 * {@linkplain #guard guarded}; one of a request factory is {@linkplain #prepare prepared}
 * and {@linkplain #execute executed}.
 */
public final class ObservedExchange {

	private final PrivateFields fields;

	private final boolean hidesRedirects;

	private final boolean needsNewConnection;

	/** Fails the response. */
	private volatile Sinks.@Nullable Empty<?> lost;

	private volatile @Nullable ClientHttpRequest request;

	private volatile boolean observed;

	private volatile boolean refused;

	private volatile boolean reused;

	private volatile boolean answered;

	private volatile @Nullable SSLSession session;

	/** What the HTTP client shows, known as soon as there is a response. */
	private volatile @Nullable NativeExchange shown;

	private volatile @Nullable ClientHttpResponse response;

	/** Whether content that Spring would decode is decoded here. */
	private volatile boolean isEncoded;

	private volatile @Nullable InputStream content;

	/**
	 * Create an exchange of a {@code WebClient} whose content is not examined.
	 * @param needsNewConnection whether the request must not be sent on a connection that
	 * has been used; such a connection is closed
	 */
	public ObservedExchange(boolean needsNewConnection) {
		this(PrivateFields.SPRING, false, needsNewConnection);
	}

	ObservedExchange(PrivateFields fields, boolean hidesRedirects, boolean needsNewConnection) {
		this.fields = fields;
		this.hidesRedirects = hidesRedirects;
		this.needsNewConnection = needsNewConnection;
	}

	/**
	 * Protect the client of a {@code WebClient} where it can be changed, that is Apache's
	 * and Jetty's. Requests over Reactor Netty are protected as they are
	 * {@linkplain #observe observed}.
	 * @param <T> the type of the client
	 * @param client any {@code WebClient}
	 * @return the client
	 */
	public static <T> T protect(T client) {
		@Nullable Object exchange = PrivateField.WEB_CLIENT_EXCHANGE.of(client);
		@Nullable Object connector = (exchange != null) ? PrivateField.EXCHANGE_CONNECTOR.of(exchange) : null;
		if (connector != null) {
			ObservedClient.protectConnector(connector);
		}
		return client;
	}

	/**
	 * Return the identity of a request with the client certificates that may be
	 * presented.
	 * @param certificates the result of {@link ObservedClient#certificates}
	 * @param uri the URL of the request
	 * @param identity its identity otherwise
	 */
	public static String identity(String certificates, URI uri, String identity) {
		return ClientCertificates.identity(certificates, uri, identity);
	}

	/**
	 * Return the first bytes of streamed content, and cancel the remainder. Unlike
	 * {@link DataBufferUtils#takeUntilByteCount}, this expects what some HTTP clients do:
	 * they emit further parts after they are cancelled, which are released.
	 * @param content the content, to be subscribed to once
	 * @param length the maximum number of bytes
	 * @return the beginning
	 */
	public static Flux<DataBuffer> beginning(Flux<DataBuffer> content, long length) {
		AtomicLong missing = new AtomicLong(length);
		return content.<DataBuffer>handle((part, sink) -> {
			int size = part.readableByteCount();
			long before = missing.getAndAdd(-size);
			if (before <= 0) {
				DataBufferUtils.release(part);
			}
			else if (size <= before) {
				sink.next(part);
			}
			else {
				DataBuffer first = part.split((int) before);
				DataBufferUtils.release(part);
				sink.next(first);
			}
		}).takeUntil((part) -> missing.get() <= 0);
	}

	/**
	 * Observe the connection of a request of a {@code WebClient}, which skips interim
	 * responses from then on.
	 * @param message the request, before it is sent
	 */
	public void observe(ClientHttpRequest message) {
		if (this.request != message) {
			this.request = message;
			ObservedClient.protectRequest(message);
			if (ObservedClient.REACTOR_NETTY) {
				ReactorNetty.observe(this, message);
			}
		}
	}

	/**
	 * Return the response of a {@code WebClient}. If a reused connection ends before a
	 * byte of it, it is cancelled and fails; otherwise Reactor Netty would log a warning.
	 * @param <T> the type of the response
	 * @param received the response without its content
	 * @return fails with a {@link WebClientRequestException} in that case
	 */
	public <T> Mono<T> guard(Mono<T> received) {
		if (!ObservedClient.REACTOR_NETTY) {
			return received;
		}
		Sinks.Empty<T> sink = Sinks.unsafe().empty();
		this.lost = sink;
		// Unlike takeUntilOther, this cancels the response before it fails. The sink is
		// subscribed first, before anything is sent.
		return Mono.firstWithSignal(sink.asMono(), received);
	}

	/**
	 * Prepare a request of a request factory. Over Reactor Netty, its connection is
	 * observed, and one that needs a new connection gets it from a pool of which none is
	 * used twice. Over the client of the JDK, Spring does not decode its content.
	 * @param message the request, which was not executed
	 * @param headers the header fields to send, in place of its own
	 * @return the request to execute in place of it
	 * @throws IOException if it cannot be created
	 */
	public org.springframework.http.client.ClientHttpRequest prepare(
			org.springframework.http.client.ClientHttpRequest message, HttpHeaders headers) throws IOException {
		Object client = PrivateField.REACTOR_REQUEST_CLIENT.of(message);
		org.springframework.http.client.ClientHttpRequest created = (client != null)
				? ReactorNetty.observed(this, message, client) : message;
		org.springframework.http.client.ClientHttpRequest prepared = DecodedContent.undecoded(created);
		prepared.getHeaders().clear();
		prepared.getHeaders().putAll(headers);
		this.isEncoded = prepared != created;
		if (this.isEncoded) {
			DecodedContent.accept(prepared.getHeaders());
		}
		return prepared;
	}

	/**
	 * Execute a request of a request factory.
	 * @param prepared the result of {@link #prepare}
	 * @return its response
	 * @throws IOException if there is none
	 */
	public ClientHttpResponse execute(org.springframework.http.client.ClientHttpRequest prepared) throws IOException {
		Object apache = PrivateField.APACHE_REQUEST_CLIENT.of(prepared);
		URI uri = prepared.getURI();
		ClientHttpResponse received = (apache != null) ? ApacheContentDecoder.execute(prepared, apache)
				: prepared.execute();
		received(prepared, received, uri);
		return received;
	}

	/**
	 * Note the response of a request that was executed without this exchange.
	 * @param sent the request of the request factory
	 * @param received its response
	 * @param uri the URL of the request
	 */
	public void received(org.springframework.http.client.ClientHttpRequest sent, ClientHttpResponse received, URI uri) {
		this.response = received;
		this.shown = NativeExchange.of(this.fields, sent, received, uri);
	}

	/**
	 * Return whether the request may be sent once more: any, if it was not sent at all or
	 * not carried out for certain; GET, HEAD and QUERY, DELETE, and PUT and PATCH with
	 * {@code If-Match}, if the connection had been used before and ended before a byte of
	 * the response.
	 * @param method the method
	 * @param headers the header fields
	 * @param failure the failure of the attempt
	 * @return the repetition, or empty if the failure is final
	 */
	public Optional<Repetition> repetition(HttpMethod method, HttpHeaders headers, Throwable failure) {
		Throwable cause = (failure instanceof NestedRuntimeException) ? failure.getCause() : failure;
		if (cause == null) {
			return Optional.empty();
		}
		if (!this.answered && (this.refused || Repetition.isUnsent(cause))) {
			// It was not sent at all.
			return Optional.of(new Repetition(false, false));
		}
		if (Repetition.isReported(cause, Repetition.UNPROCESSED)) {
			// The server has not carried it out (RFC 9113, 8.7).
			return Optional.of(new Repetition(true, false));
		}
		// The failure alone does not show whether the connection had been used.
		boolean unanswered = this.observed
				? this.reused && (Repetition.isNotHttp(cause) || (cause instanceof IOException && !this.answered))
				: Repetition.isReported(cause, Repetition.UNANSWERED);
		return (unanswered && Repetition.isRepeatable(method, headers)) ? Optional.of(new Repetition(true, true))
				: Optional.empty();
	}

	/**
	 * Return whether the response is, or may be, that to another request.
	 */
	public boolean isRedirected() {
		return shown().isRedirected();
	}

	/**
	 * Return the values of a header field that was really sent, for instance of
	 * credentials and cookies that the HTTP client has added.
	 * @param name the name of the field
	 * @return the values, or {@code null} if they are unknown
	 */
	public @Nullable List<String> sent(String name) {
		return shown().sent().apply(name);
	}

	/**
	 * Return the TLS session of the connection.
	 * @return the session, or {@code null} if there is none or it is unknown
	 */
	@Nullable SSLSession session() {
		SSLSession own = this.session;
		return (own != null) ? own : shown().session().get();
	}

	private NativeExchange shown() {
		NativeExchange known = this.shown;
		if (known == null) {
			known = NativeExchange.of(this.fields, Objects.requireNonNull(this.request), this.hidesRedirects);
			this.shown = known;
		}
		return known;
	}

	/**
	 * Return the header fields of the response of a request factory, without the coding
	 * that is decoded.
	 */
	public HttpHeaders headers() {
		HttpHeaders received = response().getHeaders();
		return this.isEncoded ? DecodedContent.withoutCoding(received) : received;
	}

	/**
	 * Return the content of the response of a request factory. It ends with an
	 * {@link java.io.EOFException}, also within an unchecked exception, if the HTTP
	 * client notices that it is not whole.
	 * @return the content, opened by the first call
	 * @throws IOException if it cannot be opened
	 */
	public InputStream content() throws IOException {
		InputStream opened = this.content;
		if (opened == null) {
			InputStream body = response().getBody();
			String coding = this.isEncoded ? DecodedContent.coding(response().getHeaders()) : null;
			opened = (coding != null) ? new DecodedContent(body, coding) : body;
			this.content = opened;
		}
		return opened;
	}

	/**
	 * Return the failure of content that the HTTP client does not show. To be called at
	 * the end of the content.
	 * @return the failure, or {@code null} if there is none
	 */
	public @Nullable IOException failure() {
		Object jetty = PrivateField.JETTY_RESPONSE.of(response());
		return (jetty != null) ? JettyContentDecoder.failure(jetty) : null;
	}

	/**
	 * Close the response of a request factory. The HTTP client may read the remainder of
	 * its content, to keep the connection.
	 */
	public void close() {
		response().close();
		if (this.content instanceof DecodedContent decoded) {
			decoded.release();
		}
	}

	/**
	 * Close the response of a request factory and its connection, without waiting for the
	 * content.
	 */
	public void abort() {
		shown().abort(response(), this.content != null);
	}

	/**
	 * Return whether another thread that waits for the content could not be ended.
	 */
	public boolean isSingleThreaded() {
		return shown().isSingleThreaded();
	}

	private ClientHttpResponse response() {
		return Objects.requireNonNull(this.response);
	}

	/**
	 * Whether the connection had been used before the request was sent on it.
	 */
	boolean isReused() {
		return this.reused;
	}

	/**
	 * Called by the event loop, for the first byte since the request was sent. The HTTP
	 * client may have followed a redirect since then.
	 */
	void answered() {
		this.answered = true;
	}

	/**
	 * Called by the event loop, before it closes the connection or fails the request.
	 */
	void lost(@Nullable Throwable cause) {
		fail((cause instanceof IOException io) ? io
				: new IOException("The server closed the connection before a byte of the response"));
	}

	private void fail(IOException cause) {
		ClientHttpRequest message = this.request;
		Sinks.Empty<?> sink = this.lost;
		if (sink != null) {
			sink.tryEmitError((message != null) ? Reactive.failure(cause, message) : cause);
		}
	}

	private void connected(boolean used, ClientHttpRequest message) {
		if (used && this.needsNewConnection && !this.answered) {
			this.refused = true;
			// Nothing is written before the cancellation closes the connection.
			message.beforeCommit(Mono::never);
			fail(new IOException("No new connection"));
		}
		else {
			this.reused = used;
			this.observed = true;
		}
	}

	/** Loaded only if there is a request of a {@code WebClient}. */
	private static final class Reactive {

		static Throwable failure(IOException cause, ClientHttpRequest message) {
			return new WebClientRequestException(cause, message.getMethod(), message.getURI(), message.getHeaders());
		}

	}

	/** Loaded only if there is Reactor Netty. */
	private static final class ReactorNetty {

		/** Connections are pooled by it, among others. */
		private static final AttributeKey<Boolean> SEPARATE_POOL = AttributeKey
			.valueOf(ObservedExchange.class.getName());

		static org.springframework.http.client.ClientHttpRequest observed(ObservedExchange exchange,
				org.springframework.http.client.ClientHttpRequest message, Object client) throws IOException {
			HttpClient netty = ((HttpClient) client).mapConnect(exchange::guard)
				.doOnRequest((sent, connection) -> keepSession(exchange, connection));
			return ObservedClient.derived(message,
					exchange.needsNewConnection
							? netty.attr(SEPARATE_POOL, true)
								.doOnRequest((sent, connection) -> connection.markPersistent(false))
							: netty.doOnRequest((sent, connection) -> begin(exchange, connection)));
		}

		/** Of HTTP/2, the channel is a stream of a connection. */
		private static void keepSession(ObservedExchange exchange, Connection connection) {
			for (Channel channel = connection.channel(); channel != null; channel = channel.parent()) {
				SslHandler handler = channel.pipeline().get(SslHandler.class);
				if (handler != null) {
					exchange.session = handler.engine().getSession();
				}
			}
		}

		private static void begin(ObservedExchange exchange, Connection connection) {
			UsedConnectionHandler handler = UsedConnectionHandler.of(connection.channel().pipeline());
			if (handler != null) {
				// Otherwise a request without the cache may have used it.
				exchange.reused = handler.begin(exchange);
				exchange.observed = exchange.reused;
			}
		}

		static void observe(ObservedExchange exchange, ClientHttpRequest message) {
			Object nativeRequest = message.getNativeRequest();
			if (nativeRequest instanceof Connection connection) {
				keepSession(exchange, connection);
				UsedConnectionHandler handler = UsedConnectionHandler.of(connection.channel().pipeline());
				if (handler != null) {
					exchange.connected(handler.begin(exchange), message);
				}
			}
		}

	}

}
