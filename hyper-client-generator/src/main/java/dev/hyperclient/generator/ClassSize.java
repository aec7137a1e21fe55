package dev.hyperclient.generator;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.hyperclient.generator.ClientModel.AttributeModel;
import dev.hyperclient.generator.ClientModel.EntryModel;
import dev.hyperclient.generator.ClientModel.LinkModel;
import dev.hyperclient.generator.ClientModel.OperationModel;

/**
 * Requires that each generated class fits into a class file, which has at most 65,535
 * constants. The number is estimated, and rather too high.
 */
final class ClassSize {

	private static final int MAX_CONSTANTS = 65_000;

	private static final int CONSTANTS_OF_A_CLASS = 500;

	/** The method, its type, and a reference to a constructor as a function. */
	private static final int CONSTANTS_OF_A_MEMBER = 14;

	private final Path description;

	private ClassSize(Path description) {
		this.description = description;
	}

	static void check(ClientModel model, Path description) {
		ClassSize size = new ClassSize(description);
		size.require(model.root().id(), List.of(), model.root().links(), model.root().operations());
		for (EntryModel entry : model.entries()) {
			size.require(entry.id(), entry.attributes(), entry.links(), entry.operations());
		}
		model.collections()
			.forEach((collection) -> size.require(collection.id(), List.of(), List.of(), collection.operations()));
	}

	private void require(String type, List<AttributeModel> attributes, List<LinkModel> links,
			List<OperationModel> operations) {
		int members = links.size() + operations.size();
		long parameters = 0;
		Set<String> texts = new HashSet<>();
		for (AttributeModel attribute : attributes) {
			texts.add(attribute.name());
			texts.add(attribute.getter());
			if (attribute.setter() != null) {
				texts.add(attribute.setter());
			}
			members += (attribute.value().kind() == ValueKind.OPTION) ? 1 : 0;
		}
		for (OperationModel operation : operations) {
			parameters += operation.required().size() + operation.optional().size();
		}
		long constants = CONSTANTS_OF_A_CLASS + texts.size() + attributes.size() + 4 * parameters
				+ (long) CONSTANTS_OF_A_MEMBER * members;
		if (constants > MAX_CONSTANTS) {
			throw new GeneratorException(this.description,
					("the class of the resource type '%s' would have %d attributes, %d links and %d operations, which is too much for a class file; "
							+ "leave out some of them with 'omit' in an overlay")
						.formatted(type, attributes.size(), links.size(), operations.size()));
		}
	}

}
