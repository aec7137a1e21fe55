package dev.hyperclient.cookbook.service;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import dev.hyperclient.cookbook.service.security.Admission;
import dev.hyperclient.cookbook.service.security.GuardedRequest;
import dev.hyperclient.cookbook.service.security.RequestGuard;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/**
 * How the service stops.
 */
class ShutdownTests {

	@Test
	void closesWhileARequestIsStuck() {
		StuckGuard guard = new StuckGuard();
		HttpFrontend frontend = new HttpFrontend(new InetSocketAddress("localhost", 0),
				new GuardedRequestHandler(guard, new RequestHandler(new CookbookStore(0))), new RequestLog());
		try {
			URI root = URI.create("http://localhost:" + frontend.port() + "/1.0/");
			HttpClient.newHttpClient().sendAsync(HttpRequest.newBuilder(root).build(), BodyHandlers.discarding());
			assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
				guard.asked.await();
				frontend.close();
			});
		}
		finally {
			guard.goOn.countDown();
		}
	}

	/** Keeps the thread of a request. */
	private static final class StuckGuard implements RequestGuard {

		private final CountDownLatch asked = new CountDownLatch(1);

		private final CountDownLatch goOn = new CountDownLatch(1);

		@Override
		public Admission check(GuardedRequest request) {
			this.asked.countDown();
			try {
				this.goOn.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return new Admission.Refused(401, "Stuck");
		}

		@Override
		public String challenge() {
			return "Basic";
		}

	}

}
