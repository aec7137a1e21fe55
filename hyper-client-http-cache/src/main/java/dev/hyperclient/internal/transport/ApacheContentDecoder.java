package dev.hyperclient.internal.transport;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

import org.apache.hc.client5.http.entity.compress.DecompressingEntity;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.jspecify.annotations.Nullable;

import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Decodes content in Apache's asynchronous client, and fails at the end of content whose
 * coding has not ended, where the client's own decoders are silent. Used by one thread at
 * a time. In the blocking client, content is decoded for cached requests alone.
 */
final class ApacheContentDecoder implements AsyncDataConsumer {

	/** Whether this thread executes a cached request of the blocking client. */
	private static final ThreadLocal<Boolean> CACHED = new ThreadLocal<>();

	private final AsyncDataConsumer consumer;

	private final ContentDecoding decoding;

	private final byte[] decoded = new byte[8192];

	private ApacheContentDecoder(AsyncDataConsumer consumer, String coding) {
		this.consumer = consumer;
		this.decoding = new ContentDecoding(coding);
	}

	/**
	 * Replace the decoders of an asynchronous client, which has no setting for them.
	 * @param client the client, which is changed
	 */
	static void use(Object client) {
		replace(client, PrivateField.APACHE_ASYNC_CHAIN, PrivateField.APACHE_ASYNC_HANDLER,
				PrivateField.APACHE_ASYNC_NEXT, PrivateField.APACHE_ASYNC_DECODERS, PrivateField.APACHE_REGISTRY,
				(coding, decoder) -> (UnaryOperator<AsyncDataConsumer>) (consumer) -> new ApacheContentDecoder(consumer,
						coding));
	}

	/**
	 * Execute a cached request of a blocking client, whose decoders are replaced: there
	 * is no setting for them.
	 */
	@SuppressWarnings("unchecked")
	static ClientHttpResponse execute(ClientHttpRequest request, Object client) throws IOException {
		replace(client, PrivateField.APACHE_CHAIN, PrivateField.APACHE_HANDLER, PrivateField.APACHE_NEXT,
				PrivateField.APACHE_DECODERS, PrivateField.APACHE_DECODERS_BY_NAME,
				(coding, decoder) -> (decoder instanceof EntityDecoder) ? decoder
						: new EntityDecoder(coding, (UnaryOperator<HttpEntity>) decoder));
		CACHED.set(true);
		try {
			return request.execute();
		}
		finally {
			CACHED.remove();
		}
	}

	/**
	 * Replace the decoders in the chain of a client.
	 */
	@SuppressWarnings("unchecked")
	private static void replace(Object client, PrivateField chain, PrivateField handlers, PrivateField next,
			PrivateField registry, PrivateField byName, BiFunction<String, Object, Object> replacement) {
		@Nullable Object element = chain.of(client);
		while (element != null) {
			@Nullable Object handler = handlers.of(element);
			@Nullable Object decoders = (handler != null) ? registry.of(handler) : null;
			if (decoders != null && byName.of(decoders) instanceof Map<?, ?> map) {
				for (String coding : List.of("gzip", "x-gzip", "deflate")) {
					((Map<String, Object>) map).computeIfPresent(coding, replacement);
				}
			}
			element = next.of(element);
		}
	}

	@Override
	public void updateCapacity(CapacityChannel channel) throws IOException {
		this.consumer.updateCapacity(channel);
	}

	@Override
	public void consume(ByteBuffer encoded) throws IOException {
		int size = this.decoding.decode(encoded, this.decoded);
		while (size > 0) {
			this.consumer.consume(ByteBuffer.wrap(this.decoded, 0, size));
			size = this.decoding.decode(encoded, this.decoded);
		}
	}

	@Override
	public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
		try {
			this.decoding.end();
		}
		catch (EOFException ex) {
			// After an IOException, the client would send the request once more.
			throw new HttpException(ex.getMessage(), ex);
		}
		this.consumer.streamEnd(trailers);
	}

	@Override
	public void releaseResources() {
		this.decoding.close();
		this.consumer.releaseResources();
	}

	/**
	 * Decodes content in the blocking client. Thread-safe.
	 *
	 * @param coding the coding
	 * @param own the client's own decoder
	 */
	private record EntityDecoder(String coding, UnaryOperator<HttpEntity> own) implements UnaryOperator<HttpEntity> {

		@Override
		public HttpEntity apply(HttpEntity entity) {
			return (CACHED.get() != null)
					? new DecompressingEntity(entity, (content) -> new DecodedContent(content, this.coding))
					: this.own.apply(entity);
		}

	}

}
