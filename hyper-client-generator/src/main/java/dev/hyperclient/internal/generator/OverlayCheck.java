package dev.hyperclient.internal.generator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.hyperclient.KeyLookup;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ParamType;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.error.NameSuggestions;
import dev.hyperclient.internal.generator.ClientModel.ValueModel;
import dev.hyperclient.internal.generator.Overlay.Correction;
import dev.hyperclient.internal.generator.Overlay.Rule;
import org.jspecify.annotations.Nullable;

/**
 * Requires that each rule of an overlay applies to something that the description has,
 * and does not contradict it: with another type, each call of the method would fail.
 * Where the description has no type, all are allowed.
 */
record OverlayCheck(WadlApplication application, Overlay overlay, Fields fields, OverlayProblems problems) {

	private static final Set<ValueKind> TEXTS = Set.of(ValueKind.ANY, ValueKind.TEXT);

	OverlayCheck(WadlApplication application, Overlay overlay, OverlayProblems problems) {
		this(application, overlay, new Fields(application, overlay), problems);
	}

	void check() {
		this.overlay.rules().forEach(this::requireSubject);
		this.application.resourceTypes().forEach(this::check);
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

	private void check(ResourceType type) {
		boolean root = type == this.application.rootType();
		if (root || (this.fields.isGenerated(type) && !this.overlay.ofType(type.id()).isOmitted())) {
			Fields.all(type).forEach((field) -> check(type, field));
			Fields.operations(type).forEach((operation) -> check(type, operation));
		}
	}

	private void check(ResourceType type, Param field) {
		Correction merged = this.fields.correction(type, field);
		if (merged.type() != null && !merged.isOmitted() && !Fields.isCommon(field) && this.fields.isEntry(type)) {
			requireType(this.fields.rules(type, field), "'%s' of '%s'".formatted(field.name(), type.id()),
					wrongType(field, merged.type()));
		}
	}

	private void check(ResourceType type, WadlMethod operation) {
		String name = operation.operationName().orElseThrow();
		if (this.overlay.ofOperation(type.id(), name).isOmitted()) {
			return;
		}
		this.fields.result(operation)
			.ifPresent((result) -> report(this.overlay.rules(Rule.Subject.OPERATION, type.id(), name, ""),
					(correction) -> correction.type() != null, (rule) -> true,
					(rule) -> "'result' of '%s' contradicts the description: the operation returns %s; remove it"
						.formatted(name, result.text())));
		for (Param param : operation.operationParams()) {
			if (param.fixed() != null) {
				continue;
			}
			List<Rule> rules = this.overlay.rules(Rule.Subject.PARAMETER, type.id(), name, param.name());
			Correction merged = Overlay.correction(rules);
			String subject = "the parameter '%s' of '%s.%s'".formatted(param.name(), type.id(), name);
			if (!merged.isOmitted() && merged.type() != null) {
				requireType(rules, subject, wrongType(param, merged.type(), this.fields.isFile(param)));
			}
			if (param.required()) {
				requireArgument(rules, subject);
			}
		}
	}

	private void requireType(List<Rule> rules, String subject, @Nullable String problem) {
		report(rules, (correction) -> correction.type() != null, (rule) -> problem != null,
				(rule) -> "%s cannot have the type '%s': %s".formatted(subject, rule.correction().typeName(), problem));
	}

	/** The client itself refuses a call without an argument that is required. */
	private void requireArgument(List<Rule> rules, String parameter) {
		report(rules, (correction) -> correction.omit() != null, (rule) -> rule.correction().isOmitted(), (
				rule) -> "%s cannot be left out, since the description requires it; remove 'omit', or leave out the operation"
					.formatted(parameter));
		report(rules, (correction) -> correction.required() != null, (rule) -> !rule.correction().isRequired(true),
				(rule) -> "%s cannot be optional, since the description requires it; remove 'required'"
					.formatted(parameter));
	}

	/** Report the rule that decides, if it is wrong. */
	private void report(List<Rule> rules, Predicate<Correction> corrects, Predicate<Rule> wrong,
			Function<Rule, String> problem) {
		Overlay.deciding(rules, corrects)
			.filter(wrong)
			.ifPresent((rule) -> this.problems.add(rule.line(), problem.apply(rule)));
	}

	/** If a type or operation is unknown, its own rule is reported. */
	private void requireSubject(Rule rule) {
		if (rule.correction().name() != null && Rule.isPattern(rule.subjectName())) {
			this.problems.add(rule.line(),
					"the pattern '%s' cannot have a name; write a rule with 'name' for each name that it matches"
						.formatted(rule.subjectName()));
		}
		if (rule.subject() == Rule.Subject.TYPE && rule.type().equals(this.application.rootType().id())
				&& (rule.correction().name() != null || rule.correction().omit() != null)) {
			this.problems.add(rule.line(),
					"the class of the root is named in the configuration and cannot be left out");
		}
		requireReference(rule);
		List<ResourceType> types = this.application.resourceTypes()
			.stream()
			.filter((type) -> Rule.matches(rule.type(), type.id()))
			.toList();
		List<WadlMethod> operations = types.stream()
			.flatMap((type) -> Fields.operations(type).stream())
			.filter((operation) -> Rule.matches(rule.member(), operation.operationName().orElse("")))
			.toList();
		switch (rule.subject()) {
			case TYPE -> require(rule, "the description has no resource type",
					this.application.resourceTypes().stream().map(ResourceType::id).toList());
			case ATTRIBUTE -> {
				if (!types.isEmpty()) {
					require(rule, "'%s' has no attribute or link".formatted(rule.type()), fields(types));
				}
			}
			case OPERATION -> {
				if (!types.isEmpty()) {
					require(rule, "'%s' has no operation".formatted(rule.type()),
							types.stream().flatMap((type) -> type.operationNames().stream()).toList());
				}
			}
			case PARAMETER -> {
				if (!operations.isEmpty()) {
					require(rule, "'%s' of '%s' has no parameter".formatted(rule.member(), rule.type()),
							operations.stream()
								.flatMap((operation) -> operation.operationParams().stream().map(Param::name))
								.toList());
				}
			}
		}
	}

	/** Require what the type of a rule refers to. */
	private void requireReference(Rule rule) {
		ValueModel type = rule.correction().type();
		if (type != null && !this.fields.isKnown(type)) {
			List<ResourceType> entries = this.application.resourceTypes()
				.stream()
				.filter(this.fields::isEntry)
				.toList();
			if (type.isListed()) {
				unknown(rule.line(), "the description has no attribute with listed values", type.reference(),
						entries.stream()
							.flatMap((entry) -> Fields.all(entry)
								.stream()
								.filter((attribute) -> !attribute.options().isEmpty())
								.map((attribute) -> entry.id() + "." + attribute.name()))
							.toList());
			}
			else {
				unknown(rule.line(), "the description has no type of entries", type.reference(),
						entries.stream().map(ResourceType::id).toList());
			}
		}
		if (type != null && rule.subject() == Rule.Subject.ATTRIBUTE
				&& (type.isEntry() || type.member() == ValueKind.OPTION)) {
			this.problems.add(rule.line(), "'%s' is a type of parameters only".formatted(type.overlayName()));
		}
	}

	private void require(Rule rule, String problem, List<String> known) {
		if (known.stream().noneMatch((name) -> Rule.matches(rule.subjectName(), name))) {
			unknown(rule.line(), problem, rule.subjectName(), known);
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
		if (type.kind() == ValueKind.FILE) {
			return "'file' is a type of parameters only";
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
			case LIST -> TEXTS.contains(type.member()) && !type.isEntries();
			default -> TEXTS.contains(type.kind());
		};
	}

	private static @Nullable String problem(String described, ValueModel type, List<ValueKind> allowed) {
		return allowed.contains(type.kind()) ? null : "it is described as %s; use %s".formatted(described,
				allowed.stream().map(ValueKind::overlayName).collect(Collectors.joining(", ")));
	}

}
