package dev.hyperclient.generator;

import java.util.List;

import dev.hyperclient.generator.ClientModel.AttributeModel;

/**
 * How many attributes have a type, from the description or a rule.
 *
 * @param classes the number of generated classes
 * @param attributes the number of attributes of entries. Links to entries, collections
 * and files are not counted: their types are always described
 * @param typed the number of attributes with a type; the getters of the others return
 * {@code Object}
 */
public record TypeCoverage(int classes, int attributes, int typed) {

	static TypeCoverage of(ClientModel model) {
		List<AttributeModel> attributes = model.entries()
			.stream()
			.flatMap((type) -> type.attributes().stream())
			.toList();
		long typed = attributes.stream().filter((attribute) -> attribute.value().kind() != ValueKind.ANY).count();
		return new TypeCoverage(model.types().size() + model.options().size(), attributes.size(), (int) typed);
	}

	TypeCoverage plus(int rules) {
		return new TypeCoverage(this.classes, this.attributes, this.typed + rules);
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
		return "%d classes, %d attributes: %d typed, %d untyped".formatted(this.classes, this.attributes, this.typed,
				untyped());
	}

}
