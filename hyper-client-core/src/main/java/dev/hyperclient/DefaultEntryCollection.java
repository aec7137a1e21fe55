package dev.hyperclient;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.Setting;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.document.UriEncoding;
import dev.hyperclient.internal.json.JsonObject;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Default {@link EntryCollection}, which keeps a first page until the next one is
 * requested.
 */
final class DefaultEntryCollection extends DescribedResource implements EntryCollection {

	private volatile URI uri;

	private final @Nullable ResourceType type;

	private final @Nullable CollectionType declared;

	/** Whether this is the result of a named operation, which is not repeated. */
	private final boolean result;

	private volatile @Nullable FirstPage kept;

	private DefaultEntryCollection(ServiceContext context, URI uri, @Nullable ResourceType type,
			@Nullable CollectionType declared, boolean result) {
		super(context);
		this.uri = uri;
		this.type = type;
		this.declared = declared;
		this.result = result;
	}

	/**
	 * Return an unfetched collection.
	 * @param declared the declaration of the application, {@code null} if there is none
	 */
	static DefaultEntryCollection unfetched(ServiceContext context, URI uri, @Nullable ResourceType type,
			@Nullable CollectionType declared) {
		return new DefaultEntryCollection(context, uri, type, declared, false);
	}

	/**
	 * Return a collection whose first page is fetched.
	 * @param writes the number of writes before the request for the page
	 * @param staleTime when the service sent the page, {@code null} if it is not stale
	 */
	static DefaultEntryCollection fetched(ServiceContext context, URI uri, @Nullable ResourceType type,
			JsonObject firstPage, long writes, @Nullable Instant staleTime) {
		return new DefaultEntryCollection(context, uri, type, null, false).with(firstPage, writes, staleTime);
	}

	/** Return the collection that a named operation has returned. */
	static DefaultEntryCollection result(ServiceContext context, URI uri, @Nullable ResourceType type,
			JsonObject firstPage, @Nullable Instant staleTime) {
		return new DefaultEntryCollection(context, uri, type, null, true).with(firstPage, 0, staleTime);
	}

	private DefaultEntryCollection with(JsonObject firstPage, long writes, @Nullable Instant staleTime) {
		this.kept = new FirstPage(page(this.uri, firstPage, declaredEntryType(), staleTime), writes, false, false);
		return this;
	}

	@Override
	public URI uri() {
		return this.uri;
	}

	@Override
	public Optional<Instant> staleTime() {
		@Nullable FirstPage known = this.kept;
		return (known != null) ? Optional.ofNullable(known.page.staleTime()) : Optional.empty();
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
		DefaultEntryCollection other = new DefaultEntryCollection(context(), this.uri, this.type, keyed, this.result);
		other.kept = this.result ? this.kept : null;
		return other;
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
		context().run(() -> fetchFirst(this.uri, true, false));
	}

	@Override
	void changed() {
		// The operation is a write, so the kept page is not used again.
	}

	@Override
	void moved(URI target, @Nullable JsonObject representation) {
		this.uri = target;
		this.kept = null;
	}

	/** Return the declared type of the entries, {@code null} if it is unknown. */
	@Nullable ResourceType declaredEntryType() {
		TypeLookup description = context().description();
		if (this.declared != null && this.declared.entryType() != null) {
			return description.application().findResourceTypeById(this.declared.entryType()).orElse(null);
		}
		return (this.type != null) ? description.findType(this.type.entryType().orElse(null)) : null;
	}

	/** Return whether each iteration begins with the same first page. */
	boolean isResult() {
		return this.result;
	}

