package dev.hyperclient.internal.generator;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.generator.ClientModel.OperationModel;
import dev.hyperclient.internal.generator.ClientModel.ParameterModel;
import dev.hyperclient.internal.generator.ClientModel.ResultModel;
import dev.hyperclient.internal.generator.ClientModel.ValueModel;
import dev.hyperclient.internal.generator.Overlay.Correction;
import dev.hyperclient.internal.generator.Overlay.Rule;
import dev.hyperclient.internal.names.JavaNames;
import org.jspecify.annotations.Nullable;

/**
 * Decides the names and types of named operations.
 */
record OperationBuilder(Fields fields, ClassNames classes, NameScope.Report report) {

	/** A method has at most 255 parameters. */
	private static final int MAX_PARAMETERS = 60;

	/** Claim the names of the overlay. */
	void claim(ResourceType type, NameScope members) {
		for (WadlMethod operation : generated(type)) {
			members.claim(this.fields.overlay().rules(Rule.Subject.OPERATION, type.id(), name(operation), ""),
					owner(type, operation));
		}
	}

	List<OperationModel> build(ResourceType type, NameScope members, String className) {
		NameScope nested = NameScope.ofTypes(Set.of(className), this.report);
		return generated(type).stream().map((operation) -> operation(type, operation, members, nested)).toList();
	}

	private List<WadlMethod> generated(ResourceType type) {
		return Fields.operations(type)
			.stream()
			.filter((operation) -> !this.fields.overlay().ofOperation(type.id(), name(operation)).isOmitted())
			.toList();
	}

	private static String name(WadlMethod operation) {
		return operation.operationName().orElseThrow();
	}

	private static String owner(ResourceType type, WadlMethod operation) {
		return type.id() + "." + name(operation) + "()";
	}

	private OperationModel operation(ResourceType type, WadlMethod operation, NameScope members, NameScope nested) {
		String name = name(operation);
		Correction correction = this.fields.overlay().ofOperation(type.id(), name);
		String owner = owner(type, operation);
		String method = members.takeMember(correction.name(), name, "Operation", owner);
		List<Param> params = parameters(type, operation);
		List<Param> required = params.stream()
			.filter((param) -> rule(type, name, param).isRequired(param.required()))
			.limit(MAX_PARAMETERS)
			.toList();
		List<Param> optional = params.stream().filter((param) -> !required.contains(param)).toList();
		List<ParameterModel> arguments = parameters(type, name, required,
				NameScope.ofMembers(this.classes.reservedArguments(), this.report));
		List<ParameterModel> options = parameters(type, name, optional,
				NameScope.ofMethods(Set.of("arguments", "argumentsWith", "on"), this.report));
		return new OperationModel(name, method, arguments, options,
				options.isEmpty() ? null : nested.free(
						JavaNames.type((correction.name() != null) ? correction.name() : name) + "Options", "_", owner),
				result(operation, correction), operation.documentation().orElse(null));
	}

	private List<Param> parameters(ResourceType type, WadlMethod operation) {
		Set<String> known = new HashSet<>();
		return operation.operationParams()
			.stream()
			.filter((param) -> param.fixed() == null && !rule(type, name(operation), param).isOmitted())
			.filter((param) -> known.add(param.name()))
			.toList();
	}

	private Correction rule(ResourceType type, String operation, Param param) {
		return this.fields.overlay().ofParameter(type.id(), operation, param.name());
	}

	private List<ParameterModel> parameters(ResourceType type, String operation, List<Param> params, NameScope names) {
		for (Param param : params) {
			names.claim(this.fields.overlay().rules(Rule.Subject.PARAMETER, type.id(), operation, param.name()),
					owner(type, operation, param));
		}
		return params.stream().map((param) -> parameter(type, operation, param, names)).toList();
	}

	private static String owner(ResourceType type, String operation, Param param) {
		return type.id() + "." + operation + "(" + param.name() + ")";
	}

	private ParameterModel parameter(ResourceType type, String operation, Param param, NameScope names) {
		Correction rule = rule(type, operation, param);
		String javaName = names.takeMember(rule.name(), param.name(), "_", owner(type, operation, param));
		ValueModel ruled = rule.type();
		boolean entry = ruled != null && ruled.isEntry();
		@Nullable ResourceType target = (ruled != null && entry) ? this.fields.entryType(ruled.reference()).orElse(null)
				: this.fields.target(param);
		boolean file = this.fields.isFile(param);
		boolean link = entry || (target != null && !file && ruled == null);
		ValueModel value = (file && ruled == null) ? ValueModel.of(ValueKind.FILE) : this.classes.value(param, rule);
		return new ParameterModel(param.name(), javaName, link ? null : value, link ? this.classes.entry(target) : null,
				this.fields.hasSubtypes(target), param.required(), param.documentation().orElse(null));
	}

	private ResultModel result(WadlMethod operation, Correction correction) {
		if (correction.type() != null) {
			return new ResultModel(ResultModel.Kind.VALUE, null, this.classes.value(correction.type()),
					correction.isRequired(false));
		}
		return this.fields.result(operation)
			// Not the class with operations: those belong to the collection itself.
			.map((result) -> ResultModel.of(result.kind(),
					(result.kind() == ResultModel.Kind.COLLECTION) ? this.classes.member(result.type())
							: this.classes.entry(result.type())))
			.orElseGet(() -> ResultModel.of(ResultModel.Kind.UNKNOWN, null));
	}

}
