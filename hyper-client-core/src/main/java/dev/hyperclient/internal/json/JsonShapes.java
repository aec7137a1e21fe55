package dev.hyperclient.internal.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The shapes of the objects that a reader has read, found by their names in order, so
 * that all objects with the same names share one. The tree of the names is limited: what
 * does not fit has shapes of its own, and a full tree is replaced by an empty one.
 * Thread-safe.
 */
final class JsonShapes {

	/** The maximum number of nodes. */
	static final int MAX_NODES = 4096;

	/** The maximum number of names that may follow a name. */
	private static final int MAX_CHILDREN = 32;

	/** The maximum number of members of a shared shape. */
	private static final int MAX_MEMBERS = 512;

	private static final int MAX_NAME_LENGTH = 100;

	private volatile Node root = new Node(null, "");

	private int nodes;

	/** Return the node of objects without members. */
	Node root() {
		return this.root;
	}

	/**
	 * Add a name behind the names of a node.
	 * @return the node, or {@code null} if the names cannot be shared: there are too many
	 * of them, or an object has the same name twice
	 */
	synchronized @Nullable Node add(Node parent, String name) {
		@Nullable Node present = parent.child(name);
		if (present != null) {
			return present;
		}
		if (parent.size == MAX_MEMBERS || parent.children.length == MAX_CHILDREN || name.length() > MAX_NAME_LENGTH
				|| parent.hasName(name)) {
			return null;
		}
		if (++this.nodes > MAX_NODES) {
			this.root = new Node(null, "");
			this.nodes = 0;
			return null;
		}
		Node child = new Node(parent, name);
		Node[] children = Arrays.copyOf(parent.children, parent.children.length + 1);
		children[children.length - 1] = child;
		parent.children = children;
		return child;
	}

	/**
	 * The names of an object up to one of them.
	 */
	static final class Node {

		private static final Node[] NONE = {};

		private final @Nullable Node parent;

		private final String name;

		private final int size;

		private volatile Node[] children = NONE;

		private volatile @Nullable Shape shape;

		private Node(@Nullable Node parent, String name) {
			this.parent = parent;
			this.name = name;
			this.size = (parent != null) ? parent.size + 1 : 0;
		}

		/** Return the node of these names and another one, {@code null} if it is new. */
		@Nullable Node child(String next) {
			for (Node child : this.children) {
				if (child.name.equals(next)) {
					return child;
				}
			}
			return null;
		}

		/** Return the shape of an object with these names and no more. */
		Shape shape() {
			@Nullable Shape known = this.shape;
			if (known == null) {
				known = new Shape(names());
				this.shape = known;
			}
			return known;
		}

		List<String> names() {
			List<String> names = new ArrayList<>(this.size);
			for (Node node = this; node.parent != null; node = node.parent) {
				names.add(node.name);
			}
			Collections.reverse(names);
			return names;
		}

		private boolean hasName(String other) {
			for (Node node = this; node.parent != null; node = node.parent) {
				if (node.name.equals(other)) {
					return true;
				}
			}
			return false;
		}

	}

	/**
	 * The names of an object's members, in order: shared by the objects that have the
	 * same names, such as all entries of a type.
	 */
	static final class Shape {

		private final List<String> names;

		private final Map<String, Integer> positions;

		Shape(List<String> names) {
			this.names = List.copyOf(names);
			this.positions = new HashMap<>(names.size() * 2);
			for (int i = 0; i < this.names.size(); i++) {
				this.positions.put(this.names.get(i), i);
			}
		}

		int size() {
			return this.names.size();
		}

		String name(int position) {
			return this.names.get(position);
		}

		/** Return the position of a member, -1 if there is none. */
		int position(Object name) {
			return this.positions.getOrDefault(name, -1);
		}

	}

}
