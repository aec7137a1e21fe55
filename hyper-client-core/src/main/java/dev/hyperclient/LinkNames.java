package dev.hyperclient;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.message.NameSuggestions;
import dev.hyperclient.internal.message.PrintableText;
import dev.hyperclient.internal.text.LinkName;

import org.springframework.util.Assert;

/**
 * Checks names of linked entries against the description.
 */
final class LinkNames {

	private LinkNames() {
	}

	/**
	 * Require that entries of the types can have the links.
	 * @param names the names without suffix
	 * @param types the types; an entry may have a more specific type, which the
	 * description shows only by its attributes
	 * @throws IllegalArgumentException with candidates
	 */
	static void require(Collection<String> names, List<ResourceType> types, TypeLookup description) {
		for (String name : names) {
			Assert.isTrue(types.isEmpty() || types.stream().anyMatch((type) -> canHave(type, name, description)),
					() -> message(name, types));
		}
	}

	private static boolean canHave(ResourceType type, String name, TypeLookup description) {
		if (type.attribute(name + LinkName.SUFFIX).isPresent()) {
			return true;
		}
		return type.representation().isPresent() && description.application()
			.resourceTypes()
			.stream()
			.filter((other) -> other.attribute(name + LinkName.SUFFIX).isPresent())
			.anyMatch((other) -> other.lackedMember(type).isEmpty());
	}

	private static String message(String name, List<ResourceType> types) {
		Set<String> known = new LinkedHashSet<>();
		types.forEach((type) -> known.addAll(type.svcEntries()));
		String ids = types.stream()
			.map((type) -> "'" + PrintableText.line(type.id()) + "'")
			.collect(Collectors.joining(", "));
		String lead = "'%s' cannot be prefetched: the resource type %s has no such link"
			.formatted(PrintableText.line(name), ids);
		return lead + NameSuggestions.hint(LinkName.of(name), known);
	}

}
