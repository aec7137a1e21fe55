package dev.hyperclient.internal.transport;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

import org.eclipse.jetty.client.ContentDecoder;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Internals of HTTP clients that the adapters use: requests that received no response,
 * memory of decoded content, and private fields, which the libraries on the class path
 * have.
 */
class TransportTests {

	@ParameterizedTest
	@ValueSource(strings = { "/127.0.0.1:443: GOAWAY received", "EOF reached while reading" })
	void requestThatMayBeProcessedIsRepeatedIfItIsSafe(String message) {
		IOException failure = message.startsWith("EOF") ? new EOFException(message) : new IOException(message);
		assertThat(of(HttpMethod.GET, failure)).contains(new Repetition(true, true));
		assertThat(of(HttpMethod.POST, failure)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "POST", "PATCH" })
	void refusedStreamIsRepeatedForEveryMethod(String method) {
		assertThat(of(HttpMethod.valueOf(method), new IOException("Received RST_STREAM: Stream not processed")))
			.contains(new Repetition(true, false));
		assertThat(of(HttpMethod.POST, new IOException("Received RST_STREAM: Stream cancelled"))).isEmpty();
	}

	private static Optional<Repetition> of(HttpMethod method, IOException failure) {
		return new ObservedExchange(false).repetition(method, new HttpHeaders(), new IOException("wrapped", failure));
	}

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

	@ParameterizedTest
	@EnumSource
	void fieldExists(PrivateField field) {
		assertThat(PrivateFields.SPRING.has(field)).isTrue();
	}

}
