package dev.hyperclient.testservice;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/**
 * Closing the service.
 */
class ShutdownTests {

	@Test
	void closesWhileRequestIsBlocked() {
		BlockingGuard guard = new BlockingGuard();
		FakeService service = NoteService.builder().guard(guard).start();
		try {
			URI root = service.baseUrl();
			HttpClient.newHttpClient().sendAsync(HttpRequest.newBuilder(root).build(), BodyHandlers.discarding());
			assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
				guard.called.await();
				service.close();
			});
		}
		finally {
			guard.released.countDown();
		}
	}

	@RepeatedTest(20)
	void closesConnectionsThatAreKept() throws Exception {
		List<Socket> kept = new ArrayList<>();
		try (FakeService service = NoteService.builder().start()) {
			for (int i = 0; i < 12; i++) {
				Socket connection = new Socket("localhost", service.port());
				connection.setSoTimeout(5_000);
				connection.getOutputStream()
					.write("GET /1.0/none HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
				assertThat(connection.getInputStream().read()).isEqualTo('H');
				kept.add(connection);
			}
		}
		for (Socket connection : kept) {
			assertThat(connection.getInputStream().readAllBytes()).isNotEmpty();
			connection.close();
		}
	}

	/** Blocks the thread of a request. */
	private static final class BlockingGuard implements RequestGuard {

		private final CountDownLatch called = new CountDownLatch(1);

		private final CountDownLatch released = new CountDownLatch(1);

		@Override
		public Caller check(GuardedRequest request) {
			this.called.countDown();
			try {
				this.released.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			throw RequestRefusedException.unauthorized("Blocked");
		}

	}

}
