package dev.hyperclient.internal.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import javax.annotation.processing.Generated;
import javax.lang.model.element.Modifier;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import dev.hyperclient.internal.generator.ClientModel.OptionModel;
import dev.hyperclient.internal.generator.ClientModel.TypeModel;
import dev.hyperclient.internal.names.JavaLiteral;
import org.jspecify.annotations.Nullable;

/**
 * Writes the source of a client: a file for each class.
 */
final class SourceWriter {

	/** A method has at most 65,535 bytes: 8 for each text of a list. */
	private static final int MAX_TEXTS = 1000;

	private final ClientModel model;

	private final JavaTypes types;

	private final MemberWriter members;

	/** Any class may refer to a deprecated one. */
	private final boolean refersToDeprecated;

	private final Map<String, String> sources = new TreeMap<>();

	SourceWriter(ClientModel model) {
		this.model = model;
		this.types = new JavaTypes(model.packageName());
		this.members = new MemberWriter(this.types);
		this.refersToDeprecated = model.types()
			.stream()
			.anyMatch((type) -> Documentation.isDeprecated(type.documentation()));
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
		String documentation = (this.model.documentation() != null)
				? Documentation.paragraphs(this.model.documentation()) : "";
		String lines = ("Typed client, generated from the description of a service.\n"
				+ (documentation.isEmpty() ? "" : "<p>\n" + documentation))
			.stripTrailing();
		return "/**\n" + lines.lines().map((line) -> (" * " + line).stripTrailing() + "\n").reduce("", String::concat)
				+ " */\n@Generated(\"" + JavaTypes.GENERATOR + "\")\n@NullMarked\npackage " + this.model.packageName()
				+ ";\n\nimport " + Generated.class.getName() + ";\n\nimport org.jspecify.annotations.NullMarked;\n";
	}

	private TypeSpec.Builder type(String name, @Nullable String documentation, String fallback) {
		TypeSpec.Builder type = TypeSpec.classBuilder(name)
			.addModifiers(Modifier.PUBLIC, Modifier.FINAL)
			.addAnnotation(
					AnnotationSpec.builder(Generated.class).addMember("value", "$S", JavaTypes.GENERATOR).build());
		if (this.refersToDeprecated) {
			type.addAnnotation(
					AnnotationSpec.builder(SuppressWarnings.class).addMember("value", "$S", "deprecation").build());
		}
		Documentation.of(documentation, fallback).addTo(type);
		return type;
	}

	private TypeSpec.Builder entry(TypeModel entry) {
		ClassName self = this.types.generated(entry.className());
		TypeSpec.Builder type = type(entry.className(), entry.documentation(),
				"Entry of the type " + Documentation.quoted(entry.id()) + ".")
			.superclass(ParameterizedTypeName.get(JavaTypes.TYPED_ENTRY, self))
			.addMethod(MethodSpec.constructorBuilder()
				.addModifiers(Modifier.PUBLIC)
				.addJavadoc("Create a typed entry. Makes no request.\n@param entry the entry\n"
						+ "@throws IllegalArgumentException if the entry is fetched and lacks members of this type\n")
				.addParameter(JavaTypes.ENTRY, "entry")
				.addStatement("super(entry, $S)", entry.id())
				.build());
		entry.attributes().forEach((attribute) -> type.addMethods(this.members.attribute(self, attribute)));
		entry.links().forEach((link) -> type.addMethods(this.members.link(self, link)));
		this.members.addOperations(type, self, entry.operations(), CodeBlock.of("entry()"));
		return type.addMethod(MethodSpec.methodBuilder("self")
			.addAnnotation(JavaTypes.OVERRIDE)
			.addModifiers(Modifier.PROTECTED)
			.returns(self)
			.addStatement("return this")
			.build());
	}

	private TypeSpec.Builder collection(TypeModel collection) {
		ClassName self = this.types.generated(collection.className());
		CodeBlock factory = (collection.member() != null)
				? CodeBlock.of("$T::new", this.types.generated(collection.member())) : CodeBlock.of("entry -> entry");
		TypeSpec.Builder type = type(collection.className(), collection.documentation(),
				"Collection of the type " + Documentation.quoted(collection.id()) + ".")
			.superclass(ParameterizedTypeName.get(JavaTypes.TYPED_COLLECTION, this.types.entry(collection.member())))
			.addMethod(MethodSpec.constructorBuilder()
				.addModifiers(Modifier.PUBLIC)
				.addJavadoc("Create a typed collection. Makes no request.\n@param collection the collection\n")
				.addParameter(JavaTypes.ENTRY_COLLECTION, "collection")
				.addStatement("super(collection, $L)", factory)
				.build());
		this.members.addOperations(type, self, collection.operations(), CodeBlock.of("collection()"));
		return type;
	}

