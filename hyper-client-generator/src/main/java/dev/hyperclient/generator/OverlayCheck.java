package dev.hyperclient.generator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.hyperclient.KeyLookup;
import dev.hyperclient.generator.ClientModel.ValueModel;
import dev.hyperclient.generator.Overlay.Correction;
import dev.hyperclient.generator.Overlay.Rule;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ParamType;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.text.NameSuggestions;
import org.jspecify.annotations.Nullable;

/**
 * Requires that each rule of an overlay applies to something that the description has,
 * and is true of the generated client: with another type than that of the description,
 * each call of the method would fail. Where the description has no type, all are allowed.
 */
final class OverlayCheck {

	private static final Set<ValueKind> TEXTS = Set.of(ValueKind.ANY, ValueKind.TEXT);

	private final WadlApplication application;

	private final Overlay overlay;

	private final Fields fields;

	private final DescribedResults results;

	private final OverlayProblems problems;

	private final Set<Rule> matching = new HashSet<>();

	/** What is true of at least one type or member. */
	private final Set<Part> effective = new HashSet<>();

	/** Why something has no effect on the first type or member that it applies to. */
	private final Map<Part, String> obstacles = new HashMap<>();

	OverlayCheck(WadlApplication application, Overlay overlay, OverlayProblems problems) {
		this.application = application;
		this.overlay = overlay;
		this.fields = new Fields(application, overlay);
		this.results = new DescribedResults(application);
		this.problems = problems;
	}

	/** What a rule corrects. */
	private enum Property {

		NAME((correction) -> correction.name() != null), REQUIRED((correction) -> correction.required() != null),
		OMIT((correction) -> correction.omit() != null), TYPE((correction) -> correction.type() != null);

		private final Predicate<Correction> corrects;

		Property(Predicate<Correction> corrects) {
			this.corrects = corrects;
		}

		/**
		 * Return why the deciding one of several rules changes nothing, or {@code null}
		 * if it does: false matters only where another rule sets true.
		 */
		@Nullable String idle(List<Rule> rules) {
			if (this == OMIT && rules.stream().noneMatch((rule) -> rule.correction().isOmitted())) {
				return "no other rule leaves it out";
			}
			if (this == REQUIRED && rules.stream().noneMatch((rule) -> rule.correction().isRequired(false))) {
				return "no other rule requires it";
			}
			return null;
		}

		String overlayName(Rule rule) {
			return (this == TYPE && rule.subject() == Rule.Subject.OPERATION) ? "result"
					: name().toLowerCase(Locale.ROOT);
		}

	}

	private record Part(Rule rule, Property property) {

	}

	void check() {
		this.application.resourceTypes().forEach(this::apply);
		this.overlay.rules().forEach((rule) -> {
			if (!this.matching.contains(rule)) {
				reportUnknown(rule);
			}
			else {
				requireEffect(rule);
			}
		});
		this.overlay.keys().forEach(this::requireKey);
	}

	private void requireKey(String collection, Overlay.Key key) {
		List<String> known = this.application.rootType().svcCollections();
		if (!known.contains(collection)) {
			unknown(key.line(), "the root has no collection", collection, known);
		}
		try {
			KeyLookup.path(key.path());
		}
		catch (IllegalArgumentException ex) {
			this.problems.add(key.line(), String.valueOf(ex.getMessage()));
		}
	}

	private void apply(ResourceType type) {
		boolean omitted = this.overlay.ofType(type.id()).isOmitted();
		boolean root = type == this.application.rootType();
		boolean generated = this.fields.isGenerated(type);
		List<Rule> typeRules = this.overlay.rules(Rule.Subject.TYPE, type.id(), "", "");
		apply(typeRules, (property) -> {
			if (root) {
				return "the class of the root is named in the configuration and cannot be left out";
			}
			if (!generated) {
				return "no class is generated for it";
			}
			return (omitted && property != Property.OMIT) ? "it is left out" : property.idle(typeRules);
		});
		@Nullable String absent = (!generated && !root) ? "no class is generated for '%s'".formatted(type.id()) : null;
		if (omitted && !root) {
			absent = "'%s' is left out".formatted(type.id());
		}
		for (Param field : Fields.all(type)) {
			apply(type, field, root, absent);
		}
		for (WadlMethod operation : Fields.operations(type)) {
			apply(type, operation, absent);
		}
	}

