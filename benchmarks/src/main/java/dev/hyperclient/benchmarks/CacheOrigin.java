package dev.hyperclient.benchmarks;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * A service whose answers are fresh for an hour ({@code /fresh/...}) or must be validated
 * each time ({@code /stale/...}).
 */
final class CacheOrigin implements AutoCloseable {

	static final int BODY_LENGTH = 2000;

	private static final String BODY = "x".repeat(BODY_LENGTH);

	private static final String TAG = "\"a\"";

	private final DisposableServer server = HttpServer.create()
		.host("127.0.0.1")
		.port(0)
		.handle(CacheOrigin::answer)
		.bindNow();

	String url() {
		return "http://127.0.0.1:" + this.server.port();
	}

	@Override
	public void close() {
		this.server.disposeNow();
	}

	private static Mono<Void> answer(HttpServerRequest request, HttpServerResponse response) {
		boolean fresh = request.uri().startsWith("/fresh/");
		response.header("Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(Instant.now().atOffset(ZoneOffset.UTC)))
			.header("ETag", TAG)
			.header("Content-Type", "application/json")
			.header("Cache-Control", fresh ? "max-age=3600" : "no-cache");
		if (TAG.equals(request.requestHeaders().get("If-None-Match"))) {
			return response.status(304).send().then();
		}
		return response.header("Content-Length", String.valueOf(BODY_LENGTH)).sendString(Mono.just(BODY)).then();
	}

}
