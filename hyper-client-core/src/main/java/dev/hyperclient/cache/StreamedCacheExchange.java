package dev.hyperclient.cache;

import java.io.IOException;
import java.nio.channels.Channels;
import java.util.Optional;
import java.util.OptionalLong;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.http.ContentLength;
import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.PendingContent;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;

/**
 * The cache as one step on the way of a request whose answer is streamed: what comes from
 * the server is copied into the store while the caller reads it, and what is stored is
 * read from the store. There is one for each call.
 */
final class StreamedCacheExchange implements Exchange {

	/** Longer content passes unstored, so that one file does not fill the disk. */
	static final long LONGEST_STORED = 100L * 1024 * 1024;

	private static final Logger logger = LoggerFactory.getLogger(StreamedCacheExchange.class);

	private static final byte[] NO_BODY = new byte[0];

	private final HttpCache cache;

	private final Exchange next;

	private final PendingContent content;

	StreamedCacheExchange(HttpCache cache, Exchange next, PendingContent content) {
		this.cache = cache;
		this.next = next;
		this.content = content;
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request) {
		CacheLookup lookup = this.cache.lookup(request);
		try {
			Optional<CacheAnswer> answer = lookup.answer();
			return answer.isPresent() ? fromStore(answer.get()) : forward(lookup);
		}
		catch (IOException ex) {
			logger.debug("Asking the server for what the store cannot give", ex);
			return this.next.exchange(request);
		}
	}

	private ServiceResponse forward(CacheLookup lookup) throws IOException {
		ServiceResponse head = this.next.exchange(lookup.forward());
		if (this.content.isPresent() && lookup.stores(head.status(), head.headers())) {
			store(lookup, head);
			return head;
		}
		Optional<CacheLookup> retry = lookup.retry(head.status(), head.headers());
		if (retry.isPresent()) {
			// It sets no condition, so there is no third one.
			return forward(retry.get());
		}
		CacheAnswer answer = lookup.complete(head);
		return (answer.status() != head.status()) ? fromStore(answer) : head;
	}

	private void store(CacheLookup lookup, ServiceResponse head) {
		OptionalLong length = ContentLength.of(head.headers());
		if (head.headers().containsHeader(HttpHeaders.CONTENT_ENCODING) || length.orElse(0) > LONGEST_STORED) {
			// Only decoded content is stored.
			lookup.abandon();
		}
		else {
			ResponseWriter writer = lookup.begin(head);
			this.content.put(new StoringInputStream(this.content.take(), writer, length));
		}
	}

	private ServiceResponse fromStore(CacheAnswer answer) throws IOException {
		this.content.put(Channels.newInputStream(answer.body().open()));
		return new ServiceResponse(answer.uri(), answer.status(), answer.headers(), NO_BODY);
	}

}
