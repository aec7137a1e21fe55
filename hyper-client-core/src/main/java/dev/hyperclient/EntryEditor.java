package dev.hyperclient;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import dev.hyperclient.error.PreconditionFailed;
import org.jspecify.annotations.Nullable;

/**
 * Sets attributes of an entry, and does so again where somebody else was faster.
 *
 * @param entry the entry
 */
record EntryEditor(DefaultEntry entry) {

	/** More often means that something else is wrong. */
	private static final int MAX_ATTEMPTS = 5;

	private static final String LINK = "_link";

	void set(String name, @Nullable Object value) {
		String key = writtenName(this.entry.fetched(), name);
		@Nullable Object plain = plain(key, value);
		this.entry.change((changes, present) -> isUnchanged(present, key, plain) ? changes.without(key)
				: changes.with(key, plain, present.etag()));
	}

	/** Return whether it may be written is for the service to say. */
	private String writtenName(EntryState.Fetched fetched, String name) {
		for (String candidate : List.of(name, name + LINK)) {
			if (fetched.has(candidate) || fetched.type().attribute(candidate).isPresent()) {
				return candidate;
			}
		}
		throw this.entry.noSuchAttribute(fetched, name);
	}

	private @Nullable Object plain(String key, @Nullable Object value) {
		if (value instanceof Entry && !key.endsWith(LINK)) {
			throw new IllegalArgumentException("'%s' of %s is no link, so it cannot be set to the entry %s"
				.formatted(key, this.entry.uri(), value));
		}
		try {
			return WireValues.of(value, this.entry.context().converter());
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					"'%s' of %s cannot be set: %s".formatted(key, this.entry.uri(), ex.getMessage()), ex);
		}
	}

	private static boolean isUnchanged(EntryState.Fetched present, String key, @Nullable Object value) {
		return present.representation().containsKey(key) && Objects.equals(present.representation().get(key), value);
	}

	void update(Consumer<? super Entry> change) {
		if (!this.entry.changes().isEmpty()) {
			throw new IllegalStateException(
					"%s has changes that are not saved (%s); save or discard them before an update"
						.formatted(this.entry.uri(), String.join(", ", this.entry.changes().keySet())));
		}
		boolean done = false;
		try {
			for (int attempt = 1; !done; attempt++) {
				change.accept(this.entry);
				done = isSaved(attempt);
			}
		}
		finally {
			if (!done) {
				this.entry.discardChanges();
			}
		}
	}

	private boolean isSaved(int attempt) {
		try {
			this.entry.save();
			return true;
		}
		catch (PreconditionFailed ex) {
			if (attempt == MAX_ATTEMPTS) {
				throw ex;
			}
			this.entry.svcRefresh();
			return false;
		}
	}

}
