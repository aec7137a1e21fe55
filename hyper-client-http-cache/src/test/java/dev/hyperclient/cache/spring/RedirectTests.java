package dev.hyperclient.cache.spring;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.hyperclient.cache.HttpCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.util.unit.DataSize;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Redirects that are followed above the cache.
 */
class RedirectTests {

	private final List<MockClientHttpRequest> requests = new ArrayList<>();

	@ParameterizedTest
	@CsvSource(textBlock = """
			GET,    301, /b,              GET https://a.example/b
			HEAD,   302, /b,              HEAD https://a.example/b
			POST,   301, /b,              GET https://a.example/b
			POST,   307, /b,              POST https://a.example/b
			POST,   308, /b,              POST https://a.example/b
			PUT,    303, /b,              GET https://a.example/b
			QUERY,  302, /b,              QUERY https://a.example/b
			QUERY,  303, /b,              GET https://a.example/b
			HEAD,   303, /b,              HEAD https://a.example/b
			GET,    302, ?y=2,            GET https://a.example/d/a?y=2
			GET,    302, c,               GET https://a.example/d/c
			GET,    302, https://b.example/, GET https://b.example/
			GET,    302, https://b.example,  GET https://b.example/
			GET,    302, //b.example/c,   GET https://b.example/c
			GET,    302, HTTPS://A.example/b, GET HTTPS://A.example/b
			GET,    302, ?,               GET https://a.example/d/a?
			GET,    302, #f,              GET https://a.example/d/a?x=1
			GET,    302, /b?y#f,          GET https://a.example/b?y
			GET,    302, ../../../c,      GET https://a.example/c
			GET,    302, c//e,            GET https://a.example/d/c//e
			GET,    302, /c/./e/..,       GET https://a.example/c/
			GET,    302, ..,              GET https://a.example/
			GET,    302, /%2e%2f?a=%20,   GET https://a.example/%2e%2f?a=%20
			GET,    302, /\u00c3\u00bc, GET https://a.example/%C3%BC
			GET,    302, /\u00ff,        GET https://a.example/%FF
			GET,    302, https://a.example:65535/, GET https://a.example:65535/
			GET,    302, /b c?d e,        GET https://a.example/b%20c?d%20e
			GET,    302, /f[0]?g[0]={x}^`, GET https://a.example/f%5B0%5D?g[0]=%7Bx%7D%5E%60
			GET,    302, https://b_c.example/d|e, GET https://b_c.example/d%7Ce
			PUT,    307, /b,              PUT https://a.example/b
			""")
	void redirectIsFollowed(HttpMethod method, int status, String location, String next) {
		assertThat(send(method, status, location)).isEqualTo(200);
		assertThat(this.requests).extracting((request) -> request.getMethod() + " " + request.getURI())
			.containsExactly(method + " https://a.example/d/a?x=1", next);
	}

	@ParameterizedTest
	@CsvSource({ "302, http://a.example/b", "302, ftp://a.example/b", "302, 'https://a.example /b'",
			"302, https://a_b.example:99999/", "302, https://user@a_b.example/", "302, mailto:a", "302,", "302, ''",
			"302, ' '", "300, /b", "304, /b", "302, https://user:secret@a.example/b", "302, //user@b.example/b",
			"302, https://a.example:65536/", "302, https:///b", "302, https:b", "302, '\\b'",
			"302, 'https://a.example\\@b.example/'", "302, https://b.example:x/", "302, javascript:alert(1)",
			"302, file:///etc/passwd", "302, '//'", "302, '///b'", "302, https://[::1/", "302, '/\u007F'" })
	void otherResponseIsReturned(int status, String location) {
		assertThat(send(HttpMethod.GET, status, location)).isEqualTo(status);
		assertThat(this.requests).hasSize(1);
	}

	@ParameterizedTest
	@CsvSource({ "http://b.example/c", "https://b.example/c" })
	void redirectFromHttpIsFollowed(String location) {
		send(URI.create("http://a.example/d"), location);
		assertThat(this.requests).last().extracting(MockClientHttpRequest::getURI).hasToString(location);
	}

