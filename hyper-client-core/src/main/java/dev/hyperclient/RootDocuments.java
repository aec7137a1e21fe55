package dev.hyperclient;

import java.net.URI;
import java.util.concurrent.Future;

import dev.hyperclient.internal.concurrent.SingleFlight;
import dev.hyperclient.internal.exchange.ExchangeClient;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a root, fetched when they are first needed: once for all threads that
 * need them at the same time. After a failure, the next use tries again. Thread-safe.
 */
final class RootDocuments {

	private final ExchangeClient exchange;

	private final RootLoader loader;

	private final SingleFlight<RootLoader.Loaded> fetch = new SingleFlight<>();

	private volatile RootLoader.@Nullable Loaded loaded;

	RootDocuments(ExchangeClient exchange, RootLoader loader) {
		this.exchange = exchange;
		this.loader = loader;
	}

	/** Return documents that are fetched separately, by another client. */
	RootDocuments with(ExchangeClient other) {
		RootLoader known = this.loader;
		return new RootDocuments(other,
				new RootLoader(other, known.baseUrl(), known.listener(), known.log(), known.names(), known.limit()));
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
		RootLoader.Loaded result = (known != null) ? known : this.loader.load(false);
		this.loaded = result;
		return result;
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
