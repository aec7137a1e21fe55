package dev.hyperclient;

import java.net.URI;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Linked entries that were fetched along with the entry that links to them.
 *
 * @param state the state of that entry; in any other one its links are ordinary
 * @param entries the linked entries
 */
record PrefetchedLinks(@Nullable EntryState state, List<DefaultEntry> entries) {

	static final PrefetchedLinks NONE = new PrefetchedLinks(null, List.of());

	Optional<DefaultEntry> find(EntryState now, URI link) {
		return (now == this.state) ? this.entries.stream().filter((entry) -> entry.uri().equals(link)).findFirst()
				: Optional.empty();
	}

}
