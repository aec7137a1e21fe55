package dev.hyperclient.internal.transaction;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.internal.policy.StorageLimits;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.core.io.buffer.PooledDataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.reactive.AbstractClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.util.LinkedMultiValueMap;

import static dev.hyperclient.fixtures.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The reactive driver.
 */
class ReactiveCacheDriverTests extends CacheDriverContract {

	private static final Duration LIMIT = Duration.ofSeconds(20);

	private final List<DataBuffer> buffers = new CopyOnWriteArrayList<>();

	private final Deque<Mono<ClientHttpResponse>> answers = new ArrayDeque<>();

	private StorageLimits limits = StorageLimits.DECODED;

	private boolean hasHiddenInput;

	private @Nullable String reasonNotToStore;

	@ParameterizedTest
	@ValueSource(strings = { "Cache-Control: max-age=60", "Content-Length: 8" })
	void newerResponseThatIsTooLongRemovesTheOlderOne(String fields) {
		get("", "200 | Cache-Control: max-age=60 | old");
		this.limits = new StorageLimits(5, false, 0);
		assertThat(get("Cache-Control: no-cache", "200 | ETag: \"a\" | " + fields + " | too long"))
			.isEqualTo("200 too long");
		assertThat(get("", "200 | Cache-Control: max-age=60 | also too long")).isEqualTo("200 also too long");
		assertThat(isFlying()).isFalse();
		assertThat(this.coalescer.isUseful(miss())).isFalse();
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.MISS);
		assertReleased();
	}

	@Test
	void fatalErrorOfTheStoreReachesTheCaller() {
		this.store.hook = () -> {
			throw new NoClassDefFoundError("broken store");
		};
		assertThatThrownBy(() -> get("")).hasMessage("broken store");
		assertThat(isFlying()).isFalse();
	}

	@Test
	void confirmationOfTheCopyOfTheCallerIsPassedOn() {
		assertThat(get("If-None-Match: \"b\"", "304 | ETag: \"b\" | ")).isEqualTo("304 ");
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.REVALIDATED);
	}

	@Test
	void flightEndsIfTheCallerCancels() {
		this.answers.add(Mono.never());
		var call = exchange("").subscribe();
		await().until(() -> this.sent.size() == 1);
		assertThat(isFlying()).isTrue();
		call.dispose();
		assertThat(isFlying()).isFalse();
	}

	@Test
	void equalRequestWaits() {
		this.context = this.context.withSettings(CacheSettings.defaults().withCacheStatus("test"));
		CompletableFuture<ClientHttpResponse> slow = new CompletableFuture<>();
		this.answers.add(Mono.fromFuture(slow));
		CompletableFuture<String> first = exchange("").map(this::text).toFuture();
		await().until(() -> this.sent.size() == 1);
		CompletableFuture<ClientHttpResponse> second = exchange("").toFuture();
		await().until(() -> this.listener.decisions.size() == 2);
		slow.complete(response("200 | Cache-Control: max-age=60 | text"));
		assertThat(first).succeedsWithin(LIMIT).isEqualTo("200 text");
		assertThat(second).succeedsWithin(LIMIT);
		assertThat(text(second.join())).isEqualTo("200 text");
		assertThat(second.join().getHeaders().getFirst("Cache-Status")).isIn("test; fwd=uri-miss; collapsed; ttl=60",
				"test; hit; ttl=60");
		assertThat(this.sent).hasSize(1);
	}

	@Test
	void staleResponseReplacesAnErrorWhoseContentIsBroken() {
		get("", "200 | Cache-Control: max-age=1, stale-if-error=60 | text");
		this.clock.advance(Duration.ofSeconds(5));
		this.answers.add(Mono.just(new Response(503, HttpHeaders.EMPTY, Flux.error(new IOException("reset")))));
		assertThat(get("")).isEqualTo("200 text");
	}

	@Test
	void unsafeRequestInvalidatesBeforeItsContentIsRead() {
		get("", "200 | Cache-Control: max-age=60 | old");
		answer("200 | Cache-Control: max-age=60 | Content-Location: " + URL + " | changed");
		CacheRequest post = CacheRequest.of(HttpMethod.POST, URL, HttpHeaders.EMPTY, "");
		driver().exchange(new Sender(post)).block(LIMIT);
		assertThat(get("", "200 | Cache-Control: max-age=60 | new")).isEqualTo("200 new");
	}

	@Test
	void remainderIsCombined() {
		assertThat(get("Range: bytes=0-1",
				"206 | ETag: \"a\" | Cache-Control: max-age=60 | Content-Range: bytes 0-1/4 | te"))
			.isEqualTo("206 te");
		assertThat(get("", "206 | ETag: \"a\" | Cache-Control: max-age=60 | Content-Range: bytes 2-3/4 | xt"))
			.isEqualTo("200 text");
		assertThat(this.sent.get(1).getFirst("Range")).isEqualTo("bytes=2-");
		assertThat(get("")).isEqualTo("200 text");
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS, CacheOutcome.HIT);
		assertThat(isFlying()).isFalse();
		assertReleased();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void remainderThatCannotBeReadIsRepeatedAsAWhole(boolean isEmpty) {
		get("Range: bytes=0-1", "206 | ETag: \"a\" | Cache-Control: max-age=60 | Content-Range: bytes 0-1/4 | te");
		HttpHeaders fields = Fields.of("ETag: \"a\" | Date: @0 | Content-Range: bytes 2-3/4");
		this.answers
			.add(Mono.just(new Response(206, fields, isEmpty ? Flux.empty() : Flux.error(new IOException("reset")))));
		assertThat(get("", "200 | | whole")).isEqualTo("200 whole");
		assertThat(this.sent.get(2).containsHeader("Range")).isFalse();
		assertReleased();
	}

	@Test
	void staleResponseIsValidatedInTheBackgroundOnce() {
		get("", "200 | Cache-Control: max-age=1, stale-while-revalidate=60 | ETag: \"a\" | old");
		this.clock.advance(Duration.ofSeconds(5));
		CompletableFuture<ClientHttpResponse> slow = new CompletableFuture<>();
		this.answers.add(Mono.fromFuture(slow));
		assertThat(get("")).isEqualTo("200 old");
		assertThat(get("")).isEqualTo("200 old");
		assertThat(this.sent).hasSize(2);
		slow.complete(response("200 | Cache-Control: max-age=60 | new"));
		await().until(() -> get("").equals("200 new"));
		assertThat(isValidating()).isFalse();
		assertThat(this.sent).hasSize(2);
		assertReleased();
	}

	@Test
	void validationThatFailsIsFollowedByAnother() {
		get("", "200 | Cache-Control: max-age=1, stale-while-revalidate=60 | ETag: \"a\" | old");
		this.clock.advance(Duration.ofSeconds(5));
		this.answers.add(Mono.error(new IllegalStateException("broken")));
		assertThat(get("")).isEqualTo("200 old");
		await().until(() -> !isValidating());
		assertThat(get("", "200 | Cache-Control: max-age=60 | new")).isEqualTo("200 old");
		await().until(() -> get("").equals("200 new"));
	}

	@Test
	void storedResponseHasItsCookies() {
		get("", "200 | Cache-Control: max-age=60 | Set-Cookie: a=b; Path=/x | Set-Cookie: =; | Set-Cookie: c=d | text");
		assertThat(exchange("").block(LIMIT).getCookies().toSingleValueMap()).containsOnlyKeys("a", "c")
			.hasEntrySatisfying("a", (cookie) -> {
				assertThat(cookie.getValue()).isEqualTo("b");
				assertThat(cookie.getPath()).isEqualTo("/x");
			});
	}

	@Test
	void emptyContentIsNotOpened() {
		get("", "200 | Cache-Control: max-age=60 | ");
		assertThat(get("")).isEqualTo("200 ");
		assertThat(this.store.opened).hasValue(0);
		assertThat(this.sent).hasSize(1);
	}

	@Test
	void contentInMemoryIsServed() {
		this.store.isInMemory = true;
		get("", "200 | Cache-Control: max-age=60 | text");
		assertThat(get("")).isEqualTo("200 text");
		assertThat(this.store.opened).hasValue(0);
	}

	@Test
	void statusFollowsTheFieldsOfTheServer() {
		this.context = this.context.withSettings(CacheSettings.defaults().withCacheStatus("test"));
		answer("200 | Cache-Control: no-store | text");
		ClientHttpResponse response = exchange("").block(LIMIT);
		assertThat(response.getHeaders().getFirst("Cache-Status")).isEqualTo("test; fwd=uri-miss; fwd-status=200");
		assertThat(text(response)).isEqualTo("200 text");
		answer("200 | Cache-Control: max-age=60 | text");
		response = exchange("").block(LIMIT);
		assertThat(response.getHeaders().getFirst("Cache-Status"))
			.isEqualTo("test; fwd=uri-miss; fwd-status=200; stored");
		assertThat(text(response)).isEqualTo("200 text");
	}

	@Test
	void responseIsPassedOnAsItIs() {
		ClientHttpResponse received = response("200 | Cache-Control: no-store | text");
		this.answers.add(Mono.just(received));
		assertThat(exchange("").block(LIMIT)).isSameAs(received);
	}

	@Test
	void responseToARequestWithoutTheCacheInvalidates() {
		get("", "200 | Cache-Control: max-age=60 | text");
		ClientHttpResponse put = response("204 | | ");
		CacheRequest request = CacheRequest.of(HttpMethod.PUT, URL, HttpHeaders.EMPTY, "");
		assertThat(driver().receiveUncached(new Sender(request), put).block(LIMIT)).isSameAs(put);
		assertThat(get("", "200 | | new")).isEqualTo("200 new");
	}

	@Test
	void responseThatItsSenderForbidsToStoreIsNotStored() {
		this.reasonNotToStore = "of another user";
		assertThat(get("", "200 | Cache-Control: max-age=60 | text")).isEqualTo("200 text");
		assertThat(isFlying()).isFalse();
		assertThat(get("", "200 | | new")).isEqualTo("200 new");
	}

	@Test
	void requestWithHiddenInputIsForwarded() {
		get("", "200 | Cache-Control: max-age=60 | text");
		this.hasHiddenInput = true;
		assertThat(get("", "200 | | hidden")).isEqualTo("200 hidden");
	}

	@ParameterizedTest
	@CsvSource({ "Cache-Control: max-age=60, HIT", "ETag: \"a\", REVALIDATED",
			"'Cache-Control: max-age=1, stale-if-error=60', STALE" })
	void contentOfAStoredResponseThatWasCancelledIsClosed(String fields, CacheOutcome outcome) {
		get("", "200 | " + fields + " | text");
		this.clock.advance(Duration.ofSeconds(5));
		this.answers.add((outcome == CacheOutcome.STALE) ? Mono.error(new IOException("reset"))
				: Mono.fromSupplier(() -> response("304 | ETag: \"a\" | ")));
		BaseSubscriber<ClientHttpResponse> caller = new BaseSubscriber<>() {

			@Override
			protected void hookOnNext(ClientHttpResponse response) {
				throw new AssertionError(response);
			}

		};
		this.context = this.context.withListener((request, result) -> caller.cancel());
		exchange("").subscribe(caller);
		await().until(() -> this.store.closed.get() == 1);
		assertThat(this.store.opened).hasValue(1);
		assertThat(this.listener.outcomes).endsWith(outcome);
		assertThat(isFlying()).isFalse();
	}

	@Test
	void contentThatIsCancelledBeforeItIsReadIsClosed() {
		get("", "200 | Cache-Control: max-age=60 | text");
		exchange("").block(LIMIT).getBody().subscribe(new BaseSubscriber<>() {

			@Override
			protected void hookOnSubscribe(Subscription subscription) {
				subscription.cancel();
			}

		});
		await().until(() -> this.store.closed.get() == 1);
		assertThat(this.store.opened).hasValue(1);
	}

	@Override
	void assertReleased() {
		assertThat(this.buffers).noneMatch((buffer) -> ((PooledDataBuffer) buffer).isAllocated());
	}

	private ReactiveCacheDriver driver() {
		return new ReactiveCacheDriver(this.context, this.coalescer, this.limits);
	}

	private Mono<ClientHttpResponse> exchange(String fields) {
		return driver().exchange(new Sender(request(fields)));
	}

	@Override
	void fail(RuntimeException failure) {
		this.answers.add(Mono.error(failure));
	}

	@Override
	Supplier<String> send(String fields) {
		ClientHttpResponse response = exchange(fields).block(LIMIT);
		return () -> text(response);
	}

	/** Return the status and the content. */
	private String text(ClientHttpResponse response) {
		StringBuilder text = new StringBuilder().append(response.getStatusCode().value()).append(' ');
		response.getBody().doOnNext((buffer) -> {
			text.append(buffer.toString(StandardCharsets.UTF_8));
			DataBufferUtils.release(buffer);
		}).blockLast(LIMIT);
		return text.toString();
	}

	@Override
	void answer(String answer) {
		this.answers.add(Mono.fromSupplier(() -> response(answer)));
	}

	private ClientHttpResponse response(String answer) {
		this.whenAsked.run();
		Answer parsed = Answer.of(answer, this.clock);
		DataBuffer buffer = new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT).wrap(parsed.body());
		this.buffers.add(buffer);
		return new Response(parsed.status(), parsed.headers(), Flux.just(buffer));
	}

	private static final class Response extends AbstractClientHttpResponse {

		Response(int status, HttpHeaders headers, Flux<DataBuffer> body) {
			super(HttpStatusCode.valueOf(status), headers, new LinkedMultiValueMap<>(), body);
		}

	}

	private final class Sender implements ReactiveCacheDriver.Sender {

		private final CacheRequest request;

		Sender(CacheRequest request) {
			this.request = request;
		}

		@Override
		public CacheRequest request() {
			return this.request;
		}

		@Override
		public boolean hasHiddenInput() {
			return ReactiveCacheDriverTests.this.hasHiddenInput;
		}

		@Override
		public Mono<Received> send(CacheRequest forwarded) {
			ReactiveCacheDriverTests.this.sent.add(forwarded.headers());
			return ReactiveCacheDriverTests.this.answers.remove()
				.map((response) -> new Received(response,
						Optional.ofNullable(ReactiveCacheDriverTests.this.reasonNotToStore)));
		}

		@Override
		public boolean isDisconnection(Throwable ex) {
			return ex instanceof IOException || ex.getCause() instanceof IOException;
		}

	}

}
