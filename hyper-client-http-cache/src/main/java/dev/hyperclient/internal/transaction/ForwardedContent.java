package dev.hyperclient.internal.transaction;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.policy.ByteRange;
import dev.hyperclient.internal.policy.Messages;
import dev.hyperclient.internal.policy.StoragePolicy;
import dev.hyperclient.internal.transaction.ResponseAction.ContentStorage;
import org.jspecify.annotations.Nullable;

/**
 * The content of a response to a GET or query, whole or a part of a representation.
 *
 * @param context the request
 * @param head the response without its content
 * @param part the stored part of the representation, or {@code null} for none
 */
record ForwardedContent(TransactionContext context, CacheResponse head,
		@Nullable PartialResponse part) implements ContentStorage {

	@Override
	public void store(byte[] content) {
		CacheResponse response = Messages.withContent(this.head, content);
		if (isPart()) {
			storePart(response);
		}
		else if (Messages.hasDeclaredLength(response)) {
			create(response).ifPresentOrElse(this.context.storage()::put, this::removeReplaced);
		}
		abandon();
	}

	@Override
	public ResponseWriter open() {
		if (isPart()) {
			return openPart();
		}
		Optional<StoredResponse> created = StoredResponseFactory.create(this.context, this.head);
		if (created.isEmpty() || created.get().permanentRedirect() != null) {
			// The content of a redirect is not stored.
			notifyStorage(created);
			created.ifPresentOrElse(this.context.storage()::put, this::removeReplaced);
			abandon();
			return ResponseWriter.NONE;
		}
		// Content that is cut or too long is noticed later.
		this.context.notifyDecision(() -> DecisionText.streamed(this.context, created.get()));
		// While the call is observed; its content may be read long after it.
		notifyMiss();
		return this.context.storage().begin(created.get(), Messages.declaredLength(this.head));
	}

	@Override
	public void refuse(String reason) {
		this.context.notifyDecision(() -> "not stored: " + reason);
		removeReplaced();
	}

	@Override
	public void abandon() {
		notifyMiss();
	}

	/**
	 * End with a response that is not stored.
	 * @param notifies whether the listener does not know the reason yet
	 */
	void discard(boolean notifies) {
		if (notifies) {
			notifyStorage(Optional.empty());
		}
		removeReplaced();
		abandon();
	}

	private boolean isPart() {
		return this.head.status() == PartialResponse.PARTIAL_CONTENT;
	}

	private Optional<StoredResponse> create(CacheResponse response) {
		Optional<StoredResponse> created = StoredResponseFactory.create(this.context, response);
		notifyStorage(created);
		return created;
	}

	private void notifyStorage(Optional<StoredResponse> stored) {
		this.context
			.notifyDecision(() -> DecisionText.storage(this.context, stored, this.head.status(), this.head.headers()));
	}

	private void notifyMiss() {
		this.context.notifyOutcome(CacheOutcome.MISS, this.head.status());
	}

	private void removeReplaced() {
		// What a store has that did not reply to the lookup is valid until it is stale.
		boolean isFound = this.context.isLookedUp() && this.context.found() != VariantStore.Found.NOTHING;
		if (isFound && StoragePolicy.removes(this.head.status(), this.head.headers())) {
			this.context.storage().remove();
		}
	}

	/**
	 * Store a part, combined with the one that is stored if that is possible.
	 */
	private void storePart(CacheResponse response) {
		Optional<PartialResponse> received = ByteRange.of(response.headers())
			.filter((range) -> PartialResponse.isUsable(range, response))
			.flatMap((range) -> StoredResponseFactory.create(this.context, response))
			.flatMap(PartialResponse::of);
		Optional<StoredResponse> combined = (this.part != null)
				? received.flatMap((newer) -> this.part.combine(newer, this.context)) : Optional.empty();
		Optional<StoredResponse> stored = combined.or(() -> received.map(PartialResponse::toStored));
		notifyStorage(stored);
		stored.ifPresent(this.context.storage()::put);
	}

	/**
	 * Store a part whose content follows. If it and the stored one together are too long
	 * to be combined in memory, it replaces that one while it is written.
	 */
	private ResponseWriter openPart() {
		notifyMiss();
		ByteRange range = ByteRange.of(this.head.headers()).orElseThrow();
		long size = range.size() + ((this.part != null) ? this.part.range().size() : 0);
		if (size > PartialResponse.MAX_COMBINED_LENGTH) {
			return StoredResponseFactory.create(this.context, this.head)
				.map((created) -> range.isWhole() ? PartialResponse.whole(created) : created)
				.map((created) -> this.context.storage().begin(created, OptionalLong.of(range.size())))
				.orElse(ResponseWriter.NONE);
		}
		ByteArrayOutputStream content = new ByteArrayOutputStream();
		return new ResponseWriter() {

			@Override
			public void write(ByteBuffer part) {
				byte[] bytes = new byte[part.remaining()];
				part.get(bytes);
				if (content.size() <= PartialResponse.MAX_COMBINED_LENGTH) {
					content.writeBytes(bytes);
				}
			}

			@Override
			public void commit() {
				storePart(Messages.withContent(ForwardedContent.this.head, content.toByteArray()));
			}

			@Override
			public void close() {
				content.reset();
			}

		};
	}

}
