package dev.hyperclient.testservice;

import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.testservice.DescribedValue.Kind;

/**
 * What a fake service needs to know of the description of another service. Immutable.
 *
 * @param base the URL of the other service's root
 * @param root the attributes of the root by JSON key
 * @param types the resource types by id
 */
record WadlDescription(URI base, Map<String, DescribedValue> root, Map<String, DescribedType> types) {

	/**
	 * Return the top-level collections.
	 * @return the links of the root
	 */
	List<DescribedValue> collections() {
		return this.root.values().stream().filter((value) -> value.key().endsWith("_collection_link")).toList();
	}

	DescribedType type(String id) {
		DescribedType known = this.types.get(id);
		if (known == null) {
			throw NearestName.unknown("type '" + id + "'", id, this.types.keySet());
		}
		return known;
	}

	DescribedType entryType(String id) {
		DescribedType known = this.types.get(id);
		if (known == null || !known.isEntry()) {
			throw NearestName.unknown("entry type '" + id + "'", id, entryTypes());
		}
		return known;
	}

	/**
	 * Return the type with a URL.
	 * @param link the URL, whose fragment is the id
	 * @return the type, empty if there is none
	 */
	Optional<DescribedType> typeAt(String link) {
		return Optional.ofNullable(this.types.get(WadlReader.fragment(link)));
	}

	/**
	 * Return whether a parameter is sent as it is, not as JSON.
	 * @param parameter the parameter
	 * @return whether it has options or is the content of a file
	 */
	static boolean isRaw(DescribedValue parameter) {
		return parameter.kind() == Kind.FILE || !parameter.options().isEmpty();
	}

	private Collection<String> entryTypes() {
		return this.types.values().stream().filter(DescribedType::isEntry).map(DescribedType::id).toList();
	}

}
