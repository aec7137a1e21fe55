package dev.hyperclient.wadl;

import java.util.ArrayList;
import java.util.List;

/**
 * Names of the params of a representation in the API. Links to entries and collections
 * are named without their suffix; all other params, including {@code self_link} and URLs
 * outside of the service, are attributes with their full name.
 */
record FieldNames(List<String> attributes, List<String> entries, List<String> collections) {

	static final FieldNames NONE = new FieldNames(List.of(), List.of(), List.of());

	private static final String ENTRY_SUFFIX = "_link";

	private static final String COLLECTION_SUFFIX = "_collection_link";

	static FieldNames of(List<Param> params) {
		List<String> attributes = new ArrayList<>();
		List<String> entries = new ArrayList<>();
		List<String> collections = new ArrayList<>();
		for (Param param : params) {
			String name = param.name();
			if (param.target() == null || name.equals("self_link") || !name.endsWith(ENTRY_SUFFIX)) {
				attributes.add(name);
			}
			else if (name.endsWith(COLLECTION_SUFFIX)) {
				collections.add(withoutSuffix(name, COLLECTION_SUFFIX));
			}
			else {
				entries.add(withoutSuffix(name, ENTRY_SUFFIX));
			}
		}
		return new FieldNames(List.copyOf(attributes), List.copyOf(entries), List.copyOf(collections));
	}

	private static String withoutSuffix(String name, String suffix) {
		return name.substring(0, name.length() - suffix.length());
	}

}
