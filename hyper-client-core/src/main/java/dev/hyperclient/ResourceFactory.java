package dev.hyperclient;

import java.net.URI;

import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.wadl.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * Makes entries and collections. Never makes a request.
 */
final class ResourceFactory {

	private ResourceFactory() {
	}

	static DefaultEntry unfetchedEntry(ServiceContext context, URI uri, @Nullable ResourceType declared) {
		return new DefaultEntry(context, new EntryState.Unfetched(uri, declared, false));
	}

	/** Return an entry that another one links to, by its own URL. */
	static DefaultEntry linkedEntry(ServiceContext context, URI uri, @Nullable ResourceType promised) {
		return new DefaultEntry(context, new EntryState.Unfetched(uri, promised, true));
	}

	static DefaultEntry fetchedEntry(ServiceContext context, URI uri, JsonObject representation,
			@Nullable ResourceType declared) {
		ResourceType type = context.description().typeOf(representation, declared, uri);
		return new DefaultEntry(context, new EntryState.Fetched(uri, type, representation, true));
	}

	/** Return an entry of a page, known by its own URL. */
	static DefaultEntry listedEntry(ServiceContext context, URI page, JsonObject representation,
			@Nullable ResourceType declared) {
		String selfLink = representation.text("self_link");
		if (selfLink == null) {
			throw new UnexpectedResponseException(page, "%s lists an entry without a self_link".formatted(page));
		}
		return fetchedEntry(context, Links.parse(selfLink, page), representation, declared);
	}

	/** Return a collection that nobody declared anything about. */
	static DefaultEntryCollection collection(ServiceContext context, URI uri, @Nullable ResourceType type) {
		return new DefaultEntryCollection(context, uri, type, null, null);
	}

	/** Return a top-level collection, with what was declared about it under its name. */
	static DefaultEntryCollection collection(ServiceContext context, URI uri, @Nullable ResourceType type,
			String name) {
		return new DefaultEntryCollection(context, uri, type, context.declaredType(name), null);
	}

	static ServiceResource loaded(ServiceContext context, URI uri, JsonObject representation) {
		ResourceType type = context.description().typeOf(representation, null, uri);
		if (type.isCollection()) {
			return pagedCollection(context, uri, type, representation);
		}
		return fetchedEntry(context, uri, representation, type);
	}

	/** Return a collection whose first page is there. */
	static DefaultEntryCollection pagedCollection(ServiceContext context, URI uri, @Nullable ResourceType type,
			JsonObject firstPage) {
		@Nullable ResourceType entryType = (type != null) ? context.description().promised(type.entryType().orElse(null)) : null;
		Page page = Page.of(context, uri, firstPage, entryType);
		return new DefaultEntryCollection(context, uri, type, null, page);
	}

}
