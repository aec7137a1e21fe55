package dev.hyperclient;

import java.net.URI;
import java.util.List;

import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.TransportException;

/**
 * What the root, entries and collections have in common. A resource is a light handle:
 * nothing is fetched before it is needed, and what it is able to do is known from the
 * service's description without a request. Thread-safe.
 * <p>
 * Whatever makes a request throws {@link HTTPError} for an error status,
 * {@link TransportException} if no answer came and
 * {@link dev.hyperclient.error.UnexpectedResponseException} if the answer makes no sense;
 * on an event-loop thread, {@link IllegalStateException}.
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
	 * request only if the type is not known otherwise.
	 * @return the names, links excluded
	 */
	List<String> svcAttributes();

	/**
	 * Return the names of the linked entries, as {@link #svcAttributes()}.
	 * @return the names, without {@code _link}
	 */
	List<String> svcEntries();

	/**
	 * Return the names of the linked collections, as {@link #svcAttributes()}.
	 * @return the names, without {@code _collection_link}
	 */
	List<String> svcCollections();

	/**
	 * Return the names of the named operations, as {@link #svcAttributes()}.
	 * @return the names
	 */
	List<String> svcOperations();

	/**
	 * Return a named operation, ready for its arguments. Makes no request if the declared
	 * type offers it.
	 * @param name its name, the {@code ws.op} of the description
	 * @return the operation
	 * @throws java.util.NoSuchElementException if the type has no such operation
	 */
	NamedOperation operation(String name);

	/**
	 * Ask the service whether what was fetched is still current, and takes the new state
	 * if not. One conditional request where the state is known, an ordinary one where it
	 * is not.
	 */
	void svcRefresh();

}
