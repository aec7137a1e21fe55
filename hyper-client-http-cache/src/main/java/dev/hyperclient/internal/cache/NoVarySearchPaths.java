package dev.hyperclient.internal.cache;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.fields.NoVarySearch;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The latest {@link NoVarySearch} of each path, by which its responses are looked up, and
 * the earlier ones, by which others may be stored that invalidation must find. In memory
 * for the paths that were used last, and stored for later processes and other machines.
 * Thread-safe.
 */
final class NoVarySearchPaths {

	/** How many paths with a specification, and how many without one, are remembered. */
	static final int MAX_PATHS = 1000;

	/** After which time a record that may have been evicted is stored again. */
	private static final Duration RECORD_INTERVAL = Duration.ofMinutes(10);

	private static final String VARIANT = "any;no-vary-search";

	/**
	 * How many specifications of a path are known, and their length. Others are not used.
	 */
	private static final int MAX_SPECIFICATIONS = 8;

	private static final int MAX_LENGTH = 48 * 1024;

	/**
	 * Fields of a record, each with a number, of the specifications before the latest.
	 */
	private static final String EARLIER = "x-no-vary-search-";

	/** Guarded by itself, as is the other map. */
	private final Map<String, Known> known = mostRecent();

	/** Paths of which nothing is stored. */
	private final Map<String, Boolean> absent = mostRecent();

	/** Read without the lock, since each request reads it. */
	private volatile boolean isEmpty = true;

	/**
	 * The specifications of a path.
	 *
	 * @param latest the latest, or {@code null} if the latest response had none
	 * @param all those that stored responses may have, so that invalidation finds them
	 * @param recorded when they were certainly stored, by {@link System#nanoTime}
	 */
	private record Known(@Nullable NoVarySearch latest, Set<NoVarySearch> all, long recorded) {

		/** Whether a specification is the latest, and need not be stored again. */
		boolean isRecorded(@Nullable NoVarySearch specification, long now) {
			return Objects.equals(specification, this.latest) && now - this.recorded < RECORD_INTERVAL.toNanos();
		}

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
			return (found != null) ? found.latest() : null;
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
				return (found != null) ? found.latest() : null;
			}
		}
		Optional<Known> recorded = recorded(store, path);
		synchronized (this.known) {
			// A response may have been received meanwhile.
			if (recorded.isEmpty()) {
				this.absent.put(path, true);
			}
			else if (this.known.putIfAbsent(path, recorded.get()) == null) {
				this.isEmpty = false;
			}
		}
		return find(path);
	}

	/**
	 * Record what the latest response of a path specifies.
	 * @param specification the specification, or {@code null} for none
	 * @return the specification by which the response is stored, or {@code null} if it is
	 * stored without one, also because the path has too many
	 */
	@Nullable NoVarySearch record(ResponseStore store, URI uri, @Nullable NoVarySearch specification) {
		String path = path(uri);
		synchronized (this.known) {
			Known before = this.known.get(path);
			if (before != null && before.isRecorded(specification, System.nanoTime())) {
				return specification;
			}
		}
		Set<NoVarySearch> stored = recorded(store, path).map(Known::all).orElse(Set.of());
		Known latest;
		synchronized (this.known) {
			Known before = this.known.get(path);
			Set<NoVarySearch> all = new LinkedHashSet<>(stored);
			all.addAll((before != null) ? before.all() : Set.of());
			if (specification != null && all.add(specification) && isTooMany(all)) {
				return null;
			}
			latest = new Known(specification, Set.copyOf(all), System.nanoTime());
			this.known.put(path, latest);
			this.absent.remove(path);
			this.isEmpty = false;
		}
		store.put(key(path), toStored(latest));
		return specification;
	}

	private static boolean isTooMany(Set<NoVarySearch> all) {
		return all.size() > MAX_SPECIFICATIONS || (all.size() > 1
				&& all.stream().flatMap((each) -> each.lines().stream()).mapToInt(String::length).sum() > MAX_LENGTH);
	}

	/**
	 * Return the normalised URLs that responses to a URL may be stored under. Reads the
	 * store, since another process may know another specification.
	 */
	Set<URI> keys(ResponseStore store, URI uri) {
		String path = path(uri);
		Set<NoVarySearch> all = new HashSet<>(recorded(store, path).map(Known::all).orElse(Set.of()));
		synchronized (this.known) {
			Known found = this.known.get(path);
			all.addAll((found != null) ? found.all() : Set.of());
		}
		// Most paths have none.
		return all.isEmpty() ? Set.of()
				: all.stream().flatMap((each) -> each.normalise(uri).stream()).collect(Collectors.toSet());
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
		return (query < 0) ? url.concat("?") : url.substring(0, query + 1);
	}

	private static CacheKey key(String path) {
		return new CacheKey(path, VARIANT);
	}

	private static Optional<Known> recorded(ResponseStore store, String path) {
		return store.find(key(path)).map((record) -> {
			NoVarySearch latest = NoVarySearch.of(record.headers()).orElse(null);
			Set<NoVarySearch> all = new LinkedHashSet<>();
			for (int i = 0; i < MAX_SPECIFICATIONS; i++) {
				HttpHeaders earlier = new HttpHeaders();
				earlier.put(NoVarySearch.NAME, record.headers().getOrEmpty(EARLIER + i));
				NoVarySearch.of(earlier).ifPresent(all::add);
			}
			if (latest != null) {
				all.add(latest);
			}
			return new Known(latest, Set.copyOf(all), System.nanoTime());
		}).filter((found) -> !found.all().isEmpty());
	}

	/**
	 * Return a record in the form of an index without variants, which is no response.
	 */
	private static StoredResponse toStored(Known known) {
		StoredResponse index = VariantIndex.of(Set.of()).toStored();
		HttpHeaders headers = HttpHeaders.copyOf(index.headers());
		NoVarySearch latest = known.latest();
		if (latest != null) {
			headers.put(NoVarySearch.NAME, latest.lines());
		}
		int number = 0;
		for (NoVarySearch earlier : known.all()) {
			if (!earlier.equals(latest)) {
				headers.put(EARLIER + number++, earlier.lines());
			}
		}
		return new StoredResponse(index.status(), headers, index.body(), Map.of(), null, null);
	}

}
