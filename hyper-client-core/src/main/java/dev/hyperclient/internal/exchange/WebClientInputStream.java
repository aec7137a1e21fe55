package dev.hyperclient.internal.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.error.IncompleteContentException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.internal.error.IncompleteContent;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;

/**
 * Content that is read while it is received. A few buffers are received ahead of the
 * reader. Closing the stream before its end closes the connection.
 * <p>
 * The thread that receives a buffer asks for the next one. The reader asks only after
 * there were too many, when nothing more is being received: Jetty's reactive client fails
 * if another thread asks for a buffer while it waits for one.
 * <p>
 * Not thread-safe, but any thread may close it.
 */
final class WebClientInputStream extends InputStream {

	/** The number of buffers that are received ahead. */
	private static final int AHEAD = 16;

	private final ServiceRequest request;

	private final OptionalLong expected;

	private final @Nullable Duration readTimeout;

	private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

	private final Arrivals arrivals = new Arrivals();

	private volatile boolean closed;

	private ByteBuffer piece = ByteBuffer.allocate(0);

	private @Nullable End end;

	private long length;

	private WebClientInputStream(ServiceRequest request, OptionalLong expected, @Nullable Duration readTimeout) {
		this.request = request;
		this.expected = expected;
		this.readTimeout = readTimeout;
	}

	/**
	 * Subscribe to content.
	 * @param request the request
	 * @param expected the length of the content, if it is known
	 * @param content the content
	 * @param readTimeout the maximum wait for the next bytes, {@code null} for the limit
	 * of the HTTP client
	 */
	static WebClientInputStream of(ServiceRequest request, OptionalLong expected, Flux<DataBuffer> content,
			@Nullable Duration readTimeout) {
		WebClientInputStream stream = new WebClientInputStream(request, expected, readTimeout);
		content.subscribe(stream.arrivals);
		return stream;
	}

	@Override
	public int read() throws IOException {
		byte[] one = new byte[1];
		return (read(one, 0, 1) < 0) ? -1 : one[0] & 0xFF;
	}

	@Override
	public int read(byte[] target, int offset, int count) throws IOException {
		Objects.checkFromIndexSize(offset, count, target.length);
		if (count == 0) {
			return 0;
		}
		while (!this.piece.hasRemaining()) {
			if (this.end == null) {
				take(next());
			}
			if (this.end != null) {
				requireWhole(this.end);
				return -1;
			}
		}
		int read = Math.min(count, this.piece.remaining());
		this.piece.get(target, offset, read);
		this.length += read;
		return read;
	}

	private void take(Event event) {
		if (event instanceof Piece arrived) {
			this.piece = arrived.content();
			if (arrived.isLastRequested()) {
				this.arrivals.request(1);
			}
		}
		else if (event instanceof End ended) {
			this.end = ended;
		}
	}

	private Event next() throws IOException {
		requireOpen();
		@Nullable Event event = this.events.poll();
		if (event == null) {
			WebClientStep.refuseOnEventLoop("The content of " + this.request.shownUri());
			event = waitForNext();
		}
		requireOpen();
		return event;
	}

	private Event waitForNext() throws IOException {
		try {
			@Nullable Event event = (this.readTimeout != null)
					? this.events.poll(this.readTimeout.toNanos(), TimeUnit.NANOSECONDS) : this.events.take();
			if (event != null) {
				return event;
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			close();
			throw incomplete("the thread was interrupted while it waited for more", ex);
		}
		close();
		throw incomplete("no more came within " + this.readTimeout, null);
	}

	private void requireOpen() throws IOException {
		if (this.closed) {
			throw new IOException("The content of %s was closed".formatted(this.request.shownUri()));
		}
	}

	private void requireWhole(End end) throws IOException {
		if (end.failure() != null) {
			String detail = end.failure().getMessage();
			throw incomplete((detail != null) ? detail : end.failure().getClass().getSimpleName(), end.failure());
		}
		if (this.expected.isPresent() && this.length != this.expected.getAsLong()) {
			throw incomplete(null, null);
		}
	}

	private IncompleteContentException incomplete(@Nullable String reason, @Nullable Throwable cause) {
		return new IncompleteContentException(this.request.uri(),
				IncompleteContent.describe("GET " + this.request.shownUri(), this.length, this.expected, reason),
				cause);
	}

	@Override
	public int available() {
		return this.piece.remaining();
	}

	@Override
	public void close() {
		this.closed = true;
		this.arrivals.cancel();
		this.events.clear();
		// Wakes a waiting reader.
		this.events.add(new End(null));
	}

	/** An event for the reader. */
	private sealed interface Event {

	}

	private record End(@Nullable Throwable failure) implements Event {

	}

	private record Piece(ByteBuffer content, boolean isLastRequested) implements Event {
	}

	/** Copies each buffer at once, so that pooled memory is not held for the reader. */
	private final class Arrivals extends BaseSubscriber<DataBuffer> {

		@Override
		protected void hookOnSubscribe(Subscription subscription) {
			subscription.request(1);
		}

		@Override
		protected void hookOnNext(DataBuffer buffer) {
			byte[] bytes = new byte[buffer.readableByteCount()];
			buffer.read(bytes);
			DataBufferUtils.release(buffer);
			boolean full = WebClientInputStream.this.events.size() >= AHEAD;
			WebClientInputStream.this.events.add(new Piece(ByteBuffer.wrap(bytes), full));
			if (!full) {
				request(1);
			}
		}

		@Override
		protected void hookOnComplete() {
			WebClientInputStream.this.events.add(new End(null));
		}

		@Override
		protected void hookOnError(Throwable failure) {
			WebClientInputStream.this.events.add(new End(failure));
		}

	}

}
