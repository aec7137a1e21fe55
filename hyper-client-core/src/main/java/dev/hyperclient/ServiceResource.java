package dev.hyperclient;

import java.net.URI;
import java.util.List;

import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.TransportException;

/**
 * Common API of the root, entries and collections. A resource is a lightweight handle:
 * data is fetched when it is first needed, and attributes and operations are known from
 * the description of the service without a request. Thread-safe.
 * <p>
 * Each method that makes a request throws {@link HTTPError} for an error status,
 * {@link TransportException} if there is no response,
 * {@link dev.hyperclient.error.UnexpectedResponseException} if the response is invalid,
 * and {@link IllegalStateException} on an event-loop thread.
 */
public sealed interface ServiceResource permits ServiceRoot, Entry, EntryCollection {

	/**
	 * Return the URL that this resource is fetched from. No request.
	 * @return the absolute URL
	 */
	URI uri();

	/**
	 * Return the names of the attributes, in the order of the description: of the
	 * declared type while the resource is unfetched, then of its real type. Makes a
	 * request only if the type is unknown.
	 * @return the names, links excluded
	 */
	List<String> svcAttributes();

	/**
	 * Return the names of the linked entries, of the same type as
	 * {@link #svcAttributes()}.
	 * @return the names, without {@code _link}
	 */
	List<String> svcEntries();

	/**
	 * Return the names of the linked collections, of the same type as
	 * {@link #svcAttributes()}.
	 * @return the names, without {@code _collection_link}
	 */
	List<String> svcCollections();

	/**
	 * Return the names of the named operations, of the same type as
	 * {@link #svcAttributes()}.
	 * @return the names
	 */
	List<String> svcOperations();

	/**
	 * Return a named operation without arguments. Makes no request if the declared type
	 * has the operation.
	 * @param name its name, the {@code ws.op} of the description
	 * @return the operation
	 * @throws java.util.NoSuchElementException if the type has no such operation
	 */
	NamedOperation operation(String name);

	/**
	 * Refresh the state of this resource: one conditional request if it was fetched
	 * before, otherwise an ordinary one.
	 */
	void svcRefresh();

}
