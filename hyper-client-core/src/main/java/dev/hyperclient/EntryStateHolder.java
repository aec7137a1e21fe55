package dev.hyperclient;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Holds the {@link EntryState} of an entry and performs its transitions. Thread-safe: the
 * lock is held for a transition only, never for a request, so that two threads may fetch
 * an unfetched entry at the same time.
 */
final class EntryStateHolder {

	private final ServiceContext context;

	private volatile EntryState state;

	/** Number of writes through this object; guarded by the lock. */
	private int writes;

	private volatile List<Notification> notifications = List.of();

	/** References that links were set to. */
	private volatile List<URI> references = List.of();

	EntryStateHolder(ServiceContext context, EntryState state) {
		this.context = context;
		this.state = state;
	}

	EntryState state() {
		return this.state;
	}

	/**
	 * Return the current representation, fetched or revalidated by a call if necessary.
	 */
	EntryState.Fetched fetched() {
		return (this.state instanceof EntryState.Fetched fetched && fetched.current()) ? fetched
				: this.context.exchange().call(this::fetch);
	}

	/** Return the representation, which may be outdated, fetched if necessary. */
	EntryState.Fetched known() {
		return (this.state instanceof EntryState.Fetched fetched) ? fetched : fetched();
	}

	/** Fetch or revalidate the representation, as part of a call. */
	EntryState.Fetched fetch() {
		return read(Reading.NEEDED);
	}

	/**
	 * Revalidate the representation, and discard the changes. Those that another thread
	 * sets meanwhile remain.
	 */
	void refresh() {
		this.context.exchange().call(() -> read(Reading.REFRESH));
	}

	private EntryState.Fetched read(Reading reading) {
		EntryState now;
		int writesBefore;
		synchronized (this) {
			now = this.state;
			writesBefore = this.writes;
		}
		EntryState.Fetched read = requested(now, reading);
		return accept(read, writesBefore, (reading == Reading.REFRESH) ? now.changes() : null);
	}

	private EntryState.Fetched requested(EntryState now, Reading reading) {
		if (reading == Reading.CORRECTION) {
			// The stored response may be the wrong one.
			return current(now);
		}
		try {
			if (reading == Reading.REFRESH || now instanceof EntryState.Fetched) {
				// The known state may be outdated, also if its stored response is fresh.
				return revalidated(now);
			}
			// Nothing is known yet, so the cache may answer.
			return this.context.getObject(now.uri(), now.type(),
					(representation, staleTime) -> fetched(now.uri(), representation, staleTime));
		}
		catch (HTTPError ex) {
			// Only the URL of a reference is made by the client.
			if (now instanceof EntryState.Unfetched unfetched && unfetched.source() == EntryState.Source.KEY) {
				this.context.documents().requireServed(ex);
			}
			throw ex;
		}
	}

	/**
	 * Read a link of a state. If that fails, the entry is fetched once more, not as it is
	 * stored: one wrong response must not last.
	 */
	<T> T link(EntryState.Fetched known, Function<EntryState.Fetched, T> reader) {
		try {
			return reader.apply(known);
		}
		catch (RedactedValueException ex) {
			throw ex;
		}
		catch (UnexpectedResponseException | AttributeValueException | ForeignOriginException ex) {
			return reader.apply(this.context.exchange().call(() -> read(Reading.CORRECTION)));
		}
	}

	/**
	 * Return a state that can be written: it has a URL that requests may be sent to, and
	 * its changes a usable entity tag, unless the service has none. Otherwise the entry
	 * is fetched once more. Changes remain if its content is the same, so that no change
	 * of another user is overwritten.
	 */
	EntryState.Fetched writable() {
		EntryState.Fetched known = known();
		try {
			return requireWritable(known);
		}
		catch (UnexpectedResponseException | ForeignOriginException ex) {
			return corrected(known);
		}
	}

	/** Require that requests may be sent to the URL that the entry has for itself. */
	void requireOwnUrl() {
		link(known(), this::requireOwnUrl);
	}

	private EntryState.Fetched requireOwnUrl(EntryState.Fetched known) {
		this.context.exchange().requireAllowed(known.selfLink());
		return known;
	}

	private EntryState.Fetched requireWritable(EntryState.Fetched known) {
		requireOwnUrl(known);
		if (!known.changes().areGuarded()) {
			throw new UnexpectedResponseException(known.uri(),
					"%s cannot be saved: its http_etag '%s' is not an entity tag (RFC 9110, 8.8.3), so a change of another user could be overwritten"
						.formatted(known.uri(), PrintableText.line(String.valueOf(known.changes().etag()))));
		}
		return known;
	}

	private EntryState.Fetched corrected(EntryState.Fetched known) {
		EntryChanges changes = known.changes();
		EntryState.Fetched current = current(known);
		boolean unchanged = !changes.outdated() && current.hasContentOf(known)
				&& Objects.equals(changes.etag(), known.receivedEtag());
		EntryState.Fetched corrected = requireWritable(
				current.with(changes.areGuarded() ? changes : changes.of(String.valueOf(current.receivedEtag()))));
		synchronized (this) {
			if (changes.areGuarded() || unchanged) {
				this.state = (this.state == known) ? corrected : this.state;
				return corrected;
			}
			changed();
		}
		throw new UnexpectedResponseException(known.uri(),
				"%s cannot be saved: it had the http_etag '%s', which is not an entity tag (RFC 9110, 8.8.3), and has been changed since. Refresh it with svcRefresh(), which discards the changes, and set them again"
					.formatted(known.uri(), PrintableText.line(String.valueOf(changes.etag()))));
	}

