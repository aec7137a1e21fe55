package dev.hyperclient;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * JSON of a resource for the mapper of an application, for instance when a controller
 * returns it. Makes no request: a mapper writes on any thread, and after the controller
 * has returned.
 */
final class ResourceJson {

	/** Serve the protocol only; readers of the JSON cannot use them. */
	private static final Set<String> PROTOCOL_FIELDS = Set.of(LinkName.TYPE, "http_etag");

	private ResourceJson() {
	}

	/**
	 * Return the attributes and links of an entry with unsaved changes, without redacted
	 * values.
	 * @throws IllegalStateException if the entry would have to be fetched
	 */
	static Map<String, @Nullable Object> of(EntryState state) {
		if (!(state instanceof EntryState.Fetched fetched) || !fetched.current()) {
			throw refused(state.uri(),
					"the entry is not fetched, or outdated after an operation. Fetch it first with svcRefresh(), or return a record: entry.to(...); a component of a record for a link can be a URI, such as dishLink");
		}
		Map<String, @Nullable Object> members = new LinkedHashMap<>(fetched.representation());
		members.putAll(fetched.changes().values());
		members.keySet().removeAll(PROTOCOL_FIELDS);
		members.values().removeIf(AttributeReader::isRedacted);
		return Collections.unmodifiableMap(members);
	}

	/**
	 * Return the error for a resource that has no JSON form.
	 * @param reason what it is and what to return instead, without a full stop at the end
	 */
	static IllegalStateException refused(URI uri, String reason) {
		return new IllegalStateException("%s cannot be written as JSON: %s".formatted(uri, reason));
	}

	/**
	 * Return the error for a part of a description.
	 * @param described what is described
	 */
	static IllegalStateException refusedDescription(String described) {
		return new IllegalStateException(
				"The description of %s cannot be written as JSON. Return what you need of it, for instance the name"
					.formatted(PrintableText.line(described)));
	}

}
