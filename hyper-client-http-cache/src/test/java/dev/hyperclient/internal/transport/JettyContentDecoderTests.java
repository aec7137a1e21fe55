package dev.hyperclient.internal.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;

import org.eclipse.jetty.client.ContentDecoder;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JettyContentDecoder}.
 */
class JettyContentDecoderTests {

	/**
	 * A client keeps all of them until the content is complete, and counts their bytes.
	 */
	@Test
	void decodedPieceHoldsNoMoreMemoryThanItsContent() throws Exception {
		ByteArrayOutputStream members = new ByteArrayOutputStream();
		for (int i = 0; i < 3; i++) {
			members.write(gzip("a"));
		}
		HttpClient client = new HttpClient();
		client.start();
		try {
			JettyContentDecoder.protect(client);
			Content.Source decoded = factory(client)
				.newDecoderContentSource(new ByteBufferContentSource(ByteBuffer.wrap(members.toByteArray())));
			int length = 0;
			Content.Chunk chunk = decoded.read();
			while (!chunk.isLast()) {
				assertThat(chunk.getByteBuffer().array()).hasSize(chunk.remaining());
				length += chunk.remaining();
				chunk.release();
				chunk = decoded.read();
			}
			assertThat(length).isEqualTo(3);
		}
		finally {
			client.stop();
		}
	}

	private static ContentDecoder.Factory factory(HttpClient client) {
		for (ContentDecoder.Factory factory : client.getContentDecoderFactories()) {
			if (factory.getEncoding().equals("gzip")) {
				return factory;
			}
		}
		throw new AssertionError("No decoder");
	}

	private static byte[] gzip(String content) throws IOException {
		ByteArrayOutputStream coded = new ByteArrayOutputStream();
		try (GZIPOutputStream out = new GZIPOutputStream(coded)) {
			out.write(content.getBytes());
		}
		return coded.toByteArray();
	}

}
