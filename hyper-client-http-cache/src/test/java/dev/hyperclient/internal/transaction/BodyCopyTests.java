package dev.hyperclient.internal.transaction;

import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.IncompleteResponseException;
import dev.hyperclient.internal.policy.StorageLimits;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferWrapper;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.JettyDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.core.io.buffer.PooledDataBuffer;
import org.springframework.http.HttpHeaders;

import static dev.hyperclient.fixtures.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The calls that the storage of a reactive body gets, in their order.
 */
class BodyCopyTests {

	private static final URI URL = URI.create("http://cookbooks.dev/a");

	private final RecordingStorage storage = new RecordingStorage();

	private final List<String> calls = this.storage.calls;

	private long maxLength = 200_000;

	private HttpHeaders fields = HttpHeaders.EMPTY;

	@Test
	void shortBodyIsStoredAtItsEnd() {
		assertThat(lengths(bodies(900, 1, 124, 5_000, 0))).containsExactly(900, 1, 124, 5_000, 0);
		assertThat(this.calls).containsExactly("store 6025", "end");
		assertThat(this.storage.content()).isEqualTo(bytes(0, 6_025));
	}

	@Test
	void bodyThatFitsIntoTheBufferIsStoredAtItsEnd() {
		read(bodies(BodyCopy.BUFFER_SIZE - 1, 1));
		assertThat(this.calls).containsExactly("store " + BodyCopy.BUFFER_SIZE, "end");
		this.calls.clear();
		read(bodies(BodyCopy.BUFFER_SIZE, 1));
		assertThat(this.calls).containsExactly("open", "write " + BodyCopy.BUFFER_SIZE, "write 1", "write 0", "commit",
				"end");
	}

	@Test
	void longBodyIsWrittenInParts() {
		assertThat(lengths(bodies(40_000, 40_000, 3_000, 70_000, 500))).containsExactly(40_000, 40_000, 3_000, 70_000,
				500);
		assertThat(this.calls).containsExactly("open", "write 40000", "write 40000", "write 3000", "write 70000",
				"write 500", "commit", "end");
		assertThat(this.storage.content()).isEqualTo(bytes(0, 153_500));
	}

	@Test
	void bodyOfTheMaximumLengthIsStored() {
		this.maxLength = 10;
		read(bodies(4, 6));
		assertThat(this.calls).containsExactly("store 10", "end");
		this.calls.clear();
		this.maxLength = 70_000;
		read(bodies(70_000));
		assertThat(this.calls).containsExactly("open", "write 0", "write 70000", "write 0", "commit", "end");
	}

	@Test
	void bodyBeyondTheMaximumLengthIsPassedOn() {
		this.maxLength = 10;
		assertThat(lengths(bodies(4, 7, 40_000, 40_000))).containsExactly(4, 7, 40_000, 40_000);
		assertThat(this.calls).containsExactly("abandon", "refuse: more than the maximum of 10 bytes", "end");
	}

	@Test
	void writtenBodyBeyondTheMaximumLengthIsClosedBeforeItIsRefused() {
		this.maxLength = 100_000;
		assertThat(lengths(bodies(70_000, 30_001, 5))).containsExactly(70_000, 30_001, 5);
		assertThat(this.calls).containsExactly("open", "write 0", "write 70000", "close",
				"refuse: more than the maximum of 100000 bytes", "end");
	}

	@ParameterizedTest
	@ValueSource(ints = { 5, 70_000 })
	void bodyThatFailsIsNotStored(int length) {
		IOException failure = new IOException("reset");
		Sinks.Many<DataBuffer> body = Sinks.many().unicast().onBackpressureBuffer();
		body.tryEmitNext(DefaultDataBufferFactory.sharedInstance.wrap(new byte[length]));
		Flux<DataBuffer> copied = copying(body.asFlux()).doOnNext((buffer) -> body.tryEmitError(failure));
		assertThatThrownBy(() -> copied.blockLast(Duration.ofSeconds(20))).hasCause(failure);
		String discarded = (length == 5) ? "abandon" : "close";
		await().until(() -> this.calls.contains(discarded));
		assertThat(this.calls).contains("end").doesNotContain("commit", "store 5");
	}

