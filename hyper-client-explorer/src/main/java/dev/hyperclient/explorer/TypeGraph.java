package dev.hyperclient.explorer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.LinkDescription;
import dev.hyperclient.TypeDescription;

/**
 * Which types link to which. A collection counts as the type of its entries. Immutable.
 */
final class TypeGraph {

	private final Map<String, List<LinkFrom>> incoming = new HashMap<>();

	private final Map<String, List<Step>> paths = new LinkedHashMap<>();

	private TypeGraph() {
	}

	static TypeGraph of(TypeDescription root, List<TypeDescription> described) {
		TypeGraph graph = new TypeGraph();
		Map<String, TypeDescription> byId = new HashMap<>();
		described.forEach((type) -> byId.put(type.id(), type));
		described.stream()
			.filter((type) -> !type.isCollection())
			.forEach((type) -> type.links()
				.forEach((link) -> link.type()
					.map((target) -> target.entryType().orElse(target))
					.ifPresent((target) -> graph.incoming.computeIfAbsent(target.id(), (id) -> new ArrayList<>())
						.add(new LinkFrom(type.id(), link.name())))));
		graph.findPaths(root, byId);
		return graph;
	}

	/** Find the shortest path from the root to each type, collections included. */
	private void findPaths(TypeDescription start, Map<String, TypeDescription> byId) {
		this.paths.put(start.id(), List.of());
		Deque<String> next = new ArrayDeque<>(List.of(start.id()));
		while (!next.isEmpty()) {
			String id = next.remove();
			TypeDescription type = byId.getOrDefault(id, start);
			if (type.isCollection()) {
				type.entryType().ifPresent((entry) -> reach(id, entry.id(), new Step(StepKind.AT, ""), next));
				continue;
			}
			for (LinkDescription link : type.links()) {
				StepKind kind = switch (link.kind()) {
					case ENTRY -> StepKind.ENTRY;
					case COLLECTION -> StepKind.COLLECTION;
					case FILE -> null;
				};
				if (kind != null) {
					link.type().ifPresent((target) -> reach(id, target.id(), new Step(kind, link.name()), next));
				}
			}
		}
	}

	private void reach(String from, String target, Step step, Deque<String> next) {
		if (!this.paths.containsKey(target)) {
			List<Step> path = new ArrayList<>(this.paths.getOrDefault(from, List.of()));
			path.add(step);
			this.paths.put(target, List.copyOf(path));
			next.add(target);
		}
	}

	/** Return the links that lead to a type. */
	List<LinkFrom> to(String type) {
		return this.incoming.getOrDefault(type, List.of());
	}

	/** Return a shortest path from the root, empty if no link leads to the type. */
	Optional<List<Step>> path(String type) {
		return Optional.ofNullable(this.paths.get(type));
	}

	/**
	 * A link of a type.
	 */
	record LinkFrom(String type, String name) {

	}

	/** What a step of a path follows. */
	enum StepKind {

		ENTRY, COLLECTION,

		/** The first entry of a collection. */
		AT

	}

	/**
	 * A step of a path.
	 *
	 * @param name the name of the link
	 */
	record Step(StepKind kind, String name) {

	}

}
