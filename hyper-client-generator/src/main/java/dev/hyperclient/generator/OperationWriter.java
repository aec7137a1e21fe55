package dev.hyperclient.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import javax.lang.model.element.Modifier;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.hyperclient.generator.ClientModel.OperationModel;
import dev.hyperclient.generator.ClientModel.ParameterModel;
import org.jspecify.annotations.Nullable;

/**
 * Writes the methods of named operations, and the classes of their optional arguments.
 */
final class OperationWriter {

	private final JavaTypes types;

	OperationWriter(JavaTypes types) {
		this.types = types;
	}

	/**
	 * Add operations to a class.
	 * @param resource an expression of the untyped resource that has the operations
	 */
	void addTo(TypeSpec.Builder type, ClassName owner, List<OperationModel> operations, CodeBlock resource) {
		for (OperationModel operation : operations) {
			type.addMethod(method(owner, operation, resource, null));
			if (operation.optionsClass() != null) {
				ClassName options = owner.nestedClass(operation.optionsClass());
				type.addMethod(method(owner, operation, resource, options));
				type.addType(options(options, operation));
			}
		}
	}

	private MethodSpec method(ClassName owner, OperationModel operation, CodeBlock resource,
			@Nullable ClassName options) {
		MethodSpec.Builder method = MethodSpec.methodBuilder(operation.method())
			.addModifiers(Modifier.PUBLIC)
			.returns(returned(operation));
		CodeBlock.Builder tags = CodeBlock.builder();
		List<CodeBlock> call = new ArrayList<>();
		call.add(CodeBlock.of("$L.operation($L)", resource, Literal.of(operation.name())));
		for (ParameterModel parameter : operation.required()) {
			String text = (parameter.documentation() != null) ? JavadocText.line(parameter.documentation()) : "";
			tags.add("@param $L $L$L\n", parameter.javaName(),
					text.isEmpty() ? "the parameter " + Documentation.quoted(parameter.name()) : text,
					this.types.acceptedTypes(parameter.target(), parameter.takesAny()));
			method.addParameter(argument(parameter), parameter.javaName());
			call.add(CodeBlock.of("$Z.with($L, $L)", Literal.of(parameter.name()), sent(parameter)));
		}
		CodeBlock invoked = CodeBlock.join(call, "");
		if (options != null) {
			tags.add("@param options the optional arguments\n");
			method.addParameter(options, "options");
			invoked = CodeBlock.of("$T.with($L, options)", JavaTypes.VALUES, invoked);
		}
		tags.add("@return $L\n", describedResult(operation));
		Documentation
			.of(operation.documentation(), "Invoke the operation " + Documentation.quoted(operation.name()) + ".")
			.addTo(method, tags.build());
		return method.addStatement("return $L", result(operation, CodeBlock.of("$L$Z.invoke()", invoked))).build();
	}

	private TypeName argument(ParameterModel parameter) {
		return (parameter.value() != null) ? this.types.argument(parameter.value())
				: this.types.entryArgument(parameter.target(), parameter.takesAny());
	}

	private static CodeBlock sent(ParameterModel parameter) {
		return (parameter.value() != null) ? JavaTypes.sent(parameter.javaName(), parameter.value())
				: JavaTypes.sentEntry(parameter.javaName(), parameter.target());
	}

	private TypeName returned(OperationModel operation) {
		ClientModel.ResultModel result = operation.result();
		return switch (result.kind()) {
			case UNKNOWN -> JavaTypes.OPERATION_RESULT;
			case CREATED -> this.types.entry(result.target());
			case ENTRY -> JavaTypes.optional(this.types.entry(result.target()));
			case COLLECTION -> this.types.collection(result.target(), null);
			case VALUE -> JavaTypes.nullable(this.types.boxed(result.value()));
		};
	}

	private static String describedResult(OperationModel operation) {
		return switch (operation.result().kind()) {
			case UNKNOWN -> "the result, which the service does not describe";
			case CREATED -> "the entry that was created";
			case ENTRY -> "the entry, empty if the operation returned nothing";
			case COLLECTION -> "the collection, with its first page fetched";
			case VALUE -> "the value, or {@code null}";
		};
	}

	private CodeBlock result(OperationModel operation, CodeBlock invoked) {
		ClientModel.ResultModel result = operation.result();
		return switch (result.kind()) {
			case UNKNOWN -> invoked;
			case CREATED -> this.types.typed(CodeBlock.of("$L.entry()", invoked), result.target());
			case ENTRY -> (result.target() != null) ? CodeBlock.of("$T.result($L, $T::new)", JavaTypes.VALUES, invoked,
					this.types.generated(result.target())) : CodeBlock.of("$L.findEntry()", invoked);
			case COLLECTION -> this.types.wrapped(CodeBlock.of("$L.collection()", invoked), result.target(), null);
			case VALUE ->
				CodeBlock.of("$T.value($L, $T.class)", JavaTypes.VALUES, invoked, this.types.boxed(result.value()));
		};
	}

	private TypeSpec options(ClassName self, OperationModel operation) {
		TypeName arguments = ParameterizedTypeName.get(ClassName.get(Map.class), JavaTypes.STRING,
				JavaTypes.nullable(ClassName.OBJECT));
		TypeSpec.Builder type = TypeSpec.classBuilder(self)
			.addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
			.superclass(JavaTypes.OPTIONS)
			.addJavadoc("Optional arguments of the operation $L. Immutable.", Documentation.quoted(operation.name()))
			.addMethod(MethodSpec.constructorBuilder()
				.addModifiers(Modifier.PUBLIC)
				.addJavadoc("Create options without arguments.\n")
				.addStatement("super($T.of())", Map.class)
				.build())
			.addMethod(MethodSpec.constructorBuilder()
				.addModifiers(Modifier.PRIVATE)
				.addParameter(arguments, "arguments")
				.addStatement("super(arguments)")
				.build());
		for (ParameterModel parameter : operation.optional()) {
			type.addMethod(setter(self, parameter, argument(parameter)));
			if (parameter.value() != null && parameter.value().kind() == ValueKind.OPTION) {
				// A description does not state whether a parameter takes several values.
				type.addMethod(setter(self, parameter, this.types.several(parameter.value())));
			}
		}
		return type.build();
	}

	private MethodSpec setter(ClassName self, ParameterModel parameter, TypeName type) {
		MethodSpec.Builder setter = MethodSpec.methodBuilder(parameter.javaName())
			.addModifiers(Modifier.PUBLIC)
			.returns(self);
		Documentation.of(parameter.documentation(), "Set the parameter " + Documentation.quoted(parameter.name()) + ".")
			.addTo(setter, CodeBlock.of("@param value the argument$L\n@return options with the argument\n",
					this.types.acceptedTypes(parameter.target(), parameter.takesAny())));
		return setter.addParameter(type, "value")
			.addStatement("return new $T(with($L, value))", self, Literal.of(parameter.name()))
			.build();
	}

}
