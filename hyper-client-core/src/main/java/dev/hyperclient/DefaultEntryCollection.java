package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.Setting;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.document.UriEncoding;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.wadl.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * Default {@link EntryCollection}, which keeps its first page.
 */
final class DefaultEntryCollection extends DescribedResource
		implements EntryCollection, PageSequence.Source<DefaultEntry> {

	private volatile URI uri;

	private final @Nullable ResourceType type;

	private final @Nullable CollectionType declared;

	private volatile @Nullable Page<DefaultEntry> firstPage;

	private volatile @Nullable Integer size;

	private DefaultEntryCollection(ServiceContext context, URI uri, @Nullable ResourceType type,
			@Nullable CollectionType declared) {
		super(context);
		this.uri = uri;
		this.type = type;
		this.declared = declared;
	}

	/**
	 * Return an unfetched collection.
	 * @param declared the declaration of the application, {@code null} if there is none
	 */
	static DefaultEntryCollection unfetched(ServiceContext context, URI uri, @Nullable ResourceType type,
			@Nullable CollectionType declared) {
		return new DefaultEntryCollection(context, uri, type, declared);
	}

	/** Return a collection whose first page is fetched. */
	static DefaultEntryCollection fetched(ServiceContext context, URI uri, @Nullable ResourceType type,
			JsonObject firstPage) {
		DefaultEntryCollection collection = new DefaultEntryCollection(context, uri, type, null);
		collection.firstPage = collection.page(uri, firstPage, collection.declaredEntryType());
		return collection;
	}

	@Override
	public URI uri() {
		return this.uri;
	}

	@Override
	public Optional<TypeDescription> type() {
		return described(this.type);
	}

	@Override
	public Optional<TypeDescription> entryType() {
		return described(declaredEntryType());
	}

	private Optional<TypeDescription> described(@Nullable ResourceType described) {
		return Optional.ofNullable(TypeDescription.of(described, context().description()));
	}

	@Override
	public EntryCollection withKeyLookup(KeyLookup lookup) {
		CollectionType keyed = (this.declared != null) ? this.declared.withKeyLookup(lookup)
				: new CollectionType(null, lookup);
		return new DefaultEntryCollection(context(), this.uri, this.type, keyed);
	}

	@Override
	@Nullable ResourceType resourceType() {
		return this.type;
	}

	@Override
	Map<String, @Nullable Object> json() {
		throw ResourceJson.refused(uri(),
				"a collection would be fetched page by page. Return a list: collection.stream().map((entry) -> entry.to(...)).toList()");
	}

	@Override
	public void svcRefresh() {
		changed();
		firstPage();
	}

	@Override
	void changed() {
		this.firstPage = null;
		this.size = null;
	}

	@Override
	void moved(URI target, @Nullable JsonObject representation) {
		this.uri = target;
		changed();
	}

	/** Return the declared type of the entries, {@code null} if it is unknown. */
	@Nullable ResourceType declaredEntryType() {
		Description description = context().description();
		if (this.declared != null && this.declared.entryType() != null) {
			return description.typeOfId(this.declared.entryType());
		}
		return (this.type != null) ? description.promised(this.type.entryType().orElse(null)) : null;
	}

	@Override
	public boolean hasFirstPage() {
		return this.firstPage != null;
	}

	@Override
	public Page<DefaultEntry> firstPage() {
		@Nullable Page<DefaultEntry> known = this.firstPage;
		if (known != null) {
			return known;
		}
		Page<DefaultEntry> first = page(this.uri);
		this.firstPage = first;
		return first;
	}

	@Override
	public Page<DefaultEntry> page(URI url) {
		return context().call(() -> {
			@Nullable ResourceType entryType = declaredEntryType();
			return context().getObject(url, this.type, (page) -> page(url, page, entryType));
		});
	}

	private Page<DefaultEntry> page(URI url, JsonObject page, @Nullable ResourceType entryType) {
		return Page.of(url, page, (entry) -> DefaultEntry.listed(context(), url, entry, entryType));
	}

	@Override
	public int size() {
		return context().call(this::fetchedSize);
	}

	/** Return the size if it is known without a request. */
	private Optional<Integer> knownSize() {
		@Nullable Page<DefaultEntry> first = this.firstPage;
		return Optional.ofNullable((first != null && first.totalSize() != null) ? first.totalSize() : this.size);
	}

	private int fetchedSize() {
		Page<DefaultEntry> first = firstPage();
		if (first.totalSize() != null) {
			return first.totalSize();
		}
		@Nullable Integer known = this.size;
		if (known != null) {
			return known;
		}
		@Nullable URI link = first.totalSizeLink();
		@Nullable Integer size = (link != null) ? Page.size(link,
				context().follow(first.uri(), () -> context().value(link, ServiceMessages.call(this.type, "size")))
					.orElse(null))
				: null;
		if (size == null) {
			throw new UnexpectedResponseException(this.uri, "%s does not report its size".formatted(this.uri), null);
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
	public <T> Stream<T> stream(Class<T> type) {
		return stream().map((entry) -> entry.to(type));
	}

	@Override
	public EntryIteration iteration() {
		return DefaultEntryIteration.of(this);
	}

	@Override
	public Entry at(int index) {
		List<Entry> found = (index >= 0 && index < Integer.MAX_VALUE) ? slice(index, index + 1) : List.of();
		if (found.isEmpty()) {
			throw new IndexOutOfBoundsException("list index out of range: index %d%s, %s".formatted(index,
					knownSize().map((known) -> ", size " + known).orElse(""), this.uri));
		}
		return found.get(0);
	}

	@Override
	public List<Entry> slice(int start, int stop) {
		return slice(start, stop, null);
	}

	@Override
	public List<Entry> slice(@Nullable Integer start, @Nullable Integer stop) {
		return slice(start, stop, null);
	}

	@Override
	public List<Entry> slice(@Nullable Integer start, @Nullable Integer stop, @Nullable Integer step) {
		SliceBounds bounds = SliceBounds.of(start, stop, step);
		List<Entry> range = (bounds.length() > 0) ? context().call(() -> range(bounds.start(), bounds.length()))
				: List.of();
		List<Entry> slice = new ArrayList<>();
		for (int i = 0; i < range.size(); i += Math.min(bounds.step(), range.size())) {
			slice.add(range.get(i));
		}
		return slice;
	}

	private List<Entry> range(int start, int length) {
		List<Entry> range = new ArrayList<>();
		@Nullable Page<DefaultEntry> known = this.firstPage;
		boolean inFirst = start == 0 || (known != null && start < known.entries().size());
		Page<DefaultEntry> page = inFirst ? firstPage() : page(Links.withQueryVariable(this.uri, "ws.start", start));
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
			URI hinted = (missing < pageSize) ? Links.withQueryVariable(following, "ws.size", missing) : following;
			page = context().follow(page.uri(), () -> page(hinted));
			skipped = 0;
		}
	}

	@Override
	public Entry get(Object key) {
		return context().call(() -> {
			DefaultEntry entry = reference(key);
			try {
				entry.fetch();
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
					"No key lookup is declared for %s; declare one with ServiceRootBuilder.collection(name, CollectionType.keyedBy(path))%s, or for a generated client in 'keys' of its overlay"
						.formatted(this.uri,
								context().configured(Setting.COLLECTION_KEY_PATH)
									.map((name) -> " or by '" + name.replace("<name>", topLevelName()) + "'")
									.orElse("")));
		}
		URI uri = UriEncoding.encode(lookup.uriOf(context().baseUrl(), key));
		return DefaultEntry.unfetched(context(), uri, declaredEntryType());
	}

	/**
	 * Return the last segment of the URL of a top-level collection, which is its name in
	 * property keys, or a placeholder for another collection.
	 */
	private String topLevelName() {
		String name = context().baseUrl().relativize(this.uri).toString();
		return name.matches("[\\w-]+") ? name : "<name>";
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof EntryCollection collection && collection.uri().equals(this.uri);
	}

	@Override
	public int hashCode() {
		return this.uri.hashCode();
	}

	/**
	 * The bounds of a slice, checked in the order of the specification: start, stop,
	 * step.
	 *
	 * @param start the first index
	 * @param stop the index after the last
	 * @param step the distance from one index to the next
	 */
	private record SliceBounds(int start, int stop, int step) {

		static SliceBounds of(@Nullable Integer start, @Nullable Integer stop, @Nullable Integer step) {
			if (start != null && start < 0) {
				throw new IllegalArgumentException("Collection slices must have a nonnegative start point.");
			}
			if (stop == null || stop < 0) {
				throw new IllegalArgumentException("Collection slices must have a definite, nonnegative end point.");
			}
			if (step != null && step <= 0) {
				throw new IllegalArgumentException("Collection slices must have a positive step.");
			}
			return new SliceBounds((start != null) ? start : 0, stop, (step != null) ? step : 1);
		}

		int length() {
			return Math.max(0, this.stop - this.start);
		}

	}

}
