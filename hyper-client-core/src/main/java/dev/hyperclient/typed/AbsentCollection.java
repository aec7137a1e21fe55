package dev.hyperclient.typed;

import java.net.URI;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.EntryIteration;
import dev.hyperclient.KeyLookup;
import dev.hyperclient.NamedOperation;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.error.NoSuchAttributeException;
import org.jspecify.annotations.Nullable;

/**
 * A collection that an entry should have, but whose link its representation lacks: so its
 * getter does not fail, but whatever needs the collection does.
 */
final class AbsentCollection implements EntryCollection {

	private final NoSuchAttributeException cause;

	AbsentCollection(NoSuchAttributeException cause) {
		this.cause = cause;
	}

	/** Return a new exception, with the caller in its stack trace. */
	private NoSuchAttributeException absent() {
		NoSuchAttributeException exception = new NoSuchAttributeException(this.cause.uri(), this.cause.attribute(),
				"; it is described, but this representation does not have it");
		exception.initCause(this.cause);
		return exception;
	}

	@Override
	public URI uri() {
		throw absent();
	}

	@Override
	public List<String> svcAttributes() {
		throw absent();
	}

	@Override
	public List<String> svcEntries() {
		throw absent();
	}

	@Override
	public List<String> svcCollections() {
		throw absent();
	}

	@Override
	public List<String> svcOperations() {
		throw absent();
	}

	@Override
	public List<NamedOperation> operations() {
		throw absent();
	}

	@Override
	public NamedOperation operation(String name) {
		throw absent();
	}

	@Override
	public void svcRefresh() {
		throw absent();
	}

	@Override
	public int size() {
		throw absent();
	}

	@Override
	public Optional<TypeDescription> type() {
		throw absent();
	}

	@Override
	public Optional<TypeDescription> entryType() {
		throw absent();
	}

	@Override
	public Iterator<Entry> iterator() {
		throw absent();
	}

	@Override
	public Stream<Entry> stream() {
		throw absent();
	}

	@Override
	public <T> Stream<T> stream(Class<T> type) {
		throw absent();
	}

	@Override
	public EntryIteration iteration() {
		throw absent();
	}

	@Override
	public Entry at(int index) {
		throw absent();
	}

	@Override
	public List<Entry> slice(int start, int stop) {
		throw absent();
	}

	@Override
	public List<Entry> slice(@Nullable Integer start, @Nullable Integer stop) {
		throw absent();
	}

	@Override
	public List<Entry> slice(@Nullable Integer start, @Nullable Integer stop, @Nullable Integer step) {
		throw absent();
	}

	@Override
	public Entry get(Object key) {
		throw absent();
	}

	@Override
	public Entry getReference(Object key) {
		throw absent();
	}

	@Override
	public EntryCollection withKeyLookup(KeyLookup lookup) {
		throw absent();
	}

	@Override
	public String toString() {
		return "absent";
	}

}
