package dev.hyperclient.internal.rule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Rules by host and by the literal segments that their paths begin with. A request is
 * compared with few of them, whatever their number.
 */
final class RuleIndex {

	private final Map<String, Node> hosts = new HashMap<>();

	private boolean hasDomains;

	void add(CompiledRule rule) {
		RulePattern pattern = rule.pattern();
		Node node = this.hosts.computeIfAbsent(pattern.host(), (host) -> new Node());
		for (String segment : pattern.literals()) {
			node.lengths |= 1L << segment.length();
			node = node.children.computeIfAbsent(segment, (name) -> new Node());
		}
		node.rules.add(rule);
		this.hasDomains |= pattern.host().startsWith("*.");
	}

	boolean isEmpty() {
		return this.hosts.isEmpty();
	}

	/**
	 * Return the rules that may match, in order: the host does, and the path begins with
	 * their literal segments.
	 * @param host the host, lower case
	 * @param path the path, decoded
	 */
	List<CompiledRule> candidates(String host, String path) {
		List<CompiledRule> found = add(List.of(), this.hosts.get(host), path);
		if (this.hasDomains) {
			for (int dot = host.indexOf('.', 1); dot >= 0; dot = host.indexOf('.', dot + 1)) {
				found = add(found, this.hosts.get("*" + host.substring(dot)), path);
			}
		}
		return host.equals(RulePattern.ANY_HOST) ? found : add(found, this.hosts.get(RulePattern.ANY_HOST), path);
	}

	private static List<CompiledRule> add(List<CompiledRule> others, @Nullable Node root, String path) {
		List<CompiledRule> found = others;
		Node node = root;
		int start = 1;
		while (node != null) {
			found = merge(found, node.rules);
			if (start >= path.length() || node.children.isEmpty()) {
				break;
			}
			int slash = path.indexOf('/', start);
			int end = (slash < 0) ? path.length() : slash;
			node = node.child(path, start, end);
			start = end + 1;
		}
		return found;
	}

	private static List<CompiledRule> merge(List<CompiledRule> some, List<CompiledRule> more) {
		if (some.isEmpty() || more.isEmpty()) {
			return some.isEmpty() ? more : some;
		}
		List<CompiledRule> merged = new ArrayList<>(some);
		merged.addAll(more);
		merged.sort(Comparator.comparingInt(CompiledRule::number));
		return merged;
	}

	/**
	 * The rules whose paths begin with the same literal segments, in order, and those
	 * with one more.
	 */
	private static final class Node {

		private final List<CompiledRule> rules = new ArrayList<>(1);

		private final Map<String, Node> children = new HashMap<>(2);

		/** A bit for each length of their segments, modulo 64. */
		private long lengths;

		/**
		 * Skips the map lookup, and the copy of the segment, if no literal has its
		 * length.
		 */
		private @Nullable Node child(String path, int start, int end) {
			return ((this.lengths & (1L << (end - start))) != 0) ? this.children.get(path.substring(start, end)) : null;
		}

	}

}