	private void apply(ResourceType type, Param field, boolean root, @Nullable String absent) {
		Correction merged = this.fields.correction(type, field);
		List<Rule> rules = this.fields.rules(type, field);
		@Nullable ValueModel corrected = merged.type();
		apply(rules, (property) -> {
			if (absent != null) {
				return absent;
			}
			if (Fields.isCommon(field)) {
				return "it is the same for each entry";
			}
			if (root && !this.fields.isReadAsLink(type, field)) {
				return "the root has methods for links only";
			}
			if (!root && !this.fields.isEntry(type)) {
				return "no methods are generated for the fields of a collection";
			}
			if (property == Property.TYPE && corrected != null && corrected.kind() == ValueKind.FILE) {
				return "'file' is a type of parameters only";
			}
			if (property == Property.REQUIRED && Fields.isCollectionLink(field) && corrected == null) {
				return "a collection is never null";
			}
			return (merged.isOmitted() && property != Property.OMIT) ? "it is left out" : property.idle(rules);
		});
		if (absent == null && corrected != null && !merged.isOmitted() && !Fields.isCommon(field)
				&& this.fields.isEntry(type)) {
			requireType(rules, "'%s' of '%s'".formatted(field.name(), type.id()), wrongType(field, corrected));
		}
	}

	private void apply(ResourceType type, WadlMethod operation, @Nullable String absent) {
		String name = operation.operationName().orElseThrow();
		boolean omitted = this.overlay.ofOperation(type.id(), name).isOmitted();
		List<Rule> operationRules = this.overlay.rules(Rule.Subject.OPERATION, type.id(), name, "");
		apply(operationRules, (property) -> {
			if (absent != null) {
				return absent;
			}
			return (omitted && property != Property.OMIT) ? "it is left out" : property.idle(operationRules);
		});
		if (absent == null && !omitted) {
			this.results.of(operation)
				.ifPresent((result) -> report(operationRules, Property.TYPE, (rule) -> true,
						(rule) -> "'result' of '%s' contradicts the description: the operation returns %s; remove it"
							.formatted(name, result.text())));
		}
		@Nullable String missing = (absent == null && omitted) ? "'%s' is left out".formatted(name) : absent;
		for (Param param : operation.operationParams()) {
			List<Rule> rules = this.overlay.rules(Rule.Subject.PARAMETER, type.id(), name, param.name());
			Correction merged = Overlay.correction(rules);
			boolean left = merged.isOmitted();
			apply(rules, (property) -> {
				if (missing != null) {
					return missing;
				}
				if (param.fixed() != null) {
					return "its value is fixed";
				}
				if (left && property != Property.OMIT) {
					return "it is left out";
				}
				return param.required() ? null : property.idle(rules);
			});
			if (missing == null && param.fixed() == null && !left && merged.type() != null) {
				requireType(rules, "the parameter '%s' of '%s.%s'".formatted(param.name(), type.id(), name),
						wrongType(param, merged.type(), this.fields.isFile(param)));
			}
			if (missing == null && param.fixed() == null && param.required()) {
				requireArgument(rules, "'%s' of '%s.%s'".formatted(param.name(), type.id(), name));
			}
		}
	}

	private void requireType(List<Rule> rules, String subject, @Nullable String problem) {
		report(rules, Property.TYPE, (rule) -> problem != null,
				(rule) -> "%s cannot have the type '%s': %s".formatted(subject, rule.correction().typeName(), problem));
	}

	/** The client itself refuses a call without an argument that is required. */
	private void requireArgument(List<Rule> rules, String parameter) {
		report(rules, Property.OMIT, (rule) -> rule.correction().isOmitted(), (
				rule) -> "the parameter %s cannot be left out, since the description requires it; remove 'omit', or leave out the operation"
					.formatted(parameter));
		report(rules, Property.REQUIRED, (rule) -> !rule.correction().isRequired(true),
				(rule) -> "the parameter %s cannot be optional, since the description requires it; remove 'required'"
					.formatted(parameter));
	}

	private void report(List<Rule> rules, Property property, Predicate<Rule> wrong, Function<Rule, String> problem) {
		Overlay.deciding(rules, property.corrects)
			.filter(wrong)
			.ifPresent((rule) -> this.problems.add(rule.line(), problem.apply(rule)));
	}

	private void apply(List<Rule> rules, Function<Property, @Nullable String> obstacle) {
		this.matching.addAll(rules);
		for (Property property : Property.values()) {
			@Nullable Rule last = Overlay.deciding(rules, property.corrects).orElse(null);
			if (last == null) {
				continue;
			}
			for (Rule rule : rules) {
				if (rule != last && property.corrects.test(rule.correction())) {
					this.obstacles.putIfAbsent(new Part(rule, property),
							"the rule of line %d overrides it".formatted(last.line()));
				}
			}
			@Nullable String reason = obstacle.apply(property);
			if (reason == null) {
				this.effective.add(new Part(last, property));
			}
			else {
				this.obstacles.putIfAbsent(new Part(last, property), reason);
			}
		}
	}

	private void requireEffect(Rule rule) {
		String subject = rule.subjectName();
		for (Property property : Property.values()) {
			if (property.corrects.test(rule.correction())) {
				Part part = new Part(rule, property);
				if (property == Property.NAME && Rule.isPattern(subject)) {
					this.problems.add(rule.line(),
							"the pattern '%s' cannot have a name; write a rule with 'name' for each name that it matches"
								.formatted(subject));
				}
				else if (!this.effective.contains(part)) {
					this.problems.add(rule.line(), "'%s' of '%s' has no effect: %s; remove it"
						.formatted(property.overlayName(rule), subject, this.obstacles.getOrDefault(part, "")));
				}
			}
		}
	}

