package dev.hyperclient.testservice;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/**
 * Start and end of a fake service.
 */
class FakeServiceLifecycleTests {

	private static final int ROUNDS = 10;

	private static final Duration END = Duration.ofSeconds(10);

	@Test
	void startsAndStopsLeaveNoThreads() throws Exception {
		for (int i = 0; i < ROUNDS; i++) {
			try (FakeService service = named("lifecycle").start()) {
				assertThat(new ServiceCalls(service).get("notes").statusCode()).isEqualTo(200);
			}
		}
		for (Thread thread : threads("lifecycle")) {
			thread.join(END.toMillis());
			assertThat(thread.isAlive()).as(thread.getName()).isFalse();
		}
	}

	@Test
	void closedServiceReleasesItsPort() throws Exception {
		int port = freePort();
		FakeService first = named("first").port(port).start();
		first.close();
		assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> new ServiceCalls(first).get("notes"));
		try (FakeService second = named("second").port(port).start()) {
			assertThat(second.port()).isEqualTo(port);
			assertThat(new ServiceCalls(second).get("notes").statusCode()).isEqualTo(200);
		}
		first.close();
	}

	@Test
	void builderStartsSeveralIndependentServices() throws Exception {
		FakeServiceBuilder builder = named("twice");
		try (FakeService first = builder.start(); FakeService second = builder.start()) {
			first.faults().failNext(503);
			first.add("notes", Map.of("name", "one"));
			first.advance(Duration.ofDays(36_500));
			HttpResponse<String> notes = new ServiceCalls(second).get("notes");
			assertThat(notes.headers().firstValue("Date").orElseThrow()).contains(" 20");
			assertThat(notes.body()).contains("\"total_size\":0");
			assertThat(first).hasToString("FakeService 'twice' at " + first.baseUrl());
			assertThat(first.clock().instant()).isAfter(second.clock().instant());
		}
	}

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

	@RepeatedTest(5)
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

	/** Return a port below those that servers get that have none of their own. */
	private static int freePort() throws IOException {
		while (true) {
			int port = ThreadLocalRandom.current().nextInt(22_000, 32_000);
			try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
				return socket.getLocalPort();
			}
			catch (BindException ex) {
				// Another one.
			}
		}
	}

	private static FakeServiceBuilder named(String name) {
		return FakeService.builder(name).type("note", "notes", (note) -> note.text("name"));
	}

	private static List<Thread> threads(String name) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith(name))
			.toList();
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
