package dev.hyperclient;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A server below HTTP: a test controls each accepted connection.
 */
final class RawServer implements AutoCloseable {

	private final ServerSocket listener;

	private final List<Socket> connections = new CopyOnWriteArrayList<>();

	private final CountDownLatch closed = new CountDownLatch(1);

	RawServer(Behaviour behaviour) {
		try {
			this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Thread thread = new Thread(() -> serve(behaviour), "raw-server");
		thread.setDaemon(true);
		thread.start();
	}

	private void serve(Behaviour behaviour) {
		try {
			while (true) {
				Socket connection = this.listener.accept();
				this.connections.add(connection);
				Thread thread = new Thread(() -> {
					try (connection) {
						connection.getInputStream().read(new byte[8192]);
						behaviour.answer(connection.getOutputStream(), this.closed);
					}
					catch (IOException | InterruptedException ex) {
						// The client went away, which is what most of these tests are
						// about.
					}
				});
				thread.setDaemon(true);
				thread.start();
			}
		}
		catch (IOException ex) {
			// Closed.
		}
	}

	String url() {
		return "http://localhost:" + this.listener.getLocalPort();
	}

	static void head(OutputStream out, String... lines) throws IOException {
		out.write((String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
		out.flush();
	}

	/** Interval between bytes of a slow response. */
	static boolean pause(CountDownLatch closed) throws InterruptedException {
		return !closed.await(20, TimeUnit.MILLISECONDS);
	}

	@Override
	public void close() throws IOException {
		this.closed.countDown();
		this.listener.close();
		for (Socket connection : this.connections) {
			connection.close();
		}
	}

	@FunctionalInterface
	interface Behaviour {

		void answer(OutputStream out, CountDownLatch closed) throws IOException, InterruptedException;

	}

}
