package dev.hyperclient.explorer;

import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;

import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.RedactedValueException;

/**
 * The top-level entries and collections of a service, without those that its description
 * has but its root lacks or hides. Makes no request if the root has been fetched.
 *
 * @param entries the URLs by name
 * @param collections the collections by name
 */
record RootLinks(Map<String, URI> entries, Map<String, EntryCollection> collections) {

	static RootLinks of(ServiceRoot root) {
		return new RootLinks(readable(root.svcEntries(), (name) -> root.entry(name).uri()),
				readable(root.svcCollections(), root::collection));
	}

	private static <T> Map<String, T> readable(Collection<String> names, Function<String, T> reader) {
		Map<String, T> found = new LinkedHashMap<>();
		for (String name : names) {
			try {
				found.put(name, reader.apply(name));
			}
			catch (NoSuchElementException | RedactedValueException ex) {
				// Described, but not there or hidden, for instance "me" of an anonymous
				// user.
			}
		}
		return found;
	}

}
