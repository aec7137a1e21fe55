package dev.hyperclient.explorer;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.EntryCollection;
import dev.hyperclient.LinkDescription;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.explorer.ServicePage.Pages;
import dev.hyperclient.explorer.ServicePage.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Pages that show what the description contains.
 */
final class DescriptionPages {

	private static final int PAGE = 50;

	private DescriptionPages() {
	}

	static Reply overview(ServicePage page) {
		String query = page.param("q").strip();
		ServiceModel model = page.model();
		Map<String, Object> view = new HashMap<>();
		view.put("query", query);
		view.put("figures", Map.of("types", model.types().size(), "operations",
				model.types().stream().mapToInt(ServiceModel.TypeRow::operations).sum()));
		String documentation = page.root().documentation().orElse("");
		String summary = ServiceModel.summary(ServiceModel.withoutTitle(documentation));
		view.put("summary", summary);
		view.put("documentation", documentation.strip().equals(summary) ? "" : documentation);
		if (query.isEmpty()) {
			int start = Pages.start(page.start(), PAGE, model.types().size());
			view.put("pages", Pages.of(start, PAGE, model.types().size(), (from) -> page.links().search("", from)));
			view.put("types",
					part(model.types(), start).stream()
						.map((row) -> Map.of("row", row, "link", page.links().type(row.id())))
						.toList());
			view.put("tops", tops(page));
			view.put("operations", Views.operations(page.root().type(), page.root().uri(), page));
		}
		else {
			Map<String, List<ServiceModel.SearchItem>> found = new LinkedHashMap<>();
			model.search(query)
				.forEach((item) -> found.computeIfAbsent(item.type(), (type) -> new ArrayList<>()).add(item));
			int start = Pages.start(page.start(), PAGE, found.size());
			view.put("pages", Pages.of(start, PAGE, found.size(), (from) -> page.links().search(query, from)));
			view.put("found",
					part(List.copyOf(found.entrySet()), start).stream()
						.map((type) -> Found.of(type.getKey(), type.getValue(), page))
						.toList());
		}
		return page.reply("service", page.name(), view);
	}

	private static String anchor(ServiceModel.SearchItem item) {
		return switch (item.kind()) {
			case "type" -> "";
			case "parameter" -> "#operation-" + Links.encoded(item.name().substring(0, item.name().indexOf('(')));
			default -> "#" + item.kind() + "-" + Links.encoded(item.name());
		};
	}

	private static <T> List<T> part(List<T> all, int start) {
		int from = Math.min(start, all.size());
		return all.subList(from, Math.min(from + PAGE, all.size()));
	}

	/** Return the links of the root, without requests for the linked resources. */
	private static List<Top> tops(ServicePage page) {
		List<Top> tops = new ArrayList<>();
		JavaExpressions.RootLinks links = JavaExpressions.RootLinks.of(page.root());
		links.entries().forEach((name, uri) -> tops.add(new Top(name, false, page.links().resource(uri))));
		links.collections()
			.forEach((name, collection) -> tops.add(new Top(name, true, page.links().resource(collection.uri()))));
		return tops;
	}

	static Reply type(ServicePage page) {
		TypeDescription type = page.root().type(page.param("id"));
		boolean root = type.equals(page.root().type());
		URI resource = root ? page.root().uri() : topLevel(page.root(), type);
		Map<String, Object> view = new HashMap<>();
		view.put("uri", type.uri().toString());
		view.put("documentation", type.documentation().orElse(""));
		view.put("collection", type.isCollection());
		type.entryType().ifPresent((entry) -> {
			view.put("entryType", entry.id());
			view.put("entryTypeLink", page.links().type(entry.id()));
		});
		view.put("attributes", type.isCollection() ? List.of() : Views.values(type.attributes(), page.links()));
		view.put("links", type.isCollection() ? List.of() : Views.links(type, page.links()));
		view.put("operations", Views.operations(type, resource, page));
		page.java().type(type).ifPresent((java) -> view.put("java", java));
		view.put("reachable", page.model().graph().path(type.id()).isPresent());
		if (resource != null) {
			view.put("resourceLink", root ? page.links().overview() : page.links().resource(resource));
		}
		view.put("neighbours", page.links().neighbours(type.id()));
		view.put("linkedFrom",
				page.model()
					.graph()
					.to(type.id())
					.entrySet()
					.stream()
					.map((from) -> new Neighbour(from.getKey(), page.links().type(from.getKey()),
							String.join(", ", from.getValue())))
					.toList());
		return page.reply("type", type.id(), view);
	}

	/** Return the top-level collection or entry of a type, {@code null} for none. */
	private static @Nullable URI topLevel(ServiceRoot root, TypeDescription type) {
		JavaExpressions.RootLinks links = JavaExpressions.RootLinks.of(root);
		for (LinkDescription link : root.type().links()) {
			if (link.type().filter(type::equals).isPresent()) {
				URI uri = (link.kind() == LinkDescription.Kind.COLLECTION)
						? Optional.ofNullable(links.collections().get(link.name()))
							.map(EntryCollection::uri)
							.orElse(null)
						: links.entries().get(link.name());
				if (uri != null) {
					return uri;
				}
			}
		}
		return null;
	}

	static Reply graph(ServicePage page) {
		List<Node> types = page.model()
			.types()
			.stream()
			.map((type) -> new Node(type.id(), type.kind(), page.links().type(type.id()),
					page.model().graph().from(type.id())))
			.toList();
		Map<String, Object> view = Map.of("types", types, "typePage", page.links().type(""));
		return page.reply("graph", "Types and their links", view);
	}

	/**
	 * A type in the results of a search, with its members that match.
	 *
	 * @param summary the documentation of the type, empty if only members match
	 * @param first the best members
	 * @param more the other members
	 */
	record Found(String type, String link, String summary, List<Member> first, List<Member> more) {

		private static final int MAX_FIRST = 3;

		private static Found of(String type, List<ServiceModel.SearchItem> items, ServicePage page) {
			String link = page.links().type(type);
			List<Member> members = items.stream()
				.filter((item) -> !item.kind().equals("type"))
				.map((item) -> new Member(item, link + anchor(item)))
				.toList();
			String summary = items.stream()
				.filter((item) -> item.kind().equals("type"))
				.map(ServiceModel.SearchItem::summary)
				.findFirst()
				.orElse("");
			int shown = Math.min(MAX_FIRST, members.size());
			return new Found(type, link, summary, members.subList(0, shown), members.subList(shown, members.size()));
		}

	}

	/**
	 * An attribute, link, operation or parameter in the results of a search.
	 */
	record Member(ServiceModel.SearchItem item, String link) {

	}

	/**
	 * A top-level link.
	 */
	record Top(String name, boolean collection, String link) {

	}

	/**
	 * A type that links to another.
	 *
	 * @param names the names of its links to that type
	 */
	record Neighbour(String type, String link, String names) {

	}

	/**
	 * A type of the graph.
	 */
	record Node(String id, String kind, String link, List<TypeGraph.Link> links) {

	}

}
