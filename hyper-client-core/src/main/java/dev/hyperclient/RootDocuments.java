package dev.hyperclient;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;

import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.internal.concurrent.SingleFlight;
import dev.hyperclient.internal.exchange.ExchangeClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The documents of a root, fetched when they are first needed: once for all threads that
 * need them at the same time. After a failure, the next use tries again. Thread-safe.
 */
final class RootDocuments {

	private static final Logger logger = LoggerFactory.getLogger(RootDocuments.class);

	/** The interval between checks after a 404 if no interval is set. */
	private static final Duration DEFAULT_INTERVAL = Duration.ofMinutes(1);

	private final ExchangeClient exchange;

	private final RootLoader loader;

	private final Duration validationInterval;

	private final SingleFlight<RootLoader.Loaded> fetch = new SingleFlight<>();

	/**
	 * Actions to run with the first fetch and with each change. Guards itself and writes
	 * of the documents.
	 */
	private final List<Runnable> actions = new ArrayList<>();

	private volatile RootLoader.@Nullable Loaded loaded;

	/** When the documents were last fetched or found current. */
	private volatile @Nullable Confirmation confirmation;

	/** When the service itself last sent or confirmed the documents. */
	private volatile @Nullable Confirmation seen;

	/**
	 * Create documents, which are not fetched.
	 * @param validationInterval the minimum time between two validations, zero for none
	 * in the background
	 */
	RootDocuments(ExchangeClient exchange, RootLoader loader, Duration validationInterval) {
		this.exchange = exchange;
		this.loader = loader;
		this.validationInterval = validationInterval.isZero() ? DEFAULT_INTERVAL : validationInterval;
	}

	/** Return documents that are fetched separately, by another client. */
	RootDocuments with(ExchangeClient other) {
		RootLoader known = this.loader;
		return new RootDocuments(other, new RootLoader(other, known.baseUrl(), known.listener(), known.log(),
				known.names(), known.limit(), known.descriptions()), this.validationInterval);
	}

	URI baseUrl() {
		return this.loader.baseUrl();
	}

	/** Return the documents, {@code null} if they are not fetched. Makes no request. */
	RootLoader.@Nullable Loaded loaded() {
		return this.loaded;
	}

	/** Return whether a URL belongs to one of the documents. */
	boolean includes(URI uri) {
		RootLoader.Loaded known = this.loaded;
		return uri.equals(baseUrl()) || (known != null && uri.equals(known.description().application().base()));
	}

	/**
	 * Return when the documents were last fetched or found current, {@code null} if they
	 * are not fetched.
	 */
	@Nullable Confirmation confirmation() {
		return this.confirmation;
	}

	/** Return the documents, fetched if necessary. */
	RootLoader.Loaded get() {
		RootLoader.Loaded known = this.loaded;
		return (known != null) ? known : this.exchange.call(() -> this.fetch.run(this::load, this::await));
	}

	/** Return the text of the description, through the cache. */
	String descriptionText() {
		return this.exchange.call(this.loader::descriptionText);
	}

	private RootLoader.Loaded load() {
		this.exchange.refuseIfClosedOrOnEventLoop(this.loader.baseUrl());
		RootLoader.Loaded known = this.loaded;
		if (known != null) {
			return known;
		}
		RootLoader.Loaded result = this.loader.load();
		this.confirmation = Confirmation.now();
		this.seen = result.stored() ? null : this.confirmation;
		List<Runnable> waiting;
		synchronized (this.actions) {
			this.loaded = result;
			waiting = List.copyOf(this.actions);
		}
		waiting.forEach(this::run);
		return result;
	}

	/**
	 * Run an action when the documents are fetched for the first time, or now if they
	 * are, and after each change of the description.
	 */
	void whenLoaded(Runnable action) {
		synchronized (this.actions) {
			this.actions.add(action);
			if (this.loaded == null) {
				return;
			}
		}
		run(action);
	}

	private void run(Runnable action) {
		try {
			action.run();
		}
		catch (RuntimeException ex) {
			logger.warn("An action failed that follows the loading of {}", this.loader.baseUrl(), ex);
		}
	}

	private RootLoader.Loaded await(Future<RootLoader.Loaded> running) {
		URI baseUrl = this.loader.baseUrl();
		this.exchange.refuseIfClosedOrOnEventLoop(baseUrl);
		return this.exchange.await(running, baseUrl);
	}

	/** Fetch the documents, or revalidate them if they are fetched. */
	void refresh() {
		RootLoader.Loaded known = this.loaded;
		if (known == null) {
			get();
		}
		else {
			replace(known, this.exchange.call(() -> this.loader.refresh(known)), true);
			this.seen = Confirmation.now();
		}
	}

	/**
	 * Require after a 404 or 410 that the service still has the root, which is validated
	 * unless the service has shown that within the interval: if a version was removed,
	 * each of its URLs is answered with that.
	 * @param failed the failure for a URL that the application has given
	 * @throws ServiceDescriptionException if the root is gone
	 */
	void requireServed(HTTPError failed) {
		Confirmation last = this.seen;
		boolean recent = last != null
				&& Duration.ofNanos(System.nanoTime() - last.nanos()).compareTo(this.validationInterval) < 0;
		if (recent || !isMissing(failed)) {
			return;
		}
		try {
			this.exchange.call(() -> this.fetch.run(this::confirm, this::await));
		}
		catch (HyperClientException ex) {
			if (ex instanceof HTTPError root && isMissing(root)) {
				throw this.loader.gone(failed, root);
			}
			// Any other failure says nothing about the entry.
			logger.debug("{} could not be validated after a 404", baseUrl(), ex);
		}
	}

	private static boolean isMissing(HTTPError error) {
		return error.status() == 404 || error.status() == 410;
	}

	private RootLoader.Loaded confirm() {
		RootLoader.Loaded known = get();
		RootLoader.Loaded result = this.loader.confirm(known);
		replace(known, result, false);
		this.seen = Confirmation.now();
		return result;
	}

	/** Validate the documents if they are fetched and stale. */
	void validate() {
		RootLoader.Loaded known = this.loaded;
		if (known != null) {
			replace(known, this.exchange.call(() -> this.loader.validate(known)), false);
		}
	}

	/**
	 * Use other documents in place of the known ones.
	 * @param always whether to use them even if the known ones were replaced meanwhile
	 */
	private void replace(RootLoader.Loaded known, RootLoader.Loaded result, boolean always) {
		List<Runnable> waiting;
		synchronized (this.actions) {
			if (!always && this.loaded != known) {
				return;
			}
			this.confirmation = Confirmation.now();
			if (result != known) {
				this.loaded = result;
			}
			waiting = List.copyOf(this.actions);
		}
		if (result.description() != known.description()) {
			run(() -> this.loader.log()
				.descriptionChanged(this.loader.baseUrl(), result.description().application().resourceTypes().size(),
						DescriptionChanges.between(known.description().application(),
								result.description().application())));
			waiting.forEach(this::run);
		}
	}

	/**
	 * Time at which documents were found current.
	 *
	 * @param time the time of the system
	 * @param nanos the time for intervals, {@link System#nanoTime()}
	 */
	record Confirmation(Instant time, long nanos) {

		private static Confirmation now() {
			return new Confirmation(Instant.now(), System.nanoTime());
		}

	}

}
