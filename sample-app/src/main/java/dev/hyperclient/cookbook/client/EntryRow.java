package dev.hyperclient.cookbook.client;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.Entry;

/**
 * An entry of any service as names and values.
 *
 * @param url the URL of the entry
 * @param values the values by attribute
 * @param links the URLs of linked resources by name
 */
record EntryRow(URI url, Map<String, String> values, Map<String, URI> links) {

	static List<EntryRow> of(List<Entry> entries) {
		return entries.stream().map(EntryRow::of).toList();
	}

	/** Values and links of the real type, which {@code resourceTypeLink()} fetches. */
	private static EntryRow of(Entry entry) {
		entry.resourceTypeLink();
		Map<String, String> values = new LinkedHashMap<>();
		for (String name : entry.svcAttributes()) {
			values.put(name, entry.isRedacted(name) ? "(hidden)" : String.valueOf(entry.get(name)));
		}
		Map<String, URI> links = new LinkedHashMap<>();
		for (String name : entry.svcEntries()) {
			entry.findEntry(name).ifPresent((linked) -> links.put(name, linked.uri()));
		}
		for (String name : entry.svcCollections()) {
			links.put(name, entry.collection(name).uri());
		}
		return new EntryRow(entry.uri(), values, links);
	}

}
