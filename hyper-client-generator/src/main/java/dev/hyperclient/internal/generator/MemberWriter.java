package dev.hyperclient.internal.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import javax.lang.model.element.Modifier;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.hyperclient.LinkDescription;
import dev.hyperclient.internal.generator.ClientModel.AttributeModel;
import dev.hyperclient.internal.generator.ClientModel.LinkModel;
import dev.hyperclient.internal.generator.ClientModel.OperationModel;
import dev.hyperclient.internal.generator.ClientModel.ParameterModel;
import dev.hyperclient.internal.generator.ClientModel.ResultModel;
import dev.hyperclient.internal.generator.ClientModel.ValueModel;
import dev.hyperclient.internal.names.JavaLiteral;
import org.jspecify.annotations.Nullable;

/**
 * Writes the getters and setters of attributes and links, the methods of named operations
 * and the classes of their optional arguments.
 */
record MemberWriter(JavaTypes types) {

	/** Return the methods of an attribute of an entry. */
	List<MethodSpec> attribute(ClassName self, AttributeModel attribute) {
		List<MethodSpec> methods = new ArrayList<>(List.of(getter(attribute)));
		if (attribute.setter() != null) {
			methods.add(setter(self, attribute));
		}
		return methods;
	}

	/** Return the methods of a link of an entry. */
	List<MethodSpec> link(ClassName self, LinkModel link) {
		List<MethodSpec> methods = new ArrayList<>(List.of(switch (link.kind()) {
			case ENTRY -> entryGetter(link);
			case FILE -> fileGetter(link);
			case COLLECTION -> collectionGetter(link,
					CodeBlock.of("$T.collection(entry(), $L)", JavaTypes.VALUES, JavaLiteral.of(link.name())));
		}));
		if (link.setter() != null) {
			methods.add(linkSetter(self, link));
		}
		return methods;
	}

	/** Return the method of a link of the root. */
	MethodSpec rootLink(LinkModel link) {
		if (link.kind() == LinkDescription.Kind.COLLECTION) {
			CodeBlock collection = CodeBlock.of("root().collection($L)", JavaLiteral.of(link.name()));
			return collectionGetter(link, (link.key() == null) ? collection : CodeBlock
				.of("$L.withKeyLookup($T.path($L))", collection, JavaTypes.KEY_LOOKUP, JavaLiteral.of(link.key())));
		}
		Documentation documentation = Documentation.of(link.documentation(),
				"Return the entry " + Documentation.quoted(link.name()) + ". Makes no request for it.");
		return method(link.getter(), this.types.entry(link.target()), documentation, "@return the entry\n")
			.addStatement("return $L",
					this.types.typed(CodeBlock.of("root().entry($L)", JavaLiteral.of(link.name())), link.target()))
			.build();
	}

	private static MethodSpec.Builder method(String name, TypeName returned, Documentation documentation, String tags) {
		return method(name, returned, documentation, CodeBlock.of("$L", tags));
	}

	private static MethodSpec.Builder method(@Nullable String name, TypeName returned, Documentation documentation,
			CodeBlock tags) {
		MethodSpec.Builder method = MethodSpec.methodBuilder(Objects.requireNonNull(name))
			.addModifiers(Modifier.PUBLIC)
			.returns(returned);
		documentation.addTo(method, tags);
		return method;
	}

	private MethodSpec getter(AttributeModel attribute) {
		ValueModel value = attribute.value();
		TypeName type = attribute.required() ? this.types.required(value) : JavaTypes.nullable(this.types.boxed(value));
		CodeBlock read = read(attribute.name(), value);
		Documentation documentation = Documentation.of(attribute.documentation(),
				"Return the attribute " + Documentation.quoted(attribute.name()) + ".");
		return method(attribute.getter(), type, documentation,
				attribute.required() ? "@return the value\n" : "@return the value, or {@code null}\n")
			.addStatement("return $L",
					attribute.required() ? CodeBlock.of("$T.required(entry(), $L, $L)", JavaTypes.VALUES,
							JavaLiteral.of(attribute.name()), read) : read)
			.build();
	}

	private CodeBlock read(String name, ValueModel value) {
		return switch (value.kind()) {
			case ANY, FILE -> read("any", name);
			case TEXT -> read("text", name);
			case INTEGER -> read("integer", name);
			case DECIMAL -> read("decimal", name);
			case DOUBLE -> read("floating", name);
			case BOOLEAN -> read("bool", name);
			case DATE -> read("date", name);
			case DATE_TIME -> read("dateTime", name);
			case URI -> read("uri", name);
			case LIST -> readMembers("list", name, value);
			case MAP -> readMembers("map", name, value);
			case OPTION -> CodeBlock.of("$T.option(entry(), $L, $T::of)", JavaTypes.VALUES, JavaLiteral.of(name),
					this.types.boxed(value));
		};
	}

