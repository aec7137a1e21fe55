package dev.hyperclient;

import java.net.URI;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Linked entries that were fetched along with the entry that links to them.
 *
 * @param state the state of that entry; in any other one the links are ordinary
 * @param entries the linked entries
 */
record PrefetchedLinks(EntryState state, List<DefaultEntry> entries) {

	@Nullable DefaultEntry find(EntryState now, URI link) {
		if (now != this.state) {
			return null;
		}
		for (DefaultEntry entry : this.entries) {
			if (entry.uri().equals(link)) {
				return entry;
			}
		}
		return null;
	}

}
