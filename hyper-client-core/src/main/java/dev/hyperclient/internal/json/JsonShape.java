package dev.hyperclient.internal.json;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of an object's members, in order: shared by the objects that have the same
 * names, such as all entries of a type.
 */
final class JsonShape {

	private final List<String> names;

	private final Map<String, Integer> positions;

	JsonShape(List<String> names) {
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
