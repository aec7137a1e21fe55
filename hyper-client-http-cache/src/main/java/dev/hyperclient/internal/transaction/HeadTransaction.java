package dev.hyperclient.internal.transaction;

import java.util.Objects;
import java.util.Optional;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.policy.CachedResponse;
import dev.hyperclient.internal.policy.StaleReason;
import dev.hyperclient.internal.policy.StoragePolicy;
import dev.hyperclient.internal.policy.Validators;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A HEAD that is forwarded. Its response freshens the stored response to a GET or
 * invalidates it (RFC 9111, 4.3.5).
 *
 * @param context the request
 * @param stored the stored response to a GET, or {@code null} for none
 */
record HeadTransaction(TransactionContext context, @Nullable StoredResponse stored) implements CacheTransaction {

	HeadTransaction {
		context = context.whenSent();
	}

	@Override
	public ResponseAction decide(CacheResponse head, @Nullable String reasonNotToStore) {
		if (this.stored != null) {
			if (head.status() == 200 && CachedResponse.isRepresentation(this.stored)
					&& isSame(this.stored, head.headers())) {
				if (reasonNotToStore == null) {
					this.context.storage()
						.update(StoredResponseFactory.freshen(this.stored, this.context, head.headers()).response());
				}
			}
			else if (StoragePolicy.removes(head.status(), head.headers())) {
				this.context.storage().remove();
			}
		}
		this.context.notifyOutcome(CacheOutcome.MISS, head.status());
		return new ResponseAction.PassThrough();
	}

	@Override
	public Optional<CachedResponse> stale(StaleReason reason) {
		return reason.isSent() ? Optional.empty()
				: new ForwardTransaction(this.context, null, this.stored, null, false).stale(reason);
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
		// The length of encoded content and of decoded content cannot be compared.
		boolean comparable = head.containsHeader(HttpHeaders.CONTENT_LENGTH)
				&& !head.containsHeader(HttpHeaders.CONTENT_ENCODING);
		return isSameTag(headers.getFirst(HttpHeaders.ETAG), head.getFirst(HttpHeaders.ETAG))
				&& Objects.equals(headers.getFirst(HttpHeaders.LAST_MODIFIED), head.getFirst(HttpHeaders.LAST_MODIFIED))
				&& (!comparable
						|| String.valueOf(stored.body().length()).equals(head.getFirst(HttpHeaders.CONTENT_LENGTH)));
	}

}
