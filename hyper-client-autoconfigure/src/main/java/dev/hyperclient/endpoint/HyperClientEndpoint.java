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
 * Shows the services of an application and what is stored of their responses, and removes
 * stored responses. Sends no request to a service, and shows neither content nor header
 * fields. Thread-safe.
 */
@Endpoint(id = "hyperclient")
public class HyperClientEndpoint {

	private final Supplier<Map<String, ServiceRoot>> services;

	/**
	 * Creates the endpoint.
	 * @param services the services of the application by their names, asked for by each
	 * operation
	 */
	public HyperClientEndpoint(Supplier<Map<String, ServiceRoot>> services) {
		this.services = services;
	}

	/**
	 * The services.
	 * @return each service by its name
	 */
	@ReadOperation
	public ServicesDescriptor services() {
		Map<String, ServiceDescriptor> described = new LinkedHashMap<>();
		this.services.get().forEach((name, root) -> described.put(name, describe(root, null)));
		return new ServicesDescriptor(described);
	}

	/**
	 * One service.
	 * @param service its name
	 * @param url an address whose stored responses are to be shown too, absolute or
	 * relative to the root
	 * @return the service, or {@code null} if there is none of that name
	 */
	@ReadOperation
	public @Nullable ServiceDescriptor service(@Selector String service, @Nullable String url) {
		ServiceRoot root = this.services.get().get(service);
		return (root != null) ? describe(root, url) : null;
	}

	/**
	 * Removes the stored responses of all services.
	 */
	@DeleteOperation
	public void clear() {
		this.services.get().values().forEach((root) -> root.cache().clear());
	}

	/**
	 * Removes stored responses of one service. Services that share a directory share what
	 * is in it.
	 * @param service its name
	 * @param url an address whose responses are to be removed, absolute or relative to
	 * the root; all of the service's cache without it
	 * @return how many there were under the address, if one was given, else how many
	 * there were at all
	 * @throws InvalidEndpointRequestException if there is no service of that name
	 */
	@DeleteOperation
	public RemovalDescriptor remove(@Selector String service, @Nullable String url) {
		ServiceRoot root = this.services.get().get(service);
		if (root == null) {
			// Nothing to return would be success, other than of a read operation.
			throw new InvalidEndpointRequestException("There is no service '" + service + "'",
					"There is no service of this name");
		}
		if (url != null) {
			return new RemovalDescriptor(root.cache().evict(address(root, url)));
		}
		long before = root.cache().size().entries();
		root.cache().clear();
		return new RemovalDescriptor(before);
	}

	private static ServiceDescriptor describe(ServiceRoot root, @Nullable String url) {
		StoreSize size = root.cache().size();
		List<EntryDescriptor> entries = (url != null)
				? root.cache().entries(address(root, url)).stream().map(EntryDescriptor::of).toList() : null;
		return new ServiceDescriptor(root.uri().toString(), new CacheDescriptor(size.entries(), size.bytes(), entries));
	}

	private static URI address(ServiceRoot root, String url) {
		try {
			URI address = root.uri().resolve(url);
			if (address.getHost() != null) {
				return address;
			}
		}
		catch (IllegalArgumentException ex) {
			// Said below.
		}
		throw new InvalidEndpointRequestException("'url' is no address: " + url,
				"'url' must be an address, absolute or relative to the root of the service");
	}

	/**
	 * The services of an application.
	 *
	 * @param services each by its name
	 */
	public record ServicesDescriptor(Map<String, ServiceDescriptor> services) implements OperationResponseBody {

	}

	/**
	 * A service.
	 *
	 * @param address the address of its root
	 * @param cache what is stored
	 */
	public record ServiceDescriptor(String address, CacheDescriptor cache) implements OperationResponseBody {

	}

	/**
	 * What is stored.
	 *
	 * @param entries how many responses there are, approximately
	 * @param bytes how much they take, approximately
	 * @param stored those under the address that was asked for, {@code null} if none was
	 */
	public record CacheDescriptor(long entries, long bytes, @Nullable List<EntryDescriptor> stored) {

	}

	/**
	 * A stored response.
	 *
	 * @param mediaType what was asked for
	 * @param status the status code
	 * @param fresh whether it is still fresh
	 * @param freshnessLifetime how long it is fresh after it was made
	 * @param age how long ago it was made or confirmed
	 * @param bytes the length of the content
	 */
	public record EntryDescriptor(String mediaType, int status, boolean fresh, Duration freshnessLifetime, Duration age,
			long bytes) {

		private static EntryDescriptor of(CacheEntry entry) {
			return new EntryDescriptor(entry.mediaType(), entry.status(), entry.isFresh(), entry.freshnessLifetime(),
					entry.age(), entry.bytes());
		}

	}

	/**
	 * What was removed.
	 *
	 * @param removed how many responses there were, approximately
	 */
	public record RemovalDescriptor(long removed) implements OperationResponseBody {

	}

}
