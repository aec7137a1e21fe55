package dev.hyperclient;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The unsaved changes of an entry. Immutable.
 *
 * @param values the new JSON values by their names in the representation, in the order in
 * which they were set
 * @param etag the entity tag of the state when the first change was set, as it was
 * received, which is the condition of a save even if a newer state has been fetched since
 * @param outdated whether another state has been fetched since, which the tag, if it is
 * unusable, need not show
 * @param refused whether the service has refused exactly these changes, since the entry
 * was changed in the meantime
 */
record EntryChanges(Map<String, @Nullable Object> values, @Nullable String etag, boolean outdated, boolean refused) {

	/** Entity tags that can be sent back in a condition (RFC 9110, 8.8.3). */
	private static final Pattern USABLE_TAG = Pattern.compile("(W/)?\"[!#-~\u00a0-\u00ff]*\"(-[-A-Za-z0-9]*)?");

	static final EntryChanges NONE = new EntryChanges(Map.of(), null, false, false);

	boolean isEmpty() {
		return this.values.isEmpty();
	}

	EntryChanges with(String name, @Nullable Object value, @Nullable String present) {
		Map<String, @Nullable Object> more = new LinkedHashMap<>(this.values);
		more.put(name, value);
		return isEmpty() ? of(more, present, false) : of(more, this.etag, this.outdated);
	}

	EntryChanges without(String name) {
		Map<String, @Nullable Object> fewer = new LinkedHashMap<>(this.values);
		fewer.remove(name);
		return of(fewer, this.etag, this.outdated);
	}

	/**
	 * Return what is left when others have been saved: whatever was set in the meantime.
	 */
	EntryChanges without(EntryChanges saved, @Nullable String present) {
		Map<String, @Nullable Object> fewer = new LinkedHashMap<>(this.values);
		fewer.entrySet()
			.removeIf((change) -> saved.values.containsKey(change.getKey())
					&& Objects.equals(saved.values.get(change.getKey()), change.getValue()));
		return of(fewer, present, false);
	}

	/** Return whether a save can be conditional, or the service has no entity tags. */
	boolean areGuarded() {
		return this.etag == null || isUsable(this.etag);
	}

	/**
	 * Return whether a text is an entity tag, or one with the coding that a compressing
	 * proxy has appended: {@code "tag"-gzip}, which services accept. {@code *} is none:
	 * it would match any state.
	 */
	static boolean isUsable(String tag) {
		return USABLE_TAG.matcher(tag).matches();
	}

	/** Return these changes as changes of another state. */
	EntryChanges of(@Nullable String present) {
		return of(this.values, present, false);
	}

	EntryChanges asRefused() {
		return new EntryChanges(this.values, this.etag, this.outdated, true);
	}

	EntryChanges asOutdated() {
		return new EntryChanges(this.values, this.etag, true, false);
	}

	private static EntryChanges of(Map<String, @Nullable Object> values, @Nullable String etag, boolean outdated) {
		return values.isEmpty() ? NONE : new EntryChanges(Collections.unmodifiableMap(values), etag, outdated, false);
	}

}
