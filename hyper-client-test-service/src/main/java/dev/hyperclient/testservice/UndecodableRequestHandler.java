package dev.hyperclient.testservice;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.hyperclient.testservice.OutgoingResponse.Status;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
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

	private final Consumer<RecordedRequest> log;

	private boolean refused;

	UndecodableRequestHandler(Supplier<String> date, Consumer<RecordedRequest> log) {
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
			this.log.accept(new RecordedRequest(request.method().name(), request.uri(), null, null, null, null, "",
					refusal.status().code()));
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
		if (request.decoderResult().isFailure()) {
			return responseTo(request.decoderResult().cause());
		}
		String host = request.headers().get("Host");
		return (host == null || RequestTarget.isHost(host)) ? null
				: OutgoingResponse.text(Status.BAD_REQUEST, RequestTarget.HOST_EXPECTED);
	}

	private static OutgoingResponse responseTo(Throwable cause) {
		if (cause instanceof TooLongHttpLineException) {
			return OutgoingResponse.text(Status.URI_TOO_LONG, "The request line is too long.");
		}
		if (cause instanceof TooLongHttpHeaderException) {
			return OutgoingResponse.text(Status.HEADERS_TOO_LARGE, "The header fields are too large.");
		}
		return OutgoingResponse.text(Status.BAD_REQUEST, "This is not a well-formed request.");
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
