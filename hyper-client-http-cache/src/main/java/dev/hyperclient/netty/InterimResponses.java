package dev.hyperclient.netty;

import java.util.Optional;

import dev.hyperclient.internal.transport.ObservedClient;
import reactor.netty.http.client.HttpClient;

import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.ClassUtils;

/**
 * Makes a Reactor Netty client ignore interim responses, as RFC 9110, 15.2 requires.
 * <p>
 * Reactor Netty (1.3.6 to 1.3.8 were tried) returns a 102, 103 or any other interim
 * response except 100 as if it were the final one and puts the connection back into its
 * pool. The final response is then taken as the response to the next request on that
 * connection. A {@code ServiceRoot} and the connector of the cache apply this class to
 * each of their own requests, with any {@code WebClient}. Other clients of an application
 * have the same fault; {@link #skip} corrects it:
 *
 * <pre class="code">{@code
 * HttpClient client = InterimResponses.skip(HttpClient.create());
 * WebClient webClient = WebClient.builder().clientConnector(new ReactorClientHttpConnector(client)).build();
 * }</pre>
 *
 * Such a client does not share pooled connections with clients that were not corrected: a
 * connection that still waits for a final response cannot be recognized. For the same
 * reason a {@code WebClient} that was not corrected must not share its pool with other
 * clients of the same host.
 * <p>
 * A response without a request closes the connection, and so does a 101 (Switching
 * Protocols) that was not requested.
 * <p>
 * Thread-safe.
 */
public final class InterimResponses {

	private static final boolean REACTOR_NETTY = ClassUtils.isPresent("reactor.netty.http.client.HttpClient",
			InterimResponses.class.getClassLoader());

	private InterimResponses() {
	}

	/**
	 * Return the connector that {@code WebClient.create()} would use if Reactor Netty is
	 * on the class path, with a client that ignores interim responses.
	 * @return a new connector, or empty without Reactor Netty
	 */
	public static Optional<ClientHttpConnector> connector() {
		return REACTOR_NETTY ? Optional.of(ReactorNetty.connector()) : Optional.empty();
	}

	/**
	 * Return a client that ignores interim responses, over HTTP/1.1 and HTTP/2 (not with
	 * the upgrade from one to the other, {@code HttpProtocol.H2C}). 100 (Continue) is
	 * left to Reactor Netty, and so is the 101 in answer to a request with
	 * {@code Upgrade}.
	 * @param client the client, which is not changed
	 * @return the derived client, or the same one if it was derived this way
	 */
	public static HttpClient skip(HttpClient client) {
		return ObservedClient.skipInterimResponses(client);
	}

	/** Loaded only if there is Reactor Netty. */
	private static final class ReactorNetty {

		/** As Spring configures it by default, and with its global resources. */
		static ClientHttpConnector connector() {
			return new ReactorClientHttpConnector(
					ObservedClient.reportTlsFailuresOnce(skip(HttpClient.create().compress(true))));
		}

	}

}
