package dev.hyperclient.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

import javax.annotation.processing.Generated;
import javax.lang.model.element.Modifier;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.hyperclient.generator.ClientModel.AttributeModel;
import dev.hyperclient.generator.ClientModel.CollectionModel;
import dev.hyperclient.generator.ClientModel.EntryModel;
import dev.hyperclient.generator.ClientModel.LinkKind;
import dev.hyperclient.generator.ClientModel.LinkModel;
import dev.hyperclient.generator.ClientModel.OperationModel;
import dev.hyperclient.generator.ClientModel.OptionModel;
import dev.hyperclient.generator.ClientModel.ParameterModel;
import dev.hyperclient.generator.ClientModel.RootModel;
import dev.hyperclient.generator.ClientModel.ValueModel;
import org.jspecify.annotations.Nullable;

/**
 * Writes the source of a client.
 */
final class SourceWriter {

	private static final Pattern DEPRECATED = Pattern.compile("(?i)^\\W*deprecated\\b|[\\[(]deprecated\\b");

	private final ClientModel model;

	private final JavaTypes types;

	/** Any class may refer to a deprecated one. */
	private final boolean refersToDeprecated;

	private final Map<String, String> sources = new TreeMap<>();

	SourceWriter(ClientModel model) {
		this.model = model;
		this.types = new JavaTypes(model.packageName());
		this.refersToDeprecated = hasDeprecatedType(model);
	}

	/** Return the sources by their paths. */
	Map<String, String> write() {
		this.model.entries().forEach((entry) -> add(entry(entry)));
		this.model.collections().forEach((collection) -> add(collection(collection)));
		this.model.options().forEach((option) -> add(option(option)));
		add(root(this.model.root()));
		this.sources.put(path("package-info"), packageInfo());
		return this.sources;
	}

	private void add(TypeSpec.Builder type) {
		TypeSpec built = type.build();
		String source = JavaFile.builder(this.model.packageName(), built)
			.indent("    ")
			.skipJavaLangImports(true)
			.build()
			.toString();
		this.sources.put(path(built.name()), source);
	}

	private String path(String name) {
		return this.model.packageName().replace('.', '/') + "/" + name + ".java";
	}

	private String packageInfo() {
		String documentation = (this.model.documentation() != null) ? JavadocText.paragraphs(this.model.documentation())
				: "";
		String lines = ("Typed client, generated from the description of a service.\n"
				+ (documentation.isEmpty() ? "" : "<p>\n" + documentation))
			.stripTrailing();
		return "/**\n" + lines.lines().map((line) -> (" * " + line).stripTrailing() + "\n").reduce("", String::concat)
				+ " */\n@NullMarked\npackage " + this.model.packageName()
				+ ";\n\nimport org.jspecify.annotations.NullMarked;\n";
	}

	private TypeSpec.Builder type(String name, @Nullable String documentation, String fallback) {
		TypeSpec.Builder type = TypeSpec.classBuilder(name)
			.addModifiers(Modifier.PUBLIC, Modifier.FINAL)
			.addAnnotation(AnnotationSpec.builder(Generated.class)
				.addMember("value", "$S", Generator.class.getName())
				.build());
		String text = (documentation != null) ? JavadocText.paragraphs(documentation) : "";
		type.addJavadoc("$L", text.isEmpty() ? fallback : text);
		if (this.refersToDeprecated) {
			type.addAnnotation(
					AnnotationSpec.builder(SuppressWarnings.class).addMember("value", "$S", "deprecation").build());
		}
		return isDeprecated(documentation) ? type.addAnnotation(Deprecated.class) : type;
	}

	private static boolean hasDeprecatedType(ClientModel model) {
		return model.entries().stream().anyMatch((entry) -> isDeprecated(entry.documentation()))
				|| model.collections().stream().anyMatch((collection) -> isDeprecated(collection.documentation()));
	}

	private static boolean isDeprecated(@Nullable String documentation) {
		return documentation != null && DEPRECATED.matcher(documentation).find();
	}

	private static MethodSpec.Builder method(String name, TypeName returned, @Nullable String documentation,
			String fallback) {
		MethodSpec.Builder method = MethodSpec.methodBuilder(name).addModifiers(Modifier.PUBLIC).returns(returned);
		String text = (documentation != null) ? JavadocText.paragraphs(documentation) : "";
		method.addJavadoc("$L\n", text.isEmpty() ? fallback : text);
		return isDeprecated(documentation) ? method.addAnnotation(Deprecated.class) : method;
	}

