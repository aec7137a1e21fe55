package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.wadl.ResourceType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the linked entries of a page, and reuses the most recent of them for the
 * following pages. Not thread-safe.
 */
final class LinkPrefetch {

	private static final Logger logger = LoggerFactory.getLogger(LinkPrefetch.class);

	private static final int MAX_RECENT = 256;

	private final DefaultEntryCollection collection;

	private final List<String> names;

	private final CooperativeTasks tasks;

	private boolean checked;

	private final Map<URI, DefaultEntry> recent = new LinkedHashMap<>(16, 0.75f, true) {

		@Override
		protected boolean removeEldestEntry(Map.Entry<URI, DefaultEntry> eldest) {
			return size() > MAX_RECENT;
		}

	};

	LinkPrefetch(DefaultEntryCollection collection, List<String> names, CooperativeTasks tasks) {
		this.collection = collection;
		this.names = names;
		this.tasks = tasks;
	}

	/** Return the page with its linked entries fetched. */
	Page<DefaultEntry> attach(Page<DefaultEntry> page) {
		if (!this.checked) {
			requireLinks(page.entries());
		}
		Map<URI, DefaultEntry> linked = new HashMap<>();
		List<Callable<Boolean>> missing = new ArrayList<>();
		List<DefaultEntry> entries = new ArrayList<>(page.entries().size());
		for (DefaultEntry entry : page.entries()) {
			entries.add((entry.state() instanceof EntryState.Fetched fetched && fetched.current())
					? attached(entry, fetched, linked, missing) : entry);
		}
		try {
			this.tasks.runAll(missing, this.collection.uri());
		}
		catch (CallTimeoutException ex) {
			logger.debug("Linked entries were not fetched within the timeout", ex);
		}
		return page.with(entries);
	}

	/**
	 * Check the names if the collection does not declare the type of its entries, as soon
	 * as there is an entry.
	 */
	private void requireLinks(List<DefaultEntry> entries) {
		if (this.collection.declaredEntryType() == null) {
			List<String> missing = this.names.stream()
				.filter((name) -> entries.stream().noneMatch((entry) -> entry.hasLink(name)))
				.toList();
			List<ResourceType> types = entries.stream().map(DefaultEntry::resourceType).distinct().toList();
			LinkNames.require(missing, types, this.collection.context().description());
		}
		this.checked = !entries.isEmpty();
	}

	/**
	 * Return an entry of its own, since that of the page may be kept by its collection.
	 */
	private DefaultEntry attached(DefaultEntry entry, EntryState.Fetched fetched, Map<URI, DefaultEntry> linked,
			List<Callable<Boolean>> missing) {
		EntryState.Fetched state = fetched.with(EntryChanges.NONE);
		List<DefaultEntry> own = new ArrayList<>(this.names.size());
		for (String name : this.names) {
			URI link = link(fetched, name);
			if (link != null) {
				own.add(linked.computeIfAbsent(link, (uri) -> recent(uri, entry.linkedEntry(name, uri), missing)));
			}
		}
		return new DefaultEntry(entry.context(), state, new Fetched(state, own));
	}

	/** Return the link, {@code null} if it cannot be followed; reading it throws. */
	private static @Nullable URI link(EntryState.Fetched fetched, String name) {
		String link = fetched.representation().text(name + "_link");
		try {
			return (link == null || AttributeReader.isRedacted(link)) ? null : Links.parse(link, fetched.uri());
		}
		catch (UnexpectedResponseException ex) {
			return null;
		}
	}

	private DefaultEntry recent(URI uri, DefaultEntry found, List<Callable<Boolean>> missing) {
		DefaultEntry entry = this.recent.computeIfAbsent(uri, (unknown) -> found);
		if (!entry.isFetched()) {
			missing.add(() -> fetch(entry));
		}
		return entry;
	}

	/** Fetch an entry. If that fails, it remains unfetched, and reading it throws. */
	private static boolean fetch(DefaultEntry entry) {
		try {
			entry.fetch();
			return true;
		}
		catch (RuntimeException ex) {
			logger.debug("{} could not be prefetched: {}", entry.uri(), ex.getClass().getSimpleName());
			return false;
		}
	}

	/**
	 * The prefetched links of one entry.
	 *
	 * @param state the state of that entry; the links of any other state are not
	 * prefetched
	 * @param entries the linked entries
	 */
	record Fetched(@Nullable EntryState state, List<DefaultEntry> entries) {

		static final Fetched NONE = new Fetched(null, List.of());

		Optional<DefaultEntry> find(EntryState now, URI link) {
			return (now == this.state) ? this.entries.stream().filter((entry) -> entry.uri().equals(link)).findFirst()
					: Optional.empty();
		}

	}

}
