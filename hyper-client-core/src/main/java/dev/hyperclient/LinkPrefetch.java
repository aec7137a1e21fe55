package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.UnexpectedResponseException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the entries that those of a page link to, and remembers the last of them for
 * the pages that follow. For one page at a time.
 */
final class LinkPrefetch {

	private static final Logger logger = LoggerFactory.getLogger(LinkPrefetch.class);

	private static final int REMEMBERED = 256;

	private final URI collection;

	private final List<String> names;

	private final Helpers helpers;

	private final Map<URI, DefaultEntry> recent = new LinkedHashMap<>(16, 0.75f, true) {

		@Override
		protected boolean removeEldestEntry(Map.Entry<URI, DefaultEntry> eldest) {
			return size() > REMEMBERED;
		}

	};

	LinkPrefetch(URI collection, List<String> names, Helpers helpers) {
		this.collection = collection;
		this.names = names;
		this.helpers = helpers;
	}

	/** Return the page, its entries with the linked ones at hand. */
	Page attach(Page page) {
		Map<URI, DefaultEntry> linked = new HashMap<>();
		List<Callable<Boolean>> missing = new ArrayList<>();
		List<DefaultEntry> entries = new ArrayList<>(page.entries().size());
		for (DefaultEntry entry : page.entries()) {
			entries.add((entry.state() instanceof EntryState.Fetched fetched && fetched.current())
					? attached(entry, fetched, linked, missing) : entry);
		}
		try {
			this.helpers.doAll(missing, this.collection);
		}
		catch (CallTimeoutException ex) {
			logger.debug("Not all entries that the page links to were fetched in time", ex);
		}
		return page.with(entries);
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
				own.add(linked.computeIfAbsent(link, (uri) -> remembered(uri, entry.linkedEntry(name, uri), missing)));
			}
		}
		return new DefaultEntry(entry.context(), state, new PrefetchedLinks(state, own));
	}

	/** Return the link, unless nobody could follow it: whoever reads it hears why. */
	private static @Nullable URI link(EntryState.Fetched fetched, String name) {
		String link = fetched.representation().text(name + "_link");
		try {
			return (link == null || AttributeReader.isRedacted(link)) ? null : Links.parse(link, fetched.uri());
		}
		catch (UnexpectedResponseException ex) {
			return null;
		}
	}

	private DefaultEntry remembered(URI uri, DefaultEntry found, List<Callable<Boolean>> missing) {
		DefaultEntry entry = this.recent.computeIfAbsent(uri, (unknown) -> found);
		if (!entry.isFetched()) {
			missing.add(() -> fetch(entry));
		}
		return entry;
	}

	/** Return an entry that fails stays unfetched, so whoever reads it hears why. */
	private static boolean fetch(DefaultEntry entry) {
		try {
			entry.httpEtag();
			return true;
		}
		catch (RuntimeException ex) {
			logger.debug("{} could not be fetched with the page that links to it: {}", entry.uri(),
					ex.getClass().getSimpleName());
			return false;
		}
	}

}
