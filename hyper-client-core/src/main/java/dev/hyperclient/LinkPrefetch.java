package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.error.NameSuggestions;
import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.Assert;

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
		Map<String, DefaultEntry> linked = new HashMap<>();
		Map<URI, Callable<Boolean>> missing = new LinkedHashMap<>();
		List<DefaultEntry> entries = new ArrayList<>(page.entries().size());
		for (DefaultEntry entry : page.entries()) {
			entries.add((entry.state() instanceof EntryState.Fetched fetched && fetched.current())
					? attached(entry, fetched, linked, missing) : entry);
		}
		try {
			this.tasks.runAll(List.copyOf(missing.values()), this.collection.uri());
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
			requireLinks(missing, types, this.collection.context().description());
		}
		this.checked = !entries.isEmpty();
	}

	/**
	 * Require that entries of the types can have the links.
	 * @param names the names without suffix
	 * @param types the types; an entry may have a more specific type, which the
	 * description shows only by its attributes
	 * @throws IllegalArgumentException with candidates
	 */
	static void requireLinks(Collection<String> names, List<ResourceType> types, TypeLookup description) {
		for (String name : names) {
			Assert.isTrue(types.isEmpty() || types.stream().anyMatch((type) -> canHave(type, name, description)),
					() -> message(name, types));
		}
	}

	private static boolean canHave(ResourceType type, String name, TypeLookup description) {
		if (type.attribute(name + LinkName.SUFFIX).isPresent()) {
			return true;
		}
		return type.representation().isPresent() && description.application()
			.resourceTypes()
			.stream()
			.filter((other) -> other.attribute(name + LinkName.SUFFIX).isPresent())
			.anyMatch((other) -> other.lackedMember(type).isEmpty());
	}

	private static String message(String name, List<ResourceType> types) {
		Set<String> known = new LinkedHashSet<>();
		types.forEach((type) -> known.addAll(type.svcEntries()));
		String ids = types.stream()
			.map((type) -> "'" + PrintableText.line(type.id()) + "'")
			.collect(Collectors.joining(", "));
		String lead = "'%s' cannot be prefetched: the resource type %s has no such link"
			.formatted(PrintableText.line(name), ids);
		return lead + NameSuggestions.hint(LinkName.of(name), known);
	}

	/**
	 * Return an entry of its own, since the entry of the page may be kept by its
	 * collection.
	 */
	private DefaultEntry attached(DefaultEntry entry, EntryState.Fetched fetched, Map<String, DefaultEntry> linked,
			Map<URI, Callable<Boolean>> missing) {
		EntryState.Fetched state = fetched.with(EntryChanges.NONE);
		Map<String, DefaultEntry> own = new HashMap<>();
		for (String name : this.names) {
			String link = fetched.representation().text(name + LinkName.SUFFIX);
			if (link != null && !own.containsKey(link)) {
				DefaultEntry found = linked.computeIfAbsent(link, (text) -> find(entry, fetched, name, text, missing));
				if (found != null) {
					own.put(link, found);
				}
			}
		}
		return new DefaultEntry(entry.context(), state, new Fetched(state, own));
	}

	/**
	 * Return the entry of a link, {@code null} if it cannot be followed; reading it
	 * throws.
	 */
	private @Nullable DefaultEntry find(DefaultEntry entry, EntryState.Fetched fetched, String name, String link,
			Map<URI, Callable<Boolean>> missing) {
		if (AttributeReader.isRedacted(link)) {
			return null;
		}
		try {
			URI uri = Links.parse(link, fetched.uri());
			return recent(uri, entry.linkedEntry(name, uri), missing);
		}
		catch (UnexpectedResponseException ex) {
			return null;
		}
	}

	private DefaultEntry recent(URI uri, DefaultEntry found, Map<URI, Callable<Boolean>> missing) {
		DefaultEntry entry = this.recent.computeIfAbsent(uri, (unknown) -> found);
		if (!entry.isFetched()) {
			missing.put(uri, () -> fetch(entry));
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
	 * @param entries the linked entries by the text of the link
	 */
	record Fetched(@Nullable EntryState state, Map<String, DefaultEntry> entries) {

		static final Fetched NONE = new Fetched(null, Map.of());

		/**
		 * Return the prefetched entry of a link, without parsing its URL.
		 * @param now the state of the entry
		 * @param link the key of the link, with its suffix
		 */
		@Nullable DefaultEntry find(EntryState now, String link) {
			String text = (now == this.state && now instanceof EntryState.Fetched fetched)
					? fetched.representation().text(link) : null;
			return (text != null) ? this.entries.get(text) : null;
		}

	}

}
