package dev.hyperclient.internal.transaction;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.Optional;
import java.util.OptionalLong;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.policy.CacheControl;
import dev.hyperclient.internal.policy.CachedResponse;
import dev.hyperclient.internal.policy.Freshness;
import dev.hyperclient.internal.policy.QueryContent;
import dev.hyperclient.internal.policy.ReusePolicy;
import dev.hyperclient.internal.policy.SelectingFields;
import dev.hyperclient.internal.policy.StoragePolicy;
import dev.hyperclient.internal.rule.CompiledRule;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;

/**
 * Access of a transaction to the store: lookup, storing, removal.
 *
 * @param context the request
 */
record TransactionStorage(TransactionContext context) {

	private static final Logger logger = LoggerFactory.getLogger(TransactionStorage.class);

	/**
	 * Return the stored responses to requests like this one.
	 */
	VariantStore variants() {
		VariantStore all = this.context.cache().variants();
		return QueryContent.isKeyed(request()) ? all.queries() : all;
	}

	/**
	 * Read what is stored for the URL of the request.
	 */
	VariantStore.Found read() {
		return variants().read(keyed());
	}

	/**
	 * Return the stored response that this request selects: a whole one or, for a GET,
	 * the part of one.
	 * @param found what {@link #read} has returned
	 */
	Optional<StoredResponse> find(VariantStore.Found found) {
		return variants().find(keyed(), found)
			.filter((stored) -> !isPart(stored) || (HttpMethod.GET.equals(request().method())
					&& this.context.reusePolicy().isSelected(request(), stored)));
	}

	/**
	 * Remove what {@link #find} returns, whole and part.
	 */
	void remove() {
		variants().remove(keyed());
	}

	/**
	 * Remove a response that has been stored although it was invalidated meanwhile, and
	 * the index that may have been stored again with it: other variants of it are as old.
	 */
	void removeInvalidated() {
		if (isRfc9111()) {
			variants().removeAll(keyed().uri());
		}
		else {
			remove();
		}
	}

	/**
	 * Whether a response is stored with an explicit lifetime only: one to a POST (RFC
	 * 9110, 9.3.3), which cannot be validated.
	 */
	private boolean needsLifetime() {
		return QueryContent.isKeyed(request()) && QueryContent.isUnconditional(request());
	}

	/**
	 * Whether a response to this request may be stored.
	 */
	boolean mayStore(int status, HttpHeaders headers) {
		return this.context.stores() && refusal(status, headers) == null;
	}

	/**
	 * Return why a response to this request is not stored.
	 * @return the reason for logs, or {@code null} for none
	 */
	@Nullable String refusal(int status, HttpHeaders headers) {
		HttpHeaders effective = this.context.effective(status, headers);
		String refusal = storagePolicy().refusal(status, effective);
		if (refusal != null) {
			// It says itself that it must not be stored, or cannot be reused (3).
			return refusal;
		}
		if (needsLifetime() && !Freshness.isUsable(effective)) {
			// It cannot be validated (RFC 9110, 9.3.3).
			return "a POST without a lifetime (max-age, Expires)";
		}
		CompiledRule rule = this.context.rule();
		if (rule != null && rule.losesCookies(headers, this.context.profile())) {
			// Without its cookies it would look like one for all users.
			return "Set-Cookie, with times of a rule";
		}
		return isRfc9111() ? refusalForUser(status, headers) : null;
	}

	private @Nullable String refusalForUser(int status, HttpHeaders headers) {
		CacheContext cache = this.context.cache();
		if (SelectingFields.of(headers).includeHiddenIdentity(request(), cache.anonymity())) {
			return "Vary: Authorization, which the request does not have";
		}
		if (ReusePolicy.isForAnotherCaller(!request().identity().isEmpty(), CacheControl.of(headers), headers)) {
			return "private with Set-Cookie, and a request without credentials";
		}
		// It may be about the token, which the identity does not depend on.
		return (status == HttpStatus.FORBIDDEN.value()
				&& !cache.identityKey().keyed(cache.identityOf(request().headers())).equals(request().identity()))
						? "status 403, and an identity that outlives tokens" : null;
	}

