package dev.hyperclient.testservice;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import dev.hyperclient.testservice.OutgoingResponse.Status;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that the HTTP decoder rejects, with a text that states the reason.
 */
final class UndecodableRequestHandler extends ChannelInboundHandlerAdapter {

	private static final Duration CLOSE_DELAY = Duration.ofSeconds(1);

	private final Supplier<String> date;

	private final RecordedRequest.Log log;

	private boolean refused;

	UndecodableRequestHandler(Supplier<String> date, RecordedRequest.Log log) {
		this.date = date;
		this.log = log;
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		OutgoingResponse refusal = (message instanceof HttpRequest request) ? refusal(request) : null;
		if (refusal == null && !this.refused) {
			context.fireChannelRead(message);
			return;
		}
		if (message instanceof HttpRequest request && refusal != null && !this.refused) {
			this.refused = true;
			long number = this.log.add(this.log.generation(), request.method().name(), request.uri(),
					EmptyHttpHeaders.INSTANCE, new byte[0]);
			this.log.answered(number, refusal.status().code());
			context.channel().config().setAutoRead(true);
			context.writeAndFlush(message(refusal)).addListener((written) -> closeDelayed(context));
		}
		ReferenceCountUtil.release(message);
	}

	/**
	 * Close after a delay. Closing while the client is still sending would reset the
	 * connection, and the response would be lost.
	 */
	private static void closeDelayed(ChannelHandlerContext context) {
		if (context.channel() instanceof DuplexChannel channel) {
			channel.shutdownOutput();
		}
		context.executor().schedule(() -> context.close(), CLOSE_DELAY.toMillis(), TimeUnit.MILLISECONDS);
	}

	private static @Nullable OutgoingResponse refusal(HttpRequest request) {
		Throwable cause = request.decoderResult().cause();
		if (cause instanceof TooLongHttpLineException) {
			return OutgoingResponse.text(Status.URI_TOO_LONG, "The request line is too long.");
		}
		if (cause instanceof TooLongHttpHeaderException) {
			return OutgoingResponse.text(Status.HEADERS_TOO_LARGE, "The header fields are too large.");
		}
		if (cause != null) {
			return OutgoingResponse.text(Status.BAD_REQUEST, "This is not a well-formed request.");
		}
		String host = request.headers().get("Host");
		return (host == null || RequestTarget.isHost(host)) ? null
				: OutgoingResponse.text(Status.BAD_REQUEST, RequestTarget.HOST_EXPECTED);
	}

	private FullHttpResponse message(OutgoingResponse response) {
		FullHttpResponse message = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, response.status(),
				Unpooled.wrappedBuffer(response.body()));
		message.headers().set("Date", this.date.get());
		response.headers().forEach((name, value) -> message.headers().set(name, value));
		message.headers().set("Content-Length", response.body().length);
		message.headers().set("Connection", "close");
		return message;
	}

}
