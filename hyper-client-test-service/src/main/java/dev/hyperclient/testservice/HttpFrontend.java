package dev.hyperclient.testservice;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.testservice.Faults.Fault;
import dev.hyperclient.testservice.OutgoingResponse.Status;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;

/**
 * The HTTP server. Uses Reactor Netty directly because status lines have reason phrases
 * of their own and request targets must arrive unchanged.
 *
 * @param clock supplies the time of responses
 * @param bodyTimeout the time to wait for the rest of a request
 * @param dispatcher handles requests
 * @param faults the faults of the test
 * @param log records requests
 */
record HttpFrontend(Clock clock, Duration bodyTimeout, RequestDispatcher dispatcher, Faults faults,
		RecordedRequest.Log log) {

	/**
	 * Keys of 281 characters that are percent-encoded twice result in long URLs.
	 */
	private static final int MAX_REQUEST_LINE = 16 * 1024;

	private static final int MAX_HEADERS = 32 * 1024;

	private static final int MAX_BODY = 1024 * 1024;

	private static final int MAX_READ = 16 * MAX_BODY;

	DisposableServer bind(InetSocketAddress address, LoopResources loops, ChannelGroup connections) {
		return HttpServer.create()
			.bindAddress(() -> address)
			.runOn(loops)
			.channelGroup(connections)
			.httpRequestDecoder((decoder) -> decoder.maxInitialLineLength(MAX_REQUEST_LINE).maxHeaderSize(MAX_HEADERS))
			.idleTimeout(this.bodyTimeout)
			.doOnChannelInit((observer, channel, remote) -> channel.pipeline()
				.addAfter(NettyPipeline.HttpCodec, "testservice.undecodable", new UndecodableRequestHandler()))
			.handle(this::handle)
			.bindNow();
	}

	private String date() {
		return DateFormatter.format(Date.from(this.clock.instant()));
	}

	private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
		int arrival = this.log.generation();
		return request.receive()
			.asByteArray()
			.collect(ByteArrayOutputStream::new, HttpFrontend::collect)
			.timeout(this.bodyTimeout, Mono
				.error(() -> RequestRefusedException.with(Status.REQUEST_TIMEOUT, "The body did not arrive in time.")))
			.flatMap((body) -> answer(arrival, request, response, body.toByteArray()))
			.onErrorResume(RequestRefusedException.class, (ex) -> {
				this.log.addRefused(arrival, request.method().name(), request.uri(), request.requestHeaders(),
						ex.status());
				return send(request, response, ex.response().with("Connection", "close"));
			});
	}

	/**
	 * Collect a request body. One that is too large is read up to a second limit, because
	 * most clients read the response only after they have sent the whole body.
	 */
	private static void collect(ByteArrayOutputStream body, byte[] more) {
		if (body.size() + more.length > MAX_READ) {
			throw RequestRefusedException.with(Status.CONTENT_TOO_LARGE, "The body is far too large.");
		}
		body.writeBytes(more);
	}

	private Mono<Void> answer(int arrival, HttpServerRequest request, HttpServerResponse response, byte[] body) {
		if (!this.log.isCurrent(arrival)) {
			return send(request, response, RequestDispatcher.RESET.response());
		}
		Fault fault = this.faults.next(request.method().name(), request.uri());
		long number = this.log.add(arrival, request.method().name(), request.uri(), request.requestHeaders(), body);
		Mono<OutgoingResponse> outgoing = Mono
			.fromSupplier(() -> (fault.replacement() != null) ? this.dispatcher.challenged(fault.replacement())
					: dispatch(arrival, request, body))
			.doOnNext((answer) -> this.log.answered(number, answer.status().code()));
		// A slow service handles a request also if its client gives up: cache()
		// continues.
		Mono<OutgoingResponse> answer = fault.delay().isZero() ? outgoing
				: Mono.delay(fault.delay()).then(outgoing).cache();
		return answer.flatMap((ready) -> {
			if (fault.brokenOff()) {
				return Faults.breakOff(response, ready);
			}
			if (fault.interim()) {
				Faults.writeInterim(response);
			}
			return send(request, response, ready);
		});
	}

	private OutgoingResponse dispatch(int arrival, HttpServerRequest request, byte[] body) {
		if (body.length > MAX_BODY) {
			return OutgoingResponse.text(Status.CONTENT_TOO_LARGE,
					"The body may have " + MAX_BODY + " bytes at the most.");
		}
		return this.dispatcher.dispatch(request.method().name(), request.uri(),
				RecordedRequest.fields(request.requestHeaders()), request.requestHeaders().getAll("Authorization"),
				body, () -> this.log.isCurrent(arrival));
	}

	private Mono<Void> send(HttpServerRequest request, HttpServerResponse response, OutgoingResponse outgoing) {
		response.status(outgoing.status());
		response.header("Date", date());
		outgoing.headers().forEach(response::header);
		if (!outgoing.is(Status.NOT_MODIFIED)) {
			response.header("Content-Length", Integer.toString(outgoing.body().length));
		}
		if (outgoing.body().length == 0 || request.method().equals(HttpMethod.HEAD)) {
			return response.send().then();
		}
		return response.sendByteArray(Mono.just(outgoing.body())).then();
	}

	/**
	 * Refuses requests that the HTTP decoder rejects, with a text that states the reason.
	 */
	private final class UndecodableRequestHandler extends ChannelInboundHandlerAdapter {

		private static final int CLOSE_DELAY_SECONDS = 1;

		private boolean refused;

		@Override
		public void channelRead(ChannelHandlerContext context, Object message) {
			if (!this.refused && message instanceof HttpRequest request) {
				refusal(request).ifPresent((refusal) -> refuse(context, request, refusal));
			}
			if (this.refused) {
				ReferenceCountUtil.release(message);
			}
			else {
				context.fireChannelRead(message);
			}
		}

		private void refuse(ChannelHandlerContext context, HttpRequest request, OutgoingResponse refusal) {
			this.refused = true;
			HttpFrontend.this.log.addRefused(HttpFrontend.this.log.generation(), request.method().name(), request.uri(),
					EmptyHttpHeaders.INSTANCE, refusal.status().code());
			context.channel().config().setAutoRead(true);
			context.writeAndFlush(message(refusal)).addListener((written) -> closeDelayed(context));
		}

		/**
		 * Close after a delay. Closing while the client is still sending would reset the
		 * connection, and the response would be lost.
		 */
		private static void closeDelayed(ChannelHandlerContext context) {
			if (context.channel() instanceof DuplexChannel channel) {
				channel.shutdownOutput();
			}
			context.executor().schedule(() -> context.close(), CLOSE_DELAY_SECONDS, TimeUnit.SECONDS);
		}

		private static Optional<OutgoingResponse> refusal(HttpRequest request) {
			Throwable cause = request.decoderResult().cause();
			String host = request.headers().get("Host");
			if (cause instanceof TooLongHttpLineException) {
				return Optional.of(OutgoingResponse.text(Status.URI_TOO_LONG, "The request line is too long."));
			}
			if (cause instanceof TooLongHttpHeaderException) {
				return Optional.of(OutgoingResponse.text(Status.HEADERS_TOO_LARGE, "The header fields are too large."));
			}
			return (cause == null && (host == null || GuardedRequest.isHost(host))) ? Optional.empty()
					: Optional.of(OutgoingResponse.text(Status.BAD_REQUEST,
							(cause != null) ? "This is not a well-formed request." : GuardedRequest.HOST_EXPECTED));
		}

		private DefaultFullHttpResponse message(OutgoingResponse response) {
			DefaultFullHttpResponse message = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, response.status(),
					Unpooled.wrappedBuffer(response.body()));
			message.headers().set("Date", HttpFrontend.this.date());
			response.headers().forEach((name, value) -> message.headers().set(name, value));
			message.headers().set("Content-Length", response.body().length);
			message.headers().set("Connection", "close");
			return message;
		}

	}

}
