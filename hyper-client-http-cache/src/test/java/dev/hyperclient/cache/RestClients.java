package dev.hyperclient.cache;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.hyperclient.cache.spring.CachingClientHttpRequestFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.web.client.RestClient;

/**
 * A {@code RestClient} with the request factory, over the HTTP client of the JDK.
 */
final class RestClients implements TestClients {

	private static final ClientHttpRequestFactory JDK = new JdkClientHttpRequestFactory();

	private static final ExecutorService background = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task);
		thread.setDaemon(true);
		return thread;
	});

	@Override
	public TestClient create(HttpCache cache) {
		return client(new CachingClientHttpRequestFactory(cache, JDK));
	}

	@Override
	public TestClient withIdentity(HttpCache cache, String identity) {
		return client(new CachingClientHttpRequestFactory(cache, JDK).withIdentity((request) -> identity));
	}

	@Override
	public TestClient scripted(HttpCache cache, Script script) {
		ClientHttpRequestFactory server = (uri, method) -> new MockClientHttpRequest(method, uri) {

			@Override
			protected ClientHttpResponse executeInternal() throws IOException {
				return answer(script, getHeaders());
			}

		};
		return client(new CachingClientHttpRequestFactory(cache, server).withRevalidationExecutor(background));
	}

	private static ClientHttpResponse answer(Script script, HttpHeaders request) {
		try {
			ScriptedResponse scripted = script.answer(request).join();
			MockClientHttpResponse response = new MockClientHttpResponse(scripted.body().getBytes(),
					HttpStatusCode.valueOf(scripted.status()));
			response.getHeaders().addAll(scripted.headers());
			return response;
		}
		catch (CompletionException ex) {
			throw (RuntimeException) ex.getCause();
		}
	}

	static TestClient client(ClientHttpRequestFactory factory) {
		RestClient client = RestClient.builder().requestFactory(factory).build();
		return (method, url, fields, content) -> {
			RestClient.RequestBodySpec sent = client.method(method)
				.uri(URI.create(url))
				.headers((headers) -> headers.addAll(fields));
			return ((content != null) ? sent.body(content) : sent)
				.exchangeForRequiredValue((request, response) -> new ResponseEntity<>(
						new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8),
						HttpHeaders.copyOf(response.getHeaders()), response.getStatusCode()));
		};
	}

}
