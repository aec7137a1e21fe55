package dev.hyperclient.endpoint;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.CacheEntry;
import dev.hyperclient.cache.store.StoreSize;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@link Endpoint @Endpoint} that exposes the services of an application and their stored
 * responses, and removes stored responses. Sends no requests to services, and exposes
 * neither content nor header fields. Thread-safe.
 */
@Endpoint(id = "hyperclient")
public class HyperClientEndpoint {

	private final Supplier<Map<String, ServiceRoot>> services;

	/**
	 * Create the endpoint.
	 * @param services supplier of the services by name, called by each operation
	 */
	public HyperClientEndpoint(Supplier<Map<String, ServiceRoot>> services) {
		this.services = services;
	}

	/**
	 * Return all services.
	 * @return the services by name
	 */
	@ReadOperation
	public ServicesDescriptor services() {
		Map<String, ServiceDescriptor> described = new LinkedHashMap<>();
		this.services.get().forEach((name, root) -> described.put(name, describe(root, null)));
		return new ServicesDescriptor(described);
	}

	/**
	 * Return one service.
	 * @param service the name of the service
	 * @param url a URL whose stored responses are included, absolute or relative to the
	 * root, or {@code null}
	 * @return the service, or {@code null} if there is none with that name
	 */
	@ReadOperation
	public @Nullable ServiceDescriptor service(@Selector String service, @Nullable String url) {
		ServiceRoot root = this.services.get().get(service);
		return (root != null) ? describe(root, url) : null;
	}

	/**
	 * Remove the stored responses of all services.
	 */
	@DeleteOperation
	public void clear() {
		this.services.get().values().forEach((root) -> root.cache().clear());
	}

	/**
	 * Remove stored responses of one service. Services with the same cache directory
	 * share their responses.
	 * @param service the name of the service
	 * @param url the URL whose responses are removed, absolute or relative to the root,
	 * or {@code null} to clear the cache of the service
	 * @return the number of removed responses
	 * @throws InvalidEndpointRequestException if there is no service with that name, or
	 * the URL is invalid
	 */
	@DeleteOperation
	public RemovalDescriptor remove(@Selector String service, @Nullable String url) {
		ServiceRoot root = this.services.get().get(service);
		if (root == null) {
			// For a delete operation, null would be reported as success.
			throw new InvalidEndpointRequestException("No service with the name '" + service + "'",
					"No service with this name");
		}
		if (url != null) {
			return new RemovalDescriptor(root.cache().evict(resolve(root, url)));
		}
		long before = root.cache().size().entries();
		root.cache().clear();
		return new RemovalDescriptor(before);
	}

	private static ServiceDescriptor describe(ServiceRoot root, @Nullable String url) {
		StoreSize size = root.cache().size();
		List<EntryDescriptor> entries = (url != null)
				? root.cache().entries(resolve(root, url)).stream().map(EntryDescriptor::of).toList() : null;
		return new ServiceDescriptor(root.uri().toString(), new CacheDescriptor(size.entries(), size.bytes(), entries));
	}

	private static URI resolve(ServiceRoot root, String url) {
		try {
			URI uri = root.uri().resolve(url);
			if (uri.getHost() != null) {
				return uri;
			}
		}
		catch (IllegalArgumentException ex) {
			// Reported below.
		}
		throw new InvalidEndpointRequestException("Invalid 'url': " + url,
				"'url' must be a URL, absolute or relative to the root of the service");
	}

	/**
	 * Description of the services of an application.
	 *
	 * @param services the services by name
	 */
	public record ServicesDescriptor(Map<String, ServiceDescriptor> services) implements OperationResponseBody {

	}

	/**
	 * Description of a service.
	 *
	 * @param address the URL of its root
	 * @param cache its cache
	 */
	public record ServiceDescriptor(String address, CacheDescriptor cache) implements OperationResponseBody {

	}

	/**
	 * Description of a cache.
	 *
	 * @param entries the approximate number of stored responses
	 * @param bytes their approximate size in bytes
	 * @param stored the stored responses of the requested URL, {@code null} if none was
	 * requested
	 */
	public record CacheDescriptor(long entries, long bytes, @Nullable List<EntryDescriptor> stored) {

	}

	/**
	 * Description of a stored response.
	 *
	 * @param mediaType the requested media type
	 * @param status the status code
	 * @param fresh whether the response is fresh
	 * @param freshnessLifetime the freshness lifetime (RFC 9111, 4.2.1)
	 * @param age the current age (RFC 9111, 4.2.3)
	 * @param bytes the length of the content in bytes
	 */
	public record EntryDescriptor(String mediaType, int status, boolean fresh, Duration freshnessLifetime, Duration age,
			long bytes) {

		private static EntryDescriptor of(CacheEntry entry) {
			return new EntryDescriptor(entry.mediaType(), entry.status(), entry.isFresh(), entry.freshnessLifetime(),
					entry.age(), entry.bytes());
		}

	}

	/**
	 * Result of a removal.
	 *
	 * @param removed the approximate number of removed responses
	 */
	public record RemovalDescriptor(long removed) implements OperationResponseBody {

	}

}
