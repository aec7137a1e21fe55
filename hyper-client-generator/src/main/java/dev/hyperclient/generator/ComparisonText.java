package dev.hyperclient.generator;

import java.util.ArrayList;
import java.util.List;

import dev.hyperclient.ValueDescription;
import dev.hyperclient.generator.ClientModel.AttributeModel;
import dev.hyperclient.generator.ClientModel.LinkModel;
import dev.hyperclient.generator.ClientModel.OperationModel;
import dev.hyperclient.generator.ClientModel.ParameterModel;
import dev.hyperclient.wadl.ParamType;

/**
 * Writes what a client was generated from, for the comparison with the description that
 * the service serves. {@code DescriptionComparison} reads it.
 */
final class ComparisonText {

	/** A constant of a class has at most 65,535 bytes. */
	private static final int MAX_LENGTH = 20_000;

	private final List<String> types = new ArrayList<>();

	private ComparisonText() {
	}

	static List<String> of(ClientModel model) {
		ComparisonText text = new ComparisonText();
		text.add(model.root().id(), List.of(), model.root().links(), model.root().operations());
		model.entries().forEach((entry) -> text.add(entry.id(), entry.attributes(), entry.links(), entry.operations()));
		model.collections()
			.forEach((collection) -> text.add(collection.id(), List.of(), List.of(), collection.operations()));
		return text.types;
	}

	private void add(String id, List<AttributeModel> attributes, List<LinkModel> links,
			List<OperationModel> operations) {
		List<String> lines = new ArrayList<>();
		for (AttributeModel attribute : attributes) {
			if (attribute.described() != null) {
				// A type that the overlay decides about does not depend on the
				// description.
				add(lines, "a", attribute.corrected() ? "" : type(attribute.described()), attribute.name());
			}
		}
		links.forEach((link) -> add(lines, "l", link.kind().name(), link.described(), link.name()));
		StringBuilder text = new StringBuilder(id);
		for (String line : lines) {
			if (text.length() + line.length() > MAX_LENGTH) {
				this.types.add(text.toString());
				text = new StringBuilder(id);
			}
			text.append('\n').append(line);
		}
		for (OperationModel operation : operations) {
			String described = operation(operation);
			if (text.length() + described.length() > MAX_LENGTH) {
				this.types.add(text.toString());
				text = new StringBuilder(id);
			}
			text.append(described);
		}
		this.types.add(text.toString());
	}

	private static String operation(OperationModel operation) {
		List<String> lines = new ArrayList<>();
		add(lines, "o", operation.name());
		operation.required().forEach((parameter) -> add(lines, operation, parameter));
		operation.optional().forEach((parameter) -> add(lines, operation, parameter));
		return "\n" + String.join("\n", lines);
	}

	private static void add(List<String> lines, OperationModel operation, ParameterModel parameter) {
		add(lines, "p", String.valueOf(parameter.described()), operation.name(), parameter.name());
	}

	private static void add(List<String> lines, String... fields) {
		for (String field : fields) {
			if (field.indexOf('\t') >= 0 || field.indexOf('\n') >= 0 || field.indexOf('\r') >= 0) {
				return;
			}
		}
		lines.add(String.join("\t", fields));
	}

	private static String type(ParamType type) {
		return switch (type) {
			case ANY -> ValueDescription.Type.ANY.name();
			case DATE -> ValueDescription.Type.DATE.name();
			case DATE_TIME -> ValueDescription.Type.DATE_TIME.name();
			case BINARY -> ValueDescription.Type.FILE.name();
		};
	}

}
