package dev.hyperclient.testservice;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;

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
