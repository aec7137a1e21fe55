package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.generator.Overlay.Correction;
import dev.hyperclient.internal.generator.Overlay.Rule;

/**
 * Overlays for known services, which are part of this generator.
 */
final class Preset {

	static final List<String> NAMES = List.of("launchpad");

	private Preset() {
	}

	static byte[] content(String name) {
		try (InputStream content = Objects.requireNonNull(Preset.class.getResourceAsStream(name + ".json"))) {
			return content.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return the rules that apply to a description. The versions of a service differ, and
	 * what a description states itself is not corrected: it may be newer than the preset.
	 * @throws GeneratorException if the description is that of another service
	 */
	static Overlay overlay(String name, Path description, WadlApplication application) {
		OverlayProblems problems = new OverlayProblems(Path.of(name + ".json"));
		Overlay overlay = OverlayReader.read(content(name), problems);
		problems.throwIfAny();
		if (overlay.rules().stream().noneMatch((rule) -> application.findResourceTypeById(rule.type()).isPresent())) {
			throw new GeneratorException(description,
					"has no resource type of the preset '%s', which is for another service; remove 'preset'"
						.formatted(name));
		}
		Map<String, Overlay.Key> keys = new LinkedHashMap<>(overlay.keys());
		keys.keySet().retainAll(application.rootType().svcCollections());
		// The names of lists that the description lacks have no effect.
		Map<String, Overlay.Key> values = new LinkedHashMap<>();
		overlay.values().forEach((className, owner) -> values.put(className, new Overlay.Key(owner.path(), 0)));
		return new Overlay(rules(application, overlay), keys, values);
	}

	/**
	 * Return a rule for each attribute, parameter and result that the description leaves
	 * open. More precise rules come last.
	 */
	private static List<Rule> rules(WadlApplication application, Overlay overlay) {
		Fields fields = new Fields(application, Overlay.NONE);
		List<Rule> rules = new ArrayList<>();
		for (Rule rule : overlay.rules().stream().sorted(Comparator.comparingInt(Rule::precision)).toList()) {
			Correction correction = rule.correction();
			// The description may be older than the preset.
			if (correction.type() == null ? !correction.isOmitted() && !correction.isRequired(false)
					: !fields.isKnown(correction.type())) {
				continue;
			}
			for (ResourceType type : application.resourceTypes()) {
				if (Rule.matches(rule.type(), type.id())) {
					switch (rule.subject()) {
						case TYPE -> {
							// Which types there are is up to the user.
						}
						case ATTRIBUTE -> Fields.all(type)
							.stream()
							.filter((param) -> Rule.matches(rule.member(), Fields.bareName(param)))
							.filter((param) -> isUntyped(param) || isRequiredLink(correction, param))
							.forEach((param) -> rules.add(exact(rule, type, Fields.bareName(param), "")));
						case OPERATION, PARAMETER -> operations(fields, rule, type, rules);
					}
				}
			}
		}
		return rules;
	}

	private static void operations(Fields fields, Rule rule, ResourceType type, List<Rule> rules) {
		for (WadlMethod operation : Fields.operations(type)) {
			String name = operation.operationName().orElseThrow();
			if (!Rule.matches(rule.member(), name)) {
				continue;
			}
			if (rule.subject() == Rule.Subject.PARAMETER) {
				operation.operationParams()
					.stream()
					.filter((param) -> Rule.matches(rule.parameter(), param.name()) && param.fixed() == null
							&& isUntyped(param) && !(param.required() && rule.correction().isOmitted()))
					.forEach((param) -> rules.add(exact(rule, type, name, param.name())));
			}
			else if (fields.result(operation).isEmpty()) {
				rules.add(exact(rule, type, name, ""));
			}
		}
	}

	private static Rule exact(Rule rule, ResourceType type, String member, String parameter) {
		return new Rule(rule.subject(), type.id(), member, parameter, rule.correction(), 0);
	}

	private static boolean isRequiredLink(Correction correction, Param param) {
		return correction.isRequired(false) && correction.type() == null && param.isResourceLink();
	}

	private static boolean isUntyped(Param param) {
		return ValueKind.of(param) == ValueKind.ANY;
	}

}
