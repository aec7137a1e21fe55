package dev.hyperclient.internal.generator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * Inserts rules into the text of an overlay, at the beginning of the objects that contain
 * them. All else stays as it is, with comments and formatting. The overlay is valid.
 */
final class OverlayEditor {

	private static final String TYPES = "types";

	private static final String INDENT = "  ";

	private static final String BYTE_ORDER_MARK = "\uFEFF";

	private final String text;

	/** The offsets after the beginnings of the objects. */
	private final Map<List<String>, Integer> objects = new HashMap<>();

	/** The names of the members of each object that has any. */
	private final Map<List<String>, Set<String>> members = new HashMap<>();

	private final SortedMap<Integer, String> insertions = new TreeMap<>();

	OverlayEditor(String text) {
		this.text = text;
		int start = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length() : 0;
		List<String> path = new ArrayList<>();
		try (JsonParser json = OverlayReader.JSON.createParser(ObjectReadContext.empty(), text.substring(start))) {
			for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
				if (token == JsonToken.PROPERTY_NAME) {
					this.members.computeIfAbsent(List.copyOf(path), (key) -> new HashSet<>()).add(json.currentName());
					path.add(json.currentName());
				}
				else if (token == JsonToken.START_OBJECT) {
					this.objects.put(List.copyOf(path), start + (int) json.currentTokenLocation().getCharOffset() + 1);
				}
				else if (!path.isEmpty()) {
					path.remove(path.size() - 1);
				}
			}
		}
	}

	/** Return the text with rules by their paths, which have no type there. */
	String insert(SortedMap<String, SortedMap<String, Rule>> rules) {
		Node root = new Node();
		rules.forEach((type, members) -> members
			.forEach((member, rule) -> root.add(List.of(TYPES, type), member.split("/"), rule)));
		insert(List.of(), root);
		StringBuilder edited = new StringBuilder(this.text);
		new TreeMap<>(this.insertions).descendingMap().forEach(edited::insert);
		return edited.toString();
	}

	private void insert(List<String> path, Node node) {
		Map<String, String> added = new LinkedHashMap<>(node.members);
		added.keySet().removeAll(this.members.getOrDefault(path, Set.of()));
		node.children.forEach((name, child) -> {
			List<String> childPath = Stream.concat(path.stream(), Stream.of(name)).toList();
			if (this.objects.containsKey(childPath)) {
				insert(childPath, child);
			}
			else {
				added.put(name, child.text(path.size() + 1));
			}
		});
		insert(path, added, node.children.isEmpty());
	}

	private void insert(List<String> path, Map<String, String> added, boolean rule) {
		if (added.isEmpty()) {
			return;
		}
		int offset = this.objects.getOrDefault(path, 0);
		boolean empty = !this.members.containsKey(path);
		String rest = this.text.substring(offset).lines().findFirst().orElse("").strip();
		String indent = "\n" + INDENT.repeat(path.size() + 1);
		String inserted;
		if (rule) {
			inserted = " " + joined(added, ", ") + ",";
		}
		else if (empty) {
			inserted = indent + joined(added, "," + indent) + (rest.isEmpty() ? "" : "\n" + INDENT.repeat(path.size()));
		}
		else {
			inserted = indent + joined(added, "," + indent) + "," + (rest.isEmpty() ? "" : indent);
			inserted = rest.isEmpty() ? inserted.replace(indent, "\n" + indentAfter(offset)) : inserted;
		}
		this.insertions.put(offset, this.text.contains("\r\n") ? inserted.replace("\n", "\r\n") : inserted);
	}

	/** Return the indentation of the lines after an offset, which have content. */
	private String indentAfter(int offset) {
		String line = this.text.substring(offset)
			.lines()
			.skip(1)
			.filter((next) -> !next.isBlank())
			.findFirst()
			.orElse("");
		return line.substring(0, line.length() - line.stripLeading().length());
	}

	/** Return an object on lines of its own. */
	private static String object(int level, Map<String, String> members) {
		String indent = "\n" + INDENT.repeat(level + 1);
		return "{" + indent + joined(members, "," + indent) + "\n" + INDENT.repeat(level) + "}";
	}

	private static String joined(Map<String, String> members, String separator) {
		return members.entrySet()
			.stream()
			.map((member) -> quoted(member.getKey()) + ": " + member.getValue())
			.collect(Collectors.joining(separator));
	}

	private static String quoted(String text) {
		return RecordedFiles.MAPPER.writeValueAsString(text);
	}

	/** An object of the file with what is to be added to it. */
	private static final class Node {

		private final Map<String, String> members = new LinkedHashMap<>();

		private final SortedMap<String, Node> children = new TreeMap<>();

		private void add(List<String> start, String[] path, Rule rule) {
			Node node = this;
			for (String name : Stream.concat(start.stream(), Stream.of(path)).toList()) {
				node = node.children.computeIfAbsent(name, (key) -> new Node());
			}
			boolean result = path.length == 2 && path[0].equals("operations");
			node.members.put(result ? "result" : "type", quoted(rule.type()));
			node.members.put("source", quoted(rule.source()));
		}

		private String text(int level) {
			if (this.children.isEmpty()) {
				return "{ %s }".formatted(joined(this.members, ", "));
			}
			Map<String, String> all = new LinkedHashMap<>(this.members);
			this.children.forEach((name, child) -> all.put(name, child.text(level + 1)));
			return object(level, all);
		}

	}

	/**
	 * A new rule.
	 *
	 * @param type the type in the words of the overlay
	 * @param source where the type comes from
	 */
	record Rule(String type, String source) {
	}

}
