package dev.hyperclient.autoconfigure.httpcache;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import dev.hyperclient.autoconfigure.StubService;
import dev.hyperclient.autoconfigure.TlsServer;
import dev.hyperclient.fixtures.LocalServer;

/**
 * An HTTPS server that asks for a client certificate, and answers each request with its
 * number and the name in the certificate. The {@code Cache-Control} of its responses is
 * the query; all of them have the same entity tag. After a response to {@code /close},
 * the connection is closed. {@code /1.0/} is the root of a service. The mottos of its
 * resources are the name.
 */
public final class CertificateServer implements AutoCloseable {

	private final List<String> users = new CopyOnWriteArrayList<>();

	private final LocalServer server = new LocalServer(InetAddress.getLoopbackAddress(), 0,
			new HttpsConfigurator(TlsServer.bundle("localhost", "client-ca").createSslContext()) {

				@Override
				public void configure(HttpsParameters parameters) {
					SSLParameters tls = getSSLContext().getDefaultSSLParameters();
					tls.setWantClientAuth(true);
					parameters.setSSLParameters(tls);
				}

			}, this::answer);

	private void answer(HttpExchange exchange) throws IOException {
		if (!exchange.getRequestURI().getPath().equals("/close")) {
			exchange.getRequestBody().readAllBytes();
		}
		String user = user((HttpsExchange) exchange);
		this.users.add(user);
		String query = exchange.getRequestURI().getQuery();
		exchange.getResponseHeaders().set("Cache-Control", (query != null) ? query : "no-store");
		exchange.getResponseHeaders().set("ETag", "\"same\"");
		if (exchange.getRequestHeaders().containsKey("If-None-Match")) {
			exchange.sendResponseHeaders(304, -1);
			return;
		}
		LocalServer.respond(exchange, 200, content(exchange, user));
	}

	private String content(HttpExchange exchange, String user) {
		if (!exchange.getRequestURI().getPath().startsWith("/1.0/")) {
			return this.users.size() + " for " + user;
		}
		String root = url() + "/1.0/";
		String type = exchange.getRequestHeaders().getFirst("Accept");
		exchange.getResponseHeaders().set("Content-Type", type);
		exchange.getResponseHeaders().set("Cache-Control", "private, max-age=600");
		return type.contains("wadl") ? StubService.description(root)
				: "{\"resource_type_link\": \"%s#service-root\", \"motto\": \"%s\"}".formatted(root, user);
	}

	private static String user(HttpsExchange exchange) {
		try {
			return exchange.getSSLSession().getPeerPrincipal().getName().replace("CN=", "");
		}
		catch (SSLPeerUnverifiedException ex) {
			return "nobody";
		}
	}

	/**
	 * Return the properties of the bundles {@code alice}, {@code bob}, {@code again}, a
	 * renewed certificate of alice, and {@code none}, without a certificate.
	 */
	public static String[] bundles() {
		String prefix = "spring.ssl.bundle.pem.";
		return List
			.of(prefix + "alice.keystore.certificate=" + TlsServer.resource("alice"),
					prefix + "alice.keystore.private-key=" + TlsServer.resource("key"),
					prefix + "bob.keystore.certificate=" + TlsServer.resource("bob"),
					prefix + "bob.keystore.private-key=" + TlsServer.resource("key"),
					prefix + "again.keystore.certificate=" + TlsServer.resource("alice-again"),
					prefix + "again.keystore.private-key=" + TlsServer.resource("key"),
					prefix + "alice.truststore.certificate=" + TlsServer.resource("ca"),
					prefix + "bob.truststore.certificate=" + TlsServer.resource("ca"),
					prefix + "again.truststore.certificate=" + TlsServer.resource("ca"),
					prefix + "none.truststore.certificate=" + TlsServer.resource("ca"))
			.toArray(new String[0]);
	}

	public String url() {
		return this.server.url();
	}

	/** Return the users of the requests in their order. */
	public List<String> users() {
		return List.copyOf(this.users);
	}

	@Override
	public void close() {
		this.server.close();
	}

}
