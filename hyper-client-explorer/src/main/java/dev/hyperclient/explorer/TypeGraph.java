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

	private final String root;

	private final List<String> types;

	private final List<Link> links = new ArrayList<>();

	private final Map<String, List<Step>> paths = new LinkedHashMap<>();

	private TypeGraph(String root, List<String> types) {
		this.root = root;
		this.types = types;
	}

	static TypeGraph of(TypeDescription root, List<TypeDescription> described) {
		List<TypeDescription> sources = described.stream()
			.filter((type) -> !type.isCollection() && (!type.links().isEmpty() || !type.attributes().isEmpty()))
			.toList();
		TypeGraph graph = new TypeGraph(root.id(), sources.stream().map(TypeDescription::id).toList());
		Map<String, TypeDescription> byId = new HashMap<>();
		described.forEach((type) -> byId.put(type.id(), type));
		for (TypeDescription type : sources) {
			for (LinkDescription link : type.links()) {
				boolean many = link.kind() == LinkDescription.Kind.COLLECTION;
				Optional<TypeDescription> target = many ? link.type().flatMap(TypeDescription::entryType) : link.type();
				target.filter((found) -> link.kind() != LinkDescription.Kind.FILE)
					.ifPresent((found) -> graph.links.add(new Link(type.id(), found.id(), link.name(), many)));
			}
		}
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

	String root() {
		return this.root;
	}

	/** Return the types of entries and of the root. */
	List<String> types() {
		return this.types;
	}

	List<Link> from(String type) {
		return this.links.stream().filter((link) -> link.from().equals(type)).toList();
	}

	List<Link> to(String type) {
		return this.links.stream().filter((link) -> link.to().equals(type)).toList();
	}

	/** Return a shortest path from the root, empty if no link leads to the type. */
	Optional<List<Step>> path(String type) {
		return Optional.ofNullable(this.paths.get(type));
	}

	/**
	 * A link.
	 *
	 * @param many whether it is a collection
	 */
	record Link(String from, String to, String name, boolean many) {

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
