package dev.hyperclient;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.wadl.WadlApplication;
import org.jspecify.annotations.Nullable;

/**
 * One version of a service: where every conversation with it begins. One root serves a
 * whole application and all its threads. Closing it removes its temporary cache
 * directory, if it has one; its resources are of no use after that.
 */
public non-sealed interface ServiceRoot extends ServiceResource, AutoCloseable {

	/**
	 * Create a root.
	 * @param authorizer authorizes the requests, {@code null} for no authorization
	 * @return a builder
	 */
	static ServiceRootBuilder builder(@Nullable HttpAuthorizer authorizer) {
		return new ServiceRootBuilder(authorizer);
	}

	/**
	 * Return what authorizes the requests.
	 * @return the authorizer, empty for no authorization
	 */
	Optional<HttpAuthorizer> credentials();

	/**
	 * Return the service's description of itself, with what it tells humans about each
	 * type, operation and parameter. No request if the root has been fetched before.
	 * @return the description that this root uses at the moment, immutable
	 */
	WadlApplication description();

	/**
	 * Return a top-level entry. No request.
	 * @param name its name, one of {@link #svcEntries()}
	 * @return the entry, unfetched
	 * @throws NoSuchAttributeException if there is none of this name
	 */
	Entry entry(String name);

	/**
	 * Return a top-level collection. No request.
	 * @param name its name, one of {@link #svcCollections()}
	 * @return the collection, unfetched
	 * @throws NoSuchAttributeException if there is none of this name
	 */
	EntryCollection collection(String name);

	/**
	 * Load the resource at a URL, with one GET.
	 * @param url an absolute URL, or one relative to this root, with or without a slash
	 * at its beginning
	 * @return the entry or collection, fetched
	 * @throws dev.hyperclient.error.ForeignOriginException if the URL is of an origin
	 * that is neither the service's nor {@link ServiceRootBuilder#allowedOrigins(URI...)
	 * allowed}
	 */
	ServiceResource load(String url);

	/**
	 * As {@link #load(String)}, for a resource of a known kind.
	 * @param <R> the kind
	 * @param url an absolute URL, or one relative to this root
	 * @param kind {@link Entry} or {@link EntryCollection}
	 * @return the resource, fetched
	 * @throws dev.hyperclient.error.UnexpectedResponseException if the resource is of the
	 * other kind
	 */
	<R extends ServiceResource> R load(String url, Class<R> kind);

	/**
	 * Fetch the description and the root again if they have changed: at the most two
	 * conditional requests. Resources that were reached before go on with the description
	 * that they know.
	 */
	@Override
	void svcRefresh();

	/**
	 * Ask the service whether the root is still current: one conditional request, no
	 * retries, told to the validation listener instead of the cache's.
	 * @param timeout how long the answer may take
	 * @return what was found
	 */
	ServiceStatus validate(Duration timeout);

	/**
	 * Return the responses that are stored for this service, to look up, evict, clear and
	 * measure them. It is closed with this root, or by whoever gave it to the builder.
	 * @return the cache
	 */
	HttpCache cache();

	/**
	 * Return the URL of this root, with its version and a slash at the end.
	 * @return the absolute URL
	 */
	@Override
	URI uri();

	/**
	 * Close the cache. Requests after this fail with {@link IllegalStateException}.
	 */
	@Override
	void close();

}
