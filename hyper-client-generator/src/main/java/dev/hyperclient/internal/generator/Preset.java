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
		// What a rule refers to may be missing: the description may be older.
		List<Rule> known = overlay.rules()
			.stream()
			.filter((rule) -> rule.correction().type() == null || fields.isKnown(rule.correction().type()))
			.sorted(Comparator.comparingInt(Rule::precision))
			.toList();
		List<Rule> rules = new ArrayList<>();
		for (ResourceType type : application.resourceTypes()) {
			List<Rule> ofType = known.stream().filter((rule) -> Rule.matches(rule.type(), type.id())).toList();
			for (Param attribute : Fields.all(type)) {
				add(rules, ofType, Rule.Subject.ATTRIBUTE, type, Fields.bareName(attribute), attribute);
			}
			for (WadlMethod operation : Fields.operations(type)) {
				String name = operation.operationName().orElseThrow();
				List<Rule> ofOperation = ofType.stream().filter((rule) -> Rule.matches(rule.member(), name)).toList();
				operation.operationParams()
					.forEach((param) -> add(rules, ofOperation, Rule.Subject.PARAMETER, type, name, param));
				boolean described = fields.result(operation).isPresent();
				ofOperation.stream()
					.filter((rule) -> rule.subject() == Rule.Subject.OPERATION)
					.filter((rule) -> !described || rule.correction().type() == null)
					.forEach((rule) -> rules.add(exact(rule, type, name, "")));
			}
		}
		return rules;
	}

	/** Add the rules for an attribute or parameter without a type, and for a link. */
	private static void add(List<Rule> rules, List<Rule> known, Rule.Subject subject, ResourceType type, String member,
			Param param) {
		boolean link = param.isResourceLink();
		if (param.fixed() == null && (link || ValueKind.of(param) == ValueKind.ANY)) {
			String parameter = (subject == Rule.Subject.PARAMETER) ? param.name() : "";
			known.stream()
				.filter((rule) -> rule.subject() == subject && rule.matches(type.id(), member, parameter))
				.filter((rule) -> !(param.required() && rule.correction().isOmitted()))
				// A link has the type that the description says.
				.filter((rule) -> !link || rule.correction().type() == null)
				.forEach((rule) -> rules.add(exact(rule, type, member, parameter)));
		}
	}

	private static Rule exact(Rule rule, ResourceType type, String member, String parameter) {
		return new Rule(rule.subject(), type.id(), member, parameter, rule.correction(), 0);
	}

}
