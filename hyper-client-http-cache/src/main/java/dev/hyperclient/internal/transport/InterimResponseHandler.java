package dev.hyperclient.internal.transport;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContentDecompressor;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;
import reactor.netty.Connection;
import reactor.netty.NettyPipeline;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.client.reactive.ClientHttpRequest;

/**
 * Passes on only final responses with a valid status that a request is waiting for. Sits
 * right behind the HTTP codec; used by the event loop of one connection.
 */
final class InterimResponseHandler extends ChannelDuplexHandler {

	/**
	 * Marks clients that add this handler to each connection. Connections are pooled by
	 * it, among others.
	 */
	private static final AttributeKey<Boolean> ADDED = AttributeKey.valueOf(InterimResponseHandler.class.getName());

	/** Set on channels on which a request was sent, also one that is not observed. */
	static final AttributeKey<Boolean> USED = AttributeKey.valueOf("hyper-client.used");

	private static final String NAME = "hyper-client.interimResponses";

	private static final int CONTINUE = 100;

	private static final int SWITCHING_PROTOCOLS = 101;

	private static final int FIRST_FINAL = 200;

	private static final int NO_CONTENT = 204;

	private static final int LAST_STATUS = 999;

	/** Requests that were sent and whose final response has not ended. */
	private int pending;

	private boolean upgrading;

	/** The status of the response that is being read. */
	private int status;

	/**
	 * The end of a final response. It is passed on when all that was read with it has
	 * been seen: from then on the connection may be used for another request.
	 */
	private @Nullable Object end;

	/**
	 * Return a client that adds this handler to each connection.
	 * @param client the client, which is not changed
	 * @return the derived client, or the same one if it was derived this way
	 */
	static HttpClient skip(HttpClient client) {
		return isAddedBy(client) ? client
				: client.attr(ADDED, true).doOnRequest((request, connection) -> addTo(connection.channel().pipeline()));
	}

	static boolean isAddedBy(HttpClient client) {
		return client.configuration().attributes().containsKey(ADDED);
	}

	static void addTo(ClientHttpRequest request) {
		Object nativeRequest = request.getNativeRequest();
		if (nativeRequest instanceof Connection connection) {
			addTo(connection.channel().pipeline());
		}
	}

	private static void addTo(ChannelPipeline pipeline) {
		if (pipeline.get(NAME) != null) {
			return;
		}
		if (pipeline.get(NettyPipeline.HttpDecompressor) instanceof HttpContentDecompressor) {
			pipeline.replace(NettyPipeline.HttpDecompressor, NettyPipeline.HttpDecompressor,
					new WholeContentDecompressor());
		}
		if (pipeline.get(NettyPipeline.HttpCodec) != null) {
			pipeline.addAfter(NettyPipeline.HttpCodec, NAME, new InterimResponseHandler());
		}
		else if (pipeline.get(NettyPipeline.H2ToHttp11Codec) != null) {
			pipeline.addAfter(NettyPipeline.H2ToHttp11Codec, NAME, new InterimResponseHandler());
		}
	}

	@Override
	public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
		if (message instanceof HttpRequest request) {
			context.channel().attr(USED).set(true);
			this.pending++;
			this.upgrading = request.headers().contains(HttpHeaderNames.UPGRADE);
		}
		context.write(message, promise);
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		if (this.pending == 0 && message instanceof HttpObject) {
			// A response without a request would answer the next one.
			ReferenceCountUtil.release(message);
			abandon(context);
			return;
		}
		if (message instanceof HttpResponse response) {
			this.status = response.status().code();
			if (this.status < CONTINUE || this.status > LAST_STATUS) {
				// Spring cannot represent it.
				response.setDecoderResult(
						DecoderResult.failure(new IllegalArgumentException("invalid status code " + this.status)));
			}
			if ((this.status == SWITCHING_PROTOCOLS && !this.upgrading) || hasContentAgainstTheRules(response)) {
				// What follows is of a protocol that was not agreed upon, or excess.
				Connection.from(context.channel()).markPersistent(false);
			}
		}
		if (this.status > SWITCHING_PROTOCOLS && this.status < FIRST_FINAL) {
			ReferenceCountUtil.release(message);
			if (message instanceof LastHttpContent) {
				context.read();
			}
		}
		else if (message instanceof LastHttpContent && this.status != CONTINUE && !isUpgraded()) {
			this.pending--;
			this.end = message;
		}
		else {
			context.fireChannelRead(message);
		}
	}

	/** RFC 9110, 8.6 */
	private static boolean hasContentAgainstTheRules(HttpResponse response) {
		return response.status().code() == NO_CONTENT
				&& (HttpUtil.isTransferEncodingChunked(response) || HttpUtil.getContentLength(response, 0L) > 0);
	}

	private boolean isUpgraded() {
		return this.status == SWITCHING_PROTOCOLS && this.upgrading;
	}

	private void abandon(ChannelHandlerContext context) {
		if (this.end != null) {
			Connection.from(context.channel()).markPersistent(false);
		}
		else {
			context.close();
		}
	}

	@Override
	public void channelReadComplete(ChannelHandlerContext context) {
		passEnd(context);
		context.fireChannelReadComplete();
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		passEnd(context);
		context.fireChannelInactive();
	}

	@Override
	public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
		passEnd(context);
		context.fireExceptionCaught(cause);
	}

	@Override
	public void handlerRemoved(ChannelHandlerContext context) {
		passEnd(context);
	}

	private void passEnd(ChannelHandlerContext context) {
		Object ended = this.end;
		if (ended != null) {
			this.end = null;
			context.fireChannelRead(ended);
		}
	}

}
