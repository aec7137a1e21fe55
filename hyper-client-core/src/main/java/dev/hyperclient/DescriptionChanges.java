package dev.hyperclient;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;

/**
 * Names what a description has gained and lost, for the log: at most ten names of each
 * kind.
 */
final class DescriptionChanges {

	private static final int MAX_NAMES = 10;

	private static final int MAX_LENGTH = 80;

	private final List<String> changes = new ArrayList<>();

	private DescriptionChanges() {
	}

	static String between(WadlApplication before, WadlApplication after) {
		DescriptionChanges result = new DescriptionChanges();
		result.compare("top-level collections", before.rootType().svcCollections(), after.rootType().svcCollections());
		result.compare("top-level entries", before.rootType().svcEntries(), after.rootType().svcEntries());
		result.compare("types", ids(before), ids(after));
		result.compareMembers("attributes and links", before, after, (type) -> type.id().equals(after.rootType().id())
				? Stream.of()
				: Stream.of(type.svcAttributes(), type.svcEntries(), type.svcCollections()).flatMap(List::stream));
		result.compareMembers("operations", before, after, (type) -> type.operationNames().stream());
		return result.changes.isEmpty() ? "no name was added or removed" : String.join("; ", result.changes);
	}

	private static List<String> ids(WadlApplication description) {
		return description.resourceTypes().stream().map(ResourceType::id).toList();
	}

	/** Compare the members of the types that both descriptions have. */
	private void compareMembers(String kind, WadlApplication before, WadlApplication after,
			Function<ResourceType, Stream<String>> names) {
		List<String> known = new ArrayList<>();
		List<String> found = new ArrayList<>();
		BiConsumer<ResourceType, List<String>> add = (type,
				to) -> names.apply(type).map((name) -> type.id() + "." + name).forEach(to::add);
		before.resourceTypes().forEach((type) -> after.findResourceTypeById(type.id()).ifPresent((same) -> {
			add.accept(type, known);
			add.accept(same, found);
		}));
		compare(kind, known, found);
	}

	private void compare(String kind, Collection<String> before, Collection<String> after) {
		add(kind + " added", after, before);
		add(kind + " removed", before, after);
	}

	private void add(String change, Collection<String> names, Collection<String> without) {
		Set<String> found = new LinkedHashSet<>(names);
		without.forEach(found::remove);
		if (!found.isEmpty()) {
			String shown = String.join(", ",
					found.stream().limit(MAX_NAMES).map(DescriptionChanges::shortened).toList());
			this.changes
				.add("%s: %d (%s%s)".formatted(change, found.size(), shown, (found.size() > MAX_NAMES) ? ", ..." : ""));
		}
	}

	private static String shortened(String name) {
		return (name.length() > MAX_LENGTH) ? name.substring(0, MAX_LENGTH) + "..." : name;
	}

}
