package dev.hyperclient.cache;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A request on its way through the cache, and what it needs of it.
 *
 * @param cache the cache
 * @param rules which law holds
 * @param shelf where responses to such requests are kept
 * @param request the request of the caller
 * @param asked when it reached the cache
 * @param generation the generation then
 * @param isTold whether the listener hears of it
 */
record Inquiry(HttpCache cache, Rules rules, Shelf shelf, ServiceRequest request, Instant asked, long generation,
		boolean isTold) {

	private static final Logger logger = LoggerFactory.getLogger(Inquiry.class);

	Optional<StoredResponse> find() {
		return this.shelf.find(this.request);
	}

	/**
	 * Whether a response to this request may be stored.
	 */
	boolean mayStore(int status, HttpHeaders headers) {
		return StoragePolicy.stores(status, headers, this.rules)
				&& !(this.rules.isAlone() && SelectingFields.of(headers).includeHiddenIdentity(this.request));
	}

	/**
	 * Stores a response, unless its address was invalidated since it was asked for: it
	 * may be older than the change.
	 */
	void put(StoredResponse response) {
		if (!isOutdated()) {
			this.shelf.put(this.request, response);
			if (isOutdated()) {
				// Whoever invalidates takes note first and removes then.
				remove();
			}
		}
	}

	/**
	 * The same for a response whose content is still to come.
	 */
	ResponseWriter begin(StoredResponse head) {
		return new LookupWriter(this.shelf.begin(this.request, head), () -> !isOutdated(), this::remove);
	}

	/**
	 * An answer whose content stays.
	 * @return the answer, or empty if its content has vanished
	 */
	Optional<CacheAnswer> hold(CacheAnswer answer) {
		try {
			return Optional.of(answer.withBody(answer.body().hold()));
		}
		catch (IOException ex) {
			logger.debug("What was found is no longer stored", ex);
			remove();
			return Optional.empty();
		}
	}

	void remove() {
		this.shelf.remove(this.request);
	}

	boolean isOutdated() {
		return this.cache.generations().isOutdated(this.request.uri(), this.generation);
	}

	Instant now() {
		return this.cache.now();
	}

	void tell(CacheOutcome outcome) {
		tell(outcome, 0);
	}

	/**
	 * Tells the listener.
	 * @param saved how many bytes of content were not transferred
	 */
	void tell(CacheOutcome outcome, long saved) {
		if (this.isTold) {
			this.cache.tell(this.request, outcome, saved);
		}
	}

	/**
	 * Notifies the listener that the request is sent a second time.
	 */
	void tellRepeat() {
		if (this.isTold) {
			this.cache.tellRepeat(this.request);
		}
	}

	/**
	 * A GET with other fields, unheard by the listener.
	 */
	Inquiry inBackground(HttpHeaders headers) {
		ServiceRequest get = new ServiceRequest(HttpMethod.GET, this.request.uri(), headers, null,
				this.request.identity(), this.request.deadline());
		return new Inquiry(this.cache, this.rules, this.shelf, get, this.asked, this.generation, false);
	}

	/**
	 * Another request for the same address, begun now.
	 */
	Inquiry again(ServiceRequest other) {
		return new Inquiry(this.cache, this.rules, this.shelf, other, now(), this.cache.generations().current(),
				this.isTold);
	}

}