	/**
	 * Return the first page for an iteration: the kept one if it may be used, or else a
	 * new one, which is kept.
	 * @param size the page size to request, 0 for the default of the service
	 */
	Page<DefaultEntry> firstPage(int size) {
		@Nullable FirstPage known = this.kept;
		if (known != null && (this.result
				|| (size == 0 && known.page.staleTime() == null && !isOutdated(known) && known.startIteration()))) {
			return known.page;
		}
		URI url = (size > 0) ? Links.withQueryVariable(this.uri, Links.PAGE_SIZE, size) : this.uri;
		// A stored page of another size may be older than a write.
		boolean outdated = isOutdated(known)
				|| (known != null && context().writes() > 0 && !known.page.uri().equals(url));
		return fetchFirst(url, outdated, true).page;
	}

	/** Return the kept page, or else a new one, which is kept. */
	private FirstPage firstPage() {
		@Nullable FirstPage known = this.kept;
		// A stale one is not kept: the service may have come back.
		return (known != null && known.page.staleTime() == null && !isOutdated(known)) ? known
				: fetchFirst(this.uri, isOutdated(known), false);
	}

	private FirstPage fetchFirst(URI url, boolean outdated, boolean iterated) {
		long writes = context().writes();
		FirstPage fetched = new FirstPage(page(url, outdated), writes, iterated, outdated);
		this.kept = fetched;
		return fetched;
	}

	/** Return whether a write may have changed the collection since the page was read. */
	private boolean isOutdated(@Nullable FirstPage page) {
		return page != null && !this.result && page.writes != context().writes();
	}

	/** Fetch a page. */
	Page<DefaultEntry> page(URI url) {
		return page(url, false);
	}

	/**
	 * Fetch a page.
	 * @param outdated whether a stored response must be validated
	 */
	private Page<DefaultEntry> page(URI url, boolean outdated) {
		return context().exchange().call(() -> {
			@Nullable ResourceType entryType = declaredEntryType();
			return outdated ? context().currentObject(url, this.type, (page) -> page(url, page, entryType, null))
					: context().getObject(url, this.type, (page, staleTime) -> page(url, page, entryType, staleTime));
		});
	}

	private Page<DefaultEntry> page(URI url, JsonObject page, @Nullable ResourceType entryType,
			@Nullable Instant staleTime) {
		return Page.of(url, page, staleTime,
				(entry) -> DefaultEntry.listed(context(), url, entry, entryType, staleTime));
	}

	@Override
	public int size() {
		return context().exchange().call(this::fetchedSize);
	}

	private int fetchedSize() {
		FirstPage first = firstPage();
		@Nullable Integer known = first.size;
		if (known != null) {
			return known;
		}
		@Nullable URI link = first.page.totalSizeLink();
		@Nullable Integer size = (link != null)
				? Page.size(link,
						context()
							.follow(first.page.uri(),
									() -> context().value(link, ServiceMessages.call(this.type, "size"),
											first.validated))
							.orElse(null))
				: null;
		if (size == null) {
			throw new UnexpectedResponseException(this.uri, "%s does not report its size".formatted(this.uri));
		}
		first.size = size;
		return size;
	}

	@Override
	public EntryIteration iteration() {
		return DefaultEntryIteration.of(this);
	}

	@Override
	public Entry at(int index) {
		boolean possible = index >= 0 && index < Integer.MAX_VALUE;
		Range range = possible ? context().exchange().call(() -> range(index, 1)) : new Range(List.of(), null);
		if (range.entries().isEmpty()) {
			@Nullable FirstPage known = this.kept;
			@Nullable Integer size = (range.totalSize() != null || known == null) ? range.totalSize() : known.size;
			throw new IndexOutOfBoundsException("list index out of range: index %d%s, %s".formatted(index,
					(size != null) ? ", size " + size : "", this.uri));
		}
		return range.entries().get(0);
	}

	@Override
	public List<Entry> slice(@Nullable Integer start, @Nullable Integer stop, @Nullable Integer step) {
		SliceBounds bounds = SliceBounds.of(start, stop, step);
		List<Entry> range = (bounds.length() > 0)
				? context().exchange().call(() -> range(bounds.start(), bounds.length()).entries()) : List.of();
		List<Entry> slice = new ArrayList<>();
		// A step of at most the length avoids an overflow of the index.
		for (int i = 0; i < range.size(); i += Math.min(bounds.step(), range.size())) {
			slice.add(range.get(i));
		}
		return slice;
	}

