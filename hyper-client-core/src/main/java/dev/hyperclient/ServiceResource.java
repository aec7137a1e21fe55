package dev.hyperclient;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.TransportException;

/**
 * Common API of the root, entries and collections of a service. A resource is a
 * lightweight handle: data is fetched when it is first needed, and attributes and
 * operations are known from the description of the service without a request.
 * Thread-safe.
 * <p>
 * The Javadoc of each method says which requests it makes. Redirects, retries, and the
 * two GETs for the description and the root with the first use of a root that is not
 * fetched are not counted. The cache may answer a GET without a request, if its stored
 * response is fresh (RFC 9111, 4.2).
 * <p>
 * Each method that makes a request throws {@link HTTPError} for an error status,
 * {@link TransportException} if there is no response,
 * {@link dev.hyperclient.error.UnexpectedResponseException} if the response is invalid,
 * and {@link IllegalStateException} on an event-loop thread.
 */
public sealed interface ServiceResource permits ServiceRoot, Entry, EntryCollection {

	/**
	 * Return the URL that this resource is fetched from. Makes no request.
	 * @return the absolute URL
	 */
	URI uri();

	/**
	 * Return the names of the attributes, in the order of the description. The type is
	 * the declared type while the resource is unfetched, then its real type. Makes one
	 * GET for an entry whose type is unknown, otherwise no request.
	 * @return the names, links excluded
	 */
	List<String> svcAttributes();

	/**
	 * Return the names of the linked entries, of the same type as
	 * {@link #svcAttributes()}. Makes the requests of {@link #svcAttributes()}.
	 * @return the names, without {@code _link}
	 */
	List<String> svcEntries();

	/**
	 * Return the names of the linked collections, of the same type as
	 * {@link #svcAttributes()}. Makes the requests of {@link #svcAttributes()}.
	 * @return the names, without {@code _collection_link}
	 */
	List<String> svcCollections();

	/**
	 * Return the names of the named operations, of the same type as
	 * {@link #svcAttributes()}. Makes the requests of {@link #svcAttributes()}.
	 * @return the names
	 */
	List<String> svcOperations();

	/**
	 * Return a named operation without arguments. Makes no request if the declared type
	 * has the operation; otherwise one GET for an entry that is not fetched.
	 * @param name its name, the {@code ws.op} of the description
	 * @return the operation
	 * @throws java.util.NoSuchElementException if the type has no such operation
	 */
	NamedOperation operation(String name);

	/**
	 * Return whether the representation of this entry, or the most recently received page
	 * of this collection for its size or an iteration, is a stale stored response. This
	 * happens if the service could not be reached, has failed, or is not asked because of
	 * a pause or because the root is offline. Makes no request.
	 * @return whether it is stale; {@code false} if nothing is fetched, and for a root
	 * @see ServiceRootBuilder#staleIfError
	 * @see ServiceRoot#staleSince()
	 */
	default boolean isStale() {
		return staleTime().isPresent();
	}

	/**
	 * Return the time at which the service sent the {@link #isStale stale} response.
	 * Makes no request.
	 * @return the time, empty if the response is not stale
	 */
	default Optional<Instant> staleTime() {
		return Optional.empty();
	}

	/**
	 * Refresh the state of this resource, even if a stored response is fresh. Makes one
	 * GET for an entry or a collection, conditional if a validator is known (RFC 9110,
	 * 13), and at most two for a root.
	 */
	void svcRefresh();

}
