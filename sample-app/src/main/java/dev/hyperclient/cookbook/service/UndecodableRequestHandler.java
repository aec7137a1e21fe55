package dev.hyperclient.cookbook.service;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * Answers what cannot be decoded as a request with a reason, which the server would
 * refuse without one.
 */
class UndecodableRequestHandler extends ChannelInboundHandlerAdapter {

	private static final Duration LINGER = Duration.ofSeconds(1);

	private final RequestLog log;

	private boolean refused;

	UndecodableRequestHandler(RequestLog log) {
		this.log = log;
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		Response refusal = (message instanceof HttpRequest request) ? refusal(request) : null;
		if (refusal == null && !this.refused) {
			context.fireChannelRead(message);
			return;
		}
		if (message instanceof HttpRequest request && refusal != null && !this.refused) {
			this.refused = true;
			this.log
				.add(new RecordedRequest(request.method().name(), request.uri(), null, null, refusal.status().code()));
			context.channel().config().setAutoRead(true);
			context.writeAndFlush(message(refusal)).addListener((written) -> closeGently(context));
		}
		ReferenceCountUtil.release(message);
	}

	/**
	 * To close while the client is still sending would reset the connection and take the
	 * answer away from it.
	 */
	private static void closeGently(ChannelHandlerContext context) {
		if (context.channel() instanceof DuplexChannel channel) {
			channel.shutdownOutput();
		}
		context.executor().schedule(() -> context.close(), LINGER.toMillis(), TimeUnit.MILLISECONDS);
	}

	private static @Nullable Response refusal(HttpRequest request) {
		if (request.decoderResult().isFailure()) {
			return response(request.decoderResult().cause());
		}
		String host = request.headers().get("Host");
		return (host == null || Host.isValid(host)) ? null : Response.text(Status.BAD_REQUEST, Host.EXPECTED);
	}

	private static Response response(Throwable cause) {
		if (cause instanceof TooLongHttpLineException) {
			return Response.text(Status.URI_TOO_LONG, "The request line is too long.");
		}
		if (cause instanceof TooLongHttpHeaderException) {
			return Response.text(Status.HEADERS_TOO_LARGE, "The header fields are too large.");
		}
		return Response.text(Status.BAD_REQUEST, "This is not a well-formed request.");
	}

	private static FullHttpResponse message(Response response) {
		FullHttpResponse message = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1,
				new HttpResponseStatus(response.status().code(), response.status().reason()),
				Unpooled.wrappedBuffer(response.body()));
		message.headers().set("Date", HttpDates.now());
		response.headers().forEach((name, value) -> message.headers().set(name, value));
		message.headers().set("Content-Length", response.body().length);
		message.headers().set("Connection", "close");
		return message;
	}

}
