package dev.hyperclient.explorer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A picture of types and their links: boxes in columns, and curves between them.
 *
 * @param title what the picture shows
 * @param hidden the types that are left out
 */
record TypePicture(String title, int width, int height, List<Box> boxes, List<Curve> curves, List<Hidden> hidden) {

	/** Maximum number of types of a picture of all types. */
	static final int MAX_TYPES = 40;

	private static final int MAX_NEIGHBOURS = 12;

	private static final int BOX_HEIGHT = 46;

	private static final int BOX_GAP = 14;

	private static final int COLUMN_GAP = 90;

	private static final int MARGIN = 12;

	private static final int MAX_LABEL = 26;

	/** The types that link to a type, the type, and the types that it links to. */
	static TypePicture neighbourhood(TypeGraph graph, String type, Links links) {
		Map<String, List<String>> before = grouped(graph.to(type), TypeGraph.Link::from);
		before.remove(type);
		Map<String, List<String>> after = grouped(graph.from(type), TypeGraph.Link::to);
		List<String> own = Objects.requireNonNullElse(after.remove(type), List.of());
		Map<String, List<String>> shownBefore = limited(before);
		Map<String, List<String>> shownAfter = limited(after);
		Layout layout = new Layout(links);
		List<Map<String, List<String>>> columns = Stream.of(shownBefore, Map.of(type, own), shownAfter)
			.filter((column) -> !column.isEmpty())
			.toList();
		int centre = before.isEmpty() ? 0 : 1;
		for (int i = 0; i < columns.size(); i++) {
			layout.add(columns.get(i), i, i == centre ? type : "");
		}
		shownBefore.forEach((id, names) -> layout.connect(0, id, centre, type, names));
		shownAfter.forEach((id, names) -> layout.connect(centre, type, centre + 1, id, names));
		return layout.picture("Types that link to %s, and types that it links to".formatted(type),
				Stream.of(before, after)
					.flatMap((types) -> types.keySet().stream().skip(MAX_NEIGHBOURS))
					.distinct()
					.filter((id) -> !shownBefore.containsKey(id) && !shownAfter.containsKey(id))
					.map((id) -> new Hidden(id, links.type(id)))
					.toList());
	}

	/** Return the names of links by the type at their other end. */
	private static Map<String, List<String>> grouped(List<TypeGraph.Link> links,
			Function<TypeGraph.Link, String> other) {
		return links.stream()
			.collect(Collectors.groupingBy(other, LinkedHashMap::new,
					Collectors.mapping(TypeGraph.Link::name, Collectors.toList())));
	}

