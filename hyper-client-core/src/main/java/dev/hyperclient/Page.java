package dev.hyperclient;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * One page of a collection.
 *
 * @param <E> the type of the entries
 * @param uri the URL of this page
 * @param entries the entries of this page
 * @param totalSize the size of the whole collection, {@code null} if unknown
 * @param totalSizeLink the URL of the size, {@code null} if there is none
 * @param next the URL of the next page, {@code null} for the last page
 * @param staleTime when the service sent this page, {@code null} if it is not stale
 */
record Page<E>(URI uri, List<E> entries, @Nullable Integer totalSize, @Nullable URI totalSizeLink, @Nullable URI next,
		@Nullable Instant staleTime) {

	static <E> Page<E> of(URI uri, JsonObject page, @Nullable Instant staleTime, Function<JsonObject, E> reader) {
		if (!(page.get("entries") instanceof List<?> listed)) {
			throw new UnexpectedResponseException(uri,
					"%s is not a page of a collection: it has no list of entries".formatted(uri));
		}
		List<E> entries = new ArrayList<>(listed.size());
		for (Object entry : listed) {
			if (!(entry instanceof JsonObject representation)) {
				throw new UnexpectedResponseException(uri, "%s lists something that is not an entry".formatted(uri));
			}
			entries.add(reader.apply(representation));
		}
		return new Page<>(uri, Collections.unmodifiableList(entries), size(uri, page.get("total_size")),
				link(uri, page, "total_size_link"), link(uri, page, "next_collection_link"), staleTime);
	}

	/** Return this page with other entries. */
	Page<E> with(List<E> others) {
		return new Page<>(this.uri, Collections.unmodifiableList(others), this.totalSize, this.totalSizeLink, this.next,
				this.staleTime);
	}

	/** Return the size of a collection, {@code null} if the value is. */
	static @Nullable Integer size(URI uri, @Nullable Object value) {
		if (value == null) {
			return null;
		}
		if (value instanceof Long size && size >= 0 && size <= Integer.MAX_VALUE) {
			return size.intValue();
		}
		throw new UnexpectedResponseException(uri, "%s reports the size of a collection as %s".formatted(uri,
				new AttributeReader(uri, "", value).shown()));
	}

	private static @Nullable URI link(URI uri, JsonObject page, String name) {
		@Nullable Object link = page.get(name);
		// No link ends the collection, so another value must not look like none.
		return (link != null) ? Links.parse(link.toString(), uri) : null;
	}

}
