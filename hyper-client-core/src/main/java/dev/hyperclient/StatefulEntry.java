package dev.hyperclient;

import java.net.URI;
import java.util.List;
import java.util.function.BiFunction;

import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.wadl.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * An entry that moves from one {@link EntryState} to the next. Two threads that meet in
 * an unfetched entry may both fetch it; neither waits for the other. The lock is held for
 * a transition only, never for a request.
 */
abstract class StatefulEntry implements OperationTarget {

	private final ServiceContext context;

	private volatile EntryState state;

	/** How often this entry was written through this object; guarded by the lock. */
	private int writes;

	private volatile List<Notification> notifications = List.of();

	StatefulEntry(ServiceContext context, EntryState state) {
		this.context = context;
		this.state = state;
	}

	final ServiceContext context() {
		return this.context;
	}

	final EntryState state() {
		return this.state;
	}

	/** Return the current representation. */
	final EntryState.Fetched fetched() {
		return (this.state instanceof EntryState.Fetched fetched && fetched.current()) ? fetched : read(false);
	}

	/**
	 * Return the representation, also one that may have been changed since it was
	 * fetched.
	 */
	final EntryState.Fetched known() {
		return (this.state instanceof EntryState.Fetched fetched) ? fetched : fetched();
	}

	/** Ask the service again, and drops what was set. */
	final void refresh() {
		read(true);
	}

	private EntryState.Fetched read(boolean refresh) {
		return this.context.call(() -> readWithinCall(refresh));
	}

	private EntryState.Fetched readWithinCall(boolean refresh) {
		EntryState now;
		int writesBefore;
		synchronized (this) {
			now = this.state;
			writesBefore = this.writes;
		}
		EntryState.Fetched read = (refresh || now instanceof EntryState.Fetched) ? validated(now)
				: this.context.getObject(now.uri(), now.type(), (representation) -> fetched(now.uri(), representation));
		return take(read, writesBefore, refresh);
	}

	private EntryState.Fetched validated(EntryState now) {
		EntryState.@Nullable Fetched known = (now instanceof EntryState.Fetched fetched) ? fetched : null;
		return this.context
			.changedObject(now.uri(), now.type(), (known != null) ? known.etag() : null,
					(representation) -> fetched(now.uri(), representation))
			.orElseGet(() -> confirmed(now, known));
	}

	private static EntryState.Fetched confirmed(EntryState now, EntryState.@Nullable Fetched known) {
		if (known == null) {
			throw new UnexpectedResponseException(now.uri(),
					"%s was answered with 304, but not asked on a condition".formatted(now.uri()));
		}
		return known.confirmed();
	}

	/** Return the state that a representation means; may fetch the description. */
	private EntryState.Fetched fetched(URI uri, JsonObject representation) {
		ResourceType type = this.context.description().typeOf(representation, null, uri);
		return new EntryState.Fetched(uri, type, representation, true);
	}

	/**
	 * Take what was read, unless another thread has written in the meantime: then it may
	 * be older than what is there.
	 */
	private synchronized EntryState.Fetched take(EntryState.Fetched read, int writesBefore, boolean refresh) {
		EntryState.Fetched newest = (this.writes == writesBefore) ? read
				: (this.state instanceof EntryState.Fetched written) ? written : null;
		if (newest == null) {
			return read;
		}
		EntryState.Fetched taken = newest.with(refresh ? EntryChanges.NONE : this.state.changes());
		this.state = taken;
		return taken;
	}

	/** Change what is set. */
	final void change(BiFunction<EntryChanges, EntryState.Fetched, EntryChanges> change) {
		EntryState.Fetched fetched = fetched();
		synchronized (this) {
			EntryState.Fetched present = (this.state instanceof EntryState.Fetched now) ? now : fetched;
			this.state = present.with(change.apply(present.changes(), present));
		}
	}

	final synchronized void forgetChanges() {
		this.state = (this.state instanceof EntryState.Fetched fetched) ? fetched.with(EntryChanges.NONE)
				: new EntryState.Unfetched(this.state.uri(), this.state.type(), false);
	}

	/** Change were saved, and this is what came of it. */
	final void saved(URI uri, JsonObject representation, EntryChanges saved) {
		EntryState.Fetched next = fetched(uri, representation);
		synchronized (this) {
			this.writes++;
			this.state = next.with(this.state.changes().without(saved, next.etag()));
		}
	}

	@Override
	public final synchronized void changed() {
		this.writes++;
		if (this.state instanceof EntryState.Fetched fetched) {
			this.state = fetched.outdated();
		}
	}

	@Override
	public final void moved(URI uri, @Nullable JsonObject representation) {
		EntryState.@Nullable Fetched next = (representation != null) ? fetched(uri, representation) : null;
		synchronized (this) {
			this.writes++;
			EntryChanges changes = this.state.changes();
			this.state = (next != null) ? next.with(changes)
					: new EntryState.Unfetched(uri, this.state.type(), true, changes);
		}
	}

	final List<Notification> lastNotifications() {
		return this.notifications;
	}

	final void notified(List<Notification> told) {
		this.notifications = told;
	}

}
