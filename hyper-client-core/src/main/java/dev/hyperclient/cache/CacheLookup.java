package dev.hyperclient.cache;

import java.util.Optional;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpHeaders;

/**
 * What the cache found for one request, and what remains to be done.
 * <p>
 * Either there is an {@link #answer()} and all is done; or {@link #forward()} must be
 * sent, and what came back goes to {@link #complete} or {@link #begin}, exactly once. If
 * nothing came back, the lookup is simply dropped; if what came back could not be read to
 * its end or is too large to be stored, it is {@link #abandon() abandoned}.
 * <p>
 * A lookup belongs to one request; it may pass from thread to thread but must not be used
 * by two at a time. All but {@link #answer}, {@link #forward} and {@link #stores} may
 * read and write the store and so may block.
 */
public interface CacheLookup {

	/**
	 * The answer, if a stored response gives it.
	 * @return the answer, or empty if the request must be sent
	 */
	Optional<CacheAnswer> answer();

	/**
	 * What remains to be done although there is an {@link #answer()}: it is stale and to
	 * be validated at the same time (RFC 5861, 3). The caller need not wait for it.
	 * @return the lookup to go on with, or empty if there is no need
	 */
	default Optional<CacheLookup> background() {
		return Optional.empty();
	}

	/**
	 * Whether others who ask the same at the same time may wait for what comes back.
	 */
	default boolean isShareable() {
		return false;
	}

	/**
	 * A stale answer in place of an error status (RFC 5861, 4; RFC 9111, 4.3.3). Tells
	 * the listener; the lookup is then done. To be asked before {@link #complete}.
	 * @param status the status code that came back
	 * @return the answer, or empty if the caller should get what came back
	 */
	default Optional<CacheAnswer> staleAfter(int status) {
		return Optional.empty();
	}

	/**
	 * A stale answer if nothing came back (RFC 9111, 4.2.4). Tells the listener; the
	 * lookup is then done.
	 * @return the answer, or empty if the caller should get the error
	 */
	default Optional<CacheAnswer> staleAfterFailure() {
		return Optional.empty();
	}

	/**
	 * The request to send in place of the original one: with the validators of a stored
	 * response, if there are any and the caller set no condition of its own.
	 * @return the request to send
	 */
	ServiceRequest forward();

	/**
	 * Whether a response would be stored, so that its content must be collected.
	 * @param status the status code that came back
	 * @param headers the header fields that came back
	 * @return whether {@link #complete} would store it
	 */
	boolean stores(int status, HttpHeaders headers);

	/**
	 * Whether the request must be sent again, without the validators of the cache:
	 * because a 304 confirmed another response than the stored one (RFC 9111, 4.3.4), or
	 * one that has vanished meanwhile. The stored one is then removed. To be asked before
	 * {@link #complete}.
	 * @param status the status code that came back
	 * @param headers the header fields that came back
	 * @return the lookup to go on with in place of this one, or empty if there is no need
	 */
	Optional<CacheLookup> retry(int status, HttpHeaders headers);

	/**
	 * Takes note of what came back: stores it, freshens, keeps or removes what was
	 * stored, and tells the listener.
	 * @param response what came back. Its content matters only if the cache
	 * {@link #stores} it
	 * @return what the caller should get: the response itself or, if a 304 confirmed the
	 * stored response, that one with status 200
	 */
	CacheAnswer complete(ServiceResponse response);

	/**
	 * Takes note of what came back, like {@link #complete}, but its content is still to
	 * come and too large to be collected. Only if the cache {@link #stores} it.
	 * @param head what came back, without its content
	 * @return takes the content, and must be committed or closed; what is closed first is
	 * not stored
	 * @throws IllegalStateException if it is not stored
	 */
	default ResponseWriter begin(ServiceResponse head) {
		throw new IllegalStateException("Only what is stored can be begun");
	}

	/**
	 * Takes note that something came back which cannot be stored after all. Tells the
	 * listener and does nothing else.
	 */
	void abandon();

}
