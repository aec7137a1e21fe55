package dev.hyperclient.test;

import java.io.ByteArrayInputStream;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.error.NameSuggestions;
import dev.hyperclient.internal.text.LinkName;

/**
 * The names in a description.
 */
final class RecordedDescription {

	private RecordedDescription() {
	}

	static WadlApplication application(byte[] wadl) {
		return application(Entries.describedBy(new ByteArrayInputStream(wadl)).root());
	}

	static WadlApplication application(ServiceRoot root) {
		return WadlApplication.of(root.type());
	}

	/**
	 * Return the ids of the types of entries.
	 */
	static Set<String> entryTypes(WadlApplication application) {
		return application.resourceTypes()
			.stream()
			.filter((
					type) -> type.representation().flatMap((definition) -> definition.param(LinkName.SELF)).isPresent())
			.map(ResourceType::id)
			.collect(Collectors.toSet());
	}

	/**
	 * Return the names of all attributes, links and parameters.
	 * @return the names without suffixes of links
	 */
	static Set<String> names(WadlApplication application) {
		Set<String> names = new TreeSet<>();
		application.representations()
			.forEach((definition) -> definition.params().forEach((param) -> names.add(LinkName.of(param.name()))));
		operations(application).forEach((operation) -> operation.operationParams()
			.stream()
			.filter((param) -> param.fixed() == null)
			.forEach((param) -> names.add(param.name())));
		return names;
	}

	private static Stream<WadlMethod> operations(WadlApplication application) {
		return application.resourceTypes()
			.stream()
			.flatMap((type) -> type.operationNames().stream().flatMap((name) -> type.operation(name).stream()));
	}

	/**
	 * Require that a description has a name.
	 * @param what what the name denotes
	 * @param name the name
	 * @param known the names that the description has
	 * @throws IllegalArgumentException if it has no such name
	 */
	static void requireKnown(String what, String name, Set<String> known) {
		if (known.contains(name)) {
			return;
		}
		String nearest = known.stream()
			.min(Comparator.comparingInt((candidate) -> NameSuggestions.distance(name, candidate)))
			.map(" The nearest name is '%s'."::formatted)
			.orElse("");
		throw new IllegalArgumentException(
				"The description of the service has no %s '%s'.%s".formatted(what, name, nearest));
	}

}