	private static Map<String, List<String>> limited(Map<String, List<String>> types) {
		return types.entrySet()
			.stream()
			.limit(MAX_NEIGHBOURS)
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, LinkedHashMap::new));
	}

	/** All types, in columns by their distance from the root. */
	static TypePicture whole(TypeGraph graph, Links links) {
		Map<String, Integer> distances = new LinkedHashMap<>(Map.of(graph.root(), 0));
		Deque<String> next = new ArrayDeque<>(List.of(graph.root()));
		while (!next.isEmpty()) {
			String type = next.remove();
			for (TypeGraph.Link link : graph.from(type)) {
				if (distances.putIfAbsent(link.to(), distances.getOrDefault(type, 0) + 1) == null) {
					next.add(link.to());
				}
			}
		}
		int last = distances.values().stream().max(Integer::compare).orElse(0);
		graph.types().forEach((type) -> distances.putIfAbsent(type, last + 1));
		List<Map<String, List<String>>> columns = new ArrayList<>();
		distances.forEach((type, distance) -> {
			while (columns.size() <= distance) {
				columns.add(new LinkedHashMap<>());
			}
			columns.get(distance).put(type, List.of());
		});
		Layout layout = new Layout(links);
		for (int i = 0; i < columns.size(); i++) {
			layout.add(columns.get(i), i, "");
		}
		distances.forEach((type, distance) -> grouped(graph.from(type), TypeGraph.Link::to).forEach(
				(target, names) -> layout.connect(distance, type, distances.getOrDefault(target, 0), target, names)));
		return layout.picture("All types, in columns by their distance from the root", List.of());
	}

	private static String shortened(String text) {
		return (text.length() <= MAX_LABEL) ? text : text.substring(0, MAX_LABEL - 1) + "…";
	}

	/**
	 * A type.
	 *
	 * @param note the names of links
	 */
	record Box(int x, int y, int width, int height, String label, String note, String title, String link,
			boolean centre) {

	}

	/**
	 * A type that is left out.
	 */
	record Hidden(String name, String link) {

	}

	/**
	 * A line between two types.
	 *
	 * @param path the path of SVG
	 */
	record Curve(String path, String title) {

	}

	/**
	 * Where a type is: one that links both ways is in two columns.
	 */
	private record Place(int column, String type) {

	}

	/**
	 * Places boxes column by column. All columns are centred vertically.
	 */
	private static final class Layout {

		private final Links links;

		private final Map<Place, Box> boxes = new LinkedHashMap<>();

		private final List<Curve> curves = new ArrayList<>();

		private final Map<Integer, Integer> heights = new HashMap<>();

		private final List<Runnable> pending = new ArrayList<>();

		private int width = MARGIN;

		Layout(Links links) {
			this.links = links;
		}

		void add(Map<String, List<String>> types, int column, String centre) {
			int longest = types.keySet().stream().mapToInt((id) -> shortened(id).length()).max().orElse(0);
			int noted = types.values().stream().mapToInt((names) -> note(names).length()).max().orElse(0);
			int boxWidth = 28 + Math.max(longest * 9, noted * 7);
			int y = MARGIN;
			for (Map.Entry<String, List<String>> type : types.entrySet()) {
				String id = type.getKey();
				this.boxes.put(new Place(column, id),
						new Box(this.width, y, boxWidth, BOX_HEIGHT, shortened(id), note(type.getValue()),
								type.getValue().isEmpty() ? id : id + ": " + String.join(", ", type.getValue()),
								this.links.type(id), id.equals(centre)));
				y += BOX_HEIGHT + BOX_GAP;
			}
			this.heights.put(column, y - BOX_GAP + MARGIN);
			this.width += boxWidth + COLUMN_GAP;
		}

		private static String note(List<String> names) {
			if (names.isEmpty()) {
				return "";
			}
			String first = shortened(names.get(0));
			return (names.size() == 1) ? first : first + " and %d more".formatted(names.size() - 1);
		}

		void connect(int fromColumn, String from, int toColumn, String to, List<String> names) {
			this.pending.add(() -> {
				Box start = this.boxes.get(new Place(fromColumn, from));
				Box end = this.boxes.get(new Place(toColumn, to));
				if (start != null && end != null) {
					this.curves
						.add(new Curve(path(start, end), "%s to %s: %s".formatted(from, to, String.join(", ", names))));
				}
			});
		}

		private static String path(Box start, Box end) {
			int startY = start.y() + start.height() / 2;
			int endY = end.y() + end.height() / 2;
			if (start.equals(end)) {
				int right = start.x() + start.width();
				return "M%d %dc34 -16 34 30 0 16".formatted(right, startY - 8);
			}
			boolean forward = end.x() > start.x();
			boolean same = end.x() == start.x();
			int startX = (forward || same) ? start.x() + start.width() : start.x();
			int endX = forward ? end.x() : end.x() + end.width();
			int bend = COLUMN_GAP / 2;
			return "M%d %dC%d %d %d %d %d %d".formatted(startX, startY, startX + ((forward || same) ? bend : -bend),
					startY, endX + (forward ? -bend : bend), endY, endX, endY);
		}

		TypePicture picture(String title, List<Hidden> hidden) {
			int height = this.heights.values().stream().max(Integer::compare).orElse(0);
			this.boxes.replaceAll((place, box) -> {
				int shift = (height - this.heights.getOrDefault(place.column(), height)) / 2;
				return new Box(box.x(), box.y() + shift, box.width(), box.height(), box.label(), box.note(),
						box.title(), box.link(), box.centre());
			});
			this.pending.forEach(Runnable::run);
			// Room for curves on the right of the last column.
			return new TypePicture(title, this.width - COLUMN_GAP + 50, height, List.copyOf(this.boxes.values()),
					this.curves, hidden);
		}

	}

}
