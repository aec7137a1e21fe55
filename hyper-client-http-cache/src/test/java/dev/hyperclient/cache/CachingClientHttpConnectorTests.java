package dev.hyperclient.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.spring.CachingClientHttpConnector;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TestStore;
import dev.hyperclient.testservice.MovableClock;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DataBufferWrapper;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.core.io.buffer.PooledDataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.mock.http.client.reactive.MockClientHttpRequest;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A {@code WebClient} with a {@link CachingClientHttpConnector}.
 */
class CachingClientHttpConnectorTests {

	private static final String NOW = Fields.date(Fields.NOW);

	@RegisterExtension
	static final WireMockExtension server = WireMockExtension.newInstance().build();

	private final List<CacheOutcome> outcomes = new CopyOnWriteArrayList<>();

	@TempDir
	Path directory;

	private HttpCache cache;

	private DataSize maxBodySize = DataSize.ofMegabytes(10);

	@BeforeEach
	void createCache() {
		this.cache = HttpCache.inDirectory(this.directory)
			.withClock(new MovableClock(Fields.NOW))
			.withAdditionalListener((request, result) -> this.outcomes.add(result.outcome()));
	}

	@Test
	void cancelledBodyIsNotStored() throws IOException {
		DefaultDataBufferFactory buffers = DefaultDataBufferFactory.sharedInstance;
		Flux<DataBuffer> endless = Flux.just("a", "b")
			.map((text) -> (DataBuffer) buffers.wrap(text.getBytes()))
			.concatWith(Flux.never());
		assertThat(scripted(endless).take(1).map(this::release).collectList().block()).containsExactly(1);
		assertThat(files()).isEmpty();
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS);
	}

	@Test
	void truncatedBodyIsNotStored() throws IOException {
		Flux<DataBuffer> broken = Flux.<DataBuffer>just(DefaultDataBufferFactory.sharedInstance.wrap("a".getBytes()))
			.concatWith(Mono.error(new IOException("reset")));
		assertThatThrownBy(() -> scripted(broken).map(this::release).blockLast()).hasRootCauseMessage("reset");
		assertThat(files()).isEmpty();
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS);
	}

	@Test
	void bodyThatIsNotAsLongAsDeclaredIsNotStored() throws IOException {
		for (int length : List.of(1_000, 300_000)) {
			HttpHeaders headers = new HttpHeaders();
			headers.setContentLength(length + 1);
			DataBuffer buffer = DefaultDataBufferFactory.sharedInstance.wrap(new byte[length]);
			assertThat(scripted(Flux.just(buffer), headers).map(this::release).blockLast()).isEqualTo(length);
			assertThat(files()).isEmpty();
		}
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS);
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
	void bufferIsReleasedOnceIfSubscriberCancelsWhileItIsCopied() throws Exception {
		AtomicInteger released = new AtomicInteger();
		BaseSubscriber<DataBuffer> consumer = new BaseSubscriber<>() {
		};
		DataBuffer copied = DefaultDataBufferFactory.sharedInstance.wrap(new byte[100_000]);
		Flux<DataBuffer> body = Flux.just(new ReleasedBuffer(copied, released) {

			@Override
			public void toByteBuffer(ByteBuffer target) {
				super.toByteBuffer(target);
				consumer.cancel();
			}

		});
		scripted(body).subscribe(consumer);
		await(() -> released.get() > 0);
		assertThat(released).hasValue(1);
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
			WebClient client = builder(this.cache, connector).baseUrl("http://cookbooks.dev").build();
			Mono<ResponseEntity<Void>> call = client.get().uri("/a").retrieve().toBodilessEntity();
			// A second call would wait for the first one, if that had no end.
			for (int i = 0; i < 2; i++) {
				assertThatThrownBy(() -> call.block(Duration.ofSeconds(10)))
					.satisfies((ex) -> assertThat((ex == missing) ? ex : ex.getCause()).isSameAs(missing));
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "POST" })
	void fatalErrorOfContentReachesTheCaller(HttpMethod method) {
		Error missing = new NoClassDefFoundError("a class of a decoder");
		WebClient client = builder(this.cache, WebClients.connector((request) -> Mono
			.just(ClientResponse.create(HttpStatus.OK).header("Cache-Control", "max-age=60").body(Flux.defer(() -> {
				throw missing;
			})).build()))).baseUrl("http://cookbooks.dev").build();
		Mono<String> call = client.method(method).uri("/a").retrieve().bodyToMono(String.class);
		for (int i = 0; i < 2; i++) {
			assertThatThrownBy(() -> call.block(Duration.ofSeconds(10)))
				.satisfies((ex) -> assertThat((ex == missing) ? ex : ex.getCause()).isSameAs(missing));
		}
	}

	@Test
	void fatalErrorOfStoreReachesTheCaller() {
		Error missing = new NoClassDefFoundError("a class of the store");
		TestStore store = new TestStore() {

			@Override
			public Optional<StoredResponse> find(CacheKey key) {
				throw missing;
			}

		};
		WebClient client = builder(HttpCache.using(store), WebClients.connector((request) -> Mono.never()))
			.baseUrl("http://cookbooks.dev")
			.build();
		assertThatThrownBy(() -> client.get().uri("/a").retrieve().toBodilessEntity().block(Duration.ofSeconds(10)))
			.satisfies((ex) -> assertThat((ex == missing) ? ex : ex.getCause()).isSameAs(missing));
	}

	@Test
	void getWithBodyBypassesTheCache() {
		for (String search : List.of("q1", "q2")) {
			server.stubFor(get("/a").withRequestBody(equalTo(search)).willReturn(fresh().withBody("for " + search)));
		}
		for (String search : List.of("q1", "q2", "q1")) {
			assertThat(client(this.cache).method(HttpMethod.GET)
				.uri("/a")
				.bodyValue(search)
				.retrieve()
				.bodyToMono(String.class)
				.block(Duration.ofSeconds(10))).isEqualTo("for " + search);
		}
		assertThat(this.outcomes).containsOnly(CacheOutcome.BYPASS).hasSize(3);
		assertThat(files()).isEmpty();
	}

	@Test
	void unsafeRequestInvalidatesBeforeItsBodyIsRead() {
		server.stubFor(get("/a").willReturn(fresh().withBody("old")));
		server.stubFor(
				post("/a").willReturn(fresh().withHeader("Content-Location", "/a").withBody("x".repeat(3_000_000))));
		assertThat(entity("/a").getBody()).isEqualTo("old");
		server.stubFor(get("/a").willReturn(fresh().withBody("new")));
		client(this.cache).post().uri("/a").exchangeToFlux((response) -> {
			assertThat(files()).isEmpty();
			return response.bodyToFlux(DataBuffer.class).map(this::release);
		}).take(1).blockLast(Duration.ofSeconds(10));
		assertThat(entity("/a").getBody()).isEqualTo("new");
	}

	@Test
	void largeBodyIsWrittenWhileItIsReceived() throws IOException {
		byte[] expected = new byte[1_000_000];
		new Random(1).nextBytes(expected);
		List<Long> onDisk = new CopyOnWriteArrayList<>();
		Flux<DataBuffer> body = Flux.range(0, 100).map((i) -> {
			onDisk.add(files().stream().mapToLong((file) -> file.toFile().length()).sum());
			return DefaultDataBufferFactory.sharedInstance
				.wrap(Arrays.copyOfRange(expected, i * 10_000, (i + 1) * 10_000));
		});
		assertThat(DataBufferUtils.join(scripted(body)).map(this::bytes).block()).isEqualTo(expected);
		assertThat(onDisk).isSorted();
		assertThat(onDisk.get(99)).isGreaterThan(900_000);
		assertThat(files()).hasSize(1);
		List<Integer> pieces = new ArrayList<>();
		Flux<DataBuffer> stored = scripted(Flux.error(new IllegalStateException("not a hit")))
			.doOnNext((buffer) -> pieces.add(buffer.readableByteCount()));
		assertThat(DataBufferUtils.join(stored).map(this::bytes).block()).isEqualTo(expected);
		assertThat(pieces).hasSizeGreaterThan(10);
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT);
	}

	@Test
	void cancelledOrTruncatedLargeBodyLeavesNoFile() throws Exception {
		Flux<DataBuffer> pieces = Flux.range(0, 20)
			.map((i) -> DefaultDataBufferFactory.sharedInstance.wrap(new byte[10_000]));
		assertThat(scripted(pieces.concatWith(Flux.never())).map(this::release).take(20).count().block()).isEqualTo(20);
		await(() -> files().isEmpty());
		assertThatThrownBy(
				() -> scripted(pieces.concatWith(Mono.error(new IOException("reset")))).map(this::release).blockLast())
			.hasRootCauseMessage("reset");
		await(() -> files().isEmpty());
		await(() -> this.outcomes.equals(List.of(CacheOutcome.MISS, CacheOutcome.MISS)));
	}

	@Test
	void largeBodyBeyondLimitLeavesNoFile() throws Exception {
		this.maxBodySize = DataSize.ofBytes(150_000);
		Flux<DataBuffer> pieces = Flux.range(0, 20)
			.map((i) -> DefaultDataBufferFactory.sharedInstance.wrap(new byte[10_000]));
		assertThat(scripted(pieces).map(this::release).reduce(0, Integer::sum).block()).isEqualTo(200_000);
		await(() -> files().isEmpty());
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS);
	}

	@Test
	void buffersAreReleasedWhileDiskIsWritten() throws Exception {
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
			await(() -> given.stream().noneMatch((buffer) -> ((PooledDataBuffer) buffer).isAllocated()));
		}
		await(() -> files().isEmpty());
	}

	@Test
	void bodyCompletesAfterItIsStored() throws IOException {
		Flux<DataBuffer> body = Flux.just(DefaultDataBufferFactory.sharedInstance.wrap("a".getBytes()));
		scripted(body).map(this::release).blockLast();
		assertThat(files()).hasSize(1);
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
		server.stubFor(get("/a").willReturn(fresh().withBody("text")));
		List<Boolean> waiting = new CopyOnWriteArrayList<>();
		HttpCache watched = HttpCache.inDirectory(this.directory)
			.withAdditionalListener((request, result) -> waiting.add(Schedulers.isInNonBlockingThread()));
		CountDownLatch done = new CountDownLatch(1);
		Mono<String> call = client(watched).get().uri("/a").retrieve().bodyToMono(String.class);
		call.subscribeOn(Schedulers.parallel()).doFinally((signal) -> done.countDown()).subscribe();
		assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(waiting).containsExactly(false);
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void fileOfCancelledHitIsClosed() throws Exception {
		server.stubFor(get("/a").willReturn(fresh().withBody("x".repeat(200_000))));
		assertThat(entity("/a").getBody()).hasSize(200_000);
		for (int i = 0; i < 20; i++) {
			BaseSubscriber<DataBuffer> consumer = new BaseSubscriber<>() {
			};
			CountDownLatch found = new CountDownLatch(1);
			// When the file is open, but before the response is passed on.
			HttpCache cancelling = this.cache.withAdditionalListener((request, result) -> {
				consumer.cancel();
				found.countDown();
			});
			content(cancelling).subscribe(consumer);
			assertThat(found.await(10, TimeUnit.SECONDS)).isTrue();
			// When the response is passed on, but before its content is read.
			client(this.cache).get().uri("/a").exchangeToMono((response) -> {
				response.bodyToFlux(DataBuffer.class).subscribe(new CancellingSubscriber());
				return Mono.empty();
			}).block(Duration.ofSeconds(10));
		}
		await(() -> openFiles() == 0);
		assertThat(files()).hasSize(1);
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
		WebClient client = WebClients.builder(watched, connector).baseUrl("http://cookbooks.dev").build();
		for (int i = 0; i < 2; i++) {
			assertThat(client.get().uri("/a").retrieve().bodyToMono(String.class).block(Duration.ofSeconds(10)))
				.hasSize(200_000);
		}
		assertThat(waiting).containsExactly(false);
	}

	@Test
	void staleResponseReplacesAnErrorWhoseContentIsBroken() {
		ClientResponse stored = ClientResponse.create(HttpStatus.OK)
			.header("Date", NOW)
			.header("Cache-Control", "max-age=0, stale-if-error=60")
			.body("text")
			.build();
		ClientResponse error = ClientResponse.create(HttpStatus.SERVICE_UNAVAILABLE)
			.body(Flux.error(new IOException("reset")))
			.build();
		Iterator<ClientResponse> responses = List.of(stored, error).iterator();
		ClientHttpConnector connector = WebClients.connector((request) -> Mono.just(responses.next()));
		WebClient client = WebClients.builder(this.cache, connector).baseUrl("http://cookbooks.dev").build();
		for (int i = 0; i < 2; i++) {
			assertThat(client.get().uri("/a").retrieve().bodyToMono(String.class).block(Duration.ofSeconds(10)))
				.isEqualTo("text");
		}
	}

	@Test
	void hitIsObservedAsSuccess() throws InterruptedException {
		server.stubFor(get("/a").willReturn(fresh().withBody("text")));
		BlockingQueue<String> observed = new LinkedBlockingQueue<>();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {

			@Override
			public void onStop(Observation.Context context) {
				observed.add(context.getLowCardinalityKeyValue("outcome").getValue());
			}

			@Override
			public boolean supportsContext(Observation.Context context) {
				return true;
			}

		});
		WebClient client = client(this.cache).mutate().observationRegistry(registry).build();
		client.get().uri("/a").retrieve().toBodilessEntity().block();
		client.get().uri("/a").retrieve().toBodilessEntity().block();
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT);
		assertThat(observed.poll(10, TimeUnit.SECONDS)).isEqualTo("SUCCESS");
		assertThat(observed.poll(10, TimeUnit.SECONDS)).isEqualTo("SUCCESS");
	}

	private Flux<DataBuffer> scripted(Flux<DataBuffer> body) {
		return scripted(body, HttpHeaders.EMPTY);
	}

	private Flux<DataBuffer> scripted(Flux<DataBuffer> body, HttpHeaders headers) {
		ClientHttpConnector connector = WebClients.connector((request) -> Mono.just(ClientResponse.create(HttpStatus.OK)
			.header("Date", NOW)
			.header(HttpHeaders.CACHE_CONTROL, "max-age=60")
			.headers((fields) -> fields.addAll(headers))
			.body(body)
			.build()));
		return builder(this.cache, connector).baseUrl("http://cookbooks.dev")
			.build()
			.get()
			.uri("/a")
			.retrieve()
			.bodyToFlux(DataBuffer.class);
	}

	private static void await(Callable<Boolean> condition) throws Exception {
		long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
		while (!condition.call() && System.nanoTime() < end) {
			Thread.onSpinWait();
		}
		assertThat(condition.call()).isTrue();
	}

	private byte[] bytes(DataBuffer buffer) {
		byte[] bytes = new byte[buffer.readableByteCount()];
		buffer.read(bytes);
		DataBufferUtils.release(buffer);
		return bytes;
	}

	private int release(DataBuffer buffer) {
		int size = buffer.readableByteCount();
		DataBufferUtils.release(buffer);
		return size;
	}

	private ResponseEntity<String> entity(String path) {
		return client(this.cache).get().uri(path).retrieve().toEntity(String.class).block(Duration.ofSeconds(10));
	}

	private WebClient.Builder builder(HttpCache used, ClientHttpConnector connector) {
		return WebClient.builder()
			.clientConnector(new CachingClientHttpConnector(used, connector).withMaxBodySize(this.maxBodySize));
	}

	private WebClient client(HttpCache used) {
		return builder(used, new ReactorClientHttpConnector()).baseUrl(server.baseUrl())
			.codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(-1))
			.build();
	}

	private static ResponseDefinitionBuilder tagged() {
		return aResponse().withHeader("Date", NOW).withHeader("ETag", "\"a\"");
	}

	private static ResponseDefinitionBuilder fresh() {
		return aResponse().withHeader("Date", NOW).withHeader("Cache-Control", "max-age=60");
	}

	private Flux<DataBuffer> content(HttpCache used) {
		return client(used).get()
			.uri("/a")
			.retrieve()
			.bodyToFlux(DataBuffer.class)
			.doOnDiscard(DataBuffer.class, DataBufferUtils::release);
	}

	private long openFiles() throws IOException {
		try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
			return descriptors.filter((descriptor) -> {
				try {
					return Files.readSymbolicLink(descriptor).startsWith(this.directory.toRealPath());
				}
				catch (IOException ex) {
					// Closed meanwhile.
					return false;
				}
			}).count();
		}
	}

	private List<Path> files() {
		try (Stream<Path> paths = Files.list(this.directory)) {
			return paths.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Cancels before it gets anything.
	 */
	private static final class CancellingSubscriber extends BaseSubscriber<DataBuffer> {

		@Override
		protected void hookOnSubscribe(Subscription subscription) {
			subscription.cancel();
		}

	}

	/**
	 * A buffer that counts how often it is released.
	 */
	private static class ReleasedBuffer extends DataBufferWrapper implements PooledDataBuffer {

		private final AtomicInteger released;

		ReleasedBuffer(DataBuffer content, AtomicInteger released) {
			super(content);
			this.released = released;
		}

		@Override
		public boolean isAllocated() {
			return this.released.get() == 0;
		}

		@Override
		public PooledDataBuffer retain() {
			return this;
		}

		@Override
		public PooledDataBuffer touch(Object hint) {
			return this;
		}

		@Override
		public boolean release() {
			this.released.incrementAndGet();
			return true;
		}

	}

}
