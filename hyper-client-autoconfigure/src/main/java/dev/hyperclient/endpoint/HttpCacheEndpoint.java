package dev.hyperclient.endpoint;

import java.net.URI;
import java.util.List;
import java.util.function.Supplier;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.store.StoreSize;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@link Endpoint @Endpoint} that exposes the stored responses of the HTTP cache of the
 * application's own clients, and removes them if it is not read-only, as it is by
 * default. Exposes neither content nor header fields. Thread-safe.
 */
@Endpoint(id = "httpcache", defaultAccess = Access.READ_ONLY)
public class HttpCacheEndpoint {

	private static final int MAX_STORED = 100;

	private final Supplier<HttpCache> cache;

	/**
	 * Create the endpoint.
	 * @param cache supplier of the cache, called by each operation
	 */
	public HttpCacheEndpoint(Supplier<HttpCache> cache) {
		this.cache = cache;
	}

	/**
	 * Return the size of the cache.
	 * @param url an absolute URL whose stored responses are included, or {@code null}
	 * @return the cache
	 * @throws InvalidEndpointRequestException if the URL is invalid
	 */
	@ReadOperation
	public HttpCacheDescriptor cache(@Nullable String url) {
		HttpCache described = this.cache.get();
		StoreSize size = described.size();
		return new HttpCacheDescriptor(size.entries(), size.bytes(),
				(url != null) ? described.entries(parse(url)).stream().map(EntryDescriptor::of).toList() : null);
	}

	/**
	 * Return the most recently stored responses.
	 * @param view {@code stored}
	 * @return a {@link StoredResponsesDescriptor}, or {@code null} if there is no such
	 * view
	 */
	@ReadOperation
	@RegisterReflectionForBinding(StoredResponsesDescriptor.class)
	public @Nullable OperationResponseBody view(@Selector String view) {
		return view.equals("stored")
				? new StoredResponsesDescriptor(
						this.cache.get().recentEntries(MAX_STORED).stream().map(EntryDescriptor::listed).toList())
				: null;
	}

	/**
	 * Remove stored responses.
	 * @param url the absolute URL whose responses are removed, or {@code null} to clear
	 * the cache
	 * @return the number of removed responses
	 * @throws InvalidEndpointRequestException if the URL is invalid
	 */
	@DeleteOperation
	public RemovedDescriptor remove(@Nullable String url) {
		HttpCache cleared = this.cache.get();
		if (url != null) {
			return new RemovedDescriptor(cleared.evict(parse(url)));
		}
		long before = cleared.size().entries();
		cleared.clear();
		return new RemovedDescriptor(before);
	}

	private static URI parse(String url) {
		try {
			URI uri = URI.create(url);
			if (uri.isAbsolute() && uri.getHost() != null) {
				return uri;
			}
		}
		catch (IllegalArgumentException ex) {
			// Reported below.
		}
		throw new InvalidEndpointRequestException("Invalid 'url': " + url, "'url' must be an absolute URL");
	}

	/**
	 * Description of the cache.
	 *
	 * @param entries the approximate number of stored responses
	 * @param bytes their approximate size in bytes
	 * @param stored the stored responses of the requested URL, {@code null} if none was
	 * requested
	 */
	public record HttpCacheDescriptor(long entries, long bytes,
			@Nullable List<EntryDescriptor> stored) implements OperationResponseBody {

	}

	/**
	 * Description of the most recently stored or used responses, at most 100.
	 *
	 * @param stored the responses, the most recent one first
	 */
	public record StoredResponsesDescriptor(List<EntryDescriptor> stored) implements OperationResponseBody {

	}

	/**
	 * Result of a removal.
	 *
	 * @param removed the approximate number of removed responses
	 */
	public record RemovedDescriptor(long removed) implements OperationResponseBody {

	}

}
