package dev.hyperclient.cache;

import java.util.concurrent.CompletableFuture;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.util.unit.DataSize;

/**
 * Creates clients of one kind that use a cache, for behaviour that all of them share.
 */
interface TestClients {

	/**
	 * Create a client that uses the network.
	 */
	TestClient create(HttpCache cache);

	/**
	 * Create a client whose requests have an identity.
	 */
	TestClient withIdentity(HttpCache cache, String identity);

	/**
	 * Create a client that stores no longer bodies.
	 */
	TestClient withMaxBodySize(HttpCache cache, DataSize size);

	/**
	 * Create a client whose requests are answered by a script.
	 */
	TestClient scripted(HttpCache cache, Script script);

	/**
	 * Return the type of exception for a request without a response.
	 */
	Class<? extends Exception> failure();

	/**
	 * A blocking client. No status is an error.
	 */
	interface TestClient {

		ResponseEntity<String> exchange(HttpMethod method, String url, HttpHeaders headers);

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
