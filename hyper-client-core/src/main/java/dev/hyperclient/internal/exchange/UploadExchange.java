package dev.hyperclient.internal.exchange;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;
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
 * response. Created for a single call. Not thread-safe.
 */
final class UploadExchange implements Exchange {

	private static final int BUFFER_SIZE = 64 * 1024;

	private final WebClientExchange webClient;

	private final Resource source;

	private @Nullable ServiceResponse onlyResponse;

	UploadExchange(WebClientExchange webClient, Resource source) {
		this.webClient = webClient;
		this.source = source;
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request) {
		if (this.onlyResponse != null) {
			return this.onlyResponse;
		}
		ServiceResponse response = send(request);
		if (this.source.isOpen()) {
			this.onlyResponse = response;
		}
		return response;
	}

	private ServiceResponse send(ServiceRequest request) {
		long length = length(request);
		HttpHeaders headers = HttpHeaders.copyOf(request.headers());
		if (length >= 0) {
			headers.setContentLength(length);
		}
		AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
		try {
			return this.webClient.exchange(request.withHeaders(headers),
					(spec) -> spec.body(BodyInserters.fromDataBuffers(content(length).doOnError(failure::set))));
		}
		catch (RuntimeException ex) {
			@Nullable Throwable cause = failure.get();
			throw (cause != null) ? unreadable(request, cause) : ex;
		}
	}

	/** The length of a source that can be read once may require reading it. */
	private long length(ServiceRequest request) {
		try {
			return this.source.isOpen() ? -1 : this.source.contentLength();
		}
		catch (IOException ex) {
			throw unreadable(request, ex);
		}
	}

	private Flux<DataBuffer> content(long length) {
		return Flux.defer(() -> {
			AtomicLong left = new AtomicLong(length);
			Flux<DataBuffer> buffers = DataBufferUtils.readInputStream(this.source::getInputStream,
					DefaultDataBufferFactory.sharedInstance, BUFFER_SIZE);
			return (length < 0) ? buffers
					: buffers.doOnNext((piece) -> requireRoom(left.addAndGet(-piece.readableByteCount())))
						.concatWith(Mono.defer(() -> (left.get() == 0) ? Mono.empty() : Mono.error(changed())));
		}).subscribeOn(Schedulers.boundedElastic());
	}

	private static void requireRoom(long left) {
		if (left < 0) {
			throw new UncheckedIOException(changed());
		}
	}

	private static IOException changed() {
		return new IOException("Its length has changed");
	}

	private UncheckedIOException unreadable(ServiceRequest request, Throwable cause) {
		return new UncheckedIOException("%s failed because its content, %s, cannot be read: %s".formatted(request,
				this.source.getDescription(), cause.getMessage()),
				(cause instanceof IOException io) ? io : new IOException(cause));
	}

}
