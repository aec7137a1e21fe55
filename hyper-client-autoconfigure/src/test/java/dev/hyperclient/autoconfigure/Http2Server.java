package dev.hyperclient.autoconfigure;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;

import dev.hyperclient.fixtures.SocketServer;

/**
 * An HTTP/2 server that answers all requests but the second one, with which the
 * connection or the stream ends (RFC 9113).
 */
public final class Http2Server implements AutoCloseable {

	private static final int PREFACE = 24;

	private static final int DATA = 0;

	private static final int HEADERS = 1;

	private static final int RST_STREAM = 3;

	private static final int SETTINGS = 4;

	private static final int PING = 6;

	private static final int GOAWAY = 7;

	private static final int REFUSED_STREAM = 7;

	private final SocketServer server;

	private final End end;

	private final AtomicInteger requests = new AtomicInteger();

	/**
	 * Create a server.
	 * @param end what happens to the second request
	 */
	public Http2Server(End end) {
		this.end = end;
		SSLServerSocket listener = (SSLServerSocket) SocketServer
			.bind(TlsServer.bundle("localhost", "ca").createSslContext().getServerSocketFactory());
		SSLParameters parameters = listener.getSSLParameters();
		parameters.setApplicationProtocols(new String[] { "h2" });
		listener.setSSLParameters(parameters);
		this.server = new SocketServer(listener, this::serve);
	}

	public String url() {
		return "https://localhost:" + this.server.port();
	}

	/** Return the number of requests that were received. */
	public int requests() {
		return this.requests.get();
	}

	private void serve(Socket connection) throws IOException {
		try (DataInputStream in = new DataInputStream(connection.getInputStream());
				DataOutputStream out = new DataOutputStream(new BufferedOutputStream(connection.getOutputStream()))) {
			in.readNBytes(PREFACE);
			write(out, SETTINGS, 0, 0, new byte[0]);
			int last = 0;
			for (int first = in.read(); first >= 0; first = in.read()) {
				int length = (first << 16) | in.readUnsignedShort();
				int type = in.readUnsignedByte();
				int flags = in.readUnsignedByte();
				int stream = in.readInt();
				byte[] payload = in.readNBytes(length);
				if (type == SETTINGS && flags == 0) {
					write(out, SETTINGS, 1, 0, new byte[0]);
				}
				else if (type == PING && flags == 0) {
					write(out, PING, 1, 0, payload);
				}
				else if ((type == HEADERS || type == DATA) && (flags & 1) != 0) {
					if (!respond(out, stream, last)) {
						return;
					}
					last = stream;
				}
			}
		}
	}

	/**
	 * Answer a request, or end it.
	 * @return whether the connection remains open
	 */
	private boolean respond(DataOutputStream out, int stream, int last) throws IOException {
		if (this.requests.incrementAndGet() != 2) {
			// ":status: 200" of the static table (RFC 7541, A).
			write(out, HEADERS, 4, stream, new byte[] { (byte) 0x88 });
			write(out, DATA, 1, stream, "ok".getBytes(StandardCharsets.US_ASCII));
			return true;
		}
		switch (this.end) {
			case GOAWAY_BELOW_STREAM -> write(out, GOAWAY, 0, 0, goAway(last));
			case GOAWAY_AT_STREAM -> write(out, GOAWAY, 0, 0, goAway(stream));
			case REFUSED_STREAM -> write(out, RST_STREAM, 0, stream, new byte[] { 0, 0, 0, REFUSED_STREAM });
			default -> {
			}
		}
		// A client closes the connection after a GOAWAY.
		return this.end.isUnprocessed();
	}

	private static byte[] goAway(int last) {
		return new byte[] { (byte) (last >> 24), (byte) (last >> 16), (byte) (last >> 8), (byte) last, 0, 0, 0, 0 };
	}

	private static synchronized void write(DataOutputStream out, int type, int flags, int stream, byte[] payload)
			throws IOException {
		out.writeByte(payload.length >> 16);
		out.writeShort(payload.length);
		out.writeByte(type);
		out.writeByte(flags);
		out.writeInt(stream);
		out.write(payload);
		out.flush();
	}

	@Override
	public void close() {
		this.server.close();
	}

	/**
	 * How a request ends without a response.
	 */
	public enum End {

		/** The connection is closed: the request may have been carried out. */
		CLOSE(false),

		/** It was certainly not carried out (RFC 9113, 6.8). */
		GOAWAY_BELOW_STREAM(true),

		/** It may have been carried out. */
		GOAWAY_AT_STREAM(false),

		/** It was certainly not carried out (RFC 9113, 8.7). */
		REFUSED_STREAM(true);

		private final boolean unprocessed;

		End(boolean unprocessed) {
			this.unprocessed = unprocessed;
		}

		/**
		 * Whether the request was not carried out for certain.
		 */
		public boolean isUnprocessed() {
			return this.unprocessed;
		}

	}

}