	private EntryState.Fetched current(EntryState now) {
		// A stored representation could be confirmed by its header fields.
		this.context.forget(now.uri());
		return this.context.currentObject(now.uri(), now.type(),
				(representation) -> fetched(now.uri(), representation, null));
	}

	private EntryState.Fetched revalidated(EntryState now) {
		EntryState.@Nullable Fetched known = (now instanceof EntryState.Fetched fetched) ? fetched : null;
		if (known != null && known.etag() == null && known.receivedEtag() != null) {
			return current(now);
		}
		return this.context
			.changedObject(now.uri(), now.type(), (known != null) ? known.etag() : null,
					(representation) -> fetched(now.uri(), representation, null))
			.orElseGet(() -> confirmed(now, known));
	}

	private static EntryState.Fetched confirmed(EntryState now, EntryState.@Nullable Fetched known) {
		if (known == null) {
			throw ServiceMessages.unconditional304(now.uri());
		}
		return known.confirmed();
	}

	/** Return the state for a representation. May fetch the description. */
	private EntryState.Fetched fetched(URI uri, JsonObject representation, @Nullable Instant staleTime) {
		ResourceType type = this.context.description().typeOf(representation, null, uri);
		return new EntryState.Fetched(uri, type, representation, staleTime);
	}

	/**
	 * Accept a state that was read, unless another thread has written in the meantime,
	 * since it may then be older than the present one.
	 * @param discarded the changes to discard, {@code null} for none
	 */
	private synchronized EntryState.Fetched accept(EntryState.Fetched read, int writesBefore,
			@Nullable EntryChanges discarded) {
		EntryState.Fetched newest = (this.writes == writesBefore) ? read
				: (this.state instanceof EntryState.Fetched written) ? written : null;
		if (newest == null) {
			return read;
		}
		EntryChanges changes = this.state.changes();
		if (!changes.areGuarded() && this.state instanceof EntryState.Fetched known && !newest.hasContentOf(known)) {
			// The new state may have the same unusable tag.
			changes = changes.asOutdated();
		}
		EntryState.Fetched accepted = newest.with((this.state.changes() == discarded) ? EntryChanges.NONE : changes);
		this.state = accepted;
		return accepted;
	}

	/** Change the unsaved changes. */
	void change(BiFunction<EntryChanges, EntryState.Fetched, EntryChanges> change) {
		EntryState.Fetched fetched = fetched();
		synchronized (this) {
			EntryState.Fetched present = (this.state instanceof EntryState.Fetched now) ? now : fetched;
			this.state = present.with(change.apply(present.changes(), present));
		}
	}

	synchronized void discardChanges() {
		if (this.state instanceof EntryState.Fetched fetched) {
			this.state = fetched.with(EntryChanges.NONE);
		}
		else if (this.state instanceof EntryState.Unfetched unfetched) {
			// A reference that was made from a key remains one.
			this.state = new EntryState.Unfetched(unfetched.uri(), unfetched.type(), unfetched.source());
		}
	}

	/**
	 * Changes were saved.
	 * @param uri the URL of the entry
	 * @param representation the new representation
	 * @param saved the saved changes
	 */
	void saved(URI uri, JsonObject representation, EntryChanges saved) {
		EntryState.Fetched next = fetched(uri, representation, null);
		synchronized (this) {
			this.writes++;
			this.state = next.with(this.state.changes().without(saved, next.receivedEtag()));
		}
	}

	/**
	 * The service has refused changes since the entry was changed in the meantime.
	 * @param refused the changes, with which others may have been set since
	 */
	synchronized void refused(EntryChanges refused) {
		if (this.state instanceof EntryState.Fetched fetched && fetched.changes() == refused) {
			this.state = fetched.with(refused.asRefused());
		}
	}

	/** The entry may have changed. */
	synchronized void changed() {
		this.writes++;
		if (this.state instanceof EntryState.Fetched fetched) {
			this.state = fetched.with(false);
		}
	}

	/** The entry was moved. */
	void moved(URI uri, @Nullable JsonObject representation) {
		EntryState.@Nullable Fetched next = (representation != null) ? fetched(uri, representation, null) : null;
		synchronized (this) {
			this.writes++;
			EntryChanges changes = this.state.changes();
			this.state = (next != null) ? next.with(changes)
					: new EntryState.Unfetched(uri, this.state.type(), EntryState.Source.LINK, changes);
		}
	}

	List<URI> references() {
		return this.references;
	}

	synchronized void addReferences(List<URI> more) {
		this.references = Stream.concat(this.references.stream(), more.stream()).distinct().toList();
	}

	List<Notification> notifications() {
		return this.notifications;
	}

	void notifications(List<Notification> received) {
		this.notifications = received;
	}

	/**
	 * Way to read a representation.
	 */
	private enum Reading {

		/** Through the cache if it is not known, or else revalidated. */
		NEEDED,

		/** Revalidated in any case, without the changes. */
		REFRESH,

		/** From the service, not as it is stored. */
		CORRECTION

	}

}
