package dev.hyperclient.cache;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A copy of content that passes by, for the store: a small one is collected in memory and
 * stored at the end, a larger one is written piece by piece. One that becomes too large
 * is given up.
 * <p>
 * Its steps come one after the other, from whatever threads, but {@link #abandon} may
 * come at any time, also in the middle of another one.
 */
final class BodyCopy {

	/**
	 * How much is collected before it is written.
	 */
	static final int PIECE = 64 * 1024;

	private enum State {

		IDLE, WRITING, ABANDONED_WHILE_WRITING, ENDED;

		State abandoned() {
			return (this == IDLE || this == ENDED) ? ENDED : ABANDONED_WHILE_WRITING;
		}

	}

	private final CacheLookup lookup;

	private final ServiceResponse head;

	private final long limit;

	private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);

	private ByteBuffer piece = ByteBuffer.allocate(1024);

	private long length;

	private @Nullable ResponseWriter writer;

	/**
	 * Begins a copy.
	 * @param lookup stores it
	 * @param head what came back, without its content
	 * @param limit how many bytes are stored at most
	 */
	BodyCopy(CacheLookup lookup, ServiceResponse head, long limit) {
		this.lookup = lookup;
		this.head = head;
		this.limit = limit;
	}

	/**
	 * Whether content of this length can be taken without blocking. Otherwise the copy
	 * must be {@link #flush flushed} first.
	 */
	boolean hasRoom(int bytes) {
		return this.piece.position() + (long) bytes <= PIECE || this.state.get() == State.ENDED;
	}

	/**
	 * Takes content that there is room for; does not block.
	 */
	void append(ByteBuffer content) {
		this.length += content.remaining();
		if (this.length > this.limit) {
			abandon();
		}
		if (this.state.get() == State.ENDED) {
			return;
		}
		if (this.piece.remaining() < content.remaining()) {
			int needed = this.piece.position() + content.remaining();
			this.piece = ByteBuffer.allocate(Math.min(PIECE, Math.max(needed, 2 * this.piece.capacity())))
				.put(this.piece.flip());
		}
		this.piece.put(content);
	}

	/**
	 * Writes what was taken so far, and then more.
	 * @param content what there was no room for, not to be changed any more
	 * @return ends when it is written
	 */
	Mono<Void> flush(ByteBuffer content) {
		this.length += content.remaining();
		if (this.length > this.limit) {
			abandon();
			return Mono.empty();
		}
		return blocking(() -> {
			ResponseWriter open = (this.writer != null) ? this.writer : this.lookup.begin(this.head);
			this.writer = open;
			open.write(this.piece.flip());
			open.write(content);
			this.piece.clear();
		}, State.IDLE);
	}

	/**
	 * Stores the copy.
	 * @return ends when it is stored
	 */
	Mono<Void> complete() {
		return blocking(() -> {
			ResponseWriter open = this.writer;
			this.piece.flip();
			if (open == null) {
				byte[] body = new byte[this.piece.remaining()];
				this.piece.get(body);
				this.lookup
					.complete(new ServiceResponse(this.head.uri(), this.head.status(), this.head.headers(), body));
				return;
			}
			open.write(this.piece);
			open.commit();
		}, State.ENDED);
	}

	/**
	 * Gives the copy up, unless it has ended. Does not block.
	 */
	void abandon() {
		State before = this.state.getAndUpdate(State::abandoned);
		if (before != State.IDLE) {
			// It has ended, or the writing thread will see it.
			return;
		}
		if (this.writer == null) {
			this.lookup.abandon();
		}
		else {
			Schedulers.boundedElastic().schedule(this.writer::close);
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

	private void close(boolean told) {
		if (this.writer != null) {
			this.writer.close();
		}
		else if (!told) {
			this.lookup.abandon();
		}
	}

}
