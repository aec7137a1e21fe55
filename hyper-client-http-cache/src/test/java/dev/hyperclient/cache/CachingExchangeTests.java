package dev.hyperclient.cache;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CachingExchangeTests {

	private static final URI URL = URI.create("http://cookbooks.dev/1.0/recipes/1");

	private final TestClock clock = new TestClock(Fields.NOW);

	private final List<CacheOutcome> outcomes = new ArrayList<>();

	private final AtomicInteger closed = new AtomicInteger();

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.with(this.clock)
		.with((request, outcome) -> this.outcomes.add(outcome));

	@Test
	void streamedBodyIsStoredWhenItIsReadToItsEnd() throws IOException {
		CacheExchange exchange = this.cache.around((request) -> streamed(200, "Date: @0 | Cache-Control: max-age=60"));
		assertThat(text(exchange)).isEqualTo("text");
		assertThat(text(exchange)).isEqualTo("text");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT);
		assertThat(this.closed).hasValue(1);
	}

	@Test
	void streamedBodyThatIsClosedEarlyIsNotStored() {
		CacheExchange exchange = this.cache.around((request) -> streamed(200, "Date: @0 | Cache-Control: max-age=60"));
		get(exchange).body().close();
		assertThat(this.cache.size().entries()).isZero();
		assertThat(this.closed).hasValue(1);
	}

	@Test
	void streamedBodyOfConfirmationIsClosed() throws IOException {
		CacheExchange first = this.cache.around((request) -> streamed(200, "Date: @0 | ETag: \"a\""));
		assertThat(text(first)).isEqualTo("text");
		CacheExchange second = this.cache.around((request) -> streamed(304, "Date: @0 | ETag: \"a\""));
		CacheResponse confirmed = get(second);
		assertThat(confirmed.status()).isEqualTo(200);
		assertThat(confirmed.reused()).isTrue();
		assertThat(this.closed).hasValue(2);
	}

	@Test
	void streamedBodyOfReplacedErrorIsClosed() throws IOException {
		String fields = "Date: @0 | Cache-Control: max-age=1, stale-if-error=60";
		assertThat(text(this.cache.around((request) -> streamed(200, fields)))).isEqualTo("text");
		this.clock.advance(Duration.ofSeconds(5));
		assertThat(get(this.cache.around((request) -> streamed(503, ""))).status()).isEqualTo(200);
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.STALE);
		assertThat(this.closed).hasValue(2);
	}

	@Test
	void staleResponseIsServedIfServerCannotBeReached() throws IOException {
		CacheExchange disconnected = this.cache.around((request) -> {
			throw new UncheckedIOException(new IOException("disconnected"));
		});
		assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> get(disconnected));
		assertThat(text(this.cache.around((request) -> streamed(200, "Date: @0 | Cache-Control: max-age=1"))))
			.isEqualTo("text");
		this.clock.advance(Duration.ofSeconds(5));
		assertThat(text(disconnected)).isEqualTo("text");
	}

	@Test
	void staleWhileRevalidateIsValidatedFirst() throws IOException {
		String fields = "Date: @0 | ETag: \"a\" | Cache-Control: max-age=1, stale-while-revalidate=60";
		CacheExchange exchange = this.cache.around((request) -> streamed(200, fields));
		assertThat(text(exchange)).isEqualTo("text");
		this.clock.advance(Duration.ofSeconds(5));
		assertThat(text(exchange)).isEqualTo("text");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.MISS);
	}

	private CacheResponse streamed(int status, String fields) {
		InputStream content = new ByteArrayInputStream("text".getBytes(StandardCharsets.UTF_8)) {

			private boolean open = true;

			@Override
			public void close() {
				if (this.open) {
					this.open = false;
					CachingExchangeTests.this.closed.incrementAndGet();
				}
			}

		};
		return new CacheResponse(URL, status, Fields.of(fields), ResponseContent.of(content, OptionalLong.empty()));
	}

	private static CacheResponse get(CacheExchange exchange) {
		return exchange.exchange(CacheRequest.get(URL, HttpHeaders.EMPTY));
	}

	private static String text(CacheExchange exchange) throws IOException {
		return new String(get(exchange).body().bytes(), StandardCharsets.UTF_8);
	}

}
