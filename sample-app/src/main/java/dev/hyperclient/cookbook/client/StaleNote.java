package dev.hyperclient.cookbook.client;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

import dev.hyperclient.ServiceResource;

/**
 * The time of what a page shows while the service does not answer.
 */
final class StaleNote {

	/** The name of the attribute for the layout of the pages. */
	static final String NAME = "asOf";

	private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("HH:mm")
		.withZone(ZoneId.systemDefault());

	private StaleNote() {
	}

	/** Return the time of the oldest resource, for instance 10:42, if one is stale. */
	static Optional<String> of(ServiceResource... shown) {
		return Stream.of(shown)
			.map(ServiceResource::staleTime)
			.flatMap(Optional<Instant>::stream)
			.min(Comparator.naturalOrder())
			.map(FORMAT::format);
	}

}
