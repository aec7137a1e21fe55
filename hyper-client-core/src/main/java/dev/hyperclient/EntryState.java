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

	/** The declared type before, the real one after fetching. */
	@Nullable ResourceType type();

	/**
	 * @param type the declared type, {@code null} if only the service can tell
	 */
	record Unfetched(URI uri, @Nullable ResourceType type) implements EntryState {
	}

	/**
	 * @param current whether nothing has happened through this client that may have
	 * changed it
	 */
	record Fetched(URI uri, ResourceType type, JsonObject representation, boolean current) implements EntryState {

		@Nullable String etag() {
			return this.representation.text("http_etag");
		}

		Fetched outdated() {
			return new Fetched(this.uri, this.type, this.representation, false);
		}

		Fetched confirmed() {
			return new Fetched(this.uri, this.type, this.representation, true);
		}

	}

}
