package dev.hyperclient.explorer;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;

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
		Map<String, URI> entries = new LinkedHashMap<>();
		for (String name : root.svcEntries()) {
			try {
				entries.put(name, root.entry(name).uri());
			}
			catch (NoSuchElementException | RedactedValueException ex) {
				// For instance "me" of an anonymous user.
			}
		}
		Map<String, EntryCollection> collections = new LinkedHashMap<>();
		for (String name : root.svcCollections()) {
			try {
				collections.put(name, root.collection(name));
			}
			catch (NoSuchElementException | RedactedValueException ex) {
				// Described, but not there or hidden.
			}
		}
		return new RootLinks(entries, collections);
	}

}
