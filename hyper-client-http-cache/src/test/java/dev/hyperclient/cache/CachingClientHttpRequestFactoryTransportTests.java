package dev.hyperclient.cache;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;
import dev.hyperclient.fixtures.SocketServer;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The request factory over each HTTP client that Spring supports.
 */
class CachingClientHttpRequestFactoryTransportTests extends TransportContract {

	static Stream<Named<Function<HttpCache, TestClient>>> transports() {
		return TestClients.transports().filter((client) -> client.getName().startsWith("RestClient"));
	}

	@Override
	Class<? extends Exception> failure() {
		return ResourceAccessException.class;
	}

	@ParameterizedTest
	@EnumSource
	void truncatedBodyIsNotStored(Transports transport) throws IOException {
		try (SocketServer raw = SocketServer.answering(SocketServer.bytes(
				"HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 100\r\nConnection: close\r\n\r\ntext"))) {
			ClientHttpRequestFactory factory = new CachingClientHttpRequestFactory(cache(), transport.create());
			try (ClientHttpResponse response = factory.createRequest(raw.url(), HttpMethod.GET).execute()) {
				response.getBody().readAllBytes();
			}
			catch (IOException | RuntimeException ex) {
				// Most clients notice it.
			}
			assertThat(directory()).isEmptyDirectory();
		}
	}

	@ParameterizedTest
	@CsvSource({ "JDK, 199", "APACHE, 199", "JETTY, 199", "REACTOR, 103", "REACTOR, 199", "SIMPLE, 103" })
	@Timeout(20)
	void interimResponseIsSkippedOrRefusedAtOnce(Transports transport, int status) throws IOException {
		// Without a final response, nothing that waits for more content would end.
		String last = (transport == Transports.SIMPLE && Runtime.version().feature() == 17) ? ""
				: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nETag: \"a\"\r\n\r\ntext";
		byte[] answer = SocketServer
			.bytes("HTTP/1.1 " + status + " Interim\r\nCache-Control: max-age=60\r\n\r\n" + last);
		try (SocketServer raw = new SocketServer((socket) -> {
			SocketServer.readHead(socket.getInputStream());
			socket.getOutputStream().write(answer);
			// The client closes the connection.
			socket.getInputStream().transferTo(OutputStream.nullOutputStream());
		})) {
			ClientHttpRequestFactory factory = new CachingClientHttpRequestFactory(cache(), transport.create());
			String result;
			try (ClientHttpResponse response = factory.createRequest(raw.url(), HttpMethod.GET).execute()) {
				result = response.getStatusCode().value() + " " + new String(response.getBody().readAllBytes());
			}
			catch (RuntimeException ex) {
				result = ex.getClass().getSimpleName();
				assertThat(directory()).isEmptyDirectory();
			}
			String refused = "UnexpectedInterimResponseException";
			switch (transport) {
				// That of newer JDKs skips it.
				case SIMPLE -> assertThat(result).isIn(refused, "200 text");
				default -> assertThat(result).isEqualTo("200 text");
			}
		}
	}

}
