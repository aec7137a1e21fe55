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
 * Which types link to which. Immutable.
 */
final class TypeGraph {

	private static final String ENTRIES = "";

	/** By the type that has them. */
	private final Map<String, List<Link>> links = new LinkedHashMap<>();

	private final Map<String, List<Step>> paths = new LinkedHashMap<>();

	static TypeGraph of(TypeDescription root, List<TypeDescription> described) {
		TypeGraph graph = new TypeGraph();
		Map<String, TypeDescription> byId = new HashMap<>();
		for (TypeDescription type : described) {
			byId.put(type.id(), type);
			graph.links.put(type.id(), links(type));
		}
		graph.findPaths(root, byId);
		return graph;
	}

	private static List<Link> links(TypeDescription type) {
		if (type.isCollection()) {
			return type.entryType().map((entry) -> List.of(new Link(ENTRIES, entry.id(), ""))).orElse(List.of());
		}
		List<Link> links = new ArrayList<>();
		for (LinkDescription link : type.links()) {
			link.type().ifPresent((target) -> {
				Optional<TypeDescription> entry = target.entryType();
				links.add(new Link(link.name(), entry.orElse(target).id(), entry.isPresent() ? target.id() : ""));
			});
		}
		return links;
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

	/** Return the links of a type. Those of a collection lead to its entries. */
	List<Link> from(String type) {
		return this.links.getOrDefault(type, List.of());
	}

	/**
	 * Return the names of the links to entries or collections of a type by the type that
	 * has them.
	 */
	Map<String, List<String>> to(String type) {
		Map<String, List<String>> found = new LinkedHashMap<>();
		this.links.forEach((from, links) -> {
			List<String> names = links.stream()
				.filter((link) -> !link.name().equals(ENTRIES))
				.filter((link) -> link.to().equals(type) || link.via().equals(type))
				.map(Link::name)
				.toList();
			if (!names.isEmpty()) {
				found.put(from, names);
			}
		});
		return found;
	}

	/** Return a shortest path from the root, empty if no link leads to the type. */
	Optional<List<Step>> path(String type) {
		return Optional.ofNullable(this.paths.get(type));
	}

	/**
	 * A link.
	 *
	 * @param name empty for the entries of a collection
	 * @param to the type of the entry or of the entries of the collection
	 * @param via the type of the collection, empty for other links
	 */
	record Link(String name, String to, String via) {

	}

	/** What a step of a path follows. */
	enum StepKind {

		ENTRY, COLLECTION,

		/** An entry of a collection. */
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
