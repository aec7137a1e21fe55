package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import javax.net.ServerSocketFactory;

/**
 * A server that handles each connection in a thread of its own, and then closes it.
 */
public final class SocketServer implements AutoCloseable {

	private final ServerSocket listener;

	private final Handler handler;

	private final Queue<Socket> connections = new ConcurrentLinkedQueue<>();

	/**
	 * Create a server at any free port.
	 * @param handler handles the connections
	 */
	public SocketServer(Handler handler) {
		this(bind(ServerSocketFactory.getDefault()), handler);
	}

	/**
	 * Create a server.
	 * @param listener accepts the connections
	 * @param handler handles them
	 */
	public SocketServer(ServerSocket listener, Handler handler) {
		this.listener = listener;
		this.handler = handler;
		start(this::accept);
	}

	/** Return a socket at any free port of this machine. */
	public static ServerSocket bind(ServerSocketFactory factory) {
		try {
			return factory.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "socket-server");
		thread.setDaemon(true);
		thread.start();
	}

	public int port() {
		return this.listener.getLocalPort();
	}

	/** Return the connections that are open. */
	public Queue<Socket> connections() {
		return this.connections;
	}

	private void accept() {
		try {
			while (true) {
				Socket connection = this.listener.accept();
				this.connections.add(connection);
				start(() -> serve(connection));
			}
		}
		catch (IOException ex) {
			// Closed.
		}
	}

	private void serve(Socket connection) {
		try (connection) {
			this.handler.serve(connection);
		}
		catch (IOException | InterruptedException ex) {
			// The client has closed the connection, or the test is over.
		}
		this.connections.remove(connection);
	}

	/** Close all open connections, as a server does on reload. */
	public void closeConnections() {
		for (Socket connection = this.connections.poll(); connection != null; connection = this.connections.poll()) {
			close(connection);
		}
	}

	private static void close(AutoCloseable socket) {
		try {
			socket.close();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		close(this.listener);
		closeConnections();
	}

	/** Handles connections. */
	@FunctionalInterface
	public interface Handler {

		void serve(Socket connection) throws IOException, InterruptedException;

	}

}