	/**
	 * Whether a part of a representation may be stored. Rules apply to whole ones.
	 */
	boolean mayStorePart(HttpHeaders headers) {
		return mayStore(200, headers) && storagePolicy().stores(200, headers);
	}

	boolean mayStore(StoredResponse response) {
		return mayStore(response.status(), response.headers());
	}

	/**
	 * Store a response, unless its URL or one of its groups has been invalidated since
	 * the request: it may be older than the change.
	 */
	void put(StoredResponse response) {
		if (this.context.stores()) {
			this.context.store(response, () -> variants().put(keyed(), response, isShared(response), found()));
		}
	}

	/**
	 * Begin to store a response whose content follows, under the same condition and if it
	 * is complete (RFC 9111, 3.3). Nothing is opened before the first content, since the
	 * caller may never read it.
	 * @param declaredLength the length of the complete content, if it is known
	 */
	ResponseWriter begin(StoredResponse head, OptionalLong declaredLength) {
		return new ResponseWriter() {

			private @Nullable ResponseWriter writer;

			private long length;

			@Override
			public void write(ByteBuffer content) {
				this.length += content.remaining();
				open().write(content);
			}

			@Override
			public void commit() {
				boolean isWhole = this.length == declaredLength.orElse(this.length);
				if (!isWhole || !TransactionStorage.this.context.store(head, () -> open().commit())) {
					close();
				}
			}

			@Override
			public void close() {
				if (this.writer != null) {
					this.writer.close();
				}
			}

			private ResponseWriter open() {
				if (this.writer != null) {
					return this.writer;
				}
				this.writer = variants().begin(keyed(), head, isShared(head), found());
				return this.writer;
			}

		};
	}

	/**
	 * Store a freshened response, or remove it if it may no longer be stored.
	 */
	void update(StoredResponse freshened) {
		if (!this.context.stores()) {
			return;
		}
		if (mayStore(freshened)) {
			put(freshened);
		}
		else {
			remove();
		}
	}

	/**
	 * Hold the body of a response, so that it can be read even if it is removed.
	 * @return the response, or empty if its content is no longer stored or the thread is
	 * interrupted
	 */
	Optional<CachedResponse> hold(CachedResponse response) {
		return hold(response.body()).map(response::withBody);
	}

	/**
	 * Hold a body, so that it can be read even if it is removed. A response whose content
	 * cannot be read is removed, unless the reason is that the caller has been
	 * interrupted or has cancelled, or that the store did not answer in time.
	 * @return the body, or empty
	 */
	Optional<StoredBody> hold(StoredBody body) {
		try {
			return Optional.of(body.snapshot());
		}
		catch (IOException ex) {
			logger.debug("The content of the response that was found cannot be read", ex);
			if (!(ex instanceof ClosedByInterruptException || ex instanceof InterruptedIOException)
					&& !Thread.currentThread().isInterrupted()) {
				remove();
			}
			return Optional.empty();
		}
	}

	private CacheRequest request() {
		return this.context.request();
	}

	private CacheRequest keyed() {
		return this.context.keyed();
	}

	private boolean isRfc9111() {
		return this.context.profile() == CachingProfile.RFC_9111;
	}

	private StoragePolicy storagePolicy() {
		return new StoragePolicy(this.context.profile(), this.context.cache().settings());
	}

	private boolean isShared(StoredResponse response) {
		return !this.context.reusePolicy().hasTimesOfRule(response);
	}

	private VariantStore.Found found() {
		VariantStore.Found found = this.context.found();
		return (found != null) ? found : read();
	}

	private static boolean isPart(StoredResponse response) {
		return response.status() == HttpStatus.PARTIAL_CONTENT.value();
	}

}