	@ParameterizedTest
	@CsvSource({ "POST, 302, ''", "POST, 303, ''", "POST, 307, text", "POST, 308, text", "QUERY, 302, text",
			"QUERY, 303, ''", "HEAD, 303, ''" })
	void bodyIsSentAgainOrDropped(HttpMethod method, int status, String body) {
		RestClient.builder()
			.requestFactory(new CachingClientHttpRequestFactory(cache(), answering(status, "/b")).withRedirects())
			.build()
			.method(method)
			.uri(URI.create("https://a.example/d"))
			.header("Repr-Digest", "sha-256=:eA==:")
			.attribute("trace", "1")
			.body("text")
			.retrieve()
			.toBodilessEntity();
		assertThat(this.requests).extracting((request) -> request.getBodyAsString()).containsExactly("text", body);
		assertThat(this.requests).last()
			.extracting((request) -> request.getHeaders().containsHeader("Content-Type"),
					(request) -> request.getHeaders().containsHeader("Repr-Digest"),
					(request) -> request.getAttributes().get("trace"))
			.containsExactly(!body.isEmpty(), !body.isEmpty(), "1");
	}

	@ParameterizedTest
	@CsvSource({ "PUT, 301", "PUT, 302", "PATCH, 301", "DELETE, 302", "OPTIONS, 302" })
	void otherMethodsAreNotRepeated(HttpMethod method, int status) {
		assertThat(send(method, status, "/b")).isEqualTo(status);
		assertThat(this.requests).hasSize(1);
	}

	@Test
	void hostWithAnUnderscoreIsAnOrigin() {
		send(URI.create("https://a_b.example/d"), "https://a_b.example:443/b");
		send(URI.create("https://a_b.example/d"), "https://a_c.example/b");
		assertThat(this.requests).extracting((request) -> request.getHeaders().containsHeader("Authorization"))
			.containsExactly(true, true, true, false);
	}

	private void send(URI uri, String location) {
		send(new CachingClientHttpRequestFactory(cache(), answering(302, location)).withRedirects(), HttpMethod.GET,
				uri);
	}

	@Test
	void credentialsAreSentToTheSameOriginOnly() {
		send(HttpMethod.GET, 302, "https://a.example:443/b");
		send(HttpMethod.GET, 302, "https://a.example:444/b");
		Set<String> all = Set.of("Authorization", "Proxy-Authorization", "Cookie", "X-Other");
		assertThat(this.requests).extracting((request) -> {
			Set<String> sent = new HashSet<>(all);
			sent.retainAll(request.getHeaders().headerNames());
			return sent;
		}).containsExactly(all, all, all, Set.of("X-Other"));
	}

	@Test
	void userInformationOfTheRequestIsKept() {
		RestClient.builder()
			.requestFactory(new CachingClientHttpRequestFactory(cache(), answering(302, "c")).withRedirects())
			.build()
			.get()
			.uri(URI.create("https://user:secret@a.example/d/a#f"))
			.retrieve()
			.toBodilessEntity();
		assertThat(this.requests).last()
			.extracting((request) -> request.getURI().toString())
			.isEqualTo("https://user:secret@a.example/d/c");
	}

	@Test
	void redirectIsReturnedByDefault() {
		assertThat(send(new CachingClientHttpRequestFactory(cache(), answering(302, "/b")), HttpMethod.GET))
			.isEqualTo(302);
	}

	private int send(HttpMethod method, int status, String location) {
		return send(new CachingClientHttpRequestFactory(cache(), answering(status, location)).withRedirects(), method);
	}

	private static int send(ClientHttpRequestFactory factory, HttpMethod method) {
		return send(factory, method, URI.create("https://a.example/d/a?x=1"));
	}

	private static int send(ClientHttpRequestFactory factory, HttpMethod method, URI uri) {
		return RestClient.builder().requestFactory(factory).defaultStatusHandler((any) -> true, (request, response) -> {
		})
			.build()
			.method(method)
			.uri(uri)
			.header("Authorization", "Bearer token")
			.header("Proxy-Authorization", "Basic eA==")
			.header("Cookie", "a=b")
			.header("X-Other", "c")
			.retrieve()
			.toBodilessEntity()
			.getStatusCode()
			.value();
	}

	private static HttpCache cache() {
		return HttpCache.inMemory(DataSize.ofMegabytes(1));
	}

	/** Answers the first request as given, and the others with 200. */
	private ClientHttpRequestFactory answering(int status, String location) {
		int before = this.requests.size();
		return (uri, method) -> new MockClientHttpRequest(method, uri) {

			@Override
			protected ClientHttpResponse executeInternal() throws IOException {
				RedirectTests.this.requests.add(this);
				boolean first = RedirectTests.this.requests.size() == before + 1;
				MockClientHttpResponse response = new MockClientHttpResponse(new byte[0],
						HttpStatusCode.valueOf(first ? status : 200));
				if (first && location != null) {
					response.getHeaders().set("Location", location);
				}
				return response;
			}

		};
	}

}
