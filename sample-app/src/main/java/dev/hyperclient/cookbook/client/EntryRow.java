package dev.hyperclient.cookbook.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.Entry;

/**
 * An entry of any service as names and values.
 *
 * @param url the URL of the entry
 * @param values the values by attribute
 */
record EntryRow(String url, Map<String, String> values) {

	static List<EntryRow> of(List<Entry> entries) {
		return entries.stream().map(EntryRow::of).toList();
	}

	private static EntryRow of(Entry entry) {
		entry.resourceTypeLink();
		Map<String, String> values = new LinkedHashMap<>();
		for (String name : entry.svcAttributes()) {
			values.put(name, entry.isRedacted(name) ? "(hidden)" : String.valueOf(entry.get(name)));
		}
		return new EntryRow(entry.uri().toString(), values);
	}

}
