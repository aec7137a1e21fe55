package dev.hyperclient.typed;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.hyperclient.LinkDescription;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ParamType;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.text.LinkName;

/**
 * Compares the description of a service with what a client was generated from. What the
 * service has in addition is no difference.
 * <p>
 * Each type is a text: the id of the type and a line for each member, whose fields are
 * separated by tabs: {@code a}, the type of the value (empty if it does not matter),
 * name; {@code l}, the kind, the type of the target, name; {@code o}, name; {@code p},
 * whether required, name of the operation, name.
 * <p>
 * Runs once at each start, so it looks at the parsed description itself: an object of the
 * API for each of thousands of members costs most of the time while the code is cold.
 */
final class DescriptionComparison {

	private static final String COLLECTION = "_collection";

	private final WadlApplication served;

	private final List<String> differences = new ArrayList<>();

	private DescriptionComparison(WadlApplication served) {
		this.served = served;
	}

	static List<String> differences(ServiceRoot root, List<String> generated) {
		DescriptionComparison comparison = new DescriptionComparison(WadlApplication.of(root.type()));
		generated.forEach(comparison::compareType);
		return List.copyOf(comparison.differences);
	}

	private void compareType(String text) {
		String[] lines = text.split("\n");
		ResourceType type = this.served.findResourceTypeById(lines[0]).orElse(null);
		if (type == null) {
			this.differences.add("The resource type '%s' is missing".formatted(shown(lines[0])));
			return;
		}
		List<WadlMethod> operations = new ArrayList<>();
		Set<String> known = new HashSet<>();
		for (int i = 1; i < lines.length; i++) {
			String[] fields = lines[i].split("\t", -1);
			switch (fields[0]) {
				case "a" -> compareAttribute(type, fields[1], fields[2]);
				case "l" -> compareLink(type, fields[1], fields[2], fields[3]);
				case "o" -> compareOperation(type, fields[1], operations);
				case "p" -> compareParameter(type, fields[2], fields[3]);
				default -> throw new IllegalArgumentException(fields[0]);
			}
			known.add(lines[i]);
		}
		operations.forEach((operation) -> requireKnownParameters(type, operation, known));
	}

	private void compareAttribute(ResourceType type, String value, String name) {
		Optional<Param> attribute = type.attribute(name).filter((param) -> !param.isResourceLink());
		if (attribute.isEmpty()) {
			add(type, hasLink(type, name) ? "the attribute '%s' has become a link".formatted(shown(name))
					: "the attribute '%s' is missing".formatted(shown(name)));
		}
		else if (!value.isEmpty() && !typeOf(attribute.get()).equals(value)) {
			add(type, "the type of the attribute '%s' was %s and is %s".formatted(shown(name), value,
					typeOf(attribute.get())));
		}
	}

	private static String typeOf(Param attribute) {
		return (attribute.type() == ParamType.BINARY) ? ValueDescription.Type.FILE.name() : attribute.type().name();
	}

	private static boolean hasLink(ResourceType type, String name) {
		return link(type, name, false).isPresent() || link(type, name, true).isPresent();
	}

	private static Optional<Param> link(ResourceType type, String name, boolean collection) {
		// The first would belong to a collection with another name.
		return (!collection && name.endsWith(COLLECTION)) ? Optional.empty()
				: type.attribute(name + (collection ? LinkName.COLLECTION_SUFFIX : LinkName.SUFFIX))
					.filter(Param::isResourceLink);
	}

	private void compareLink(ResourceType type, String kind, String target, String name) {
		boolean collection = kind.equals(LinkDescription.Kind.COLLECTION.name());
		Optional<Param> link = link(type, name, collection);
		if (link.isEmpty()) {
			add(type,
					(hasLink(type, name) || type.attribute(name).isPresent())
							? "'%s' is no longer a link of the kind %s".formatted(shown(name), kind)
							: "the link '%s' is missing".formatted(shown(name)));
			return;
		}
		Optional<ResourceType> servedTarget = link.get().linkType().flatMap(this.served::findResourceType);
		String servedKind = collection ? kind
				: servedTarget.map(DescriptionComparison::kind).orElse(LinkDescription.Kind.ENTRY).name();
		String servedId = servedTarget.map(ResourceType::id).orElse("");
		if (!servedKind.equals(kind)) {
			add(type, "the kind of the link '%s' was %s and is %s".formatted(shown(name), kind, servedKind));
		}
		else if (!servedId.equals(target)) {
			add(type, "the link '%s' led to '%s' and leads to '%s'".formatted(shown(name), shown(target),
					shown(servedId)));
		}
	}

	/** A file has no JSON representation. */
	private static LinkDescription.Kind kind(ResourceType target) {
		return target.representation().isPresent() ? LinkDescription.Kind.ENTRY : LinkDescription.Kind.FILE;
	}

	private void compareOperation(ResourceType type, String name, List<WadlMethod> operations) {
		type.operation(name)
			.ifPresentOrElse(operations::add, () -> add(type, "the operation '%s' is missing".formatted(shown(name))));
	}

	private void compareParameter(ResourceType type, String operation, String name) {
		WadlMethod described = type.operation(operation).orElse(null);
		if (described == null) {
			return;
		}
		for (Param param : described.operationParams()) {
			if (param.name().equals(name) && param.fixed() == null) {
				return;
			}
		}
		add(type, "the parameter '%s' of the operation '%s' is missing".formatted(shown(name), shown(operation)));
	}

	/** A client cannot know an argument that is required since it was generated. */
	private void requireKnownParameters(ResourceType type, WadlMethod operation, Set<String> known) {
		String name = operation.operationName().orElse("");
		for (Param param : operation.operationParams()) {
			if (param.required() && param.fixed() == null
					&& !known.contains("p\ttrue\t" + name + "\t" + param.name())) {
				add(type, "the operation '%s' requires the argument '%s'".formatted(shown(name), shown(param.name())));
			}
		}
	}

	private void add(ResourceType type, String difference) {
		this.differences.add("%s: %s".formatted(shown(type.id()), difference));
	}

	private static String shown(String name) {
		return PrintableText.line(name);
	}

}
