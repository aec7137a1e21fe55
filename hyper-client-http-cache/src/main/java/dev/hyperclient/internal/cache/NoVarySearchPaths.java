package dev.hyperclient.internal.cache;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.fields.NoVarySearch;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The latest {@link NoVarySearch} of each path, by which its responses are looked up. In
 * memory for the paths that were used last, and stored for later processes and other
 * machines. Thread-safe.
 */
final class NoVarySearchPaths {

	/** How many paths with a specification, and how many without one, are remembered. */
	static final int MAX_PATHS = 1000;

	/** After which time a record that may have been evicted is stored again. */
	private static final Duration RECORD_INTERVAL = Duration.ofMinutes(10);

	private static final String VARIANT = "any;no-vary-search";

	/** Guarded by itself, as is the other map. */
	private final Map<String, Known> known = mostRecent();

	/** Paths of which nothing is stored. */
	private final Map<String, Boolean> absent = mostRecent();

	/** Read without the lock, since each request reads it. */
	private volatile boolean isEmpty = true;

	/**
	 * A specification.
	 *
	 * @param recorded when it was certainly stored, by {@link System#nanoTime}
	 */
	private record Known(NoVarySearch specification, long recorded) {
	}

	private static <T> Map<String, T> mostRecent() {
		return new LinkedHashMap<>(16, 0.75f, true) {

			private static final long serialVersionUID = 1L;

			@Override
			protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
				return size() > MAX_PATHS;
			}

		};
	}

	/**
	 * Whether no specification is in memory.
	 */
	boolean isEmpty() {
		return this.isEmpty;
	}

	/**
	 * Return the specification of a path if it is in memory.
	 * @param uri a URL with that path
	 */
	@Nullable NoVarySearch find(URI uri) {
		return find(path(uri));
	}

	private @Nullable NoVarySearch find(String path) {
		synchronized (this.known) {
			Known found = this.known.get(path);
			return (found != null) ? found.specification() : null;
		}
	}

	/**
	 * Return the specification of a path. Reads the store once for each path.
	 */
	@Nullable NoVarySearch read(ResponseStore store, URI uri) {
		String path = path(uri);
		synchronized (this.known) {
			Known found = this.known.get(path);
			if (found != null || this.absent.get(path) != null) {
				return (found != null) ? found.specification() : null;
			}
		}
		Optional<NoVarySearch> recorded = recorded(store, path);
		synchronized (this.known) {
			// A response may have been received meanwhile.
			if (recorded.isEmpty()) {
				this.absent.put(path, true);
			}
			else if (this.known.putIfAbsent(path, new Known(recorded.get(), System.nanoTime())) == null) {
				this.isEmpty = false;
			}
		}
		return find(path);
	}

	/**
	 * Record what the latest response of a path specifies.
	 * @param specification the specification, or {@code null} for none
	 */
	void record(ResponseStore store, URI uri, @Nullable NoVarySearch specification) {
		String path = path(uri);
		long now = System.nanoTime();
		synchronized (this.known) {
			Known before = this.known.get(path);
			if (specification == null) {
				this.known.remove(path);
				this.absent.put(path, true);
			}
			else {
				if (before != null && specification.equals(before.specification())
						&& now - before.recorded() < RECORD_INTERVAL.toNanos()) {
					return;
				}
				this.known.put(path, new Known(specification, now));
				this.absent.remove(path);
			}
			this.isEmpty = this.known.isEmpty();
		}
		if (specification == null) {
			store.remove(key(path));
		}
		else {
			store.put(key(path), toStored(specification));
		}
	}

	/**
	 * Return the normalised URLs that responses to a URL may be stored under. Reads the
	 * store, since another process may know another specification.
	 */
	Set<URI> keys(ResponseStore store, URI uri) {
		String path = path(uri);
		Set<URI> keys = new LinkedHashSet<>();
		Optional.ofNullable(find(path)).flatMap((found) -> found.normalise(uri)).ifPresent(keys::add);
		recorded(store, path).flatMap((found) -> found.normalise(uri)).ifPresent(keys::add);
		return keys;
	}

	/**
	 * Forget everything, since the store is cleared.
	 */
	void clear() {
		synchronized (this.known) {
			this.known.clear();
			this.absent.clear();
			this.isEmpty = true;
		}
	}

	/**
	 * Return the text that stands for all URLs with the path of a URL. It is the key of
	 * no response, so it survives the invalidation of the URL without a query.
	 */
	static String path(URI uri) {
		String url = CacheKey.of(uri, "").url();
		int query = url.indexOf('?');
		return ((query < 0) ? url : url.substring(0, query)) + "?";
	}

	private static CacheKey key(String path) {
		return new CacheKey(path, VARIANT);
	}

	private static Optional<NoVarySearch> recorded(ResponseStore store, String path) {
		return store.find(key(path)).flatMap((record) -> NoVarySearch.of(record.headers()));
	}

	/**
	 * Return a record in the form of an index without variants, which is no response.
	 */
	private static StoredResponse toStored(NoVarySearch specification) {
		StoredResponse index = VariantIndex.of(Set.of()).toStored();
		HttpHeaders headers = HttpHeaders.copyOf(index.headers());
		headers.put(NoVarySearch.NAME, specification.lines());
		return new StoredResponse(index.status(), headers, index.body(), Map.of(), null, null);
	}

}
