package dev.hyperclient.internal.cache;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.cache.api.CachingProfile;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.SharedResponseStore;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.fields.NoVarySearch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;

/**
 * A request and the access that its transaction has to the cache.
 *
 * @param cache what the transactions of the cache share
 * @param request the request of the caller
 * @param keyed the request with the URL that its response is stored under
 * @param search the specification that its query is normalised by, or {@code null}
 * @param rule the rule that decides on the request, or {@code null} for none
 * @param requestTime when it reached the cache
 * @param generation the generation of the {@link InvalidationLog} at that time
 * @param revalidates whether the caller can validate a stale response in the background
 * @param stores whether responses may be stored
 * @param status how the request is handled
 */
record TransactionContext(CacheContext cache, CacheRequest request, CacheRequest keyed, @Nullable NoVarySearch search,
		@Nullable CompiledRule rule, Instant requestTime, long generation, boolean revalidates, boolean stores,
		CacheStatus status) {

	private static final Logger logger = LoggerFactory.getLogger(TransactionContext.class);

	/**
	 * Return the context of a request that begins now.
	 * @param revalidates whether the caller can validate a stale response in the
	 * background
	 */
	static TransactionContext of(CacheContext cache, CacheRequest request, boolean revalidates) {
		// Without variants, other clients may read the hash of the plain identity.
		CacheRequest own = (cache.profile() == CachingProfile.RFC_9111)
				? request.withIdentity(cache.identityKey().keyed(request.identity())) : request;
		CompiledRule rule = cache.rules().match(own.method(), own.uri());
		CacheRequest keyed = keyed(own, rule);
		return new TransactionContext(cache.forRequest(keyed), own, keyed, null, rule, cache.now(),
				cache.invalidationLog().current(), revalidates, true, CacheStatus.of(cache.settings(), keyed, rule))
			.normalised();
	}

	private static CacheRequest keyed(CacheRequest request, @Nullable CompiledRule rule) {
		URI uri = (rule != null) ? rule.keyUri(request.uri()) : request.uri();
		return (uri == request.uri()) ? request : request.withUri(uri);
	}

	TransactionContext withStatus(CacheStatus status) {
		return new TransactionContext(this.cache, this.request, this.keyed, this.search, this.rule, this.requestTime,
				this.generation, this.revalidates, this.stores, status);
	}

	/**
	 * Return this context for the same request without an identity.
	 */
	TransactionContext anonymous() {
		return new TransactionContext(this.cache, this.request.withIdentity(""), this.keyed.withIdentity(""),
				this.search, this.rule, this.requestTime, this.generation, this.revalidates, this.stores, this.status);
	}

	/**
	 * Prevent storing.
	 * @param reason why the response must not be stored, or {@code null} if it may
	 */
	TransactionContext withoutStoring(@Nullable String reason) {
		return (reason == null) ? this : new TransactionContext(this.cache, this.request, this.keyed, this.search,
				this.rule, this.requestTime, this.generation, this.revalidates, false, this.status);
	}

	/**
	 * Return this context with the URL normalised if responses of its path have said how.
	 */
	private TransactionContext normalised() {
		return (!this.cache.searches().isEmpty() && usesNoVarySearch())
				? normalisedBy(this.cache.searches().find(this.keyed.uri())) : this;
	}

	/**
	 * Return this context with the URL normalised if a stored response of its path has
	 * said how. Reads the store, so it follows a lookup that has found nothing.
	 * @return the context, or empty if there is nothing else to look up
	 */
	Optional<TransactionContext> equivalent() {
		if (this.search != null || this.request.uri().getRawQuery() == null || !usesNoVarySearch()) {
			return Optional.empty();
		}
		return Optional.of(normalisedBy(this.cache.searches().read(this.cache.variants().store(), this.keyed.uri())))
			.filter((other) -> other.search != null);
	}

	private boolean usesNoVarySearch() {
		return profile() == CachingProfile.RFC_9111 && Messages.hasKey(this.request)
				&& (HttpMethod.GET.equals(this.request.method()) || HttpMethod.HEAD.equals(this.request.method()));
	}

	private TransactionContext normalisedBy(@Nullable NoVarySearch other) {
		CacheRequest exact = keyed(this.request, this.rule);
		URI uri = (other != null) ? other.normalise(exact.uri()).orElse(null) : null;
		if (uri == null && this.search == null) {
			return this;
		}
		CacheRequest otherKeyed = (uri != null) ? exact.withUri(uri) : exact;
		return new TransactionContext(this.cache.forSearch(otherKeyed, uri != null), this.request, otherKeyed,
				(uri != null) ? other : null, this.rule, this.requestTime, this.generation, this.revalidates,
				this.stores, this.status.withKey(otherKeyed));
	}

	/**
	 * Return the context under whose URL a response is stored. If the latest response of
	 * its path has specified otherwise, other responses are looked up from now on.
	 * @return the context, which does not store if that cannot be done safely
	 */
	private TransactionContext storing(StoredResponse response) {
		boolean same = this.search != null && this.search.isOf(response.headers());
		NoVarySearch received = same ? this.search
				: (usesNoVarySearch() && !isPart(response)) ? NoVarySearch.of(response.headers()).orElse(null) : null;
		if (received == null && this.search == null) {
			return this;
		}
		NoVarySearch recorded = this.cache.searches().record(this.cache.store(), this.keyed.uri(), received);
		TransactionContext other = same ? this : normalisedBy(recorded);
		if (other != this) {
			endRequest();
			// Another machine may have invalidated what the lookup did not know of.
			return (this.cache.variants().store() != this.cache.store())
					? other.withoutStoring("No-Vary-Search of the path was not known") : other;
		}
		return other;
	}

	CachingProfile profile() {
		return this.cache.profile();
	}

	ReusePolicy reusePolicy() {
		return new ReusePolicy(this.cache.profile(), this.cache.settings(), this.revalidates, this.rule);
	}

	/**
	 * Return the header fields by which the cache decides on a response.
	 */
	HttpHeaders effective(int status, HttpHeaders headers) {
		return (this.rule != null) ? this.rule.effective(status, headers) : headers;
	}

	/**
	 * Whether the request may be answered from the cache, and its response stored.
	 */
	boolean isCacheable() {
		return (this.rule == null || !this.rule.bypasses()) && BypassPolicy.isCacheable(this.request, profile());
	}

	/**
	 * Return the limits of stored content.
	 */
	StorageLimits limit(StorageLimits limits) {
		return (this.rule != null) ? this.rule.limit(limits) : limits;
	}

	/**
	 * Whether a rule declares that this POST changes nothing.
	 */
	boolean isDeclaredQuery() {
		return this.rule != null && profile() == CachingProfile.RFC_9111
				&& HttpMethod.POST.equals(this.request.method());
	}

	/**
	 * Return the stored responses to requests like this one.
	 */
	VariantStore variants() {
		VariantStore all = this.cache.variants();
		return QueryContent.isKeyed(this.request) ? all.queries() : all;
	}

	Optional<StoredResponse> find() {
		Optional<StoredResponse> found = variants().find(this.keyed);
		NoVarySearch required = this.search;
		return (required == null) ? found : found.filter((stored) -> required.isOf(stored.headers()));
	}

	/**
	 * Return the stored partial response that this request selects.
	 */
	Optional<StoredResponse> findPart() {
		if (profile() != CachingProfile.RFC_9111 || !HttpMethod.GET.equals(this.request.method())
				|| this.search != null) {
			return Optional.empty();
		}
		return this.cache.variants()
			.parts()
			.find(this.keyed)
			.filter((stored) -> reusePolicy().isSelected(this.request, stored));
	}

	void removePart() {
		if (profile() == CachingProfile.RFC_9111 && this.search == null && !QueryContent.isKeyed(this.request)) {
			this.cache.variants().parts().remove(this.keyed);
		}
	}

	/**
	 * Whether a response is stored with an explicit lifetime only: one to a POST (RFC
	 * 9110, 9.3.3), which cannot be validated.
	 */
	boolean needsLifetime() {
		return QueryContent.isKeyed(this.request) && QueryContent.isUnconditional(this.request);
	}

	/**
	 * Whether a response to this request may be stored.
	 */
	boolean mayStore(int status, HttpHeaders headers) {
		HttpHeaders effective = effective(status, headers);
		return this.stores && (!needsLifetime() || Freshness.isUsable(effective))
				&& new StoragePolicy(this.cache.profile(), this.cache.settings()).stores(status, effective)
				&& (this.rule == null || !this.rule.losesCookies(headers, profile()))
				&& !(profile() == CachingProfile.RFC_9111
						&& SelectingFields.of(headers).includeHiddenIdentity(this.request));
	}

	/**
	 * Whether a part of a representation may be stored. Rules and {@code No-Vary-Search}
	 * apply to whole ones.
	 */
	boolean mayStorePart(HttpHeaders headers) {
		return this.search == null && mayStore(200, headers)
				&& new StoragePolicy(this.cache.profile(), this.cache.settings()).stores(200, headers);
	}

	boolean mayStore(StoredResponse response) {
		return mayStore(response.status(), response.headers());
	}

	/**
	 * Store a response, unless its URL or one of its groups has been invalidated since
	 * the request: it may be older than the change.
	 */
	void put(StoredResponse response) {
		if (this.stores && !isInvalidated(response)) {
			TransactionContext target = storing(response);
			if (!target.stores || target.isInvalidated(response)) {
				return;
			}
			target.variants(response).put(target.keyed, response, !reusePolicy().isChanged(response));
			stored(response, target);
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

			private TransactionContext target = TransactionContext.this;

			private @Nullable ResponseWriter writer;

			private long length;

			@Override
			public void write(ByteBuffer content) {
				this.length += content.remaining();
				open().write(content);
			}

			@Override
			public void commit() {
				if (isInvalidated(head) || this.length != declaredLength.orElse(this.length)) {
					close();
					return;
				}
				ResponseWriter opened = open();
				if (this.target.isInvalidated(head)) {
					close();
					return;
				}
				opened.commit();
				stored(head, this.target);
			}

			@Override
			public void close() {
				if (this.writer != null) {
					this.writer.close();
				}
				else {
					endRequest();
				}
			}

			private ResponseWriter open() {
				if (this.writer != null) {
					return this.writer;
				}
				this.target = storing(head);
				ResponseWriter opened = !this.target.stores ? ResponseWriter.NONE
						: this.target.variants(head).begin(this.target.keyed, head, !reusePolicy().isChanged(head));
				this.writer = opened;
				return opened;
			}

		};
	}

	private void stored(StoredResponse response, TransactionContext target) {
		if (target != this) {
			// The response that it replaces, which its content may have been read from.
			remove();
		}
		if (target.isInvalidated(response)) {
			// An invalidation is first logged and then removes.
			target.remove();
		}
	}

	/**
	 * Store a freshened response, or remove it if it may no longer be stored.
	 */
	void update(StoredResponse freshened) {
		if (!this.stores) {
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

	void remove() {
		variants().remove(this.keyed);
		removePart();
	}

	private VariantStore variants(StoredResponse response) {
		VariantStore variants = variants();
		return isPart(response) ? variants.parts() : variants;
	}

	private static boolean isPart(StoredResponse response) {
		return response.status() == HttpStatus.PARTIAL_CONTENT.value();
	}

	/**
	 * Wait while an equal request is sent, by another process or by this one.
	 * @param ownProcess whether to wait for requests of this process as well
	 * @return whether it has ended, so that a lookup may find its response
	 */
	boolean awaitResponse(boolean ownProcess) {
		// A store that does not know this request waits for no other.
		ResponseStore store = this.cache.variants().store();
		if (store == this.cache.store() || !(store instanceof SharedResponseStore shared)) {
			return false;
		}
		HttpHeaders headers = this.request.headers();
		return shared.awaitResponse(String.join("\n", this.request.identity(),
				String.join(",", headers.getOrEmpty(HttpHeaders.ACCEPT)),
				String.join(",", headers.getOrEmpty(HttpHeaders.ACCEPT_LANGUAGE)), this.request.contentDigest()),
				ownProcess);
	}

	/**
	 * Release the lease of a response that has not been stored.
	 */
	void endRequest() {
		if (this.cache.variants().store() instanceof SharedResponseStore shared) {
			shared.endRequest();
		}
	}

	/**
	 * Whether the URL has been invalidated since the request.
	 */
	boolean isInvalidated() {
		return this.cache.invalidationLog().isInvalidated(this.keyed.uri(), this.generation) || isPathInvalidated();
	}

	/**
	 * Whether the URL or a group of a response to this request has been invalidated since
	 * the request.
	 */
	boolean isInvalidated(StoredResponse response) {
		return this.cache.invalidationLog().isInvalidated(this.keyed.uri(), response, this.generation)
				|| isPathInvalidated();
	}

	/**
	 * Whether a URL that may be equivalent has been invalidated since the request: which
	 * ones are, may not have been known then.
	 */
	private boolean isPathInvalidated() {
		return this.search != null && this.cache.invalidationLog().isPathInvalidated(this.keyed.uri(), this.generation);
	}

	Instant now() {
		return this.cache.now();
	}

	void notifyOutcome(CacheOutcome outcome, int status) {
		notifyOutcome(outcome, status, 0);
	}

	/**
	 * Notify the listener of the outcome.
	 * @param status the status code of the server, or of a stored response
	 * @param savedBytes the length of the content that was not transferred
	 */
	void notifyOutcome(CacheOutcome outcome, int status, long savedBytes) {
		Duration time = Duration.between(this.requestTime, now());
		this.cache.listener()
			.onResult(this.request, new CacheResult(outcome, status, savedBytes,
					time.isNegative() ? Duration.ZERO : time, (this.rule != null) ? this.rule.label() : null));
	}

	/**
	 * Notify the listener of a decision.
	 * @param decision creates the text
	 */
	void notifyDecision(Supplier<String> decision) {
		this.cache.listener()
			.onDecision(this.request, (this.rule != null) ? () -> decision.get() + "; " + this.rule : decision);
	}

	/**
	 * Notify the listener that the request is sent a second time.
	 */
	void notifyRepeat() {
		this.cache.listener().onRepeat(this.request);
	}

	/**
	 * Return the context of a GET or query with other header fields, without
	 * notification.
	 */
	TransactionContext inBackground(HttpHeaders headers) {
		CacheRequest whole = QueryContent.isKeyed(this.request) ? this.request.withHeaders(headers)
				: new CacheRequest(HttpMethod.GET, this.request.uri(), headers, this.request.identity());
		return new TransactionContext(this.cache.withoutListener(), whole, whole.withUri(this.keyed.uri()), this.search,
				this.rule, this.requestTime, this.generation, false, this.stores, this.status);
	}

	/**
	 * Return the context of another request to the same URL that begins now.
	 */
	TransactionContext restart(CacheRequest other) {
		CompiledRule otherRule = this.cache.rules().match(other.method(), other.uri());
		CacheRequest otherKeyed = keyed(other, otherRule);
		TransactionContext restarted = new TransactionContext(this.cache.forSearch(otherKeyed, false), other,
				otherKeyed, null, otherRule, now(), this.cache.invalidationLog().current(), this.revalidates,
				this.stores, this.status)
			.normalised();
		if (restarted.cache.variants().store() != this.cache.variants().store()) {
			// The lookup that must precede the request.
			restarted.find();
		}
		return restarted;
	}

}
