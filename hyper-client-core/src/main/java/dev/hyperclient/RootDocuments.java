package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;

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

	private final ExchangeClient exchange;

	private final RootLoader loader;

	private final SingleFlight<RootLoader.Loaded> fetch = new SingleFlight<>();

	/**
	 * Actions to run with the first fetch. Guards itself and the first write of the
	 * documents.
	 */
	private final List<Runnable> actions = new ArrayList<>();

	private volatile RootLoader.@Nullable Loaded loaded;

	RootDocuments(ExchangeClient exchange, RootLoader loader) {
		this.exchange = exchange;
		this.loader = loader;
	}

	/** Return documents that are fetched separately, by another client. */
	RootDocuments with(ExchangeClient other) {
		RootLoader known = this.loader;
		return new RootDocuments(other, new RootLoader(other, known.baseUrl(), known.listener(), known.log(),
				known.names(), known.limit(), known.descriptions()));
	}

	/** Return the documents, {@code null} if they are not fetched. Makes no request. */
	RootLoader.@Nullable Loaded loaded() {
		return this.loaded;
	}

	/** Return the documents, fetched if necessary. */
	RootLoader.Loaded get() {
		RootLoader.Loaded known = this.loaded;
		return (known != null) ? known : this.exchange.call(() -> this.fetch.run(this::load, this::await));
	}

	private RootLoader.Loaded load() {
		this.exchange.refuseIfClosedOrOnEventLoop(this.loader.baseUrl());
		RootLoader.Loaded known = this.loaded;
		if (known != null) {
			return known;
		}
		RootLoader.Loaded result = this.loader.load(false);
		List<Runnable> waiting;
		synchronized (this.actions) {
			this.loaded = result;
			waiting = List.copyOf(this.actions);
			this.actions.clear();
		}
		waiting.forEach(this::run);
		return result;
	}

	/**
	 * Run an action when the documents are fetched for the first time, or now if they
	 * are.
	 */
	void whenLoaded(Runnable action) {
		synchronized (this.actions) {
			if (this.loaded == null) {
				this.actions.add(action);
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
			logger.warn("An action failed that waited for {} to be fetched", this.loader.baseUrl(), ex);
		}
	}

	private RootLoader.Loaded await(Future<RootLoader.Loaded> running) {
		URI baseUrl = this.loader.baseUrl();
		this.exchange.refuseIfClosedOrOnEventLoop(baseUrl);
		return this.exchange.await(running, baseUrl);
	}

	/** Fetch the documents, or revalidate them if they are fetched. */
	void refresh() {
		if (this.loaded == null) {
			get();
		}
		else {
			this.loaded = this.exchange.call(() -> this.loader.load(true));
		}
	}

}
