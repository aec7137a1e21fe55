package dev.hyperclient.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.fixtures.TestClock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.core.io.buffer.PooledDataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.mock.http.client.reactive.MockClientHttpRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static dev.hyperclient.fixtures.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A {@code WebClient} with a {@link CachingClientHttpConnector}.
 */
class CachingClientHttpConnectorTests {

	private static final String URL = "http://cookbooks.dev/a";

	private static final String NOW = Fields.date(Fields.NOW);

	private final List<CacheOutcome> outcomes = new CopyOnWriteArrayList<>();

	@TempDir
	Path directory;

	private HttpCache cache;

	@BeforeEach
	void createCache() {
		this.cache = HttpCache.inDirectory(this.directory)
			.withClock(new TestClock(Fields.NOW))
			.withAdditionalListener((request, result) -> this.outcomes.add(result.outcome()));
	}

	@Test
	void bufferIsReleasedOnceIfSubscriberCancelsWhenItGetsIt() {
		for (int size : List.of(100, 8_000, 100_000)) {
			AtomicInteger passedOn = new AtomicInteger();
			List<ByteBuf> received = new ArrayList<>();
			Flux<DataBuffer> body = Flux.range(0, 5).map((i) -> {
				// With a second reference, a buffer that is released twice has one left
				// fewer.
				ByteBuf buffer = Unpooled.wrappedBuffer(new byte[size]).retain();
				received.add(buffer);
				return new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT).wrap(buffer);
			});
			scripted(body).doOnNext((buffer) -> passedOn.incrementAndGet()).take(2).map(this::release).blockLast();
			assertThat(passedOn).hasValue(2);
			assertThat(received).isNotEmpty().allMatch((buffer) -> buffer.refCnt() == 1);
		}
	}

	@Test
	void fatalErrorOfConnectorReachesTheCaller() {
		Error missing = new NoClassDefFoundError("a class of the HTTP client");
		Mono<ClientHttpResponse> failing = Mono.create((sink) -> {
			throw missing;
		});
		List<ClientHttpConnector> connectors = List.of((method, uri, callback) -> {
			throw missing;
		}, (method, uri, callback) -> failing, (method, uri, callback) -> Mono.error(missing), (method, uri,
				callback) -> callback.apply(new MockClientHttpRequest(method, uri)).then(Mono.defer(() -> failing)));
		for (ClientHttpConnector connector : connectors) {
			WebClient client = WebClients.builder(this.cache, connector).build();
			assertFailsTwice(client.get().uri(URL).retrieve().bodyToMono(String.class), missing);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "POST" })
	void fatalErrorOfContentReachesTheCaller(HttpMethod method) {
		Error missing = new NoClassDefFoundError("a class of a decoder");
		ClientHttpConnector connector = WebClients.connector((request) -> Mono
			.just(ClientResponse.create(HttpStatus.OK).header("Cache-Control", "max-age=60").body(Flux.defer(() -> {
				throw missing;
			})).build()));
		WebClient client = WebClients.builder(this.cache, connector).build();
		assertFailsTwice(client.method(method).uri(URL).retrieve().bodyToMono(String.class), missing);
	}

	/** The second call would wait for the first one, if that had no end. */
	private static void assertFailsTwice(Mono<String> call, Error missing) {
		for (int i = 0; i < 2; i++) {
			assertThatThrownBy(() -> call.block(Duration.ofSeconds(10)))
				.satisfies((ex) -> assertThat((ex == missing) ? ex : ex.getCause()).isSameAs(missing));
		}
	}

	@Test
	void buffersAreReleasedWhileDiskIsWritten() {
		for (int taken = 1; taken < 12; taken++) {
			List<DataBuffer> given = new CopyOnWriteArrayList<>();
			NettyDataBufferFactory pooled = new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT);
			Flux<DataBuffer> pieces = Flux.range(0, 12).map((i) -> {
				DataBuffer buffer = pooled.allocateBuffer(40_000).write(new byte[40_000]);
				given.add(buffer);
				return buffer;
			});
			scripted(pieces.concatWith(Flux.never())).map(this::release).take(taken).blockLast();
			// A buffer that is requested in advance may arrive after the cancellation.
			assertThat(given).hasSize(taken);
			await().until(() -> given.stream().noneMatch((buffer) -> ((PooledDataBuffer) buffer).isAllocated()));
		}
		await().until(() -> files().isEmpty());
	}

	@Test
	void bodyIsRequestedByDemandOfCaller() {
		List<Long> requested = new CopyOnWriteArrayList<>();
		Flux<DataBuffer> body = Flux.range(0, 100)
			.map((i) -> (DataBuffer) DefaultDataBufferFactory.sharedInstance.wrap(new byte[1]))
			.doOnRequest(requested::add);
		scripted(body).limitRate(5).map(this::release).take(3).blockLast();
		assertThat(requested.stream().mapToLong(Long::longValue).sum()).isBetween(3L, 6L);
	}

	@Test
	void filesAreNotUsedOnEventLoop() throws InterruptedException {
		List<Boolean> waiting = new CopyOnWriteArrayList<>();
		HttpCache watched = this.cache
			.withAdditionalListener((request, result) -> waiting.add(Schedulers.isInNonBlockingThread()));
		CountDownLatch done = new CountDownLatch(1);
		client(watched).get()
			.uri(URL)
			.retrieve()
			.bodyToMono(String.class)
			.subscribeOn(Schedulers.parallel())
			.doFinally((signal) -> done.countDown())
			.subscribe();
		assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(waiting).containsExactly(false);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void filesAreNotUsedOnEventLoopForStaleResponse(boolean disconnected) {
		List<Boolean> waiting = new CopyOnWriteArrayList<>();
		HttpCache watched = this.cache.withAdditionalListener((request, result) -> {
			if (result.outcome() == CacheOutcome.STALE) {
				waiting.add(Schedulers.isInNonBlockingThread());
			}
		});
		ClientResponse stored = ClientResponse.create(HttpStatus.OK)
			.header("Date", NOW)
			.header("Cache-Control", "max-age=0, stale-if-error=60")
			.body("x".repeat(200_000))
			.build();
		Mono<ClientResponse> error = disconnected ? Mono.error(new IOException("reset"))
				: Mono.just(ClientResponse.create(HttpStatus.SERVICE_UNAVAILABLE).build());
		AtomicInteger requests = new AtomicInteger();
		ClientHttpConnector connector = WebClients
			.connector((request) -> ((requests.getAndIncrement() == 0) ? Mono.just(stored) : error)
				.publishOn(Schedulers.parallel()));
		WebClient client = WebClients.builder(watched, connector).build();
		for (int i = 0; i < 2; i++) {
			assertThat(client.get().uri(URL).retrieve().bodyToMono(String.class).block(Duration.ofSeconds(10)))
				.hasSize(200_000);
		}
		assertThat(waiting).containsExactly(false);
	}

	private Flux<DataBuffer> scripted(Flux<DataBuffer> body) {
		ClientHttpConnector connector = WebClients.connector((request) -> Mono.just(ClientResponse.create(HttpStatus.OK)
			.header("Date", NOW)
			.header(HttpHeaders.CACHE_CONTROL, "max-age=60")
			.body(body)
			.build()));
		return WebClients.builder(this.cache, connector).build().get().uri(URL).retrieve().bodyToFlux(DataBuffer.class);
	}

	private int release(DataBuffer buffer) {
		int size = buffer.readableByteCount();
		DataBufferUtils.release(buffer);
		return size;
	}

	private static WebClient client(HttpCache used) {
		return WebClients.builder(used,
				WebClients.connector((request) -> Mono.just(ClientResponse.create(HttpStatus.OK)
					.header("Date", NOW)
					.header("Cache-Control", "max-age=60")
					.body("text")
					.build())))
			.build();
	}

	private List<Path> files() {
		try (Stream<Path> paths = Files.list(this.directory)) {
			return paths.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
