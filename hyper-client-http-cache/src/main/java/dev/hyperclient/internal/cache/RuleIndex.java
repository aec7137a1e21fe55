package dev.hyperclient.internal.cache;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

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
			node = node.children.computeIfAbsent(segment, (name) -> new Node());
		}
		node.rules.add(rule);
		this.hasDomains |= pattern.host().startsWith("*.");
	}

	boolean isEmpty() {
		return this.hosts.isEmpty();
	}

	/**
	 * Return the first rule that satisfies a condition.
	 * @param host the host, lower case
	 * @param path the path, decoded
	 * @param condition called for rules that the host matches, in no order. The path may
	 * not match
	 */
	@Nullable CompiledRule first(String host, String path, Predicate<CompiledRule> condition) {
		CompiledRule found = first(this.hosts.get(host), path, condition, null);
		if (this.hasDomains) {
			for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
				found = first(this.hosts.get("*" + host.substring(dot)), path, condition, found);
			}
		}
		return first(this.hosts.get(RulePattern.ANY_HOST), path, condition, found);
	}

	private static @Nullable CompiledRule first(@Nullable Node root, String path, Predicate<CompiledRule> condition,
			@Nullable CompiledRule other) {
		CompiledRule found = other;
		Node node = root;
		int start = 1;
		while (node != null) {
			for (CompiledRule rule : node.rules) {
				if (found != null && found.number() < rule.number()) {
					break;
				}
				if (condition.test(rule)) {
					found = rule;
				}
			}
			if (start >= path.length() || node.children.isEmpty()) {
				return found;
			}
			int slash = path.indexOf('/', start);
			int end = (slash < 0) ? path.length() : slash;
			node = node.children.get(path.substring(start, end));
			start = end + 1;
		}
		return found;
	}

	/**
	 * The rules whose paths begin with the same literal segments, in order, and those
	 * with one more.
	 */
	private static final class Node {

		private final List<CompiledRule> rules = new ArrayList<>(1);

		private final Map<String, Node> children = new HashMap<>(2);

	}

}
