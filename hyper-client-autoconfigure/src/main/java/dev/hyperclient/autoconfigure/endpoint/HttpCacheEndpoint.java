package dev.hyperclient.autoconfigure.endpoint;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.internal.error.PrintableText;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * {@link Endpoint @Endpoint} that exposes the stored responses of the HTTP cache, and
 * removes them if it is not read-only, as it is by default. Exposes neither content nor
 * header fields. Thread-safe.
 */
@Endpoint(id = "httpcache", defaultAccess = Access.READ_ONLY)
final class HttpCacheEndpoint {

	private static final int MAX_STORED = 100;

	private final Supplier<HttpCache> cache;

	/**
	 * Create the endpoint.
	 * @param cache supplier of the cache, called by each operation
	 */
	HttpCacheEndpoint(Supplier<HttpCache> cache) {
		this.cache = cache;
	}

	/**
	 * Return the size of the cache.
	 * @param url an absolute URL whose stored responses are included, or {@code null}
	 * @return the size, in JSON {@code entries}, {@code bytes} and {@code stored}
	 * @throws InvalidEndpointRequestException if the URL is invalid
	 */
	@ReadOperation
	@RegisterReflectionForBinding(CacheDescriptor.class)
	public OperationResponseBody cache(@Nullable String url) {
		return CacheDescriptor.of(this.cache.get(), parse(url));
	}

	/**
	 * Return the most recently stored responses.
	 * @param view {@code stored}
	 * @return the responses, in JSON {@code stored}, or {@code null} if there is no such
	 * view
	 */
	@ReadOperation
	@RegisterReflectionForBinding(StoredDescriptor.class)
	public @Nullable OperationResponseBody view(@Selector String view) {
		return view.equals("stored") ? StoredDescriptor.of(this.cache.get()) : null;
	}

	/**
	 * Remove stored responses.
	 * @param url the absolute URL whose responses are removed, or {@code null}
	 * @param prefix the beginning of the absolute URLs whose responses are removed, or
	 * {@code null}
	 * @param group the cache group of the origin of {@code url} whose responses are
	 * removed, or {@code null}
	 * @param all {@code true} to clear the cache
	 * @return the number of removed responses, in JSON {@code removed}
	 * @throws InvalidEndpointRequestException if a URL is invalid, or not exactly one of
	 * {@code url}, {@code prefix} and {@code all} is set
	 */
	@DeleteOperation
	@RegisterReflectionForBinding(RemovalDescriptor.class)
	public OperationResponseBody remove(@Nullable String url, @Nullable String prefix, @Nullable String group,
			@Nullable Boolean all) {
		URI beginning = EndpointProblem.url("prefix", prefix, URI::create, "an absolute URL");
		URI uri = parse(url);
		EndpointProblem.requireSelector("Expected 'url', 'prefix', 'url' and 'group', or 'all=true'",
				group == null || (uri != null && !group.isEmpty()), uri != null, beginning != null,
				Boolean.TRUE.equals(all));
		HttpCache evicted = this.cache.get();
		if (group != null && uri != null) {
			evicted.evictGroup(uri, group);
			return new RemovalDescriptor(null);
		}
		return (beginning != null) ? RemovalDescriptor.of(evicted, evicted.evictAll(beginning))
				: RemovalDescriptor.of(evicted, uri);
	}

	private static @Nullable URI parse(@Nullable String url) {
		return EndpointProblem.url("url", url, URI::create, "an absolute URL");
	}

	/**
	 * Description of the cache.
	 *
	 * @param entries the approximate number of stored responses
	 * @param bytes their approximate size in bytes
	 * @param stored the stored responses of the requested URL, {@code null} if none was
	 * requested
	 */
	record CacheDescriptor(long entries, long bytes,
			@Nullable List<EntryDescriptor> stored) implements OperationResponseBody {

		static CacheDescriptor of(HttpCache cache, @Nullable URI url) {
			StoreSize size = cache.size();
			return new CacheDescriptor(size.entries(), size.bytes(),
					(url != null) ? cache.entries(url).stream().map(EntryDescriptor::of).toList() : null);
		}

	}

