package dev.hyperclient.explorer;

import java.util.Optional;

import dev.hyperclient.Entry;
import dev.hyperclient.error.NoSuchAttributeException;
import org.jspecify.annotations.Nullable;

/**
 * A value of an entry.
 *
 * @param json the JSON value, which may be {@code null}
 */
record EntryValue(@Nullable Object json) {

	/**
	 * Return a value, empty if the service hides it or if the representation does not
	 * contain what the description has.
	 */
	static Optional<EntryValue> of(Entry entry, String name) {
		try {
			return entry.isRedacted(name) ? Optional.empty() : Optional.of(new EntryValue(entry.get(name)));
		}
		catch (NoSuchAttributeException ex) {
			return Optional.empty();
		}
	}

	static boolean isHidden(Entry entry, String name) {
		try {
			return entry.isRedacted(name);
		}
		catch (NoSuchAttributeException ex) {
			return false;
		}
	}

}
