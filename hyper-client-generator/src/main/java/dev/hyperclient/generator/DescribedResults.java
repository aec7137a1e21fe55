package dev.hyperclient.generator;

import java.net.URI;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.generator.ClientModel.ResultModel;
import dev.hyperclient.internal.description.RepresentationDefinition;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlMethod;

/**
 * What the description states about the results of operations.
 */
final class DescribedResults {

	private final WadlApplication application;

	private final Map<RepresentationDefinition, ResourceType> typesByRepresentation = new IdentityHashMap<>();

	DescribedResults(WadlApplication application) {
		this.application = application;
		for (ResourceType type : application.resourceTypes()) {
			type.representation().ifPresent((definition) -> this.typesByRepresentation.putIfAbsent(definition, type));
		}
	}

	/**
	 * A result: {@code CREATED}, {@code ENTRY} or {@code COLLECTION}.
	 */
	record Result(ResultModel.Kind kind, ResourceType type) {

		String text() {
			return switch (this.kind) {
				case CREATED -> "a created entry";
				case COLLECTION -> "a collection";
				default -> "an entry";
			} + " of the type '%s'".formatted(this.type.id());
		}

	}

	/** Return the result of an operation, empty if it is not described. */
	Optional<Result> of(WadlMethod operation) {
		Optional<ResourceType> created = operation.locationType()
			.flatMap((URI reference) -> this.application.findResourceType(reference));
		if (created.isPresent()) {
			return Optional.of(new Result(ResultModel.Kind.CREATED, created.get()));
		}
		for (RepresentationDefinition definition : operation.responseRepresentations()) {
			ResourceType type = this.typesByRepresentation.get(definition);
			if (type != null) {
				return Optional
					.of(new Result(type.isCollection() ? ResultModel.Kind.COLLECTION : ResultModel.Kind.ENTRY, type));
			}
		}
		return Optional.empty();
	}

}
