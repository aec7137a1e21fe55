package dev.hyperclient.test;

import java.io.ByteArrayInputStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

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
				.flatMap(RepresentationDefinition::id)
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