	/**
	 * Description of the most recently stored or used responses, at most 100.
	 *
	 * @param stored the responses, the most recent one first
	 */
	record StoredDescriptor(List<EntryDescriptor> stored) implements OperationResponseBody {

		static StoredDescriptor of(HttpCache cache) {
			return new StoredDescriptor(cache.recentEntries(MAX_STORED).stream().map(EntryDescriptor::listed).toList());
		}

	}

	/**
	 * Result of a removal.
	 *
	 * @param removed the approximate number of removed responses, {@code null} if it is
	 * unknown: they are those of a group, or the store fails
	 */
	record RemovalDescriptor(@Nullable Long removed) implements OperationResponseBody {

		static RemovalDescriptor of(HttpCache cache, @Nullable URI url) {
			if (url != null) {
				return of(cache, cache.evict(url));
			}
			OptionalLong removed = cache.clear();
			return new RemovalDescriptor(removed.isPresent() ? (Long) removed.getAsLong() : null);
		}

		private static RemovalDescriptor of(HttpCache cache, int removed) {
			// What a store has that does not answer is removed later.
			return new RemovalDescriptor(cache.failure().isPresent() ? null : (Long) (long) removed);
		}

	}

	/**
	 * Description of a stored response.
	 *
	 * @param url the URL; in the list of the most recent responses with {@code ?...} in
	 * place of the query and {@code ;...} in place of parameters of the path, which may
	 * be secrets
	 * @param mediaType the media type of the response, or those that the request accepts
	 * @param status the status code
	 * @param fresh whether the response is fresh
	 * @param freshnessLifetime the freshness lifetime (RFC 9111, 4.2.1)
	 * @param age the current age (RFC 9111, 4.2.3)
	 * @param bytes the length of the content in bytes
	 * @param selecting the lower-case names of the selecting header fields (RFC 9111,
	 * 4.1), in which entries that are otherwise equal differ; {@code authorization}
	 * stands for the user
	 * @param rule the name or number of the cache rule for such a request, {@code null}
	 * without one
	 * @param method the method of the request: {@code GET}, or {@code QUERY} or
	 * {@code POST} for the response to a query
	 */
	record EntryDescriptor(String url, String mediaType, int status, boolean fresh, Duration freshnessLifetime,
			Duration age, long bytes, List<String> selecting, @Nullable String rule, String method) {

		static EntryDescriptor of(CacheEntry entry) {
			return of(entry, entry.url());
		}

		static EntryDescriptor listed(CacheEntry entry) {
			return of(entry, PrintableText.url(entry.url()));
		}

		private static EntryDescriptor of(CacheEntry entry, String url) {
			return new EntryDescriptor(url, entry.mediaRange(), entry.status(), entry.isFresh(),
					entry.freshnessLifetime(), entry.age(), entry.bytes(), entry.selecting(), entry.rule(),
					entry.method());
		}

	}

	/**
	 * {@link HttpCacheEndpoint} over HTTP: an invalid URL is a 400 with problem details.
	 * Thread-safe.
	 *
	 * @param endpoint the endpoint
	 */
	@EndpointWebExtension(endpoint = HttpCacheEndpoint.class)
	record WebExtension(HttpCacheEndpoint endpoint) {

		/**
		 * Return the size of the cache.
		 * @param url an absolute URL whose stored responses are included, or {@code null}
		 * @return the size, or the reason of a 400
		 */
		@ReadOperation
		@RegisterReflectionForBinding(EndpointProblem.class)
		public WebEndpointResponse<Object> cache(@Nullable String url) {
			return EndpointProblem.respond(() -> this.endpoint.cache(url));
		}

		/**
		 * Remove stored responses.
		 * @param url the absolute URL whose responses are removed, or {@code null}
		 * @param prefix the beginning of the absolute URLs whose responses are removed,
		 * or {@code null}
		 * @param group the group of the origin of {@code url} whose responses are
		 * removed, or {@code null}
		 * @param all {@code true} to clear the cache
		 * @return the number of removed responses, or the reason of a 400
		 */
		@DeleteOperation
		public WebEndpointResponse<Object> remove(@Nullable String url, @Nullable String prefix, @Nullable String group,
				@Nullable Boolean all) {
			return EndpointProblem.respond(() -> this.endpoint.remove(url, prefix, group, all));
		}

	}

}
