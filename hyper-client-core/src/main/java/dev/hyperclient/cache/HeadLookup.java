package dev.hyperclient.cache;

import java.util.Objects;
import java.util.Optional;

import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A HEAD that the server must answer. What it says freshens the stored answer to a GET,
 * or shows that it no longer holds (RFC 9111, 4.3.5).
 */
final class HeadLookup implements CacheLookup {

	private final Inquiry inquiry;

	private final @Nullable StoredResponse stored;

	/**
	 * Creates the lookup.
	 * @param stored what is stored for a GET, or {@code null} for nothing
	 */
	HeadLookup(Inquiry inquiry, @Nullable StoredResponse stored) {
		this.inquiry = inquiry;
		this.stored = stored;
	}

	@Override
	public Optional<CacheAnswer> answer() {
		return Optional.empty();
	}

	@Override
	public ServiceRequest forward() {
		return this.inquiry.request();
	}

	@Override
	public boolean stores(int status, HttpHeaders headers) {
		return false;
	}

	@Override
	public Optional<CacheLookup> retry(int status, HttpHeaders headers) {
		return Optional.empty();
	}

	@Override
	public CacheAnswer complete(ServiceResponse response) {
		if (this.stored != null) {
			if (response.status() == 200 && StoredAnswer.isRepresentation(this.stored)
					&& isSame(this.stored, response.headers())) {
				StoredResponse freshened = Freshening.of(this.stored, this.inquiry, response.headers()).freshened();
				if (this.inquiry.mayStore(freshened.status(), freshened.headers())) {
					this.inquiry.put(freshened);
				}
				else {
					this.inquiry.remove();
				}
			}
			else if (StoragePolicy.removes(response.status(), response.headers())) {
				this.inquiry.remove();
			}
		}
		abandon();
		return CacheAnswer.of(response);
	}

	@Override
	public void abandon() {
		this.inquiry.tell(CacheOutcome.MISS);
	}

	/**
	 * Compared weakly, since a proxy that compresses weakens the tag of a GET alone.
	 */
	private static boolean isSameTag(@Nullable String stored, @Nullable String head) {
		return (stored == null) ? head == null : Validators.matchWeakly(stored, head);
	}

	private static boolean isSame(StoredResponse stored, HttpHeaders head) {
		HttpHeaders headers = stored.headers();
		// A length of encoded content cannot be compared with that of the decoded.
		boolean comparable = head.containsHeader(HttpHeaders.CONTENT_LENGTH)
				&& !head.containsHeader(HttpHeaders.CONTENT_ENCODING);
		return isSameTag(headers.getFirst(HttpHeaders.ETAG), head.getFirst(HttpHeaders.ETAG))
				&& Objects.equals(headers.getFirst(HttpHeaders.LAST_MODIFIED), head.getFirst(HttpHeaders.LAST_MODIFIED))
				&& (!comparable
						|| String.valueOf(stored.body().length()).equals(head.getFirst(HttpHeaders.CONTENT_LENGTH)));
	}

}
