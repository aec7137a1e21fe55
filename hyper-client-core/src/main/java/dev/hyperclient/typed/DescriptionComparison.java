package dev.hyperclient.typed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.hyperclient.LinkDescription;
import dev.hyperclient.OperationDescription;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.internal.text.PrintableText;

/**
 * Compares the description of a service with what a client was generated from. What the
 * service has in addition is no difference.
 * <p>
 * Each type is a text: the id of the type and a line for each member, whose fields are
 * separated by tabs: {@code a}, the type of the value, name; {@code l}, the kind, the
 * type of the target, name; {@code o}, name; {@code p}, whether required, name of the
 * operation, name.
 */
final class DescriptionComparison {

	private final Map<String, TypeDescription> served;

	private final List<String> differences = new ArrayList<>();

	private DescriptionComparison(ServiceRoot root) {
		this.served = root.types().stream().collect(Collectors.toMap(TypeDescription::id, Function.identity()));
	}

	static List<String> differences(ServiceRoot root, List<String> generated) {
		DescriptionComparison comparison = new DescriptionComparison(root);
		generated.forEach(comparison::compareType);
		return List.copyOf(comparison.differences);
	}

	private void compareType(String text) {
		List<String> lines = text.lines().toList();
		String id = lines.get(0);
		TypeDescription type = this.served.get(id);
		if (type == null) {
			this.differences.add("The resource type '%s' is missing".formatted(shown(id)));
			return;
		}
		lines.stream().skip(1).map((line) -> line.split("\t")).forEach((fields) -> compareMember(type, fields));
		requireKnownParameters(type, lines);
	}

	private void compareMember(TypeDescription type, String[] fields) {
		switch (fields[0]) {
			case "a" -> compareAttribute(type, fields[1], fields[2]);
			case "l" -> compareLink(type, fields[1], fields[2], fields[3]);
			case "o" -> compareOperation(type, fields[1]);
			case "p" -> compareParameter(type, fields[2], fields[3]);
			default -> throw new IllegalArgumentException(fields[0]);
		}
	}

	private void compareAttribute(TypeDescription type, String value, String name) {
		Optional<ValueDescription> attribute = type.attribute(name);
		if (attribute.isEmpty()) {
			add(type, type.link(name).isPresent() ? "the attribute '%s' has become a link".formatted(shown(name))
					: "the attribute '%s' is missing".formatted(shown(name)));
		}
		else if (!attribute.get().type().name().equals(value)) {
			add(type, "the type of the attribute '%s' was %s and is %s".formatted(shown(name), value,
					attribute.get().type()));
		}
	}

	private void compareLink(TypeDescription type, String kind, String target, String name) {
		Optional<LinkDescription> link = type.links()
			.stream()
			.filter((candidate) -> candidate.name().equals(name))
			.filter((candidate) -> isCollection(kind) == isCollection(candidate.kind().name()))
			.findFirst();
		if (link.isEmpty()) {
			add(type,
					type.link(name).isPresent() || type.attribute(name).isPresent()
							? "'%s' is no link of the kind %s any more".formatted(shown(name), kind)
							: "the link '%s' is missing".formatted(shown(name)));
			return;
		}
		String servedKind = link.get().kind().name();
		String servedTarget = link.get().type().map(TypeDescription::id).orElse("");
		if (!servedKind.equals(kind)) {
			add(type, "the kind of the link '%s' was %s and is %s".formatted(shown(name), kind, servedKind));
		}
		else if (!servedTarget.equals(target)) {
			add(type, "the link '%s' led to '%s' and leads to '%s'".formatted(shown(name), shown(target),
					shown(servedTarget)));
		}
	}

	private static boolean isCollection(String kind) {
		return kind.equals(LinkDescription.Kind.COLLECTION.name());
	}

	private void compareOperation(TypeDescription type, String name) {
		if (type.operation(name).isEmpty()) {
			add(type, "the operation '%s' is missing".formatted(shown(name)));
		}
	}

	private void compareParameter(TypeDescription type, String operation, String name) {
		type.operation(operation)
			.filter((described) -> described.parameter(name).isEmpty())
			.ifPresent((described) -> add(type,
					"the parameter '%s' of the operation '%s' is missing".formatted(shown(name), shown(operation))));
	}

	/** A client cannot know an argument that is required since it was generated. */
	private void requireKnownParameters(TypeDescription type, List<String> lines) {
		for (String line : lines) {
			String[] fields = line.split("\t");
			if (fields[0].equals("o") && fields.length > 1) {
				type.operation(fields[1]).ifPresent((operation) -> requireKnownParameters(type, operation, lines));
			}
		}
	}

	private void requireKnownParameters(TypeDescription type, OperationDescription operation, List<String> lines) {
		operation.parameters()
			.stream()
			.filter(ValueDescription::isRequired)
			.filter((parameter) -> !lines.contains("p\ttrue\t" + operation.name() + "\t" + parameter.name()))
			.forEach((parameter) -> add(type, "the operation '%s' requires the argument '%s'"
				.formatted(shown(operation.name()), shown(parameter.name()))));
	}

	private void add(TypeDescription type, String difference) {
		this.differences.add("%s: %s".formatted(shown(type.id()), difference));
	}

	private static String shown(String name) {
		return PrintableText.line(name);
	}

}
