package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

import org.eclipse.jetty.client.ContentDecoder;
import org.eclipse.jetty.client.EarlyHintsProtocolHandler;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.transport.HttpChannel;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ContentSourceTransformer;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * Decodes content in Jetty's client, and fails at the end of content whose coding has not
 * ended: the client's own decoder ends it, or reads it for ever. Not thread-safe.
 */
final class JettyContentDecoder extends ContentSourceTransformer {

	private static final int SIZE = 8192;

	private static final String GZIP = "gzip";

	private static final String FAILURE = JettyContentDecoder.class.getName();

	private final @Nullable HttpExchange exchange;

	private final ContentDecoding decoding = new ContentDecoding(GZIP);

	private final byte[] decoded = new byte[SIZE];

	private JettyContentDecoder(Content.Source source) {
		super(source);
		Object receiver = PrivateField.JETTY_SOURCE_RECEIVER.of(source);
		Object channel = (receiver != null) ? PrivateField.JETTY_CHANNEL.of(receiver) : null;
		this.exchange = (channel instanceof HttpChannel known) ? known.getHttpExchange() : null;
	}

	/**
	 * Make a client skip interim responses and notice content whose coding ends early,
	 * also after it has been restarted.
	 * @param client the client, which is changed
	 */
	static void protect(Object client) {
		HttpClient jetty = (HttpClient) client;
		if (jetty.addEventListener(Protection.INSTANCE)) {
			jetty.getProtocolHandlers().put(Protection.INSTANCE);
			use(jetty);
		}
	}

	/**
	 * Replace the decoder of a client that has started, if it is Jetty's.
	 */
	private static void use(HttpClient client) {
		for (ContentDecoder.Factory factory : client.getContentDecoderFactories()) {
			if (factory.getEncoding().equals(GZIP) && factory.getClass().getEnclosingClass() == HttpClient.class) {
				client.getContentDecoderFactories().put(new Factory());
				return;
			}
		}
	}

	/**
	 * Return the failure of content that was read. A blocking client does not see one at
	 * the end: for Jetty, the response has succeeded before its end is decoded.
	 * @param response the response
	 * @return the failure, or {@code null} if there is none
	 */
	static @Nullable IOException failure(Object response) {
		return (((Response) response).getRequest().getAttributes().get(FAILURE) instanceof IOException ex) ? ex : null;
	}

	@Override
	protected Content.Chunk transform(Content.Chunk encoded) {
		try {
			int size = this.decoding.decode(encoded.getByteBuffer(), this.decoded);
			if (size > 0) {
				// A client may keep all of them, however short they are.
				return Content.Chunk.from(ByteBuffer.wrap(Arrays.copyOf(this.decoded, size)), false);
			}
			if (!encoded.isLast()) {
				return Content.Chunk.EMPTY;
			}
			this.decoding.end();
			return Content.Chunk.EOF;
		}
		catch (IOException ex) {
			if (this.exchange != null) {
				this.exchange.getRequest().attribute(FAILURE, ex);
			}
			return Content.Chunk.from(ex, true);
		}
	}

	@Override
	protected void release() {
		super.release();
		this.decoding.close();
	}

	private static final class Factory extends ContentDecoder.Factory {

		Factory() {
			super(GZIP);
		}

		@Override
		public Content.Source newDecoderContentSource(Content.Source source) {
			return new JettyContentDecoder(source);
		}

	}

	/**
	 * Skips the interim responses whose status Jetty does not know (RFC 9110, 15.2). It
	 * skips 100, 102 and 103, and returns others as if they were final. Thread-safe.
	 */
	private static final class Protection extends EarlyHintsProtocolHandler implements LifeCycle.Listener {

		private static final Protection INSTANCE = new Protection();

		@Override
		public String getName() {
			return Protection.class.getName();
		}

		@Override
		public boolean accept(Request request, Response response) {
			int status = response.getStatus();
			return HttpStatus.isInterim(status) && status != HttpStatus.CONTINUE_100;
		}

		@Override
		public void lifeCycleStarting(LifeCycle client) {
			((HttpClient) client).getProtocolHandlers().put(this);
		}

		@Override
		public void lifeCycleStarted(LifeCycle client) {
			use((HttpClient) client);
		}

	}

}