	private Range range(int start, int length) {
		List<Entry> range = new ArrayList<>();
		@Nullable FirstPage known = this.kept;
		boolean inFirst = start == 0 || (known != null && start < known.page.entries().size());
		Page<DefaultEntry> page = inFirst ? firstPage().page : null;
		if (page == null || start > page.entries().size()) {
			// The first page may have become shorter.
			inFirst = false;
			page = page(Links.withQueryVariable(this.uri, "ws.start", start), isOutdated(known));
		}
		int pageSize = page.entries().size();
		int skipped = inFirst ? start : 0;
		PageWalk walk = new PageWalk(this.uri);
		while (true) {
			List<DefaultEntry> entries = page.entries();
			range.addAll(entries.subList(skipped, Math.min(entries.size(), skipped + length - range.size())));
			@Nullable URI next = page.next();
			if (range.size() == length || next == null) {
				return new Range(range, page.totalSize());
			}
			int missing = length - range.size();
			URI following = walk.follow(next, page.entries().isEmpty());
			URI hinted = (missing < pageSize) ? Links.withQueryVariable(following, Links.PAGE_SIZE, missing)
					: following;
			page = context().follow(page.uri(), () -> page(hinted));
			skipped = 0;
		}
	}

	@Override
	public Entry get(Object key) {
		return context().exchange().call(() -> {
			DefaultEntry entry = reference(key);
			try {
				entry.fetchWithinCall();
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
		Assert.notNull(key, "'key' must not be null");
		@Nullable KeyLookup lookup = (this.declared != null) ? this.declared.keyLookup() : null;
		if (lookup == null) {
			throw new UnsupportedOperationException(
					"No key lookup is declared for %s; declare one with ServiceRootBuilder.collection(name, CollectionType.keyedBy(path))%s, or for a generated client in 'keys' of its overlay"
						.formatted(this.uri,
								Optional.ofNullable(context().names().configured().apply(Setting.COLLECTION_KEY_PATH))
									.map((name) -> " or by '" + name.replace("<name>", topLevelName()) + "'")
									.orElse("")));
		}
		URI uri = UriEncoding.encode(lookup.uriOf(context().baseUrl(), key));
		return DefaultEntry.unfetched(context(), uri, declaredEntryType(), EntryState.Source.KEY);
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
	 * A first page that was received. Thread-safe.
	 */
	private static final class FirstPage {

		private final Page<DefaultEntry> page;

		/** The number of writes before the request for the page. */
		private final long writes;

		private final AtomicBoolean iterated;

		/** Whether a write preceded the request, so that a stored size is outdated. */
		private final boolean validated;

		private volatile @Nullable Integer size;

		FirstPage(Page<DefaultEntry> page, long writes, boolean iterated, boolean validated) {
			this.page = page;
			this.writes = writes;
			this.iterated = new AtomicBoolean(iterated);
			this.validated = validated;
			this.size = page.totalSize();
		}

		/** Return whether this is the first iteration that begins with the page. */
		boolean startIteration() {
			return this.iterated.compareAndSet(false, true);
		}

	}

	/**
	 * Entries in order.
	 *
	 * @param entries the entries
	 * @param totalSize the size of the collection by the last page, {@code null} if that
	 * does not contain it
	 */
	private record Range(List<Entry> entries, @Nullable Integer totalSize) {
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
			Assert.isTrue(start == null || start >= 0, "Collection slices must have a nonnegative start point.");
			Assert.isTrue(stop != null && stop >= 0, "Collection slices must have a definite, nonnegative end point.");
			Assert.isTrue(step == null || step > 0, "Collection slices must have a positive step.");
			return new SliceBounds((start != null) ? start : 0, stop, (step != null) ? step : 1);
		}

		int length() {
			return Math.max(0, this.stop - this.start);
		}

	}

}
