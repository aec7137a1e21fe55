package dev.hyperclient.testservice;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An attribute, a link or a parameter in a description.
 *
 * @param key the JSON key, or the name of the parameter
 * @param kind the kind
 * @param required whether an argument is required
 * @param options the permitted values, empty if any value is permitted
 * @param target the id of the linked type, or {@code null} if there is none
 */
record DescribedValue(String key, Kind kind, boolean required, List<String> options, @Nullable String target) {

	private static final String LINK = "_link";

	private static final String COLLECTION = "_collection_link";

	static DescribedValue of(String key, @Nullable String type, boolean required, List<String> options,
			@Nullable String target) {
		return new DescribedValue(key, kind(key, type, target), required, options, target);
	}

	private static Kind kind(String key, @Nullable String type, @Nullable String target) {
		if (WadlDocument.HOSTED_FILE.equals(target) || "binary".equals(type)) {
			return Kind.FILE;
		}
		if (target != null) {
			return key.endsWith(COLLECTION) ? Kind.COLLECTION : Kind.ENTRY;
		}
		String local = (type != null) ? type.substring(type.indexOf(':') + 1) : "";
		return switch (local) {
			case "date" -> Kind.DATE;
			case "dateTime" -> Kind.DATE_TIME;
			default -> Kind.ANY;
		};
	}

	/**
	 * Return the name of an attribute without the suffix of a link.
	 * @return the name
	 */
	String name() {
		if (this.kind == Kind.COLLECTION) {
			return this.key.substring(0, this.key.length() - COLLECTION.length());
		}
		boolean link = (this.kind == Kind.ENTRY || this.kind == Kind.FILE) && this.key.endsWith(LINK)
				&& !this.key.equals("self_link");
		return link ? this.key.substring(0, this.key.length() - LINK.length()) : this.key;
	}

	/**
	 * The kind of a value. A description does not distinguish texts, numbers, booleans,
	 * lists and objects.
	 */
	enum Kind {

		ANY, DATE, DATE_TIME, ENTRY, COLLECTION, FILE

	}

}
