package dev.hyperclient;

import java.net.URI;

import dev.hyperclient.internal.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * What a named operation is carried out on, and what has to hear of its effects.
 */
interface OperationTarget {

	/** Return where the operation is sent. */
	URI uri();

	/**
	 * The operation may have changed the resource: what was fetched is to be asked for
	 * again before its next use.
	 */
	void changed();

	/** The operation moved the resource. */
	void moved(URI uri, @Nullable JsonObject representation);

}
