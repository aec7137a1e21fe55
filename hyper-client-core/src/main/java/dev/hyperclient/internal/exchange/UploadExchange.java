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
 * The wire for requests whose content is read while it is sent, on a thread that may
 * block. Content that can be read only once is sent only once: whoever asks again gets
 * the same answer. There is one for each call.
 */
final class UploadExchange implements Exchange {

	private static final int PIECE = 64 * 1024;

	private final WebClientExchange wire;

	private final Resource source;

	private @Nullable ServiceResponse onlyAnswer;

	UploadExchange(WebClientExchange wire, Resource source) {
		this.wire = wire;
		this.source = source;
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request) {
		if (this.onlyAnswer != null) {
			return this.onlyAnswer;
		}
		ServiceResponse answer = send(request);
		if (this.source.isOpen()) {
			this.onlyAnswer = answer;
		}
		return answer;
	}

	private ServiceResponse send(ServiceRequest request) {
		long length = length(request);
		HttpHeaders headers = HttpHeaders.copyOf(request.headers());
		if (length >= 0) {
			headers.setContentLength(length);
		}
		AtomicReference<@Nullable Throwable> trouble = new AtomicReference<>();
		try {
			return this.wire.exchange(request, this.wire.spec(request.withHeaders(headers))
				.body(BodyInserters.fromDataBuffers(content(length).doOnError(trouble::set))));
		}
		catch (RuntimeException ex) {
			@Nullable Throwable cause = trouble.get();
			throw (cause != null) ? unreadable(request, cause) : ex;
		}
	}

	/** A source that can be read once might have to be read to tell its length. */
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
			Flux<DataBuffer> pieces = DataBufferUtils.readInputStream(this.source::getInputStream,
					DefaultDataBufferFactory.sharedInstance, PIECE);
			return (length < 0) ? pieces
					: pieces.doOnNext((piece) -> requireRoom(left.addAndGet(-piece.readableByteCount())))
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
