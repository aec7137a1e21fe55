package dev.hyperclient.netty;

import java.io.EOFException;
import java.util.List;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.compression.ZlibDecoder;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpContentDecompressor;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;
import reactor.netty.Connection;

/**
 * Decodes gzip and deflate, and fails at the end of content whose coding has not ended,
 * where Netty's own decompressor is silent. A response without content may name a coding.
 * Used by the event loop of one connection.
 */
final class WholeContentDecompressor extends HttpContentDecompressor {

	private @Nullable ZlibDecoder decoder;

	private String coding = "";

	private boolean hasContent;

	WholeContentDecompressor() {
		super(false, 0);
	}

	@Override
	protected @Nullable EmbeddedChannel newContentDecoder(String contentEncoding) throws Exception {
		EmbeddedChannel channel = super.newContentDecoder(contentEncoding);
		this.decoder = (channel != null) ? channel.pipeline().get(ZlibDecoder.class) : null;
		this.coding = contentEncoding;
		this.hasContent = false;
		return channel;
	}

	@Override
	protected void decode(ChannelHandlerContext context, HttpObject message, List<Object> decoded) throws Exception {
		ZlibDecoder zlib = this.decoder;
		if (zlib == null || !(message instanceof HttpContent content)) {
			super.decode(context, message, decoded);
			return;
		}
		this.hasContent |= content.content().isReadable();
		if (!this.hasContent || !(message instanceof LastHttpContent last)) {
			super.decode(context, message, decoded);
			return;
		}
		super.decode(context, new DefaultHttpContent(last.content()), decoded);
		LastHttpContent end = new DefaultLastHttpContent(Unpooled.EMPTY_BUFFER, last.trailingHeaders());
		if (zlib.isClosed()) {
			super.decode(context, end, decoded);
		}
		else {
			end.setDecoderResult(DecoderResult.failure(new EOFException("its " + this.coding + " coding ends early")));
			Connection.from(context.channel()).markPersistent(false);
			context.fireChannelRead(end);
		}
	}

}
