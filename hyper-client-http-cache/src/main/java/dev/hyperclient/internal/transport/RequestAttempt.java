package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.util.Optional;

import javax.net.ssl.SSLSession;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AttributeKey;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClient;

import org.springframework.core.NestedRuntimeException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.util.ClassUtils;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/**
 * One attempt to send a request. Over Reactor Netty, it knows whether the connection had
 * been used before, and whether any byte of a response has been received on it.
 * Thread-safe; for a single request.
 */
public final class RequestAttempt {

	private static final boolean REACTOR_NETTY = ClassUtils.isPresent("reactor.netty.http.client.HttpClient",
			RequestAttempt.class.getClassLoader());

	private final boolean needsNewConnection;

	/** Fails the response. */
	private volatile Sinks.@Nullable Empty<?> lost;

	private volatile @Nullable ClientHttpRequest request;

	private volatile boolean observed;

	private volatile boolean refused;

	private volatile boolean reused;

	private volatile boolean answered;

	private volatile @Nullable SSLSession session;

	/**
	 * Create an attempt.
	 * @param needsNewConnection whether the request must not be sent on a connection that
	 * has been used; such a connection is closed
	 */
	public RequestAttempt(boolean needsNewConnection) {
		this.needsNewConnection = needsNewConnection;
	}

	/**
	 * Observe the connection of a request.
	 * @param message the request, before it is sent
	 */
	public void observe(ClientHttpRequest message) {
		if (REACTOR_NETTY && this.request != message) {
			this.request = message;
			ReactorNetty.observe(this, message);
		}
	}

	/**
	 * Observe the connection of a request of a blocking client. Over Reactor Netty, one
	 * that needs a new connection gets it from a pool of which none is used twice.
	 * @param message a request of Spring's request factory that was not executed
	 * @return the request to execute in place of it
	 * @throws IOException if it cannot be created
	 */
	public org.springframework.http.client.ClientHttpRequest observe(
			org.springframework.http.client.ClientHttpRequest message) throws IOException {
		Object client = PrivateField.REACTOR_REQUEST_CLIENT.of(message);
		return (client != null) ? ReactorNetty.observed(this, message, client) : message;
	}

	/**
	 * Return the response of the attempt. If a reused connection ends before a byte of
	 * it, it is cancelled and fails; otherwise Reactor Netty would log a warning.
	 * @param <T> the type of the response
	 * @param response the response without its content
	 * @return fails with a {@link WebClientRequestException} in that case
	 */
	public <T> Mono<T> guard(Mono<T> response) {
		if (!REACTOR_NETTY) {
			return response;
		}
		Sinks.Empty<T> sink = Sinks.unsafe().empty();
		this.lost = sink;
		// Unlike takeUntilOther, this cancels the response before it fails. The sink is
		// subscribed first, before anything is sent.
		return Mono.firstWithSignal(sink.asMono(), response);
	}

	/**
	 * Return whether the request may be sent once more.
	 * @param method the method
	 * @param headers the header fields
	 * @param failure the failure of the attempt
	 * @return the repetition, or empty if the failure is final
	 */
	public Optional<Repetition> repetition(HttpMethod method, HttpHeaders headers, Throwable failure) {
		Throwable cause = (failure instanceof NestedRuntimeException) ? failure.getCause() : failure;
		return (cause != null) ? Repetition.of(method, headers, cause, this) : Optional.empty();
	}

	/**
	 * Return the TLS session of the connection.
	 * @param exchange what the HTTP client has done
	 * @return the session, or {@code null} if there is none or it is unknown
	 */
	public @Nullable SSLSession session(NativeExchange exchange) {
		SSLSession own = this.session;
		return (own != null) ? own : exchange.session().get();
	}

	/**
	 * Whether the request was not sent because its connection had been used.
	 */
	boolean isRefused() {
		return this.refused;
	}

	/**
	 * Whether what happens to the connection is known.
	 */
	boolean isObserved() {
		return this.observed;
	}

	/**
	 * Whether the connection had been used before the request was sent on it.
	 */
	boolean isReused() {
		return this.reused;
	}

	/**
	 * Whether a byte has been received since the request was sent. The HTTP client may
	 * have followed a redirect since then.
	 */
	boolean isAnswered() {
		return this.answered;
	}

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
		private static final AttributeKey<Boolean> SEPARATE_POOL = AttributeKey.valueOf(RequestAttempt.class.getName());

		static org.springframework.http.client.ClientHttpRequest observed(RequestAttempt attempt,
				org.springframework.http.client.ClientHttpRequest message, Object client) throws IOException {
			HttpClient netty = ((HttpClient) client).mapConnect(attempt::guard)
				.doOnRequest((sent, connection) -> keepSession(attempt, connection));
			return ProtectedTransport.derived(message,
					attempt.needsNewConnection
							? netty.attr(SEPARATE_POOL, true)
								.doOnRequest((sent, connection) -> connection.markPersistent(false))
							: netty.doOnRequest((sent, connection) -> begin(attempt, connection)));
		}

		/** Of HTTP/2, the channel is a stream of a connection. */
		private static void keepSession(RequestAttempt attempt, Connection connection) {
			for (Channel channel = connection.channel(); channel != null; channel = channel.parent()) {
				SslHandler handler = channel.pipeline().get(SslHandler.class);
				if (handler != null) {
					attempt.session = handler.engine().getSession();
				}
			}
		}

		private static void begin(RequestAttempt attempt, Connection connection) {
			UsedConnectionHandler handler = UsedConnectionHandler.of(connection.channel().pipeline());
			if (handler != null) {
				// Otherwise a request without the cache may have used it.
				attempt.reused = handler.begin(attempt);
				attempt.observed = attempt.reused;
			}
		}

		static void observe(RequestAttempt attempt, ClientHttpRequest message) {
			Object nativeRequest = message.getNativeRequest();
			if (nativeRequest instanceof Connection connection) {
				keepSession(attempt, connection);
				UsedConnectionHandler handler = UsedConnectionHandler.of(connection.channel().pipeline());
				if (handler != null) {
					attempt.connected(handler.begin(attempt), message);
				}
			}
		}

	}

}
