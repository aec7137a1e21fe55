package dev.hyperclient.testservice;

import java.net.URI;
import java.util.Optional;

import dev.hyperclient.testservice.DescribedValue.Kind;

/**
 * A link of an entry of a described service.
 *
 * @param entry the entry
 * @param value the link
 */
record DescribedLink(DescribedEntry entry, DescribedValue value) {

	/**
	 * Find a link by its target.
	 * @param data the entries
	 * @param base the root
	 * @param path the path of the target
	 * @param kind the kind of the link
	 * @return the first link
	 */
	static Optional<DescribedLink> find(DescribedData data, URI base, String path, Kind kind) {
		// Most are below the entry.
		int end = path.lastIndexOf('/');
		Optional<DescribedLink> below = data.find(path.substring(0, Math.max(end, 0)))
			.flatMap((entry) -> find(entry, base, path, kind));
		return below.isPresent() ? below
				: data.entries()
					.values()
					.stream()
					.flatMap((entry) -> find(entry, base, path, kind).stream())
					.findFirst();
	}

	private static Optional<DescribedLink> find(DescribedEntry entry, URI base, String path, Kind kind) {
		return entry.describedType()
			.attributes()
			.values()
			.stream()
			.filter((value) -> value.kind() == kind
					&& DescribedPath.of(base, entry.representation().path(value.key()).asString("")).equals(path))
			.map((value) -> new DescribedLink(entry, value))
			.findFirst();
	}

}
