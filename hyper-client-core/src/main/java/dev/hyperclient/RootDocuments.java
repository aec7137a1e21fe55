package dev.hyperclient;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.internal.exchange.ExchangeClient;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a root, fetched when they are first asked for. Whoever asks while
 * another thread fetches them waits for that thread, so there is one fetch for all, and
 * no lock is held meanwhile. A fetch that failed leaves nothing behind: the next one who
 * asks tries again. Thread-safe.
 */
final class RootDocuments {

	private final ExchangeClient exchange;

	private final RootLoader loader;

	/**
	 * Completed without a value if the fetching thread gave up for reasons of its own.
	 */
	private final AtomicReference<@Nullable CompletableFuture<RootLoader.@Nullable Loaded>> fetch = new AtomicReference<>();

	private volatile RootLoader.@Nullable Loaded loaded;

	RootDocuments(ExchangeClient exchange, RootLoader loader) {
		this.exchange = exchange;
		this.loader = loader;
	}

	/** Return the documents if they are there, without a request. */
	RootLoader.@Nullable Loaded loaded() {
		return this.loaded;
	}

	RootLoader.Loaded get() {
		RootLoader.Loaded known = this.loaded;
		return (known != null) ? known : this.exchange.call(this::fetched);
	}

	private RootLoader.Loaded fetched() {
		RootLoader.Loaded result = this.loaded;
		while (result == null) {
			this.exchange.refuseToWaitInVain(this.loader.serviceRoot());
			CompletableFuture<RootLoader.@Nullable Loaded> mine = new CompletableFuture<>();
			CompletableFuture<RootLoader.@Nullable Loaded> running = this.fetch.compareAndExchange(null, mine);
			result = (running != null) ? this.exchange.await(running, this.loader.serviceRoot()) : fetch(mine);
		}
		return result;
	}

	private RootLoader.Loaded fetch(CompletableFuture<RootLoader.@Nullable Loaded> mine) {
		try {
			// There already if another thread was done between the look and the try.
			RootLoader.Loaded result = (this.loaded != null) ? this.loaded : this.loader.load(false);
			this.loaded = result;
			mine.complete(result);
			return result;
		}
		catch (RuntimeException | Error ex) {
			if (Thread.currentThread().isInterrupted()) {
				mine.complete(null);
			}
			mine.completeExceptionally(ex);
			throw ex;
		}
		finally {
			this.fetch.set(null);
		}
	}

	void refresh() {
		if (this.loaded == null) {
			get();
		}
		else {
			this.loaded = this.exchange.call(() -> this.loader.load(true));
		}
	}

}
