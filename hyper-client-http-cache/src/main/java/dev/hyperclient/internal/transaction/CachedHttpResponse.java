package dev.hyperclient.internal.transaction;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpCookie;
import java.nio.channels.Channels;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.internal.policy.CachedResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseCookie;
import org.springframework.http.client.reactive.AbstractClientHttpResponse;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * A response of the cache for a {@code WebClient}.
 */
final class CachedHttpResponse extends AbstractClientHttpResponse {

	private static final Logger logger = LoggerFactory.getLogger(CachedHttpResponse.class);

	private static final DefaultDataBufferFactory BUFFERS = DefaultDataBufferFactory.sharedInstance;

	CachedHttpResponse(CachedResponse cached) {
		super(HttpStatusCode.valueOf(cached.status()), cached.headers(), cookies(cached.headers()),
				content(cached.body()));
	}

	/**
	 * Return the cookies in header fields, without those that are not valid.
	 */
	private static MultiValueMap<String, ResponseCookie> cookies(HttpHeaders headers) {
		MultiValueMap<String, ResponseCookie> cookies = new LinkedMultiValueMap<>();
		for (String value : headers.getOrEmpty(HttpHeaders.SET_COOKIE)) {
			for (ResponseCookie cookie : parse(value)) {
				cookies.add(cookie.getName(), cookie);
			}
		}
		return cookies;
	}

	private static List<ResponseCookie> parse(String value) {
		try {
			return HttpCookie.parse(value).stream().map((cookie) -> ResponseCookie.from(cookie).build()).toList();
		}
		catch (IllegalArgumentException ex) {
			return List.of();
		}
	}

	private static Flux<DataBuffer> content(StoredBody body) {
		if (body.length() == 0) {
			return Flux.empty();
		}
		if (body.isInMemory()) {
			return Mono.fromCallable(() -> (DataBuffer) BUFFERS.wrap(body.bytes())).flux();
		}
		return Flux.defer(() -> {
			AtomicBoolean opened = new AtomicBoolean();
			return DataBufferUtils
				.readByteChannel(() -> opened.compareAndSet(false, true) ? body.open()
						: Channels.newChannel(InputStream.nullInputStream()), BUFFERS, BodyCopy.BUFFER_SIZE)
				.subscribeOn(Schedulers.boundedElastic())
				.doOnCancel(() -> {
					if (opened.compareAndSet(false, true)) {
						close(body);
					}
				});
		});
	}

	/**
	 * Close the content of an unread response, which may be an open file.
	 */
	static void close(StoredBody body) {
		if (body.isInMemory()) {
			return;
		}
		Schedulers.boundedElastic().schedule(() -> {
			try {
				body.open().close();
			}
			catch (IOException ex) {
				logger.debug("Could not close the content of a cancelled response", ex);
			}
		});
	}

}