	private static String quoted(String name) {
		return "'" + JavadocText.escaped(name) + "'";
	}

	private TypeSpec.Builder entry(EntryModel entry) {
		ClassName self = this.types.generated(entry.className());
		TypeSpec.Builder type = type(entry.className(), entry.documentation(),
				"Entry of the type " + quoted(entry.id()) + ".")
			.superclass(ParameterizedTypeName.get(JavaTypes.TYPED_ENTRY, self))
			.addMethod(MethodSpec.constructorBuilder()
				.addModifiers(Modifier.PUBLIC)
				.addJavadoc("Create a typed entry. Makes no request.\n@param entry the entry\n")
				.addParameter(JavaTypes.ENTRY, "entry")
				.addStatement("super(entry)")
				.build());
		for (AttributeModel attribute : entry.attributes()) {
			type.addMethod(getter(attribute));
			if (attribute.setter() != null) {
				type.addMethod(setter(self, attribute));
			}
		}
		for (LinkModel link : entry.links()) {
			type.addMethod(linkGetter(link));
			if (link.setter() != null) {
				type.addMethod(linkSetter(self, link));
			}
		}
		addOperations(type, self, entry.operations(), CodeBlock.of("entry()"));
		return type.addMethod(MethodSpec.methodBuilder("self")
			.addAnnotation(JavaTypes.OVERRIDE)
			.addModifiers(Modifier.PROTECTED)
			.returns(self)
			.addStatement("return this")
			.build());
	}

