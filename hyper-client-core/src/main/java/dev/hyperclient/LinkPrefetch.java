package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

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

	/** The page, its entries with the linked ones at hand. */
	Page attach(Page page) {
		Map<URI, DefaultEntry> linked = new HashMap<>();
		List<Callable<Boolean>> missing = new ArrayList<>();
		List<DefaultEntry> entries = new ArrayList<>(page.entries().size());
		for (DefaultEntry entry : page.entries()) {
			List<DefaultEntry> own = new ArrayList<>(this.names.size());
			for (DefaultEntry found : entry.linkedEntries(this.names)) {
				DefaultEntry shared = linked.computeIfAbsent(found.uri(), (uri) -> remembered(uri, found, missing));
				own.add(shared);
			}
			entries.add(entry.with(own));
		}
		this.helpers.doAll(missing, this.collection);
		return page.with(entries);
	}

	private DefaultEntry remembered(URI uri, DefaultEntry found, List<Callable<Boolean>> missing) {
		DefaultEntry entry = this.recent.computeIfAbsent(uri, (unknown) -> found);
		if (!entry.isFetched()) {
			missing.add(() -> fetch(entry));
		}
		return entry;
	}

	/** An entry that fails stays unfetched, so whoever reads it hears why. */
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