	private TypeSpec.Builder option(OptionModel option) {
		ClassName self = this.types.generated(option.className());
		TypeSpec.Builder type = type(option.className(), null,
				"Value of " + Documentation.quoted(option.attribute())
						+ ". The service may return values that are not listed here.")
			.superclass(JavaTypes.EXTENSIBLE_ENUM);
		// A listed value is always the same object, since its constants look like those
		// of an enum.
		CodeBlock.Builder cases = CodeBlock.builder().add("return switch (value) {\n$>");
		for (OptionModel.Constant constant : option.constants()) {
			type.addField(FieldSpec.builder(self, constant.name(), Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
				.addJavadoc("The value $L.\n", Documentation.quoted(constant.value()))
				.initializer("new $T($L)", self, JavaLiteral.of(constant.value()))
				.build());
			cases.add("case $L -> $L;\n", JavaLiteral.of(constant.value()), constant.name());
		}
		cases.add("default -> new $T(value);\n$<};\n", self);
		return type
			.addMethod(MethodSpec.constructorBuilder()
				.addModifiers(Modifier.PRIVATE)
				.addParameter(JavaTypes.STRING, "value")
				.addStatement("super(value)")
				.build())
			.addMethod(MethodSpec.methodBuilder("of")
				.addAnnotation(JavaTypes.JSON_CREATOR)
				.addModifiers(Modifier.PUBLIC, Modifier.STATIC)
				.returns(self)
				.addJavadoc("Return a value, which need not be listed.\n@param value the text that the service uses\n"
						+ "@return the value, the constant if it is listed\n")
				.addParameter(JavaTypes.STRING, "value")
				.addCode(cases.build())
				.build());
	}

	private TypeSpec.Builder root(TypeModel root) {
		ClassName self = this.types.generated(root.className());
		TypeSpec.Builder type = type(root.className(), null, "Root of the service. Thread-safe.")
			.superclass(JavaTypes.TYPED_ROOT)
			.addMethod(MethodSpec.constructorBuilder()
				.addModifiers(Modifier.PUBLIC)
				.addJavadoc("Create a typed root. Makes no request.\n@param root the root, which is not closed\n")
				.addParameter(JavaTypes.SERVICE_ROOT, "root")
				.addStatement("super(root)")
				.build());
		root.links().forEach((link) -> type.addMethod(this.members.rootLink(link)));
		this.members.addOperations(type, self, root.operations(), CodeBlock.of("root()"));
		addGeneratedFrom(type, self);
		return type;
	}

	private void addGeneratedFrom(TypeSpec.Builder type, ClassName self) {
		List<String> texts = ComparisonText.of(this.model);
		MethodSpec.Builder method = MethodSpec.methodBuilder("generatedFrom")
			.addAnnotation(JavaTypes.OVERRIDE)
			.addModifiers(Modifier.PROTECTED)
			.returns(JavaTypes.TEXTS);
		if (texts.size() <= MAX_TEXTS) {
			type.addMethod(method.addStatement("return $L", list(texts)).build());
			return;
		}
		List<CodeBlock> parts = new ArrayList<>();
		for (int start = 0; start < texts.size(); start += MAX_TEXTS) {
			ClassName part = self.nestedClass("GeneratedFrom" + (parts.size() + 1));
			parts.add(CodeBlock.of("$T.texts()", part));
			type.addType(TypeSpec.classBuilder(part)
				.addModifiers(Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
				.addMethod(MethodSpec.methodBuilder("texts")
					.addModifiers(Modifier.STATIC)
					.returns(JavaTypes.TEXTS)
					.addStatement("return $L", list(texts.subList(start, Math.min(start + MAX_TEXTS, texts.size()))))
					.build())
				.build());
		}
		CodeBlock all = CodeBlock.of("$T.of(\n$L)", List.class, CodeBlock.join(parts, ",\n"));
		type.addMethod(method.addStatement("return $L.stream().flatMap($T::stream).toList()", all, List.class).build());
	}

	private static CodeBlock list(List<String> texts) {
		CodeBlock values = texts.stream()
			.map((text) -> CodeBlock.of("$L", JavaLiteral.of(text)))
			.collect(CodeBlock.joining(",\n"));
		return CodeBlock.of("$T.of(\n$L)", List.class, values);
	}

}
