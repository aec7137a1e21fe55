package dev.hyperclient.autoconfigure;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.ReferenceCountUtil;
import reactor.netty.Connection;

/**
 * Drops informational responses (RFC 9110, 15.2) such as 103 on a stream of HTTP/2, where
 * Reactor Netty would take them for the final response.
 */
final class Http2InformationalResponses extends ChannelInboundHandlerAdapter {

	private static final String NAME = "hyper-client.http2InformationalResponses";

	static void dropOn(Connection connection) {
		if (connection.channel() instanceof Http2StreamChannel) {
			connection.addHandlerLast(NAME, new Http2InformationalResponses());
		}
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
		if (message instanceof HttpResponse response
				&& response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
			ReferenceCountUtil.release(message);
			context.read();
		}
		else {
			super.channelRead(context, message);
		}
	}

}