	/** If a type or operation is unknown, its own rule is reported. */
	private void reportUnknown(Rule rule) {
		List<ResourceType> types = this.application.resourceTypes()
			.stream()
			.filter((type) -> Rule.matches(rule.type(), type.id()))
			.toList();
		List<WadlMethod> operations = types.stream()
			.flatMap((type) -> Fields.operations(type).stream())
			.filter((operation) -> Rule.matches(rule.member(), operation.operationName().orElse("")))
			.toList();
		switch (rule.subject()) {
			case TYPE -> unknown(rule.line(), "the description has no resource type", rule.type(),
					this.application.resourceTypes().stream().map(ResourceType::id).toList());
			case ATTRIBUTE -> {
				if (!types.isEmpty()) {
					unknown(rule.line(), "'%s' has no attribute or link".formatted(rule.type()), rule.member(),
							fields(types));
				}
			}
			case OPERATION -> {
				if (!types.isEmpty()) {
					unknown(rule.line(), "'%s' has no operation".formatted(rule.type()), rule.member(),
							types.stream().flatMap((type) -> type.operationNames().stream()).toList());
				}
			}
			case PARAMETER -> {
				if (!operations.isEmpty()) {
					unknown(rule.line(), "'%s' of '%s' has no parameter".formatted(rule.member(), rule.type()),
							rule.parameter(),
							operations.stream()
								.flatMap((operation) -> operation.operationParams().stream().map(Param::name))
								.toList());
				}
			}
		}
	}

	private static List<String> fields(List<ResourceType> types) {
		List<String> names = new ArrayList<>();
		for (ResourceType type : types) {
			for (Param field : Fields.all(type)) {
				names.add(Fields.bareName(field));
				names.add(field.name());
			}
		}
		return names;
	}

	private void unknown(int line, String problem, String name, Collection<String> known) {
		this.problems.add(line, "%s '%s'%s".formatted(problem, name,
				NameSuggestions.hint(name, List.copyOf(new LinkedHashSet<>(known)))));
	}

	/** Return what is wrong with the type of an attribute or link, or {@code null}. */
	private static @Nullable String wrongType(Param param, ValueModel type) {
		if (param.isResourceLink()) {
			return problem("a link", type, List.of(ValueKind.ANY, ValueKind.TEXT, ValueKind.URI));
		}
		// A file as an attribute is a text.
		return (param.type() == ParamType.BINARY) ? null : wrongValue(param, type);
	}

	/**
	 * Return what is wrong with the type of a parameter, or {@code null}.
	 * @param file whether it is a link to a file
	 */
	private static @Nullable String wrongType(Param param, ValueModel type, boolean file) {
		if (param.type() == ParamType.BINARY) {
			return problem("a file", type, List.of(ValueKind.FILE));
		}
		if (param.linkType().isPresent()) {
			return problem("a link", type, file ? List.of(ValueKind.ANY, ValueKind.TEXT, ValueKind.URI, ValueKind.FILE)
					: List.of(ValueKind.ANY, ValueKind.TEXT, ValueKind.URI));
		}
		if (type.kind() == ValueKind.FILE && ValueKind.of(param) != ValueKind.ANY && param.options().isEmpty()) {
			return "it is described as %s, not as a file; remove it".formatted(ValueKind.of(param).overlayName());
		}
		return wrongValue(param, type);
	}

	private static @Nullable String wrongValue(Param param, ValueModel type) {
		if (param.type() == ParamType.DATE || param.type() == ParamType.DATE_TIME) {
			return problem((param.type() == ParamType.DATE) ? "a date" : "a date-time", type,
					List.of(ValueKind.ANY, ValueKind.TEXT, ValueKind.DATE, ValueKind.DATE_TIME));
		}
		if (!param.options().isEmpty() && !isOption(param.options(), type)) {
			return "it is described as one of the values %s, which are texts; use any, text or list<text>"
				.formatted(param.options().stream().limit(3).map("'%s'"::formatted).collect(Collectors.joining(", ")));
		}
		return null;
	}

	private static boolean isOption(List<String> options, ValueModel type) {
		return switch (type.kind()) {
			case INTEGER, DECIMAL, DOUBLE -> options.stream().allMatch((option) -> option.matches("-?[0-9]+"));
			case BOOLEAN -> Set.of("true", "false").containsAll(options);
			case LIST -> TEXTS.contains(type.member());
			default -> TEXTS.contains(type.kind());
		};
	}

	private static @Nullable String problem(String described, ValueModel type, List<ValueKind> allowed) {
		return allowed.contains(type.kind()) ? null : "it is described as %s; use %s".formatted(described,
				allowed.stream().map(ValueKind::overlayName).collect(Collectors.joining(", ")));
	}

}
