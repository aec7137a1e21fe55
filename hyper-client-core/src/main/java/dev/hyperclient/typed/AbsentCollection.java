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

	private final URI entry;

	private final String name;

	/**
	 * Create an absent collection.
	 * @param entry the URL of the entry that lacks it
	 * @param name the name of the link without {@code _collection_link}
	 */
	AbsentCollection(URI entry, String name) {
		this.entry = entry;
		this.name = name;
	}

	private NoSuchAttributeException absent() {
		return new NoSuchAttributeException(this.entry, this.name,
				"; it is described, but this representation does not have it");
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
