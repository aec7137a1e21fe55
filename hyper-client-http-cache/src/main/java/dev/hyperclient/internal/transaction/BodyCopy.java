package dev.hyperclient.internal.transaction;

import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.IncompleteResponseException;
import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.internal.policy.StorageLimits;
import dev.hyperclient.internal.transaction.ResponseAction.ContentStorage;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.JettyDataBuffer;

/**
 * Copies a reactive body into the store: a short one is collected in memory and stored at
 * the end, a longer one is written in parts. A body beyond the limit is not stored.
 * <p>
 * The methods are called one after the other, from any thread, except {@link #abandon},
 * which may be called at any time.
 */
final class BodyCopy {

	/**
	 * How much is collected before it is written.
	 */
	static final int BUFFER_SIZE = 64 * 1024;

	private enum State {

		IDLE, WRITING, ENDED

	}

	private final ContentStorage storage;

	private final CacheResponse head;

	private final StorageLimits limits;

	private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);

	private ByteBuffer buffer = ByteBuffer.allocate(1024);

	private long length;

	private @Nullable ResponseWriter writer;

	/**
	 * Create a copy.
	 * @param storage stores it
	 * @param head the response without its content
	 */
	BodyCopy(ContentStorage storage, CacheResponse head, StorageLimits limits) {
		this.storage = storage;
		this.head = head;
		this.limits = limits;
	}

	/**
	 * Copy the bytes of the buffers, which are passed on unchanged and with the caller's
	 * demand. Nothing is stored unless the body completes.
	 * @param body the content of the response
	 * @param request its request, for messages
	 * @param end is run when nothing more will be stored
	 */
	Flux<DataBuffer> copying(Flux<DataBuffer> body, CacheRequest request, Runnable end) {
		// The buffer that is passed on when its bytes have been written.
		AtomicReference<@Nullable DataBuffer> waiting = new AtomicReference<>();
		AtomicBoolean cancelled = new AtomicBoolean();
		return body.onErrorMap((ex) -> failure(request, ex))
			// Without prefetch: concatMap drops a prefetched buffer that arrives after
			// the cancellation, and nothing would release it.
			.concatMap((buffer) -> copy(buffer, waiting, cancelled), 0)
			// A failure of the body, even while a buffer is written, or of the store.
			.doOnError((ex) -> {
				abandon();
				DataBufferUtils.release(waiting.getAndSet(null));
				end.run();
			})
			.concatWith(complete().doOnTerminate(end).then(Mono.empty()))
			.doOnCancel(() -> {
				cancelled.set(true);
				abandon();
				DataBufferUtils.release(waiting.getAndSet(null));
				end.run();
			})
			.doOnDiscard(DataBuffer.class, DataBufferUtils::release);
	}

	private Mono<DataBuffer> copy(DataBuffer buffer, AtomicReference<@Nullable DataBuffer> waiting,
			AtomicBoolean cancelled) {
		if (hasRoom(buffer.readableByteCount())) {
			try (DataBuffer.ByteBufferIterator contents = buffer.readableByteBuffers()) {
				contents.forEachRemaining(this::append);
			}
			// Hidden, since concatMap emits the value of a plain Mono.just(...) itself.
			// If the subscriber cancels meanwhile, as take(n) does, it also discards that
			// value, so that a buffer the subscriber owns would be released twice.
			return Mono.just(buffer).hide();
		}
		ByteBuffer content = ByteBuffer.allocate(buffer.readableByteCount());
		buffer.toByteBuffer(content);
		waiting.set(buffer);
		if (cancelled.get()) {
			// The cancellation may not have seen the buffer.
			DataBufferUtils.release(waiting.getAndSet(null));
			return Mono.empty();
		}
		Mono<Void> written = flush(content);
		// Jetty's threads may block. Its reactive client fails if another thread asks
		// for more while this one still looks for content.
		return ((buffer instanceof JettyDataBuffer) ? written : written.subscribeOn(Schedulers.boundedElastic()))
			.then(Mono.fromSupplier(() -> waiting.getAndSet(null)));
	}

	/**
	 * Whether content of this length can be {@link #append appended} without blocking.
	 * Otherwise it must be {@link #flush flushed}.
	 */
	private boolean hasRoom(int bytes) {
		return (this.buffer.position() + (long) bytes <= BUFFER_SIZE && this.length + bytes <= this.limits.maxLength())
				|| this.state.get() == State.ENDED;
	}

	/**
	 * Append content that there is room for. Does not block.
	 */
	private void append(ByteBuffer content) {
		if (this.state.get() == State.ENDED) {
			return;
		}
		this.length += content.remaining();
		if (this.buffer.remaining() < content.remaining()) {
			int needed = this.buffer.position() + content.remaining();
			this.buffer = ByteBuffer.allocate(Math.min(BUFFER_SIZE, Math.max(needed, 2 * this.buffer.capacity())))
				.put(this.buffer.flip());
		}
		this.buffer.put(content);
	}

	/**
	 * Write what has been appended, and more content. Beyond the limit, the copy is
	 * abandoned, and the stored response that it was to replace is removed.
	 * @param content the content that there is no room for, not to be changed afterwards
	 * @return blocks, and completes when it is written
	 */
	private Mono<Void> flush(ByteBuffer content) {
		this.length += content.remaining();
		if (this.length > this.limits.maxLength()) {
			return Mono.<Void>fromRunnable(() -> {
				abandon(ResponseWriter::close);
				this.storage.refuse(this.limits.tooLong());
			});
		}
		return work(() -> {
			ResponseWriter open = (this.writer != null) ? this.writer : this.storage.open();
			this.writer = open;
			open.write(this.buffer.flip());
			open.write(content);
			this.buffer.clear();
		}, State.IDLE);
	}

	/**
	 * Return the failure of a body, which may be that it has ended early. Apache's client
	 * wraps that.
	 */
	private Throwable failure(CacheRequest request, Throwable ex) {
		Throwable cause = (ex instanceof EOFException) ? ex : ex.getCause();
		return (cause instanceof EOFException early) ? new IncompleteResponseException(request.method(), request.uri(),
				this.length, ResponseContent.contentLength(this.head.headers()), early) : ex;
	}

	/**
	 * Store the copy.
	 * @return completes when it is stored
	 */
	private Mono<Void> complete() {
		return work(() -> {
			ResponseWriter open = this.writer;
			this.buffer.flip();
			if (open == null) {
				byte[] body = new byte[this.buffer.remaining()];
				this.buffer.get(body);
				this.storage.store(body);
				return;
			}
			open.write(this.buffer);
			open.commit();
		}, State.ENDED).subscribeOn(Schedulers.boundedElastic());
	}

	/**
	 * Discard the copy, unless it has ended. Does not block.
	 */
	private void abandon() {
		abandon((open) -> Schedulers.boundedElastic().schedule(open::close));
	}

	private void abandon(Consumer<ResponseWriter> closing) {
		if (this.state.getAndSet(State.ENDED) != State.IDLE) {
			// It has ended, or the writing thread discards it.
			return;
		}
		if (this.writer == null) {
			this.storage.abandon();
		}
		else {
			closing.accept(this.writer);
		}
	}

	private Mono<Void> work(Runnable work, State after) {
		return Mono.<Void>fromRunnable(() -> {
			if (!this.state.compareAndSet(State.IDLE, State.WRITING)) {
				return;
			}
			boolean done = false;
			try {
				work.run();
				done = true;
			}
			finally {
				if (!done || !this.state.compareAndSet(State.WRITING, after)) {
					close(done);
				}
			}
		});
	}

	private void close(boolean completed) {
		if (this.writer != null) {
			this.writer.close();
		}
		else if (!completed) {
			this.storage.abandon();
		}
	}

}
