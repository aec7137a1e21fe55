package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.wadl.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * One page of a collection.
 *
 * @param entries the entries of this page, each of its own type
 * @param totalSize the size of the whole collection, {@code null} if the page does not
 * say
 * @param totalSizeLink where the size can be had instead, {@code null} if nowhere
 * @param next the next page, {@code null} after the last
 */
record Page(List<DefaultEntry> entries, @Nullable Integer totalSize, @Nullable URI totalSizeLink, @Nullable URI next) {

	static Page read(ServiceContext context, URI uri, @Nullable ResourceType type, @Nullable ResourceType entryType) {
		return context.getObject(uri, type, (page) -> of(context, uri, page, entryType));
	}

	static Page of(ServiceContext context, URI uri, JsonObject page, @Nullable ResourceType entryType) {
		if (!(page.get("entries") instanceof List<?> listed)) {
			throw new UnexpectedResponseException(uri,
					"%s is no page of a collection: it has no list of entries".formatted(uri));
		}
		List<DefaultEntry> entries = new ArrayList<>(listed.size());
		for (Object entry : listed) {
			if (!(entry instanceof JsonObject representation)) {
				throw new UnexpectedResponseException(uri, "%s lists something that is no entry".formatted(uri));
			}
			entries.add(ResourceFactory.listedEntry(context, uri, representation, entryType));
		}
		return new Page(Collections.unmodifiableList(entries), size(uri, page.get("total_size")),
				link(uri, page, "total_size_link"), link(uri, page, "next_collection_link"));
	}

	/** This page with its entries replaced by others. */
	Page with(List<DefaultEntry> others) {
		return new Page(Collections.unmodifiableList(others), this.totalSize, this.totalSizeLink, this.next);
	}

	static @Nullable Integer size(URI uri, @Nullable Object value) {
		if (value == null) {
			return null;
		}
		if (value instanceof Long size && size >= 0 && size <= Integer.MAX_VALUE) {
			return size.intValue();
		}
		throw new UnexpectedResponseException(uri,
				"%s gives the size of a collection as %s".formatted(uri, new AttributeReader(uri, "", value).shown()));
	}

	private static @Nullable URI link(URI uri, JsonObject page, String name) {
		@Nullable String link = page.text(name);
		return (link != null) ? Links.parse(link, uri) : null;
	}

}
