package dev.hyperclient;

import java.net.URI;

import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.wadl.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * How far an entry is. The states and what leads from one to the other are the
 * specification's, chapter "States and transitions".
 */
sealed interface EntryState {

	URI uri();

	/** Return the declared type before, the real one after fetching. */
	@Nullable ResourceType type();

	/** Return what was set and not saved yet. */
	EntryChanges changes();

	/**
	 * @param type the declared type, {@code null} if only the service can tell
	 * @param canonical whether another resource linked to it by this URL, so that it is
	 * its own; those that the root lists or a key leads to may be other names
	 */
	record Unfetched(URI uri, @Nullable ResourceType type, boolean canonical,
			EntryChanges changes) implements EntryState {

		Unfetched(URI uri, @Nullable ResourceType type, boolean canonical) {
			this(uri, type, canonical, EntryChanges.NONE);
		}

	}

	/**
	 * @param current whether nothing has happened through this client that may have
	 * changed it
	 */
	record Fetched(URI uri, ResourceType type, JsonObject representation, boolean current,
			EntryChanges changes) implements EntryState {

		Fetched(URI uri, ResourceType type, JsonObject representation, boolean current) {
			this(uri, type, representation, current, EntryChanges.NONE);
		}

		@Nullable String etag() {
			return this.representation.text("http_etag");
		}

		/** Return whether there is a member of this name, set or not. */
		boolean has(String name) {
			return this.representation.containsKey(name) || changes().values().containsKey(name);
		}

		/** Return the value that was set, else the one of the representation. */
		@Nullable Object value(String name) {
			return changes().values().containsKey(name) ? changes().values().get(name) : this.representation.get(name);
		}

		Fetched outdated() {
			return new Fetched(this.uri, this.type, this.representation, false, this.changes);
		}

		Fetched confirmed() {
			return new Fetched(this.uri, this.type, this.representation, true, this.changes);
		}

		Fetched with(EntryChanges others) {
			return new Fetched(this.uri, this.type, this.representation, this.current, others);
		}

	}

}
