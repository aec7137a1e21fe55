package dev.hyperclient.internal.transport;

import java.io.IOException;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.util.Attribute;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;

/**
 * Notices what happens to an HTTP/1.1 connection between a request and the first byte of
 * its response. Sits right before the HTTP codec, so that it sees bytes; used by the
 * event loop of the connection.
 */
final class UsedConnectionHandler extends ChannelInboundHandlerAdapter {

	private static final String NAME = "hyper-client.usedConnection";

	private final Attribute<Boolean> used;

	/** The exchange whose response has not begun. */
	private @Nullable ObservedExchange waiting;

	private UsedConnectionHandler(Attribute<Boolean> used) {
		this.used = used;
	}

	/**
	 * Return the handler of a connection, which is added for the first request.
	 * @return the handler, or {@code null} for another protocol
	 */
	static @Nullable UsedConnectionHandler of(ChannelPipeline pipeline) {
		if (pipeline.get(NAME) instanceof UsedConnectionHandler known) {
			return known;
		}
		if (pipeline.get(NettyPipeline.HttpCodec) == null) {
			return null;
		}
		UsedConnectionHandler added = new UsedConnectionHandler(pipeline.channel().attr(InterimResponseHandler.USED));
		pipeline.addBefore(NettyPipeline.HttpCodec, NAME, added);
		return added;
	}

	/**
	 * Begin a request.
	 * @return whether there was a request on this connection before
	 */
	boolean begin(ObservedExchange exchange) {
		this.waiting = exchange;
		return Boolean.TRUE.equals(this.used.getAndSet(true));
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		ObservedExchange exchange = this.waiting;
		if (exchange != null) {
			this.waiting = null;
			exchange.answered();
		}
		context.fireChannelRead(message);
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		end(null);
		context.fireChannelInactive();
	}

	@Override
	public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
		if (cause instanceof IOException && end(cause)) {
			return;
		}
		context.fireExceptionCaught(cause);
	}

	private boolean end(@Nullable Throwable cause) {
		ObservedExchange exchange = this.waiting;
		this.waiting = null;
		if (exchange == null || !exchange.isReused()) {
			return false;
		}
		exchange.lost(cause);
		return true;
	}

}
