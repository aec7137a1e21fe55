package dev.hyperclient.wadl;

import java.util.ArrayList;
import java.util.List;

import dev.hyperclient.internal.text.LinkName;

/**
 * Names of the params of a representation in the API. Links to entries and collections
 * are named without their suffix; all other params, including {@code self_link} and URLs
 * outside of the service, are attributes with their full name.
 */
record FieldNames(List<String> attributes, List<String> entries, List<String> collections) {

	static final FieldNames NONE = new FieldNames(List.of(), List.of(), List.of());

	static FieldNames of(List<Param> params) {
		List<String> attributes = new ArrayList<>();
		List<String> entries = new ArrayList<>();
		List<String> collections = new ArrayList<>();
		for (Param param : params) {
			String name = param.name();
			if (!param.isResourceLink()) {
				attributes.add(name);
			}
			else if (name.endsWith(LinkName.COLLECTION_SUFFIX)) {
				collections.add(LinkName.of(name));
			}
			else {
				entries.add(LinkName.of(name));
			}
		}
		return new FieldNames(List.copyOf(attributes), List.copyOf(entries), List.copyOf(collections));
	}

}
