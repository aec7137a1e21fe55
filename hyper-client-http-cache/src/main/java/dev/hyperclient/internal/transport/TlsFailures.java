package dev.hyperclient.internal.transport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.ChannelPipelineConfigurer;
import reactor.netty.Connection;
import reactor.netty.ConnectionObserver;
import reactor.netty.NettyPipeline;
import reactor.netty.http.client.HttpClient;

/**
 * Makes a Reactor Netty client report a failed TLS handshake to the request alone. By
 * itself it also logs the failure as a warning, twice and with stack traces.
 * <p>
 * Thread-safe.
 */
final class TlsFailures {

	private static final String NAME = "hyper-client.tlsFailures";

	private static final Object FAILURE = new Object();

	/** One for all clients, since connections are pooled by it, among others. */
	private static final ChannelPipelineConfigurer HANDLER = (observer, channel, remoteAddress) -> {
		ChannelPipeline pipeline = channel.pipeline();
		if (pipeline.get(NettyPipeline.SslHandler) != null && pipeline.get(NettyPipeline.ReactiveBridge) != null) {
			pipeline.addBefore(NettyPipeline.ReactiveBridge, NAME, new Handler(observer));
		}
	};

	private TlsFailures() {
	}

	/**
	 * Return a client that does not log failures of the TLS handshake.
	 * @param client the client, which is not changed
	 * @return the derived client, whose requests fail as before
	 */
	static HttpClient reportOnce(HttpClient client) {
		return client.doOnChannelInit(HANDLER).mapConnect((connection) -> Mono.defer(() -> {
			Sinks.One<Connection> failure = Sinks.unsafe().one();
			return Mono.firstWithSignal(failure.asMono(),
					connection.contextWrite((context) -> context.put(FAILURE, failure)));
		}));
	}

	/**
	 * Used by the event loop of one connection, until the handshake is completed.
	 */
	private static final class Handler extends ChannelInboundHandlerAdapter {

		/** Has the context of the request that the connection is made for. */
		private final ConnectionObserver observer;

		private boolean failed;

		Handler(ConnectionObserver observer) {
			this.observer = observer;
		}

		@Override
		public void userEventTriggered(ChannelHandlerContext context, Object event) {
			if (event instanceof SslHandshakeCompletionEvent completion && completion.isSuccess()) {
				context.pipeline().remove(this);
			}
			context.fireUserEventTriggered(event);
		}

		@Override
		public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
			Sinks.@Nullable One<?> failure = this.observer.currentContext().getOrDefault(FAILURE, null);
			if (!this.failed && (failure == null || failure.tryEmitError(cause).isFailure())) {
				context.fireExceptionCaught(cause);
				return;
			}
			// The same failure follows, from the decoder.
			this.failed = true;
			context.close();
		}

	}

}
