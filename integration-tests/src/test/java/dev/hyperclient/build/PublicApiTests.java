package dev.hyperclient.build;

import java.io.IOException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.GenericDeclaration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.hyperclient.docs.Documents;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the public API of the modules with the committed list, so that each change of
 * it is seen in review. The system property {@code hyperclient.docs.write=true} writes
 * the list.
 */
class PublicApiTests {

	static final Path LIST = Documents.PROJECT.resolve("docs/reference/public-api.txt");

	private static final List<String> MODULES = List.of("hyper-client-http-cache", "hyper-client-http-cache-redis",
			"hyper-client-core", "hyper-client-autoconfigure", "hyper-client-test-service", "hyper-client-test",
			"hyper-client-generator", "hyper-client-explorer");

	@Test
	void publicApiIsListed() throws IOException {
		JavaClasses all = classes();
		String api = MODULES.stream().map((module) -> module(module, all)).collect(Collectors.joining("\n"));
		if (Boolean.getBoolean("hyperclient.docs.write")) {
			Files.writeString(LIST, api);
		}
		assertThat(Files.readString(LIST)).isEqualTo(api);
	}

	/** The classes of all modules, of other libraries only the names, which is fast. */
	private static JavaClasses classes() {
		List<Path> directories = MODULES.stream().map(PublicApiTests::directory).toList();
		return ArchConfiguration.withThreadLocalScope((configuration) -> {
			configuration.setResolveMissingDependenciesFromClassPath(false);
			return new ClassFileImporter().importPaths(directories);
		});
	}

	private static Path directory(String module) {
		return Documents.PROJECT.resolve(module).resolve("target/classes").toAbsolutePath().normalize();
	}

	private static String module(String module, JavaClasses classes) {
		String directory = directory(module).toUri().toString();
		return "# " + module + "\n"
				+ classes.stream()
					.filter((type) -> type.getSource().orElseThrow().getUri().toString().startsWith(directory))
					.filter(PublicApiTests::isApi)
					.sorted(Comparator.comparing(JavaClass::getName))
					.map(PublicApiTests::type)
					.collect(Collectors.joining());
	}

	static boolean isApi(JavaClass type) {
		return isVisible(type.getModifiers().contains(JavaModifier.PUBLIC),
				type.getModifiers().contains(JavaModifier.PROTECTED)) && !type.getPackageName().contains(".internal")
				&& !type.getPackageName().startsWith("dev.hyperclient.cookbook") && !type.getName().contains("__")
				&& type.getEnclosingClass().map(PublicApiTests::isApi).orElse(true);
	}

	private static boolean isVisible(boolean isPublic, boolean isProtected) {
		return isPublic || isProtected;
	}

	private static String type(JavaClass type) {
		Class<?> reflected = type.reflect();
		String supertypes = Stream
			.concat(Stream.ofNullable(reflected.getAnnotatedSuperclass()),
					Stream.of(reflected.getAnnotatedInterfaces()))
			.map(PublicApiTests::text)
			.filter((name) -> !name.equals("Object") && !name.equals("Record"))
			.sorted()
			.collect(Collectors.joining(", "));
		String members = Stream
			.concat(Stream.concat(type.getFields().stream(), type.getCodeUnits().stream()), inherited(type))
			.filter((member) -> isVisible(member.getModifiers().contains(JavaModifier.PUBLIC),
					member.getModifiers().contains(JavaModifier.PROTECTED)))
			.filter((member) -> !member.getModifiers().contains(JavaModifier.SYNTHETIC)
					&& !member.getModifiers().contains(JavaModifier.BRIDGE))
			.map((member) -> member(reflected, member))
			.sorted()
			.map((line) -> "    " + line + "\n")
			.collect(Collectors.joining());
		return type.getName() + variables(reflected) + (supertypes.isEmpty() ? "" : " : " + supertypes) + "\n"
				+ members;
	}

	/** Return the methods of superclasses that are not listed themselves. */
	static Stream<JavaMethod> inherited(JavaClass type) {
		return type.getAllRawSuperclasses()
			.stream()
			.filter((superclass) -> superclass.getName().startsWith("dev.hyperclient.") && !isApi(superclass))
			.flatMap((superclass) -> superclass.getMethods().stream());
	}

	private static String member(Class<?> type, JavaMember member) {
		String prefix = member.getModifiers().contains(JavaModifier.STATIC) ? "static " : "";
		if (member instanceof JavaField field) {
			return prefix + field.getName() + ": " + text(field.reflect().getAnnotatedType());
		}
		Executable method = (member instanceof JavaMethod reflected) ? reflected.reflect()
				: ((JavaConstructor) member).reflect();
		String parameters = Stream.of(method.getAnnotatedParameterTypes())
			.map(PublicApiTests::text)
			.collect(Collectors.joining(", "));
		String variables = variables(method);
		return prefix + member.getName() + variables + "(" + parameters + "): "
				+ ((method instanceof Constructor) ? "void" : text(method.getAnnotatedReturnType()));
	}

	private static String variables(GenericDeclaration declaration) {
		return (declaration.getTypeParameters().length == 0) ? ""
				: Stream.of(declaration.getTypeParameters())
					.map((variable) -> variable.getName() + Stream.of(variable.getAnnotatedBounds())
						.map(PublicApiTests::text)
						.filter((bound) -> !bound.equals("Object"))
						.map((bound) -> " extends " + bound)
						.collect(Collectors.joining()))
					.collect(Collectors.joining(", ", "<", ">"));
	}

	/**
	 * A type with its arguments and its nullness; names of the language without their
	 * package.
	 */
	private static String text(AnnotatedType type) {
		return type.toString()
			.replaceAll("((?:\\w+\\.)*)@org\\.jspecify\\.annotations\\.(\\w+)(?:\\(\\))? ", "@$2 $1")
			.replaceAll("@org\\.jspecify\\.annotations\\.(\\w+)(?:\\(\\))?", "@$1")
			.replaceAll("\\bjava\\.lang\\.(?=[A-Z])", "");
	}

}
