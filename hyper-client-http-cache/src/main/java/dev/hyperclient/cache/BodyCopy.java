package dev.hyperclient.cache;

import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.hyperclient.cache.store.ResponseWriter;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

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

		IDLE, WRITING, ABANDONED_WHILE_WRITING, ENDED;

		State abandoned() {
			return (this == IDLE || this == ENDED) ? ENDED : ABANDONED_WHILE_WRITING;
		}

	}

	private final CacheTransaction transaction;

	private final CacheResponse head;

	private final long limit;

	private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);

	private ByteBuffer buffer = ByteBuffer.allocate(1024);

	private long length;

	private @Nullable ResponseWriter writer;

	/**
	 * Create a copy.
	 * @param transaction stores it
	 * @param head the response without its content
	 * @param limit the maximum number of bytes
	 */
	BodyCopy(CacheTransaction transaction, CacheResponse head, long limit) {
		this.transaction = transaction;
		this.head = head;
		this.limit = limit;
	}

	/**
	 * Return why content beyond a limit is not stored.
	 */
	static String tooLong(long limit) {
		return "more than the maximum of %d bytes".formatted(limit);
	}

	/**
	 * Whether content of this length can be {@link #append appended} without blocking.
	 * Otherwise it must be {@link #flush flushed}.
	 */
	boolean hasRoom(int bytes) {
		return (this.buffer.position() + (long) bytes <= BUFFER_SIZE && this.length + bytes <= this.limit)
				|| this.state.get() == State.ENDED;
	}

	/**
	 * Append content that there is room for. Does not block.
	 */
	void append(ByteBuffer content) {
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
	 * @return completes when it is written
	 */
	Mono<Void> flush(ByteBuffer content) {
		this.length += content.remaining();
		if (this.length > this.limit) {
			return Mono.<Void>fromRunnable(() -> {
				this.transaction.doNotStore(tooLong(this.limit));
				abandon(ResponseWriter::close);
				this.transaction.supersede(this.head);
			}).subscribeOn(Schedulers.boundedElastic());
		}
		return blocking(() -> {
			ResponseWriter open = (this.writer != null) ? this.writer : this.transaction.begin(this.head);
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
	Throwable failure(CacheRequest request, Throwable ex) {
		Throwable cause = (ex instanceof EOFException) ? ex : ex.getCause();
		return (cause instanceof EOFException early) ? new IncompleteResponseException(request.method(), request.uri(),
				this.length, ResponseContent.contentLength(this.head.headers()), early) : ex;
	}

	/**
	 * Store the copy.
	 * @return completes when it is stored
	 */
	Mono<Void> complete() {
		return blocking(() -> {
			ResponseWriter open = this.writer;
			this.buffer.flip();
			if (open == null) {
				byte[] body = new byte[this.buffer.remaining()];
				this.buffer.get(body);
				this.transaction.complete(new CacheResponse(this.head.uri(), this.head.status(), this.head.headers(),
						ResponseContent.of(body)));
				return;
			}
			open.write(this.buffer);
			open.commit();
		}, State.ENDED);
	}

	/**
	 * Discard the copy, unless it has ended. Does not block.
	 */
	void abandon() {
		abandon((open) -> Schedulers.boundedElastic().schedule(open::close));
	}

	private void abandon(Consumer<ResponseWriter> closing) {
		State before = this.state.getAndUpdate(State::abandoned);
		if (before != State.IDLE) {
			// It has ended, or the writing thread discards it.
			return;
		}
		if (this.writer == null) {
			this.transaction.abandon(this.head.status());
		}
		else {
			closing.accept(this.writer);
		}
	}

	private Mono<Void> blocking(Runnable work, State after) {
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
					this.state.set(State.ENDED);
					close(done);
				}
			}
		}).subscribeOn(Schedulers.boundedElastic());
	}

	private void close(boolean completed) {
		if (this.writer != null) {
			this.writer.close();
		}
		else if (!completed) {
			this.transaction.abandon(this.head.status());
		}
	}

}
