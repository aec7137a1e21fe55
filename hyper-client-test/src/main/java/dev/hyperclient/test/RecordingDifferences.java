package dev.hyperclient.test;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.RepresentationDefinition;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.text.LinkName;
import tools.jackson.databind.JsonNode;

/**
 * Compares a recording with the present service. Not thread-safe.
 */
final class RecordingDifferences {

	private final List<String> differences = new ArrayList<>();

	List<String> list() {
		return List.copyOf(this.differences);
	}

	void add(String difference) {
		this.differences.add(difference);
	}

	/**
	 * Compare two descriptions by the kind of each type, attribute, operation and
	 * parameter.
	 */
	void compare(WadlApplication recorded, WadlApplication present) {
		compare(parts(recorded), parts(present));
	}

	private void compare(Map<String, String> recorded, Map<String, String> present) {
		missing(recorded, present, "removed");
		missing(present, recorded, "added");
		recorded.forEach((part, kind) -> {
			String now = present.get(part);
			if (now != null && !now.equals(kind) && !now.isEmpty() && !kind.isEmpty()) {
				this.differences.add("changed: %s was %s and is %s".formatted(part, kind, now));
			}
		});
	}

	/**
	 * Add the parts that one side does not have, without what is in them.
	 */
	private void missing(Map<String, String> from, Map<String, String> other, String change) {
		String last = null;
		for (Map.Entry<String, String> part : from.entrySet()) {
			boolean inside = last != null && part.getKey().startsWith(last + " ");
			if (!inside && !other.containsKey(part.getKey())) {
				last = part.getKey();
				this.differences.add(
						"%s: %s%s".formatted(change, last, part.getValue().isEmpty() || part.getValue().equals("option")
								? "" : " (" + part.getValue() + ")"));
			}
		}
	}

	/**
	 * Compare two representations. The entries of a page are compared type by type, if
	 * both pages have entries of the type.
	 * @param url the URL of the representations
	 * @param recorded the recorded one
	 * @param present the present one
	 */
	void compare(String url, JsonNode recorded, JsonNode present) {
		Map<String, Map<String, String>> before = attributes(url, recorded);
		Map<String, Map<String, String>> now = attributes(url, present);
		before.keySet().retainAll(now.keySet());
		before.forEach((subject, kinds) -> compare(kinds, now.getOrDefault(subject, Map.of())));
	}

	private static Map<String, Map<String, String>> attributes(String url, JsonNode body) {
		Map<String, Map<String, String>> attributes = new TreeMap<>();
		String subject = "'" + url + "'";
		Map<String, String> own = attributes.computeIfAbsent(subject, (added) -> new TreeMap<>());
		own.put(subject, kind(body));
		add(subject, body, own);
		body.path("entries").forEach((entry) -> {
			String type = entry.path(LinkName.TYPE).asString("");
			String entries = "%s entries of the type '%s'".formatted(subject, type.substring(type.indexOf('#') + 1));
			add(entries, entry, attributes.computeIfAbsent(entries, (added) -> new TreeMap<>()));
		});
		return attributes;
	}

	private static void add(String subject, JsonNode body, Map<String, String> attributes) {
		body.properties()
			.stream()
			.filter((member) -> !isPaging(member.getKey()))
			.forEach((member) -> attributes.merge(subject + " attribute '" + member.getKey() + "'",
					kind(member.getValue()), (known, added) -> known.isEmpty() ? added : known));
	}

	/** These depend on the number of entries. */
	private static boolean isPaging(String key) {
		return key.equals("next_collection_link") || key.equals("prev_collection_link") || key.startsWith("total_size");
	}

	private static String kind(JsonNode value) {
		if (value.isString()) {
			return value.stringValue().equals(RecordedContent.REDACTED) ? "" : "text";
		}
		if (value.isNumber()) {
			return "number";
		}
		if (value.isBoolean()) {
			return "boolean";
		}
		if (value.isArray()) {
			return "list";
		}
		return value.isObject() ? "object" : "";
	}

	/**
	 * Return the parts of a description.
	 * @param application the description
	 * @return the kinds by part. A part precedes those that it contains, whose names
	 * begin with it and a blank
	 */
	private static Map<String, String> parts(WadlApplication application) {
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
