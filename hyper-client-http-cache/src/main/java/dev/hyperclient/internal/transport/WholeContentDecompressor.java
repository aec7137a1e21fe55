package dev.hyperclient.internal.transport;

import java.io.EOFException;
import java.util.List;
import java.util.Locale;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.compression.JdkZlibDecoder;
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

	private @Nullable ChannelPipeline decoder;

	private String coding = "";

	private boolean hasContent;

	WholeContentDecompressor() {
		super(false, 0);
	}

	@Override
	protected @Nullable EmbeddedChannel newContentDecoder(String contentEncoding) throws Exception {
		EmbeddedChannel channel = super.newContentDecoder(contentEncoding);
		this.decoder = (channel != null) ? channel.pipeline() : null;
		this.coding = contentEncoding.toLowerCase(Locale.ROOT);
		this.hasContent = false;
		if (channel != null && this.coding.endsWith("gzip")) {
			channel.pipeline().replace(ZlibDecoder.class, null, new GzipDecoder());
		}
		return channel;
	}

	@Override
	protected void decode(ChannelHandlerContext context, HttpObject message, List<Object> decoded) throws Exception {
		ChannelPipeline decoding = this.decoder;
		if (decoding == null || !(message instanceof HttpContent content)) {
			super.decode(context, message, decoded);
			return;
		}
		this.hasContent |= content.content().isReadable();
		if (!this.hasContent || !(message instanceof LastHttpContent last)) {
			super.decode(context, message, decoded);
			return;
		}
		super.decode(context, new DefaultHttpContent(last.content()), decoded);
		ZlibDecoder zlib = decoding.get(ZlibDecoder.class);
		LastHttpContent end = new DefaultLastHttpContent(Unpooled.EMPTY_BUFFER, last.trailingHeaders());
		if (zlib == null || zlib.isClosed()) {
			super.decode(context, end, decoded);
		}
		else {
			end.setDecoderResult(DecoderResult.failure(new EOFException("its " + this.coding + " coding ends early")));
			Connection.from(context.channel()).markPersistent(false);
			context.fireChannelRead(end);
		}
	}

	/**
	 * Decodes any number of members (RFC 1952, 2.2), one after the other: Netty's decoder
	 * for several does not show whether it is at the end of one.
	 */
	private static final class GzipDecoder extends ZlibDecoder {

		private Member member = new Member();

		@Override
		public boolean isClosed() {
			return this.member.isClosed();
		}

		@Override
		protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> decoded) throws Exception {
			if (isClosed() && in.isReadable()) {
				this.member.handlerRemoved0(context);
				this.member = new Member();
			}
			this.member.decode(context, in, decoded);
		}

		@Override
		protected void handlerRemoved0(ChannelHandlerContext context) throws Exception {
			this.member.handlerRemoved0(context);
		}

	}

	/** Not in the pipeline itself. */
	private static final class Member extends JdkZlibDecoder {

		Member() {
			super(false, 0);
		}

		@Override
		protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> decoded) throws Exception {
			super.decode(context, in, decoded);
		}

		@Override
		protected void handlerRemoved0(ChannelHandlerContext context) throws Exception {
			super.handlerRemoved0(context);
		}

	}

}
