package dev.hyperclient.wadl;

import java.net.URI;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A resource type with unresolved references to representations.
 */
record ResourceTypeDraft(List<MethodDraft> methods, @Nullable String documentation) {

	ResourceType complete(String id, URI uri, Map<String, RepresentationDefinition> definitions) {
		return new ResourceType(id, uri, this.methods.stream().map((method) -> method.complete(definitions)).toList(),
				this.documentation);
	}

}