	private CodeBlock readMembers(String method, String name, ValueModel value) {
		if (value.isEntries()) {
			return CodeBlock.of("$T.entries(entry(), $L, $L, $L)", JavaTypes.VALUES, JavaLiteral.of(name),
					JavaLiteral.of(value.reference()), factory(value));
		}
		return (value.member() == ValueKind.ANY) ? read(method, name) : CodeBlock.of("$T.$L(entry(), $L, $T.class)",
				JavaTypes.VALUES, method, JavaLiteral.of(name), JavaTypes.memberClass(value));
	}

	private static CodeBlock read(String method, String name) {
		return CodeBlock.of("$T.$L(entry(), $L)", JavaTypes.VALUES, method, JavaLiteral.of(name));
	}

	private MethodSpec setter(ClassName self, AttributeModel attribute) {
		ValueModel value = attribute.value();
		TypeName type = attribute.required() ? this.types.argument(value)
				: JavaTypes.nullable(this.types.argumentOrNull(value));
		Documentation documentation = setterDocumentation(attribute.documentation(),
				"Set the attribute " + Documentation.quoted(attribute.name()) + ", without a request.");
		CodeBlock tags = CodeBlock.of("@param value the value\n@return this entry\n@see #$L()\n", attribute.getter());
		return method(attribute.setter(), self, documentation, tags).addParameter(type, "value")
			.addStatement("entry().set($L, $L)", JavaLiteral.of(attribute.name()), JavaTypes.sent("value", value))
			.addStatement("return this")
			.build();
	}

	/** The getter has the text of the service. */
	private static Documentation setterDocumentation(@Nullable String text, String body) {
		return new Documentation(body, Documentation.of(text, "").deprecation());
	}

	private MethodSpec entryGetter(LinkModel link) {
		ClassName target = this.types.entry(link.target());
		Documentation documentation = Documentation.of(link.documentation(),
				"Return the linked entry " + Documentation.quoted(link.name()) + ". Does not fetch it.");
		if (link.required()) {
			CodeBlock entry = CodeBlock.of("$T.requiredEntry(entry(), $L)", JavaTypes.VALUES,
					JavaLiteral.of(link.name()));
			return method(link.getter(), target, documentation, "@return the linked entry\n")
				.addStatement("return $L", this.types.typed(entry, link.target()))
				.build();
		}
		CodeBlock factory = (link.target() != null) ? CodeBlock.of("$T::new", target) : CodeBlock.of("entry -> entry");
		return method(link.getter(), JavaTypes.optional(target), documentation,
				"@return the linked entry, empty if the link is null\n")
			.addStatement("return $T.link(entry(), $L, $L)", JavaTypes.VALUES, JavaLiteral.of(link.name()), factory)
			.build();
	}

	private static MethodSpec fileGetter(LinkModel link) {
		TypeName type = link.required() ? JavaTypes.HOSTED_FILE : JavaTypes.optional(JavaTypes.HOSTED_FILE);
		Documentation documentation = Documentation.of(link.documentation(),
				"Return the linked file " + Documentation.quoted(link.name()) + ", which need not exist.");
		return method(link.getter(), type, documentation,
				link.required() ? "@return the linked file\n" : "@return the linked file, empty if the link is null\n")
			.addStatement("return $T.$L(entry(), $L)", JavaTypes.VALUES, link.required() ? "requiredFile" : "file",
					JavaLiteral.of(link.name()))
			.build();
	}

	private MethodSpec collectionGetter(LinkModel link, CodeBlock collection) {
		Documentation documentation = Documentation.of(link.documentation(),
				"Return the collection " + Documentation.quoted(link.name()) + ". Does not fetch it.");
		return method(link.getter(), this.types.collection(link.target(), link.collectionClass()), documentation,
				"@return the collection\n")
			.addStatement("return $L", this.types.wrapped(collection, link.target(), link.collectionClass()))
			.build();
	}

	private MethodSpec linkSetter(ClassName self, LinkModel link) {
		TypeName target = this.types.entryArgument(link.target(), link.setterTakesAny());
		Documentation documentation = setterDocumentation(link.documentation(),
				"Set the link " + Documentation.quoted(link.name()) + ", without a request to the service.");
		CodeBlock tags = CodeBlock.of("@param value the entry$L\n@return this entry\n@see #$L()\n",
				this.types.acceptedTypes(link.target(), link.setterTakesAny()), link.getter());
		return method(link.setter(), self, documentation, tags)
			.addParameter(link.required() ? target : JavaTypes.nullable(target), "value")
			.addStatement("entry().set($L, $L)", JavaLiteral.of(link.name()),
					JavaTypes.sentEntry("value", link.target()))
			.addStatement("return this")
			.build();
	}

	/**
	 * Add operations to a class.
	 * @param resource an expression of the untyped resource that has the operations
	 */
	void addOperations(TypeSpec.Builder type, ClassName owner, List<OperationModel> operations, CodeBlock resource) {
		for (OperationModel operation : operations) {
			type.addMethod(operation(owner, operation, resource, null));
			if (operation.optionsClass() != null) {
				ClassName options = owner.nestedClass(operation.optionsClass());
				type.addMethod(operation(owner, operation, resource, options));
				type.addType(options(options, operation));
			}
		}
	}

