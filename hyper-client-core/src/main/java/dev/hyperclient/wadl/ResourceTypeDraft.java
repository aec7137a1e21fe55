package dev.hyperclient.wadl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A resource type with unresolved references to representations, which may be used before
 * they are defined.
 */
record ResourceTypeDraft(List<MethodDraft> methods, @Nullable String documentation) {

	ResourceType complete(TypeUri uri, Map<String, RepresentationDefinition> definitions) {
		List<WadlMethod> methods = new ArrayList<>(this.methods.size());
		for (MethodDraft method : this.methods) {
			methods.add(method.complete(definitions));
		}
		ResourceType.Content content = new ResourceType.Content(methods, this.documentation);
		return new ResourceType(uri, () -> content);
	}

	/**
	 * A method of the type.
	 */
	record MethodDraft(@Nullable String id, String name, Message request, Message response,
			@Nullable String documentation) {

		WadlMethod complete(Map<String, RepresentationDefinition> definitions) {
			return new WadlMethod(this.id, this.name, this.request.params, this.request.complete(definitions),
					this.response.params, this.response.complete(definitions), this.documentation);
		}

	}

	/**
	 * A request or a response.
	 */
	record Message(List<Param> params, List<RepresentationDraft> representations) {

		Message() {
			this(new ArrayList<>(0), new ArrayList<>(0));
		}

		private List<RepresentationDefinition> complete(Map<String, RepresentationDefinition> definitions) {
			List<RepresentationDefinition> completed = new ArrayList<>(this.representations.size());
			for (RepresentationDraft draft : this.representations) {
				completed.add(draft.complete(definitions));
			}
			return completed;
		}

	}

	/**
	 * A representation in a message.
	 */
	sealed interface RepresentationDraft {

		RepresentationDefinition complete(Map<String, RepresentationDefinition> definitions);

	}

	/**
	 * Defined in place.
	 */
	record Inline(RepresentationDefinition definition) implements RepresentationDraft {

		@Override
		public RepresentationDefinition complete(Map<String, RepresentationDefinition> definitions) {
			return this.definition;
		}

	}

	/**
	 * A reference to a definition whose id exists.
	 */
	record Named(String id) implements RepresentationDraft {

		@Override
		public RepresentationDefinition complete(Map<String, RepresentationDefinition> definitions) {
			RepresentationDefinition definition = definitions.get(this.id);
			if (definition == null) {
				throw new IllegalStateException("Unchecked reference to '" + this.id + "'");
			}
			return definition;
		}

	}

}
