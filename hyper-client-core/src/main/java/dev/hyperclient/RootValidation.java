package dev.hyperclient;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResult;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.internal.exchange.CallLog;
import dev.hyperclient.internal.exchange.ExchangeClient;
import org.jspecify.annotations.Nullable;

/**
 * Validates a root in the background, after a call that was answered by the service: an
 * idle application makes no request, and no call waits for a validation or fails because
 * of it. Thread-safe.
 */
final class RootValidation implements ClientListener {

	private final long intervalNanos;

	private final AtomicBoolean running = new AtomicBoolean();

	private volatile @Nullable Root root;

	/** When the last validation began, or a time before the root was fetched. */
	private volatile long begin = System.nanoTime();

	private volatile boolean failed;

	/**
	 * Create a validation, without effect until it is {@link #start started}.
	 * @param interval the minimum time between two validations, zero for none
	 */
	RootValidation(Duration interval) {
		this.intervalNanos = (interval.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0) ? interval.toNanos()
				: Long.MAX_VALUE;
	}

	/** Validate a root from now on. */
	void start(RootDocuments documents, ExchangeClient exchange, CallThreads threads, CallLog log) {
		this.root = (this.intervalNanos > 0) ? new Root(documents, exchange, threads, log) : null;
	}

	@Override
	public void onCacheResult(CacheRequest request, CacheResult result) {
		Root known = this.root;
		if (known != null && result.outcome() != CacheOutcome.HIT && result.outcome() != CacheOutcome.STALE
				&& !known.exchange().isOffline() && isDue(known) && !known.documents().includes(request.uri())
				&& this.running.compareAndSet(false, true)) {
			boolean accepted = false;
			try {
				accepted = isDue(known) && known.threads().execute(() -> validate(known));
			}
			finally {
				if (!accepted) {
					this.running.set(false);
				}
			}
		}
	}

	private boolean isDue(Root known) {
		RootDocuments.Confirmation confirmation = known.documents().confirmation();
		long now = System.nanoTime();
		return confirmation != null && now - confirmation.nanos() >= this.intervalNanos
				&& now - this.begin >= this.intervalNanos;
	}

	private void validate(Root known) {
		this.begin = System.nanoTime();
		try {
			known.documents().validate();
			this.failed = false;
		}
		catch (RuntimeException ex) {
			boolean stopped = known.exchange().isClosed() || Thread.currentThread().isInterrupted();
			known.log().validationFailed(known.documents().baseUrl(), !this.failed && !stopped, ex);
			this.failed = true;
		}
		finally {
			this.running.set(false);
		}
	}

	/**
	 * A root that is validated.
	 */
	private record Root(RootDocuments documents, ExchangeClient exchange, CallThreads threads, CallLog log) {
	}

}
