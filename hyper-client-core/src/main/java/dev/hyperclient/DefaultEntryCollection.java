package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.document.UriEncoding;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.wadl.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * A collection that keeps its first page.
 */
final class DefaultEntryCollection implements EntryCollection, OperationTarget {

	private final ServiceContext context;

	private volatile URI uri;

	private final @Nullable ResourceType type;

	private final @Nullable CollectionType declared;

	private volatile @Nullable Page firstPage;

	private volatile @Nullable Integer size;

	DefaultEntryCollection(ServiceContext context, URI uri, @Nullable ResourceType type,
			@Nullable CollectionType declared, @Nullable Page firstPage) {
		this.context = context;
		this.uri = uri;
		this.type = type;
		this.declared = declared;
		this.firstPage = firstPage;
	}

	@Override
	public URI uri() {
		return this.uri;
	}

	@Override
	public List<String> svcAttributes() {
		return (this.type != null) ? this.type.svcAttributes() : List.of();
	}

	@Override
	public List<String> svcEntries() {
		return (this.type != null) ? this.type.svcEntries() : List.of();
	}

	@Override
	public List<String> svcCollections() {
		return (this.type != null) ? this.type.svcCollections() : List.of();
	}

	@Override
	public List<String> svcOperations() {
		return (this.type != null) ? this.type.operationNames() : List.of();
	}

	@Override
	public NamedOperation operation(String name) {
		return DefaultNamedOperation.of(this.context, this, this.type, name);
	}

	@Override
	public void svcRefresh() {
		changed();
		firstPage();
	}

	@Override
	public void changed() {
		this.firstPage = null;
		this.size = null;
	}

	@Override
	public void moved(URI target, @Nullable JsonObject representation) {
		this.uri = target;
		changed();
	}

	private @Nullable ResourceType entryType() {
		if (this.declared != null && this.declared.entryType() != null) {
			return this.context.description().typeOfId(this.declared.entryType());
		}
		return (this.type != null) ? this.context.description().promised(this.type.entryType().orElse(null)) : null;
	}

	ServiceContext context() {
		return this.context;
	}

	boolean hasFirstPage() {
		return this.firstPage != null;
	}

	Page firstPage() {
		@Nullable Page known = this.firstPage;
		if (known != null) {
			return known;
		}
		Page first = page(this.uri);
		this.firstPage = first;
		return first;
	}

	Page page(URI url) {
		return this.context.call(() -> Page.read(this.context, url, this.type, entryType()));
	}

	@Override
	public int size() {
		return this.context.call(this::fetchedSize);
	}

	private int fetchedSize() {
		Page first = firstPage();
		if (first.totalSize() != null) {
			return first.totalSize();
		}
		@Nullable Integer known = this.size;
		if (known != null) {
			return known;
		}
		@Nullable URI link = first.totalSizeLink();
		@Nullable Integer size = (link != null)
				? Page.size(link, this.context.value(link, ServiceContext.call(this.type, "size")).orElse(null)) : null;
		if (size == null) {
			throw new UnexpectedResponseException(this.uri, "%s does not tell its size".formatted(this.uri));
		}
		this.size = size;
		return size;
	}

	@Override
	public Iterator<Entry> iterator() {
		return iteration().iterator();
	}

	@Override
	public Stream<Entry> stream() {
		return iteration().stream();
	}

	@Override
	public EntryIteration iteration() {
		return DefaultEntryIteration.of(this);
	}

	@Override
	public Entry at(int index) {
		List<Entry> found = (index >= 0 && index < Integer.MAX_VALUE) ? slice(index, index + 1) : List.of();
		if (found.isEmpty()) {
			throw new IndexOutOfBoundsException("list index out of range");
		}
		return found.get(0);
	}

	@Override
	public List<Entry> slice(@Nullable Integer start, @Nullable Integer stop) {
		return slice(start, stop, null);
	}

	@Override
	public List<Entry> slice(@Nullable Integer start, @Nullable Integer stop, @Nullable Integer step) {
		SliceBounds bounds = SliceBounds.of(start, stop, step);
		List<Entry> range = (bounds.length() > 0) ? this.context.call(() -> range(bounds.start(), bounds.length()))
				: List.of();
		List<Entry> slice = new ArrayList<>();
		for (int i = 0; i < range.size(); i += Math.min(bounds.step(), range.size())) {
			slice.add(range.get(i));
		}
		return slice;
	}

	private List<Entry> range(int start, int length) {
		List<Entry> range = new ArrayList<>();
		@Nullable Page known = this.firstPage;
		boolean inFirst = start == 0 || (known != null && start < known.entries().size());
		Page page = inFirst ? firstPage() : page(Links.withQueryVariable(this.uri, "ws.start", start));
		int pageSize = page.entries().size();
		int skipped = inFirst ? start : 0;
		PageWalk walk = new PageWalk(this.uri);
		while (true) {
			List<DefaultEntry> entries = page.entries();
			range.addAll(entries.subList(skipped, Math.min(entries.size(), skipped + length - range.size())));
			@Nullable URI next = page.next();
			if (range.size() == length || next == null) {
				return range;
			}
			int missing = length - range.size();
			URI following = walk.follow(next, page.entries().isEmpty());
			page = page((missing < pageSize) ? Links.withQueryVariable(following, "ws.size", missing) : following);
			skipped = 0;
		}
	}

	@Override
	public Entry get(Object key) {
		return this.context.call(() -> {
			DefaultEntry entry = reference(key);
			try {
				entry.httpEtag();
				return entry;
			}
			catch (NotFound ex) {
				throw new NoSuchEntryException(key, ex);
			}
		});
	}

	@Override
	public Entry getReference(Object key) {
		return reference(key);
	}

	private DefaultEntry reference(Object key) {
		@Nullable KeyLookup lookup = (this.declared != null) ? this.declared.keyLookup() : null;
		if (lookup == null) {
			throw new UnsupportedOperationException(
					"No key look-up is declared for %s; declare one with ServiceRootBuilder.collection(name, CollectionType.keyedBy(path)) or by the property hyper-client.collections.<name>.key-path"
						.formatted(this.uri));
		}
		URI uri = UriEncoding.encode(lookup.uriOf(this.context.serviceRoot(), key));
		return ResourceFactory.unfetchedEntry(this.context, uri, entryType());
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof EntryCollection collection && collection.uri().equals(this.uri);
	}

	@Override
	public int hashCode() {
		return this.uri.hashCode();
	}

	@Override
	public String toString() {
		return this.uri.toString();
	}

}
