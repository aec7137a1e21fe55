package dev.hyperclient.testservice;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * The kitchen with its initial data, one server for all tests of a class.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class KitchenTestBase {

	@AutoClose
	final FakeService service = Kitchen.builder().start();

	final ServiceCalls calls = new ServiceCalls(this.service);

	@BeforeEach
	void reset() {
		this.service.reset();
	}

	/**
	 * Send bytes, close the output, and read until the service closes the connection.
	 */
	String raw(String request) throws IOException {
		try (Socket socket = new Socket("localhost", this.service.port())) {
			socket.setSoTimeout(10_000);
			socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
			socket.shutdownOutput();
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
		}
	}

	String rawGet(String target) throws IOException {
		return raw("GET " + target + " HTTP/1.1\r\nHost: kitchen.dev\r\nConnection: close\r\n\r\n");
	}

}