	private MethodSpec getter(AttributeModel attribute) {
		ValueModel value = attribute.value();
		TypeName type = attribute.required() ? this.types.required(value) : JavaTypes.nullable(this.types.boxed(value));
		CodeBlock read = read(attribute.name(), value);
		return method(attribute.getter(), type, attribute.documentation(),
				"Return the attribute " + quoted(attribute.name()) + ".")
			.addJavadoc("@return the value$L\n", attribute.required() ? "" : ", or {@code null}")
			.addStatement("return $L",
					attribute.required() ? CodeBlock.of("$T.required(entry(), $L, $L)", JavaTypes.VALUES,
							Literal.of(attribute.name()), read) : read)
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
			case OPTION -> CodeBlock.of("$T.option(entry(), $L, $T::of)", JavaTypes.VALUES, Literal.of(name),
					this.types.boxed(value));
		};
	}

	private static CodeBlock readMembers(String method, String name, ValueModel value) {
		return (value.member() == ValueKind.ANY) ? read(method, name) : CodeBlock.of("$T.$L(entry(), $L, $T.class)",
				JavaTypes.VALUES, method, Literal.of(name), JavaTypes.memberClass(value));
	}

	private static CodeBlock read(String method, String name) {
		return CodeBlock.of("$T.$L(entry(), $L)", JavaTypes.VALUES, method, Literal.of(name));
	}

	private MethodSpec setter(ClassName self, AttributeModel attribute) {
		ValueModel value = attribute.value();
		TypeName type = attribute.required() ? this.types.argument(value)
				: JavaTypes.nullable(this.types.argumentOrNull(value));
		return setter(attribute.setter(), attribute.documentation()).addModifiers(Modifier.PUBLIC)
			.returns(self)
			.addJavadoc("Set the attribute $L, without a request.\n", quoted(attribute.name()))
			.addJavadoc("@param value the value\n@return this entry\n@see #$L()\n", attribute.getter())
			.addParameter(type, "value")
			.addStatement("entry().set($L, $L)", Literal.of(attribute.name()), sent("value", value))
			.addStatement("return this")
			.build();
	}

	private static MethodSpec.Builder setter(@Nullable String name, @Nullable String documentation) {
		MethodSpec.Builder setter = MethodSpec.methodBuilder(Objects.requireNonNull(name));
		return isDeprecated(documentation) ? setter.addAnnotation(Deprecated.class) : setter;
	}

	/** Return an expression of a value that an untyped method accepts. */
	private static CodeBlock sent(String variable, ValueModel value) {
		return switch (value.kind()) {
			case ANY, LIST, MAP, OPTION -> CodeBlock.of("$T.untyped($L)", JavaTypes.VALUES, variable);
			default -> CodeBlock.of("$L", variable);
		};
	}

	private MethodSpec linkGetter(LinkModel link) {
		return switch (link.kind()) {
			case ENTRY -> entryGetter(link);
			case FILE -> fileGetter(link);
			case COLLECTION -> collectionGetter(link,
					CodeBlock.of("$T.collection(entry(), $L)", JavaTypes.VALUES, Literal.of(link.name())));
		};
	}

	private MethodSpec entryGetter(LinkModel link) {
		ClassName target = this.types.entry(link.target());
		String fallback = "Return the linked entry " + quoted(link.name()) + ". Does not fetch it.";
		if (link.required()) {
			CodeBlock entry = CodeBlock.of("entry().entry($L)", Literal.of(link.name()));
			return method(link.getter(), target, link.documentation(), fallback)
				.addJavadoc("@return the linked entry\n")
				.addStatement("return $L", typed(entry, link.target()))
				.build();
		}
		CodeBlock factory = (link.target() != null) ? CodeBlock.of("$T::new", target) : CodeBlock.of("entry -> entry");
		return method(link.getter(), JavaTypes.optional(target), link.documentation(), fallback)
			.addJavadoc("@return the linked entry, empty if the link is null\n")
			.addStatement("return $T.link(entry(), $L, $L)", JavaTypes.VALUES, Literal.of(link.name()), factory)
			.build();
	}

	private CodeBlock typed(CodeBlock entry, @Nullable String className) {
		return (className != null) ? CodeBlock.of("new $T($L)", this.types.generated(className), entry) : entry;
	}

	private static MethodSpec fileGetter(LinkModel link) {
		TypeName type = link.required() ? JavaTypes.HOSTED_FILE : JavaTypes.optional(JavaTypes.HOSTED_FILE);
		CodeBlock file = link.required() ? CodeBlock.of("entry().file($L)", Literal.of(link.name()))
				: CodeBlock.of("$T.file(entry(), $L)", JavaTypes.VALUES, Literal.of(link.name()));
		return method(link.getter(), type, link.documentation(),
				"Return the linked file " + quoted(link.name()) + ", which need not exist.")
			.addJavadoc("@return the linked file$L\n", link.required() ? "" : ", empty if the link is null")
			.addStatement("return $L", file)
			.build();
	}

	private MethodSpec collectionGetter(LinkModel link, CodeBlock collection) {
		return method(link.getter(), this.types.collection(link.target(), link.collectionClass()), link.documentation(),
				"Return the collection " + quoted(link.name()) + ". Does not fetch it.")
			.addJavadoc("@return the collection\n")
			.addStatement("return $L", this.types.wrapped(collection, link.target(), link.collectionClass()))
			.build();
	}

	private MethodSpec linkSetter(ClassName self, LinkModel link) {
		TypeName target = entryArgument(link.target(), link.setterTakesAny());
		return setter(link.setter(), link.documentation()).addModifiers(Modifier.PUBLIC)
			.returns(self)
			.addJavadoc("Set the link $L, without a request to the service.\n", quoted(link.name()))
			.addJavadoc("@param value the entry$L\n@return this entry\n@see #$L()\n",
					acceptedTypes(link.target(), link.setterTakesAny()), link.getter())
			.addParameter(link.required() ? target : JavaTypes.nullable(target), "value")
			.addStatement("entry().set($L, $L)", Literal.of(link.name()), sentEntry("value", link.target()))
			.addStatement("return this")
			.build();
	}

	private TypeName entryArgument(@Nullable String target, boolean takesAny) {
		return (target != null && takesAny) ? JavaTypes.ANY_TYPED_ENTRY : this.types.entry(target);
	}

	private CodeBlock acceptedTypes(@Nullable String target, boolean takesAny) {
		return (target != null && takesAny)
				? CodeBlock.of("; {@link $T} or a more specific type", this.types.generated(target)) : CodeBlock.of("");
	}

	private static CodeBlock sentEntry(String variable, @Nullable String target) {
		return (target != null) ? CodeBlock.of("$T.untyped($L)", JavaTypes.VALUES, variable)
				: CodeBlock.of("$L", variable);
	}

	private void addOperations(TypeSpec.Builder type, ClassName owner, List<OperationModel> operations,
			CodeBlock resource) {
		for (OperationModel operation : operations) {
			type.addMethod(operation(owner, operation, resource, false));
			if (operation.optionsClass() != null) {
				type.addMethod(operation(owner, operation, resource, true));
				type.addType(options(owner, operation));
			}
		}
	}

	private MethodSpec operation(ClassName owner, OperationModel operation, CodeBlock resource, boolean withOptions) {
		MethodSpec.Builder method = method(operation.method(), returned(operation), operation.documentation(),
				"Invoke the operation " + quoted(operation.name()) + ".");
		CodeBlock call = CodeBlock.of("$L.operation($L)", resource, Literal.of(operation.name()));
		List<CodeBlock> arguments = new ArrayList<>();
		for (ParameterModel parameter : operation.required()) {
			String text = (parameter.documentation() != null) ? JavadocText.line(parameter.documentation()) : "";
			method.addJavadoc("@param $L $L$L\n", parameter.javaName(),
					text.isEmpty() ? "the parameter " + quoted(parameter.name()) : text,
					acceptedTypes(parameter.target(), parameter.takesAny()));
			method.addParameter(ParameterSpec.builder(argument(parameter), parameter.javaName()).build());
			arguments.add(CodeBlock.of("$Z.with($L, $L)", Literal.of(parameter.name()), sent(parameter)));
		}
		for (CodeBlock argument : arguments) {
			call = CodeBlock.of("$L$L", call, argument);
		}
		if (withOptions) {
			ClassName options = owner.nestedClass(operation.optionsClass());
			method.addJavadoc("@param options the optional arguments\n");
			method.addParameter(options, "options");
			call = CodeBlock.of("$T.with($L, options)", JavaTypes.VALUES, call);
		}
		method.addJavadoc("@return $L\n", describedResult(operation));
		return method.addStatement("return $L", result(operation, CodeBlock.of("$L$Z.invoke()", call))).build();
	}

	private TypeName argument(ParameterModel parameter) {
		return (parameter.value() != null) ? this.types.argument(parameter.value())
				: entryArgument(parameter.target(), parameter.takesAny());
	}

	private CodeBlock sent(ParameterModel parameter) {
		return (parameter.value() != null) ? sent(parameter.javaName(), parameter.value())
				: sentEntry(parameter.javaName(), parameter.target());
	}

	private TypeName returned(OperationModel operation) {
		ClientModel.ResultModel result = operation.result();
		return switch (result.kind()) {
			case UNKNOWN -> JavaTypes.OPERATION_RESULT;
			case CREATED -> this.types.entry(result.target());
			case ENTRY -> JavaTypes.optional(this.types.entry(result.target()));
			case COLLECTION -> this.types.collection(result.target(), result.collectionClass());
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
			case CREATED -> typed(CodeBlock.of("$L.entry()", invoked), result.target());
			case ENTRY -> (result.target() != null) ? CodeBlock.of("$T.result($L, $T::new)", JavaTypes.VALUES, invoked,
					this.types.generated(result.target())) : CodeBlock.of("$L.findEntry()", invoked);
			case COLLECTION ->
				this.types.wrapped(CodeBlock.of("$L.collection()", invoked), result.target(), result.collectionClass());
			case VALUE ->
				CodeBlock.of("$T.value($L, $T.class)", JavaTypes.VALUES, invoked, this.types.boxed(result.value()));
		};
	}

	private TypeSpec options(ClassName owner, OperationModel operation) {
		ClassName self = owner.nestedClass(operation.optionsClass());
		TypeName arguments = ParameterizedTypeName.get(ClassName.get(Map.class), JavaTypes.STRING,
				JavaTypes.nullable(ClassName.OBJECT));
		TypeSpec.Builder type = TypeSpec.classBuilder(self)
			.addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
			.superclass(JavaTypes.OPTIONS)
			.addJavadoc("Optional arguments of the operation $L. Immutable.", quoted(operation.name()))
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
			type.addMethod(optionSetter(self, parameter, argument(parameter)));
			if (parameter.value() != null && parameter.value().kind() == ValueKind.OPTION) {
				// A description does not state whether a parameter takes several values.
				type.addMethod(optionSetter(self, parameter, this.types.several(parameter.value())));
			}
		}
		return type.build();
	}

	private MethodSpec optionSetter(ClassName self, ParameterModel parameter, TypeName type) {
		String text = (parameter.documentation() != null) ? JavadocText.paragraphs(parameter.documentation()) : "";
		return setter(parameter.javaName(), parameter.documentation()).addModifiers(Modifier.PUBLIC)
			.returns(self)
			.addJavadoc("$L\n", text.isEmpty() ? "Set the parameter " + quoted(parameter.name()) + "." : text)
			.addJavadoc("@param value the argument$L\n@return options with the argument\n",
					acceptedTypes(parameter.target(), parameter.takesAny()))
			.addParameter(type, "value")
			.addStatement("return new $T(with($L, value))", self, Literal.of(parameter.name()))
			.build();
	}

	private TypeSpec.Builder collection(CollectionModel collection) {
		ClassName self = this.types.generated(collection.className());
		CodeBlock factory = (collection.entryClass() != null)
				? CodeBlock.of("$T::new", this.types.generated(collection.entryClass()))
				: CodeBlock.of("entry -> entry");
		TypeSpec.Builder type = type(collection.className(), collection.documentation(),
				"Collection of the type " + quoted(collection.id()) + ".")
			.superclass(
					ParameterizedTypeName.get(JavaTypes.TYPED_COLLECTION, this.types.entry(collection.entryClass())))
			.addMethod(MethodSpec.constructorBuilder()
				.addModifiers(Modifier.PUBLIC)
				.addJavadoc("Create a typed collection. Makes no request.\n@param collection the collection\n")
				.addParameter(JavaTypes.ENTRY_COLLECTION, "collection")
				.addStatement("super(collection, $L)", factory)
				.build());
		addOperations(type, self, collection.operations(), CodeBlock.of("collection()"));
		return type;
	}

	private TypeSpec.Builder option(OptionModel option) {
		ClassName self = this.types.generated(option.className());
		TypeSpec.Builder type = type(option.className(), null,
				"Value of " + quoted(option.attribute()) + ". The service may return values that are not listed here.")
			.superclass(JavaTypes.OPEN_VALUE);
		for (OptionModel.Constant constant : option.constants()) {
			type.addField(FieldSpec.builder(self, constant.name(), Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
				.addJavadoc("The value $L.\n", quoted(constant.value()))
				.initializer("new $T($L)", self, Literal.of(constant.value()))
				.build());
		}
		return type
			.addMethod(MethodSpec.constructorBuilder()
				.addModifiers(Modifier.PRIVATE)
				.addParameter(JavaTypes.STRING, "value")
				.addStatement("super(value)")
				.build())
			.addMethod(MethodSpec.methodBuilder("of")
				.addModifiers(Modifier.PUBLIC, Modifier.STATIC)
				.returns(self)
				.addJavadoc("Return a value, which need not be listed.\n@param value the text that the service uses\n"
						+ "@return the value\n")
				.addParameter(JavaTypes.STRING, "value")
				.addStatement("return new $T(value)", self)
				.build());
	}

	private TypeSpec.Builder root(RootModel root) {
		ClassName self = this.types.generated(root.className());
		TypeSpec.Builder type = type(root.className(), null, "Root of the service. Thread-safe.")
			.superclass(JavaTypes.TYPED_ROOT)
			.addMethod(MethodSpec.constructorBuilder()
				.addModifiers(Modifier.PUBLIC)
				.addJavadoc("Create a typed root. Makes no request.\n@param root the root, which is not closed\n")
				.addParameter(JavaTypes.SERVICE_ROOT, "root")
				.addStatement("super(root)")
				.build());
		for (LinkModel link : root.links()) {
			type.addMethod((link.kind() == LinkKind.COLLECTION) ? collectionGetter(link, rootCollection(link))
					: rootEntry(link));
		}
		addOperations(type, self, root.operations(), CodeBlock.of("root()"));
		return type.addMethod(generatedFrom());
	}

	private static CodeBlock rootCollection(LinkModel link) {
		CodeBlock collection = CodeBlock.of("root().collection($L)", Literal.of(link.name()));
		return (link.key() != null) ? CodeBlock.of("$L.withKeyLookup($T.path($L))", collection, JavaTypes.KEY_LOOKUP,
				Literal.of(link.key())) : collection;
	}

	private MethodSpec generatedFrom() {
		ParameterizedTypeName texts = ParameterizedTypeName.get(ClassName.get(List.class), JavaTypes.STRING);
		CodeBlock values = DescribedMembers.of(this.model)
			.stream()
			.map((text) -> CodeBlock.of("$L", Literal.of(text)))
			.collect(CodeBlock.joining(",\n"));
		return MethodSpec.methodBuilder("generatedFrom")
			.addAnnotation(JavaTypes.OVERRIDE)
			.addModifiers(Modifier.PROTECTED)
			.returns(texts)
			.addStatement("return $T.of(\n$L)", List.class, values)
			.build();
	}

	private MethodSpec rootEntry(LinkModel link) {
		return method(link.getter(), this.types.entry(link.target()), link.documentation(),
				"Return the entry " + quoted(link.name()) + ". Makes no request for it.")
			.addJavadoc("@return the entry\n")
			.addStatement("return $L", typed(CodeBlock.of("root().entry($L)", Literal.of(link.name())), link.target()))
			.build();
	}

}
