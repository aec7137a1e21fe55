package dev.hyperclient.cache;

import java.util.Objects;
import java.util.Optional;

import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A HEAD that is forwarded. Its response freshens the stored response to a GET or
 * invalidates it (RFC 9111, 4.3.5).
 */
final class HeadTransaction implements CacheTransaction {

	private TransactionContext context;

	private final @Nullable StoredResponse stored;

	/**
	 * Create the transaction.
	 * @param stored the stored response to a GET, or {@code null} for none
	 */
	HeadTransaction(TransactionContext context, @Nullable StoredResponse stored) {
		this.context = context;
		this.stored = stored;
	}

	@Override
	public CacheStatus status() {
		return this.context.status();
	}

	@Override
	public CacheRequest forwarded() {
		return this.context.request();
	}

	@Override
	public void doNotStore(String reason) {
		this.context = this.context.withoutStoring();
	}

	@Override
	public Optional<CachedResponse> complete(CacheResponse response) {
		if (this.stored != null) {
			if (response.status() == 200 && CachedResponse.isRepresentation(this.stored)
					&& isSame(this.stored, response.headers())) {
				this.context.update(FreshenedResponse.of(this.stored, this.context, response.headers()).response());
			}
			else if (StoragePolicy.removes(response.status(), response.headers())) {
				this.context.remove();
			}
		}
		abandon();
		return Optional.empty();
	}

	@Override
	public void abandon() {
		this.context.notifyOutcome(CacheOutcome.MISS);
	}

	/**
	 * The comparison is weak, since a proxy that compresses weakens the tag of a GET
	 * only.
	 */
	private static boolean isSameTag(@Nullable String stored, @Nullable String head) {
		return (stored == null) ? head == null : Validators.matchWeakly(stored, head);
	}

	private static boolean isSame(StoredResponse stored, HttpHeaders head) {
		HttpHeaders headers = stored.headers();
		// The length of encoded content cannot be compared with that of decoded content.
		boolean comparable = head.containsHeader(HttpHeaders.CONTENT_LENGTH)
				&& !head.containsHeader(HttpHeaders.CONTENT_ENCODING);
		return isSameTag(headers.getFirst(HttpHeaders.ETAG), head.getFirst(HttpHeaders.ETAG))
				&& Objects.equals(headers.getFirst(HttpHeaders.LAST_MODIFIED), head.getFirst(HttpHeaders.LAST_MODIFIED))
				&& (!comparable
						|| String.valueOf(stored.body().length()).equals(head.getFirst(HttpHeaders.CONTENT_LENGTH)));
	}

}