	private MethodSpec operation(ClassName owner, OperationModel operation, CodeBlock resource,
			@Nullable ClassName options) {
		MethodSpec.Builder method = MethodSpec.methodBuilder(operation.method())
			.addModifiers(Modifier.PUBLIC)
			.returns(returned(operation));
		CodeBlock.Builder tags = CodeBlock.builder();
		List<CodeBlock> call = new ArrayList<>();
		call.add(CodeBlock.of("$L.operation($L)", resource, JavaLiteral.of(operation.name())));
		for (ParameterModel parameter : operation.required()) {
			String text = (parameter.documentation() != null) ? Documentation.line(parameter.documentation()) : "";
			tags.add("@param $L $L$L\n", parameter.javaName(),
					text.isEmpty() ? "the parameter " + Documentation.quoted(parameter.name()) : text,
					this.types.acceptedTypes(parameter.target(), parameter.takesAny()));
			method.addParameter(argument(parameter), parameter.javaName());
			call.add(CodeBlock.of("$Z.with($L, $L)", JavaLiteral.of(parameter.name()), sent(parameter)));
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
		return method.addStatement("return $L", result(operation.result(), invoked)).build();
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
		ResultModel result = operation.result();
		return switch (result.kind()) {
			case UNKNOWN -> JavaTypes.OPERATION_RESULT;
			case CREATED -> this.types.entry(result.target());
			case ENTRY -> JavaTypes.optional(this.types.entry(result.target()));
			case COLLECTION -> this.types.collection(result.target(), null);
			case VALUE -> result.required() ? this.types.required(result.value())
					: JavaTypes.nullable(this.types.boxed(result.value()));
		};
	}

	private static String describedResult(OperationModel operation) {
		return switch (operation.result().kind()) {
			case UNKNOWN -> "the result, which the service does not describe";
			case CREATED -> "the entry that was created";
			case ENTRY -> "the entry, empty if the operation returned nothing";
			case COLLECTION -> "the collection, with its first page fetched";
			case VALUE -> operation.result().required() ? "the value"
					: "the value, or {@code null} if the operation returned nothing";
		};
	}

	private CodeBlock result(ResultModel result, CodeBlock operation) {
		if (result.kind() == ResultModel.Kind.VALUE) {
			return value(result, operation);
		}
		CodeBlock invoked = CodeBlock.of("$L$Z.invoke()", operation);
		return switch (result.kind()) {
			case UNKNOWN -> invoked;
			case CREATED -> this.types.typed(CodeBlock.of("$L.entry()", invoked), result.target());
			case ENTRY -> (result.target() != null) ? CodeBlock.of("$T.result($L, $T::new)", JavaTypes.VALUES, invoked,
					this.types.generated(result.target())) : CodeBlock.of("$L.findEntry()", invoked);
			case COLLECTION -> this.types.wrapped(CodeBlock.of("$L.collection()", invoked), result.target(), null);
			case VALUE -> throw new IllegalStateException();
		};
	}

	/** Return an expression that invokes an operation and reads its plain result. */
	private CodeBlock value(ResultModel result, CodeBlock operation) {
		ValueModel value = result.value();
		if (value.isEntries()) {
			return CodeBlock.of("$T.entries($L, $L, $L, $L)", JavaTypes.VALUES, operation,
					JavaLiteral.of(value.reference()), result.required(), factory(value));
		}
		boolean container = value.kind() == ValueKind.LIST || value.kind() == ValueKind.MAP;
		String method = !container ? "value" : (value.kind() == ValueKind.LIST) ? "values" : "map";
		return CodeBlock.of("$T.$L($L, $T.class, $L)", JavaTypes.VALUES, method, operation,
				container ? ClassName.get(JavaTypes.memberClass(value)) : this.types.boxed(value), result.required());
	}

	private CodeBlock factory(ValueModel entries) {
		return entries.className().isEmpty() ? CodeBlock.of("entry -> entry")
				: CodeBlock.of("$T::new", this.types.generated(entries.className()));
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
			type.addMethod(option(self, parameter, argument(parameter)));
			if (parameter.value() != null && parameter.value().kind() == ValueKind.OPTION) {
				// A description does not state whether a parameter takes several values.
				type.addMethod(option(self, parameter, this.types.several(parameter.value())));
			}
		}
		return type.build();
	}

	private MethodSpec option(ClassName self, ParameterModel parameter, TypeName type) {
		Documentation documentation = Documentation.of(parameter.documentation(),
				"Set the parameter " + Documentation.quoted(parameter.name()) + ".");
		CodeBlock tags = CodeBlock.of("@param value the argument$L\n@return options with the argument\n",
				this.types.acceptedTypes(parameter.target(), parameter.takesAny()));
		return method(parameter.javaName(), self, documentation, tags).addParameter(type, "value")
			.addStatement("return new $T(argumentsWith($L, value))", self, JavaLiteral.of(parameter.name()))
			.build();
	}

}
