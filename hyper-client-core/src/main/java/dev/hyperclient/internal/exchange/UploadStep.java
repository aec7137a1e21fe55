package dev.hyperclient.internal.exchange;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.Resource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.BodyInserters;

/**
 * Sends requests whose content is read while it is sent, on a thread that may block.
 * Content that can be read only once is sent once: a second request returns the same
 * response.
 *
 * @param webClient sends requests
 */
record UploadStep(WebClientStep webClient) implements Step {

	private static final int BUFFER_SIZE = 64 * 1024;

	@Override
	public ServiceResponse exchange(ServiceRequest request, CallState call) {
		@Nullable ServiceResponse known = call.memory().onlyResponse;
		if (known != null) {
			return known;
		}
		ServiceResponse response = send(request, call, Objects.requireNonNull(call.upload));
		if (call.sendsOnce()) {
			call.memory().onlyResponse = response;
		}
		return response;
	}

	private ServiceResponse send(ServiceRequest request, CallState call, Resource source) {
		long length = length(request, source);
		HttpHeaders headers = HttpHeaders.copyOf(request.headers());
		if (length >= 0) {
			headers.setContentLength(length);
		}
		AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
		try {
			return this.webClient.exchange(request.withHeaders(headers), call,
					(spec) -> spec.body(BodyInserters.fromDataBuffers(content(source, length, failure))));
		}
		catch (RuntimeException ex) {
			@Nullable Throwable cause = failure.get();
			throw (cause != null) ? unreadable(request, source, cause) : ex;
		}
	}

	/** The length of a source that can be read once may require reading it. */
	private static long length(ServiceRequest request, Resource source) {
		try {
			return source.isOpen() ? -1 : source.contentLength();
		}
		catch (IOException ex) {
			throw unreadable(request, source, ex);
		}
	}

	/**
	 * Return the content.
	 * @param failure is set if the content cannot be read, but not if that is because the
	 * connection has ended, which interrupts the thread that reads
	 */
	private static Flux<DataBuffer> content(Resource source, long length,
			AtomicReference<@Nullable Throwable> failure) {
		AtomicBoolean cancelled = new AtomicBoolean();
		return content(source, length).doOnError((ex) -> {
			if (!cancelled.get()) {
				failure.set(ex);
			}
		}).doOnCancel(() -> cancelled.set(true));
	}

	private static Flux<DataBuffer> content(Resource source, long length) {
		return Flux.defer(() -> {
			AtomicLong left = new AtomicLong(length);
			Flux<DataBuffer> buffers = DataBufferUtils.readInputStream(source::getInputStream,
					DefaultDataBufferFactory.sharedInstance, BUFFER_SIZE);
			return (length < 0) ? buffers
					: buffers.doOnNext((piece) -> requireRoom(left.addAndGet(-piece.readableByteCount())))
						.concatWith(Mono.defer(() -> (left.get() == 0) ? Mono.empty() : Mono.error(changed())));
		}).subscribeOn(Schedulers.boundedElastic());
	}

	private static void requireRoom(long left) {
		if (left < 0) {
			throw Exceptions.propagate(changed());
		}
	}

	private static IOException changed() {
		return new IOException("Its length has changed");
	}

	private static UncheckedIOException unreadable(ServiceRequest request, Resource source, Throwable cause) {
		return new UncheckedIOException("%s failed because its content, %s, cannot be read: %s".formatted(request,
				source.getDescription(), cause.getMessage()),
				(cause instanceof IOException io) ? io : new IOException(cause));
	}

}
