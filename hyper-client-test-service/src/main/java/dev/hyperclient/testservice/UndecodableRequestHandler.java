package dev.hyperclient.testservice;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.testservice.OutgoingResponse.Status;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;

/**
 * Refuses requests that the HTTP decoder rejects, with a text that states the reason.
 */
final class UndecodableRequestHandler extends ChannelInboundHandlerAdapter {

	private static final int CLOSE_DELAY_SECONDS = 1;

	private final HttpFrontend frontend;

	private boolean refused;

	UndecodableRequestHandler(HttpFrontend frontend) {
		this.frontend = frontend;
	}

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
		RecordedRequest.Log log = this.frontend.log();
		log.addRefused(log.generation(), request.method().name(), request.uri(), EmptyHttpHeaders.INSTANCE,
				refusal.status().code());
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
		message.headers().set("Date", this.frontend.date());
		response.headers().forEach((name, value) -> message.headers().set(name, value));
		message.headers().set("Content-Length", response.body().length);
		message.headers().set("Connection", "close");
		return message;
	}

}