	@Test
	void bodyThatEndsEarlyIsIncomplete() {
		this.fields = Fields.of("Content-Length: 20");
		for (Exception early : List.of(new EOFException("early"),
				new IllegalStateException(new EOFException("wrapped")))) {
			assertThatThrownBy(() -> read(bodies(5, 6).concatWith(Mono.error(early)))).cause()
				.isInstanceOf(IncompleteResponseException.class)
				.hasMessageContaining("after 11 of 20 bytes")
				.hasCauseInstanceOf(EOFException.class);
		}
	}

	@Test
	void lengthOfAWrittenBodyThatEndsEarlyIsReported() {
		assertThatThrownBy(() -> read(bodies(70_000, 6).concatWith(Mono.error(new EOFException("early")))))
			.hasMessageContaining("after 70006 bytes");
	}

	@Test
	void failureOfTheStoreReachesTheCaller() {
		this.storage.hook = () -> {
			throw new IllegalStateException("broken store");
		};
		assertThatThrownBy(() -> read(bodies(5))).hasMessage("broken store");
		assertThat(this.calls).containsExactly("store 5", "abandon", "end");
	}

	@Test
	void bodyWhoseWriterFailsIsClosed() {
		this.storage.hook = () -> {
			if (this.calls.contains("write 70000")) {
				throw new IllegalStateException("broken store");
			}
		};
		DataBuffer buffer = new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT).wrap(new byte[70_000]);
		assertThatThrownBy(() -> read(Flux.just(buffer))).hasMessage("broken store");
		assertThat(this.calls).containsExactly("open", "write 0", "write 70000", "close", "end");
		assertThat(((PooledDataBuffer) buffer).isAllocated()).isFalse();
	}

	@Test
	void bufferOfABodyThatFailsWhileItIsWrittenIsReleased() {
		Sinks.Many<DataBuffer> body = Sinks.many().unicast().onBackpressureBuffer();
		DataBuffer buffer = new NettyDataBufferFactory(UnpooledByteBufAllocator.DEFAULT).wrap(new byte[70_000]);
		this.storage.hook = () -> {
			if (this.calls.contains("write 70000")) {
				body.tryEmitError(new IOException("reset"));
				await().until(() -> this.calls.contains("end"));
			}
		};
		body.tryEmitNext(buffer);
		assertThatThrownBy(() -> read(body.asFlux())).hasMessageContaining("reset");
		await().until(() -> this.calls.contains("close"));
		assertThat(this.calls).containsExactly("open", "write 0", "write 70000", "end", "close");
		assertThat(((PooledDataBuffer) buffer).isAllocated()).isFalse();
	}

	@Test
	void cancelledBodyIsAbandoned() {
		assertThat(copying(bodies(5, 6, 7)).take(2).count().block()).isEqualTo(2);
		assertThat(this.calls).containsExactly("abandon", "end");
	}

	@Test
	void cancelledWriterIsClosed() {
		assertThat(copying(bodies(70_000, 6)).take(1).count().block()).isEqualTo(1);
		await().until(() -> this.calls.contains("close"));
		assertThat(this.calls).containsExactlyInAnyOrder("open", "write 0", "write 70000", "close", "end");
	}

	@Test
	void bufferThatIsCancelledWhileItIsCopiedIsReleased() {
		BaseSubscriber<DataBuffer> caller = new BaseSubscriber<>() {
		};
		CancellingBuffer buffer = new CancellingBuffer(caller);
		copying(Flux.just(buffer)).subscribe(caller);
		assertThat(buffer.isAllocated()).isFalse();
		assertThat(this.calls).containsExactly("abandon", "end");
	}

	@Test
	void bodyThatIsCancelledWhileItIsStoredRemains() {
		BaseSubscriber<DataBuffer> caller = new BaseSubscriber<>() {
		};
		AtomicReference<Thread> storing = new AtomicReference<>();
		this.storage.hook = () -> {
			caller.cancel();
			storing.set(Thread.currentThread());
		};
		copying(bodies(5)).subscribe(caller);
		await().until(() -> storing.get() != null && isIdle(storing.get()));
		assertThat(this.calls).containsOnly("store 5", "end");
	}

	@Test
	void bodyThatIsCancelledWhileItIsWrittenIsClosedByItsWriter() {
		BaseSubscriber<DataBuffer> caller = new BaseSubscriber<>() {
		};
		this.storage.hook = () -> {
			if (this.calls.contains("write 70000")) {
				caller.cancel();
			}
		};
		copying(bodies(70_000).concatWith(Flux.never())).subscribe(caller);
		await().until(() -> this.calls.contains("close"));
		assertThat(this.calls).containsExactly("open", "write 0", "write 70000", "end", "close");
	}

	@Test
	void onlyThreadsThatMayBlockWrite() {
		List<Thread> threads = new CopyOnWriteArrayList<>();
		this.storage.hook = () -> threads.add(Thread.currentThread());
		read(bodies(70_000));
		assertThat(threads).isNotEmpty().doesNotContain(Thread.currentThread());
		threads.clear();
		DataBuffer ofJetty = new JettyDataBufferFactory().wrap(new byte[70_000]);
		read(Flux.just(ofJetty));
		assertThat(threads.subList(0, 3)).as("Jetty's own").containsOnly(Thread.currentThread());
		assertThat(threads.subList(3, 5)).doesNotContain(Thread.currentThread());
	}

	private static boolean isIdle(Thread thread) {
		return thread.getState() != Thread.State.RUNNABLE && thread.getState() != Thread.State.BLOCKED;
	}

	private void read(Flux<DataBuffer> body) {
		copying(body).blockLast(Duration.ofSeconds(20));
	}

	private List<Integer> lengths(Flux<DataBuffer> body) {
		return copying(body).map(DataBuffer::readableByteCount).collectList().block(Duration.ofSeconds(20));
	}

	private Flux<DataBuffer> copying(Flux<DataBuffer> body) {
		StorageLimits limits = new StorageLimits(this.maxLength, false, 0);
		return new BodyCopy(this.storage, CacheResponse.of(URL, 200, this.fields, new byte[0]), limits).copying(body,
				CacheRequest.get(URL, HttpHeaders.EMPTY), () -> this.calls.add("end"));
	}

	/** Return buffers whose bytes are numbered. */
	private static Flux<DataBuffer> bodies(int... lengths) {
		List<DataBuffer> buffers = new ArrayList<>();
		int start = 0;
		for (int length : lengths) {
			buffers.add(DefaultDataBufferFactory.sharedInstance.wrap(bytes(start, length)));
			start += length;
		}
		return Flux.fromIterable(buffers);
	}

	private static byte[] bytes(int start, int length) {
		byte[] bytes = new byte[length];
		IntStream.range(0, length).forEach((i) -> bytes[i] = (byte) ((start + i) % 101));
		return bytes;
	}

	/** Cancels while it is read. */
	private static final class CancellingBuffer extends DataBufferWrapper implements PooledDataBuffer {

		private final BaseSubscriber<DataBuffer> caller;

		private boolean isReleased;

		CancellingBuffer(BaseSubscriber<DataBuffer> caller) {
			super(DefaultDataBufferFactory.sharedInstance.wrap(new byte[70_000]));
			this.caller = caller;
		}

		@Override
		public void toByteBuffer(ByteBuffer target) {
			super.toByteBuffer(target);
			this.caller.cancel();
		}

		@Override
		public boolean isAllocated() {
			return !this.isReleased;
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
			assertThat(this.isReleased).isFalse();
			this.isReleased = true;
			return true;
		}

	}

}
