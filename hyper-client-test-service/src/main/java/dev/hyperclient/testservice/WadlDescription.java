package dev.hyperclient.testservice;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * What the description of another service declares. Immutable.
 *
 * @param origin the URLs of the other service
 * @param text the document, with a declaration for UTF-8
 * @param types the entry types by id
 * @param others the other resource types by id
 * @param collections the ids of the types of the top-level collections, by the names of
 * the collections
 */
record WadlDescription(ServiceUris origin, String text, Map<String, FakeType> types, Map<String, OtherType> others,
		Map<String, String> collections) {

	FakeType entryType(String id) {
		return Optional.ofNullable(this.types.get(id))
			.orElseThrow(() -> Advice.notDescribed("entry type '" + id + "'", id, this.types.keySet()));
	}

	/**
	 * Return a named operation.
	 * @param type the id of the resource type that has it
	 * @param name the name
	 * @return the operation
	 * @throws IllegalArgumentException if there is none
	 */
	OperationDefinition operation(String type, String name) {
		List<OperationDefinition> all = Optional.ofNullable(this.others.get(type))
			.map(OtherType::operations)
			.or(() -> Optional.ofNullable(this.types.get(type)).map(FakeType::operations))
			.orElseThrow(() -> Advice.notDescribed("type '" + type + "'", type,
					Stream.of(this.types, this.others).flatMap((types) -> types.keySet().stream()).toList()));
		return all.stream()
			.filter((operation) -> operation.name().equals(name))
			.findFirst()
			.orElseThrow(() -> Advice.notDescribed("operation '%s' in the type '%s'".formatted(name, type), name,
					all.stream().map(OperationDefinition::name).toList()));
	}

	/**
	 * A resource type other than the type of an entry.
	 *
	 * @param entryType the id of the type of the entries of a collection, or {@code null}
	 * @param operations the named operations
	 */
	record OtherType(@Nullable String entryType, List<OperationDefinition> operations) {
	}

}
