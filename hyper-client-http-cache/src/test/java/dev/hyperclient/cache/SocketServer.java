package dev.hyperclient.cache;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server whose bytes a test chooses. Each connection has a thread.
 */
final class SocketServer implements AutoCloseable {

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	private final ServerSocket server;

	/**
	 * Start a server.
	 * @param connection serves each connection, which is closed afterwards
	 */
	SocketServer(Connection connection) {
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		daemon(() -> {
			while (true) {
				Socket socket = this.server.accept();
				this.sockets.add(socket);
				daemon(() -> {
					try (socket) {
						connection.serve(socket);
					}
				});
			}
		});
	}

	/**
	 * Start a server that answers each connection with the same bytes, after the head of
	 * a request.
	 */
	static SocketServer answering(byte[] answer) {
		return new SocketServer((socket) -> {
			readHead(socket.getInputStream());
			socket.getOutputStream().write(answer);
		});
	}

	/**
	 * Read the head of a request.
	 * @throws IOException if there is none
	 */
	static String readHead(InputStream input) throws IOException {
		StringBuilder head = new StringBuilder();
		while (head.indexOf("\r\n\r\n") < 0) {
			int next = input.read();
			if (next < 0) {
				throw new IOException("Closed");
			}
			head.append((char) next);
		}
		return head.toString();
	}

	static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.ISO_8859_1);
	}

	int port() {
		return this.server.getLocalPort();
	}

	URI url() {
		return URI.create("http://127.0.0.1:" + port() + "/a");
	}

	/**
	 * Return the connections, those that have been closed too.
	 */
	List<Socket> sockets() {
		return this.sockets;
	}

	@Override
	public void close() {
		try {
			this.server.close();
			for (Socket socket : this.sockets) {
				socket.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void daemon(Work work) {
		Thread thread = new Thread(() -> {
			try {
				work.run();
			}
			catch (IOException | InterruptedException ex) {
				// The connection or the server has been closed.
			}
		});
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * Serves a connection.
	 */
	interface Connection {

		void serve(Socket socket) throws IOException, InterruptedException;

	}

	private interface Work {

		void run() throws IOException, InterruptedException;

	}

}
