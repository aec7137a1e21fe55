package dev.hyperclient.cookbook.service;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;

/**
 * Takes requests off the wire and puts answers on it. Reactor Netty is used as it is,
 * since the status lines need reason phrases of their own and the addresses must not be
 * touched.
 */
final class HttpFrontend {

	private static final Log logger = LogFactory.getLog(HttpFrontend.class);

	/**
	 * Names of 281 characters that are escaped twice make long addresses.
	 */
	private static final int LONGEST_LINE = 16 * 1024;

	private static final int MOST_HEADERS = 32 * 1024;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration SHUTDOWN = Duration.ofSeconds(2);

	private final GuardedRequestHandler handler;

	private final RequestLog log;

	private final Duration patience;

	private final LoopResources loops;

	private final DisposableServer server;

	HttpFrontend(InetSocketAddress address, GuardedRequestHandler handler, RequestLog log) {
		this(address, handler, log, PATIENCE);
	}

	HttpFrontend(InetSocketAddress address, GuardedRequestHandler handler, RequestLog log, Duration patience) {
		this.handler = handler;
		this.log = log;
		this.patience = patience;
		this.loops = LoopResources.create("cookbook-service", LoopResources.DEFAULT_IO_WORKER_COUNT, true);
		try {
			this.server = HttpServer.create()
				.bindAddress(() -> address)
				.runOn(this.loops)
				.httpRequestDecoder((decoder) -> decoder.maxInitialLineLength(LONGEST_LINE).maxHeaderSize(MOST_HEADERS))
				.idleTimeout(patience)
				.doOnChannelInit((observer, channel, remote) -> refuseUndecodable(channel))
				.handle(this::handle)
				.bindNow();
		}
		catch (RuntimeException ex) {
			disposeLoops();
			throw ex;
		}
	}

	int port() {
		return this.server.port();
	}

	/**
	 * Stop listening and close all connections. A request that is still being answered
	 * after a few seconds is left to its daemon thread.
	 */
	void close() {
		this.server.dispose();
		disposeLoops();
	}

	private void disposeLoops() {
		try {
			this.loops.disposeLater(Duration.ZERO, SHUTDOWN).block(SHUTDOWN.multipliedBy(2));
		}
		catch (IllegalStateException ex) {
			logger.warn("The cookbook service stops while a request is still being answered: " + ex.getMessage());
		}
	}

	private void refuseUndecodable(Channel channel) {
		channel.pipeline()
			.addAfter(NettyPipeline.HttpCodec, "cookbook.undecodable", new UndecodableRequestHandler(this.log));
	}

	private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
		return request.receive()
			.asByteArray()
			.collect(BoundedBody::new, BoundedBody::add)
			.timeout(this.patience, Mono.error(HttpFrontend::tooSlow))
			.map((body) -> body.tooLarge() ? tooLarge() : answer(request, body))
			.onErrorResume(RequestRefusedException.class, (ex) -> Mono.just(ex.response().with("Connection", "close")))
			.flatMap((answer) -> send(request, response, answer));
	}

	private Response answer(HttpServerRequest request, BoundedBody body) {
		Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		request.requestHeaders()
			.forEach((header) -> headers.merge(header.getKey(), header.getValue(), (one, more) -> one + ", " + more));
		return this.handler.answer(request.method().name(), request.uri(), headers,
				request.requestHeaders().getAll("Authorization"), body.bytes());
	}

	private static RequestRefusedException tooSlow() {
		return RequestRefusedException.with(Status.REQUEST_TIMEOUT, "The body did not arrive in time.");
	}

	private static Response tooLarge() {
		return Response.text(Status.CONTENT_TOO_LARGE,
				"The body may have " + BoundedBody.LARGEST + " bytes at the most.");
	}

	private Mono<Void> send(HttpServerRequest request, HttpServerResponse response, Response answer) {
		this.log.add(new RecordedRequest(request.method().name(), request.uri(), request.requestHeaders().get("Accept"),
				request.requestHeaders().get("User-Agent"), answer.status().code()));
		response.status(new HttpResponseStatus(answer.status().code(), answer.status().reason()));
		response.header("Date", HttpDates.now());
		answer.headers().forEach(response::header);
		if (answer.status() == Status.NOT_MODIFIED) {
			return response.send().then();
		}
		response.header("Content-Length", Integer.toString(answer.body().length));
		if (answer.body().length == 0 || request.method().equals(HttpMethod.HEAD)) {
			return response.send().then();
		}
		return response.sendByteArray(Mono.just(answer.body())).then();
	}

}
