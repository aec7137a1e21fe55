package dev.hyperclient.benchmarks.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.cache.api.ResponseContent;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * An origin in process, whose URLs are numbers, and whose responses are fresh for an
 * hour.
 */
final class VersionedOrigin {

	/** The number of URLs that are used again and again. */
	static final int URLS = 64;

	private static final String URL = "http://origin.example/";

	private VersionedOrigin() {
	}

	static URI url(int number) {
		return URI.create(URL + number);
	}

	static int number(CacheRequest request) {
		return Integer.parseInt(request.uri().getPath().substring(1));
	}

	static String get(RequestSender exchange, int url) {
		return text(exchange.exchange(CacheRequest.get(url(url), new HttpHeaders())));
	}

	static String put(RequestSender exchange, int url) {
		return text(exchange.exchange(CacheRequest.of(HttpMethod.PUT, url(url), new HttpHeaders(), "")));
	}

	private static String text(CacheResponse response) {
		try {
			return new String(response.body().bytes(), StandardCharsets.US_ASCII);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static CacheResponse response(CacheRequest request, String content) {
		HttpHeaders headers = new HttpHeaders();
		headers.setDate("Date", System.currentTimeMillis());
		headers.set("Cache-Control", "max-age=3600");
		return CacheResponse.of(request.uri(), 200, headers,
				ResponseContent.of(content.getBytes(StandardCharsets.US_ASCII)));
	}

	/** Content whose every part depends on the version; sometimes long. */
	static String content(long version) {
		int length = (version % 50 == 1) ? 150_000 : 100 + (int) (version % 20) * 100;
		return String.format("%20d", version) + String.valueOf((char) ('a' + version % 26)).repeat(length);
	}

	/** Return the version of content. */
	static long version(String content) {
		return Long.parseLong(content.substring(0, 20).strip());
	}

}
