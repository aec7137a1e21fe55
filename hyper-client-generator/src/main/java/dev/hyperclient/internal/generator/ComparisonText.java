package dev.hyperclient.internal.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.ValueDescription;
import dev.hyperclient.internal.description.ParamType;
import dev.hyperclient.internal.generator.ClientModel.AttributeModel;
import dev.hyperclient.internal.generator.ClientModel.OperationModel;
import dev.hyperclient.internal.generator.ClientModel.TypeModel;

/**
 * Writes what a client was generated from, for the comparison with the description that
 * the service serves. {@code DescriptionComparison} reads it.
 */
final class ComparisonText {

	/** A constant of a class has at most 65,535 bytes. */
	private static final int MAX_LENGTH = 20_000;

	private ComparisonText() {
	}

	static List<String> of(ClientModel model) {
		List<String> texts = new ArrayList<>();
		model.types().forEach((type) -> add(texts, type));
		return texts;
	}

	private static void add(List<String> texts, TypeModel type) {
		List<String> parts = new ArrayList<>();
		for (AttributeModel attribute : type.attributes()) {
			if (attribute.described() != null) {
				// A type that the overlay decides about does not depend on the
				// description.
				add(parts, "a", attribute.corrected() ? "" : type(attribute.described()), attribute.name());
			}
		}
		type.links().forEach((link) -> add(parts, "l", link.kind().name(), link.described(), link.name()));
		type.operations().forEach((operation) -> parts.add(operation(operation)));
		StringBuilder text = new StringBuilder(type.id());
		for (String part : parts) {
			if (text.length() + part.length() > MAX_LENGTH) {
				texts.add(text.toString());
				text = new StringBuilder(type.id());
			}
			text.append(part.startsWith("\n") ? "" : "\n").append(part);
		}
		texts.add(text.toString());
	}

	private static String operation(OperationModel operation) {
		List<String> lines = new ArrayList<>();
		add(lines, "o", operation.name());
		Stream.of(operation.required(), operation.optional())
			.flatMap(List::stream)
			.forEach((parameter) -> add(lines, "p", String.valueOf(parameter.described()), operation.name(),
					parameter.name()));
		return "\n" + String.join("\n", lines);
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
		return ((type == ParamType.BINARY) ? ValueDescription.Type.FILE : ValueDescription.Type.valueOf(type.name()))
			.name();
	}

}
