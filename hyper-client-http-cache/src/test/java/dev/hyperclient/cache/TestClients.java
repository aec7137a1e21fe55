package dev.hyperclient.cache;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;

/**
 * Creates clients of one kind that use a cache, for behaviour that all of them share.
 */
interface TestClients {

	/**
	 * Return the kinds of clients.
	 */
	static Stream<TestClients> all() {
		return Stream.of(new WebClients(), new RestClients());
	}

	/**
	 * Return a function for each HTTP client that Spring supports, which creates a client
	 * with a cache.
	 */
	static Stream<Named<Function<HttpCache, TestClient>>> transports() {
		return Stream.concat(
				Arrays.stream(Transports.values())
					.map((transport) -> Named.of("RestClient " + transport, transport::client)),
				Arrays.stream(Connectors.values())
					.map((connector) -> Named.of("WebClient " + connector, connector::client)));
	}

	/**
	 * Create a client that uses the network.
	 */
	TestClient create(HttpCache cache);

	/**
	 * Create a client whose requests have an identity.
	 */
	TestClient withIdentity(HttpCache cache, String identity);

	/**
	 * Create a client whose requests are answered by a script.
	 */
	TestClient scripted(HttpCache cache, Script script);

	/**
	 * A blocking client. No status is an error.
	 */
	interface TestClient {

		ResponseEntity<String> send(HttpMethod method, String url, HttpHeaders headers, @Nullable String content);

		default ResponseEntity<String> exchange(HttpMethod method, String url, HttpHeaders headers) {
			return send(method, url, headers, null);
		}

		default ResponseEntity<String> get(String url) {
			return exchange(HttpMethod.GET, url, HttpHeaders.EMPTY);
		}

	}

	/**
	 * The server.
	 */
	interface Script {

		CompletableFuture<ScriptedResponse> answer(HttpHeaders request);

	}

	/**
	 * A response of the server.
	 */
	record ScriptedResponse(int status, HttpHeaders headers, String body) {
	}

}
