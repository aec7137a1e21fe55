package dev.hyperclient.test;

import java.io.ByteArrayInputStream;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hyperclient.internal.text.LinkName;
import dev.hyperclient.internal.text.NameSuggestions;
import dev.hyperclient.wadl.Param;
import dev.hyperclient.wadl.RepresentationDefinition;
import dev.hyperclient.wadl.ResourceType;
import dev.hyperclient.wadl.WadlApplication;
import dev.hyperclient.wadl.WadlMethod;

/**
 * What two descriptions are compared by: the kind of each type, attribute, operation and
 * parameter.
 */
final class RecordedDescription {

	private RecordedDescription() {
	}

	static WadlApplication application(byte[] wadl) {
		return Entries.describedBy(new ByteArrayInputStream(wadl)).description();
	}

	/**
	 * Return the ids of the types of entries.
	 */
	static Set<String> entryTypes(WadlApplication application) {
		return application.resourceTypes()
			.stream()
			.filter((
					type) -> type.representation().flatMap((definition) -> definition.param(LinkName.SELF)).isPresent())
			.map(ResourceType::id)
			.collect(Collectors.toSet());
	}

	/**
	 * Return the names of all attributes, links and parameters.
	 * @return the names without suffixes of links
	 */
	static Set<String> names(WadlApplication application) {
		Set<String> names = new TreeSet<>();
		application.representations()
			.forEach((definition) -> definition.params().forEach((param) -> names.add(LinkName.of(param.name()))));
		operations(application).forEach((operation) -> operation.operationParams()
			.stream()
			.filter((param) -> param.fixed() == null)
			.forEach((param) -> names.add(param.name())));
		return names;
	}

	static Set<String> operationNames(WadlApplication application) {
		return operations(application).flatMap((operation) -> operation.operationName().stream())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static Stream<WadlMethod> operations(WadlApplication application) {
		return application.resourceTypes()
			.stream()
			.flatMap((type) -> type.operationNames().stream().flatMap((name) -> type.operation(name).stream()));
	}

	/**
	 * Require that a description has a name.
	 * @param what what the name denotes
	 * @param name the name
	 * @param known the names that the description has
	 * @throws IllegalArgumentException if it has no such name
	 */
	static void requireKnown(String what, String name, Set<String> known) {
		if (known.contains(name)) {
			return;
		}
		String nearest = known.stream()
			.min(Comparator.comparingInt((candidate) -> NameSuggestions.distance(name, candidate)))
			.map(" The nearest name is '%s'."::formatted)
			.orElse("");
		throw new IllegalArgumentException(
				"The description of the service has no %s '%s'.%s".formatted(what, name, nearest));
	}

	/**
	 * Return the parts of a description.
	 * @param application the description
	 * @return the kinds by part. A part precedes those that it contains, whose names
	 * begin with it and a blank
	 */
	static Map<String, String> parts(WadlApplication application) {
		Map<String, String> parts = new LinkedHashMap<>();
		for (ResourceType type : application.resourceTypes()) {
			String subject = "type '" + type.id() + "'";
			parts.put(subject, standardMethods(type));
			RepresentationDefinition writable = type.methods()
				.stream()
				.filter((method) -> method.name().equals("PATCH"))
				.flatMap((method) -> method.requestRepresentations().stream())
				.findFirst()
				.orElse(null);
			type.representation().map(RepresentationDefinition::params).orElse(List.of()).forEach((param) -> {
				boolean write = writable != null && writable.param(param.name()).isPresent();
				put(parts, subject + " attribute", param, kind(param) + (write ? ", writable" : ""));
			});
			type.operationNames()
				.stream()
				.flatMap((name) -> type.operation(name).stream())
				.forEach((operation) -> putOperation(parts, subject, operation));
		}
		return parts;
	}

	private static void putOperation(Map<String, String> parts, String subject, WadlMethod operation) {
		String name = subject + " operation '" + operation.operationName().orElse("") + "'";
		String result = operation.locationType()
			.map((type) -> " that creates '" + type.getFragment() + "'")
			.or(() -> operation.responseRepresentations()
				.stream()
				.findFirst()
				.map(RepresentationDefinition::id)
				.map((id) -> " that returns '" + id + "'"))
			.orElse("");
		parts.put(name, operation.name() + result);
		operation.operationParams()
			.stream()
			.filter((param) -> param.fixed() == null)
			.forEach((param) -> put(parts, name + " parameter", param,
					kind(param) + (param.required() ? ", required" : "")));
	}

	private static void put(Map<String, String> parts, String prefix, Param param, String kind) {
		String name = prefix + " '" + param.name() + "'";
		parts.put(name, kind);
		param.options().forEach((option) -> parts.put(name + " option '" + option + "'", "option"));
	}

	private static String kind(Param param) {
		return param.linkType()
			.map((type) -> "link to '" + type.getFragment() + "'")
			.orElseGet(() -> switch (param.type()) {
				case ANY -> param.link() ? "URL" : "value";
				case DATE -> "date";
				case DATE_TIME -> "time";
				case BINARY -> "file";
			});
	}

	private static String standardMethods(ResourceType type) {
		Collection<String> methods = type.methods()
			.stream()
			.filter((method) -> method.operationName().isEmpty())
			.map(WadlMethod::name)
			.collect(Collectors.toCollection(TreeSet::new));
		return String.join(" ", methods);
	}

}
