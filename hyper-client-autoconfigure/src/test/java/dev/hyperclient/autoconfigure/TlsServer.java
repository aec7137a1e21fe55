package dev.hyperclient.autoconfigure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.ssl.SSLContext;

import dev.hyperclient.fixtures.SocketServer;
import dev.hyperclient.fixtures.Waiting;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/**
 * An HTTPS server that answers 404 to every request, with one of the certificates of the
 * test resources. All of them have the same private key.
 */
public final class TlsServer implements AutoCloseable {

	private static final String RESOURCES = "classpath:dev/hyperclient/autoconfigure/tls/";

	private static final Map<String, SSLContext> CONTEXTS = new ConcurrentHashMap<>();

	private final SocketServer server;

	TlsServer(String certificate) {
		this.server = new SocketServer(
				SocketServer.bind(CONTEXTS.computeIfAbsent(certificate, (name) -> bundle(name, "ca").createSslContext())
					.getServerSocketFactory()),
				TlsServer::serve);
	}

	private static void serve(Socket connection) throws IOException {
		BufferedReader reader = new BufferedReader(
				new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
		for (String line = reader.readLine(); line != null; line = reader.readLine()) {
			if (line.isEmpty()) {
				connection.getOutputStream()
					.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
			}
		}
	}

	/**
	 * Return a bundle with a certificate, unless its name is empty, and a trusted
	 * authority.
	 */
	public static SslBundle bundle(String certificate, String authority) {
		PemSslStoreDetails keys = certificate.isEmpty() ? null
				: PemSslStoreDetails.forCertificate(resource(certificate)).withPrivateKey(resource("key"));
		return SslBundle.of(new PemSslStoreBundle(keys, PemSslStoreDetails.forCertificate(resource(authority))));
	}

	/** Return the location of a certificate or key. */
	public static String resource(String name) {
		return RESOURCES + name + ".pem";
	}

	String url() {
		return "https://localhost:" + port();
	}

	int port() {
		return this.server.port();
	}

	/** Close all open connections, as a server does on reload. */
	void closeConnections() {
		this.server.closeConnections();
	}

	/** Wait until the client has closed all its connections. */
	void awaitNoConnections() {
		Waiting.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> this.server.connections().stream().allMatch(Socket::isClosed));
	}

	@Override
	public void close() {
		this.server.close();
	}

}
