package dev.hyperclient.benchmarks;

import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

import dev.hyperclient.cache.CacheExchangeFilterFunction;
import dev.hyperclient.cache.CacheSettings;
import dev.hyperclient.cache.HttpCache;
import io.netty.handler.codec.http.HttpResponseStatus;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/**
 * The cache as a forwarding proxy, so that a suite of tests for HTTP caches can be run
 * against it. Adds nothing of its own to what passes.
 */
public final class CacheProxy {

	private static final Set<String> OF_CONNECTION = Set.of("host", "connection", "content-length", "keep-alive",
			"transfer-encoding");

	private final URI origin;

	private final WebClient client;

	private CacheProxy(URI origin, HttpCache cache) {
		this.origin = origin;
		this.client = WebClient.builder()
			.clientConnector(new ReactorClientHttpConnector(HttpClient.newConnection().disableRetry(true)))
			.codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(-1))
			.filter(new CacheExchangeFilterFunction(cache))
			.build();
	}

	/**
	 * Runs until it is ended.
	 * @param args the port to listen at, the base address of the server behind, and a
	 * directory to keep responses in, if not in memory
	 */
	public static void main(String[] args) {
		HttpCache cache = ((args.length > 2) ? HttpCache.inDirectory(Path.of(args[2]))
				: HttpCache.inMemory(DataSize.ofMegabytes(50)))
			.withSettings(CacheSettings.defaults().withHeuristicFraction(0.1));
		CacheProxy proxy = new CacheProxy(URI.create(args[1]), cache);
		HttpServer.create()
			.host("127.0.0.1")
			.port(Integer.parseInt(args[0]))
			.handle(proxy::handle)
			.bindNow()
			.onDispose()
			.block();
	}

	private Mono<Void> handle(HttpServerRequest request, HttpServerResponse response) {
		return request.receive().aggregate().asByteArray().defaultIfEmpty(new byte[0]).flatMap((body) -> {
			WebClient.RequestBodySpec forwarded = this.client.method(HttpMethod.valueOf(request.method().name()))
				.uri(this.origin.resolve(request.uri()))
				.headers((headers) -> copy(request, headers));
			return ((body.length > 0) ? forwarded.bodyValue(body) : forwarded)
				.exchangeToMono((answer) -> answer(answer, response))
				.onErrorResume(WebClientRequestException.class,
						(ex) -> response.status(HttpResponseStatus.BAD_GATEWAY).send().then());
		});
	}

	private static void copy(HttpServerRequest request, HttpHeaders headers) {
		headers.clear();
		request.requestHeaders().forEach((field) -> {
			if (!OF_CONNECTION.contains(field.getKey().toLowerCase(Locale.ROOT))) {
				headers.add(field.getKey(), field.getValue());
			}
		});
	}

	private static Mono<Void> answer(ClientResponse answer, HttpServerResponse response) {
		response.status(answer.statusCode().value());
		answer.headers().asHttpHeaders().forEach((name, values) -> {
			if (!OF_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
				values.forEach((value) -> response.addHeader(name, value));
			}
		});
		return answer.bodyToMono(byte[].class)
			.defaultIfEmpty(new byte[0])
			.flatMap((body) -> response.header("Content-Length", String.valueOf(body.length))
				.sendByteArray(Mono.just(body))
				.then());
	}

}
