package dev.hyperclient.internal.transport;

import java.io.IOException;
import java.util.function.UnaryOperator;

import org.apache.hc.client5.http.entity.compress.DecompressingEntity;
import org.apache.hc.core5.http.HttpEntity;

import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Decodes content in Apache's blocking client, for cached requests alone. Thread-safe.
 *
 * @param coding the coding
 * @param own the client's own decoder
 */
record ApacheEntityDecoder(String coding, UnaryOperator<HttpEntity> own) implements UnaryOperator<HttpEntity> {

	/** Whether this thread executes a cached request. */
	private static final ThreadLocal<Boolean> CACHED = new ThreadLocal<>();

	/**
	 * Execute a cached request.
	 * @param client its client, whose decoders are replaced: there is no setting for them
	 */
	@SuppressWarnings("unchecked")
	static ClientHttpResponse execute(ClientHttpRequest request, Object client) throws IOException {
		ApacheContentDecoder.replace(client, PrivateField.APACHE_CHAIN, PrivateField.APACHE_HANDLER,
				PrivateField.APACHE_NEXT, PrivateField.APACHE_DECODERS, PrivateField.APACHE_DECODERS_BY_NAME,
				(coding, decoder) -> (decoder instanceof ApacheEntityDecoder) ? decoder
						: new ApacheEntityDecoder(coding, (UnaryOperator<HttpEntity>) decoder));
		CACHED.set(true);
		try {
			return request.execute();
		}
		finally {
			CACHED.remove();
		}
	}

	@Override
	public HttpEntity apply(HttpEntity entity) {
		return (CACHED.get() != null)
				? new DecompressingEntity(entity, (content) -> new DecodedContent(content, this.coding))
				: this.own.apply(entity);
	}

}
