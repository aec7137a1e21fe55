package dev.hyperclient;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;

/**
 * The root of one version of a service, from which all its resources are reached.
 * Thread-safe; an application needs one root for each service. Closing the root removes
 * its temporary cache directory, if any; its resources must not be used afterwards.
 * <pre class="code">{@code
 * try (ServiceRoot root = ServiceRoot.builder().serviceRoot("https://example.com/api/1.0").build()) {
 * 	for (Entry recipe : root.collection("recipes")) {
 * 		System.out.println(recipe.getString("instructions"));
 * 	}
 * }
 * }</pre>
 */
public non-sealed interface ServiceRoot extends ServiceResource, AutoCloseable {

	/**
	 * Create a builder for a root. Makes no request.
	 * @param authorizer authorizes the requests, {@code null} for no authorization
	 * @return a builder
	 */
	static ServiceRootBuilder builder(@Nullable HttpAuthorizer authorizer) {
		return new ServiceRootBuilder(authorizer);
	}

	/**
	 * Create a builder for a root without authorization, unless
	 * {@link ServiceRootBuilder#authorizer} is set. Makes no request.
	 * @return a builder
	 */
	static ServiceRootBuilder builder() {
		return new ServiceRootBuilder(null);
	}

	/**
	 * Return the authorizer of the requests. Makes no request.
	 * @return the authorizer, empty for no authorization
	 */
	Optional<HttpAuthorizer> credentials();

	/**
	 * Return the description of the type of this root, whose links are the top-level
	 * entries and collections. Makes no request if the root has been fetched.
	 * @return the type
	 */
	TypeDescription type();

	/**
	 * Return the descriptions of all resource types of the service. Makes no request if
	 * the root has been fetched.
	 * @return the types in the order of the description, unmodifiable
	 */
	List<TypeDescription> types();

	/**
	 * Return the description of a resource type. Makes no request if the root has been
	 * fetched.
	 * @param id the id, such as {@code recipe}
	 * @return the type
	 * @throws java.util.NoSuchElementException if there is no type with this id
	 */
	TypeDescription type(String id);

	/**
	 * Return the documentation of the service. Makes no request if the root has been
	 * fetched.
	 * @return the plain text, empty if there is none
	 */
	Optional<String> documentation();

	/**
	 * Return the document that describes the service, as the service sends it: WADL. It
	 * is for information that {@link #types()} does not contain. Makes one GET.
	 * @return the XML text, which may be large
	 * @throws dev.hyperclient.error.HyperClientException if it cannot be fetched
	 */
	String descriptionText();

	/**
	 * Return a top-level entry. Makes no request if the root has been fetched.
	 * @param name the name, one of {@link #svcEntries()}
	 * @return the entry, unfetched
	 * @throws NoSuchAttributeException if there is none with this name
	 */
	Entry entry(String name);

	/**
	 * Return a top-level collection. Makes no request if the root has been fetched.
	 * @param name the name, one of {@link #svcCollections()}
	 * @return the collection, unfetched
	 * @throws NoSuchAttributeException if there is none with this name
	 */
	EntryCollection collection(String name);

	/**
	 * Load the resource at a URL. Makes one GET. After a 404 or 410, two more GETs
	 * validate the root unless the service has sent or confirmed it within the validation
	 * interval.
	 * <p>
	 * A URL of another version of the service is loaded in the version of this root, if
	 * that was set with {@link ServiceRootBuilder#version}: with a root of
	 * {@code https://api.example.org/devel/}, the URL
	 * {@code https://api.example.org/1.0/bugs/1} is
	 * {@code https://api.example.org/devel/bugs/1}. Any first segment of the path that
	 * begins with a letter or digit counts as a version.
	 * @param url an absolute URL, or one relative to this root, with or without a leading
	 * slash
	 * @return the entry or collection, fetched
	 * @throws dev.hyperclient.error.ServiceDescriptionException if the service no longer
	 * has its root
	 * @throws dev.hyperclient.error.ForeignOriginException if the origin of the URL is
	 * neither the origin of the service nor
	 * {@link ServiceRootBuilder#allowedOrigins(URI...) allowed}
	 */
	ServiceResource load(String url);

	/**
	 * Load a resource of a known kind, as {@link #load(String)}. Makes one GET.
	 * @param <R> the kind
	 * @param url an absolute URL, or one relative to this root
	 * @param kind {@link Entry} or {@link EntryCollection}
	 * @return the resource, fetched
	 * @throws dev.hyperclient.error.UnexpectedResponseException if the resource is of
	 * another kind
	 */
	<R extends ServiceResource> R load(String url, Class<R> kind);

	/**
	 * Return whether the description and the root have been fetched. Makes no request.
	 * @return whether they are fetched
	 */
	boolean isFetched();

	/**
	 * Run an action as soon as the description and the root have been fetched: now if
	 * they are fetched, otherwise on the thread of the first use that fetches them. The
	 * action runs again each time a changed description has taken effect, on the thread
	 * that noticed the change. Makes no request, and the action makes none for the
	 * description. An exception of the action is logged and does not fail that use.
	 * @param action the action, which is kept as long as this root. It must be short,
	 * since other threads may wait for the root
	 */
	void whenFetched(Runnable action);

	/**
	 * Refresh the description and the root. Makes at most two GETs, conditional if a
	 * validator is known. Existing resources keep using the previous description. A root
	 * that is in use does this by itself, see
	 * {@link ServiceRootBuilder#validationInterval(Duration)}.
	 */
	@Override
	void svcRefresh();

	/**
	 * Check whether the root is still current. Makes one GET, conditional if a validator
	 * is known, without retries. Its cache outcome is reported to validation listeners
	 * instead of cache listeners.
	 * @param timeout the timeout of the request, positive
	 * @return the status of the service
	 * @throws IllegalArgumentException if the timeout is not positive
	 */
	ServiceStatus validate(Duration timeout);

	/**
	 * Return a root with the settings, credentials, connections and cache of this root
	 * that notifies a listener of each response, for instance to record it. Its documents
	 * are not fetched. Makes no request. It can be used until this root is closed;
	 * closing it does not close this root.
	 * @param listener is notified of each response with a status below 400, including
	 * responses from the cache, on the thread of the call and before the response is
	 * read. It must not read streamed content. An exception that it throws ends the call.
	 * Must be thread-safe
	 * @return the root
	 */
	ServiceRoot withAdditionalResponseListener(BiConsumer<ServiceRequest, ServiceResponse> listener);

	/**
	 * Set whether this root is offline and sends no requests to the service. Offline,
	 * reads are answered by stored responses, including stale ones unless they forbid it,
	 * as with {@code must-revalidate} or {@code no-cache}. Writes, {@link #svcRefresh()}
	 * and reads without a stored response throw
	 * {@link dev.hyperclient.error.OfflineException} at once. Requests for tokens are not
	 * affected. Makes no request.
	 * @param offline whether no requests are sent
	 */
	void switchOffline(boolean offline);

	/**
	 * Return whether no requests are sent to the service. Makes no request.
	 * @return whether this root is offline
	 */
	boolean isOffline();

	/**
	 * Return the time since which reads have been answered by stale responses, because
	 * the service is not available or this root is offline. Makes no request.
	 * @return the time of the first such read, empty after the service has answered
	 * @see ServiceRootBuilder#staleIfError
	 */
	Optional<Instant> staleSince();

	/**
	 * Return the cache of this root, for instance to evict or clear stored responses. It
	 * is closed with this root, unless an existing cache was passed to the builder. Makes
	 * no request.
	 * @return the cache
	 */
	HttpCache cache();

	/**
	 * Return the URL of this root, with its version and a trailing slash. Makes no
	 * request.
	 * @return the absolute URL
	 */
	@Override
	URI uri();

	/**
	 * Close this root and its cache. Makes no request. Later requests throw
	 * {@link IllegalStateException}.
	 */
	@Override
	void close();

}
