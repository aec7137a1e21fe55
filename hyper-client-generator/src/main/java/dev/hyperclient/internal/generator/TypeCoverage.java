package dev.hyperclient.internal.generator;

import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.internal.generator.ClientModel.AttributeModel;
import dev.hyperclient.internal.generator.ClientModel.OperationModel;
import dev.hyperclient.internal.generator.ClientModel.ParameterModel;
import dev.hyperclient.internal.generator.ClientModel.ResultModel;
import dev.hyperclient.internal.generator.ClientModel.TypeModel;

/**
 * How many attributes, parameters and results have a type, from the description or a
 * rule.
 *
 * @param classes the number of generated classes
 * @param attributes the number of attributes of entries. Links to entries, collections
 * and files are not counted: their types are always described
 * @param typed the number of attributes with a type; the getters of the others return
 * {@code Object}
 * @param parameters the number of parameters of operations
 * @param typedParameters the number of parameters with a type; the others are
 * {@code Object}
 * @param results the number of operations
 * @param typedResults the number of operations whose result has a type; the others return
 * an {@code OperationResult}
 */
public record TypeCoverage(int classes, int attributes, int typed, int parameters, int typedParameters, int results,
		int typedResults) {

	static TypeCoverage of(ClientModel model) {
		List<AttributeModel> attributes = model.entries()
			.stream()
			.flatMap((type) -> type.attributes().stream())
			.toList();
		List<OperationModel> operations = model.types()
			.stream()
			.map(TypeModel::operations)
			.flatMap(List::stream)
			.toList();
		List<ParameterModel> parameters = operations.stream()
			.flatMap((operation) -> Stream.concat(operation.required().stream(), operation.optional().stream()))
			.toList();
		return new TypeCoverage(model.types().size() + model.options().size(), attributes.size(),
				(int) attributes.stream().filter((attribute) -> attribute.value().kind() != ValueKind.ANY).count(),
				parameters.size(), (int) parameters.stream().filter((parameter) -> !parameter.isUntyped()).count(),
				operations.size(),
				(int) operations.stream()
					.filter((operation) -> operation.result().kind() != ResultModel.Kind.UNKNOWN)
					.count());
	}

	/**
	 * Return the number of attributes without a type.
	 * @return the number
	 */
	public int untyped() {
		return this.attributes - this.typed;
	}

	@Override
	public String toString() {
		return "%d classes; with a type: %d of %d attributes, %d of %d parameters, %d of %d results".formatted(
				this.classes, this.typed, this.attributes, this.typedParameters, this.parameters, this.typedResults,
				this.results);
	}

}
