package dev.hyperclient.build;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import javax.lang.model.element.Modifier;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hyperclient.docs.Documents;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.web.util.HtmlUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks the Javadoc of the types of {@code docs/reference/public-api.txt}: whether
 * threads may share them, what null means, and that the examples compile. The profile
 * {@code javadoc} checks links and tags.
 */
class JavadocTests {

	private static final Pattern THREADS = Pattern.compile("(?i)\\b(threads?|thread-safe|immutable)\\b");

	/** The content of the Javadoc tag {@code pre}. */
	private static final Pattern EXAMPLE = Pattern
		.compile("(?s)<pre class=\"code\">(?:\\{@code)?\\n(.*?)\\n\\s*}?</pre>");

	/** What the examples use without declaring it. */
	private static final String EXAMPLES = """
						import java.io.*;
						import java.net.URI;
						import java.nio.file.*;
						import java.time.Duration;
						import java.util.List;
						import java.util.Map;
						import dev.hyperclient.cookbook.api.*;
						import org.junit.jupiter.api.BeforeAll;
			import org.junit.jupiter.api.Test;
						import org.junit.jupiter.api.extension.ExtendWith;
						import org.springframework.beans.factory.annotation.Autowired;
						import org.springframework.boot.test.context.SpringBootTest;
						import org.springframework.context.annotation.Bean;
						import org.springframework.http.*;
						import org.springframework.http.client.*;
						import org.springframework.http.client.reactive.*;
						import org.springframework.util.unit.DataSize;
						import org.springframework.web.client.RestClient;
						import org.springframework.web.reactive.function.client.WebClient;
						import reactor.netty.http.client.HttpClient;
						import static org.junit.jupiter.api.Assertions.assertEquals;
						%s
						class Examples {
							static ServiceRoot root;
							static CookbookRoot cookbook;
							static Entry recipe;
							static FakeService service;
							static HttpCache cache;
							static InputStream wadl;
							static Path directory;
							static Path folder;

							record MyClient(Object client) {
							}

							%s
						}
						""";

	private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

	private static List<Type> types = List.of();

	@Test
	void eachTypeSaysWhetherThreadsMayShareIt() {
		assertThat(types).filteredOn(Type::isShared)
			.isNotEmpty()
			.filteredOn((type) -> !THREADS.matcher(type.comment()).find())
			.extracting(Type::name)
			.isEmpty();
	}

	@Test
	void eachMethodHasComment() {
		assertThat(types).flatExtracting(Type::methods)
			.filteredOn((method) -> method.comment().isEmpty() && !method.overrides())
			.extracting(Method::name)
			.isEmpty();
	}

	@Test
	void meaningOfEachNullIsDocumented() {
		assertThat(types).flatExtracting(Type::methods)
			.filteredOn((method) -> !method.overrides())
			.filteredOn((method) -> !method.nullable()
				.stream()
				.allMatch((tag) -> tag(tag, method.comment()).contains("null")))
			.extracting(Method::name)
			.isEmpty();
		assertThat(types).filteredOn((type) -> !type.name().contains("Properties"))
			.filteredOn(
					(type) -> !type.nullable().stream().allMatch((tag) -> tag(tag, type.comment()).contains("null")))
			.extracting(Type::name)
			.isEmpty();
	}

	/** Return the text of a block tag, from the tag to the next one. */
	private static String tag(String tag, String comment) {
		int begin = comment.indexOf(tag);
		int end = comment.indexOf("\n @", begin + 1);
		return (begin < 0) ? "" : comment.substring(begin, (end < 0) ? comment.length() : end);
	}

	@Test
	void examplesCompile() throws IOException {
		String members = types.stream()
			.flatMap((type) -> EXAMPLE.matcher(type.comment())
				.results()
				.map((example) -> member(type.simpleName(), HtmlUtils.htmlUnescape(example.group(1)).strip())))
			.collect(Collectors.joining());
		assertThat(members).contains("ServiceRoot.builder()", "@HyperClientTest");
		String packages = types.stream()
			.map((type) -> type.name().replaceFirst("\\.[A-Z].*", ""))
			.distinct()
			.map("import %s.*;%n"::formatted)
			.collect(Collectors.joining());
		DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
		JavacTask task = (JavacTask) COMPILER.getTask(null, null, problems,
				List.of("-proc:none", "-classpath", System.getProperty("java.class.path")), null,
				List.of(new Source(EXAMPLES.formatted(packages, members))));
		task.analyze();
		assertThat(problems.getDiagnostics()).filteredOn((problem) -> problem.getKind() == Diagnostic.Kind.ERROR)
			.isEmpty();
	}

	/** Return a class with an example: members, or the statements of a method. */
	private static String member(String type, String example) {
		boolean members = example.startsWith("@") || example.startsWith("class ");
		return "static class %sExample {%n%s%n}%n".formatted(type,
				members ? example : "void run() throws Exception {%n%s%n}".formatted(example));
	}

	@BeforeAll
	static void readSources() throws IOException {
		try (StandardJavaFileManager files = COMPILER.getStandardFileManager(null, null, null)) {
			TreeMap<String, Path> sources = new TreeMap<>();
			List<String> names = new ArrayList<>();
			String module = "";
			for (String line : Files.readAllLines(PublicApiTests.LIST)) {
				if (line.startsWith("# ")) {
					module = line.substring(2);
				}
				else if (line.startsWith("dev.")) {
					String name = line.replaceFirst("(<| : ).*", "");
					String file = name.replaceFirst("\\$.*", "");
					names.add(name.replace('$', '.'));
					sources.put(file,
							Documents.PROJECT.resolve(module)
								.resolve("src/main/java")
								.resolve(file.replace('.', '/') + ".java"));
				}
			}
			JavacTask task = (JavacTask) COMPILER.getTask(null, files, null, null, null,
					files.getJavaFileObjectsFromPaths(sources.values()));
			Scanner scanner = new Scanner(DocTrees.instance(task), Set.copyOf(names));
			scanner.scan(task.parse(), null);
			assertThat(scanner.types).hasSameSizeAs(names);
			types = scanner.types;
		}
	}

	private static final class Source extends SimpleJavaFileObject {

		private final String text;

		private Source(String text) {
			super(URI.create("string:///Examples.java"), Kind.SOURCE);
			this.text = text;
		}

		@Override
		public CharSequence getCharContent(boolean ignoreEncodingErrors) {
			return this.text;
		}

	}

	/**
	 * A method.
	 *
	 * @param nullable the tags that describe what may be null
	 */
	private record Method(String name, boolean overrides, String comment, List<String> nullable) {
	}

	/**
	 * A type.
	 *
	 * @param nullable the tags that describe which components of a record may be null
	 */
	private record Type(String name, Tree.Kind kind, String superclass, String comment, List<String> nullable,
			List<Method> methods) {

		String simpleName() {
			return this.name.substring(this.name.lastIndexOf('.') + 1);
		}

		/** Values, and beans of Spring Boot, need no statement. */
		boolean isShared() {
			return (this.kind == Tree.Kind.CLASS || this.kind == Tree.Kind.INTERFACE)
					&& !this.superclass.matches(".*(Exception|Error)")
					&& !this.name.matches(".*(AutoConfiguration|Properties).*");
		}

	}

	private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {

		private final DocTrees trees;

		private final Set<String> names;

		private final List<Type> types = new ArrayList<>();

		private Scanner(DocTrees trees, Set<String> names) {
			this.trees = trees;
			this.names = names;
		}

		@Override
		public @Nullable Void visitClass(ClassTree tree, @Nullable Void none) {
			String name = name(getCurrentPath());
			if (this.names.contains(name)) {
				String superclass = (tree.getExtendsClause() != null) ? tree.getExtendsClause().toString() : "";
				this.types.add(new Type(name, tree.getKind(), superclass, comment(getCurrentPath()),
						(tree.getKind() == Tree.Kind.RECORD) ? nullable(tree.getMembers()) : List.of(),
						methods(tree, name)));
			}
			return super.visitClass(tree, none);
		}

		/** Return the methods that users see, without the constructors of records. */
		private List<Method> methods(ClassTree type, String owner) {
			return type.getMembers()
				.stream()
				.filter(MethodTree.class::isInstance)
				.map(MethodTree.class::cast)
				.filter((method) -> isVisible(method, type))
				.filter((method) -> type.getKind() != Tree.Kind.RECORD || method.getReturnType() != null)
				.map((method) -> method(method, owner))
				.toList();
		}

		private Method method(MethodTree method, String owner) {
			boolean overrides = isAnnotated(method.getModifiers(), "Override");
			List<String> nullable = new ArrayList<>(nullable(method.getParameters()));
			if (isAnnotated(method.getModifiers(), "Nullable")) {
				nullable.add("@return");
			}
			return new Method(owner + "." + method.getName(), overrides,
					comment(new TreePath(getCurrentPath(), method)), nullable);
		}

		private static List<String> nullable(List<? extends Tree> members) {
			return members.stream()
				.filter(VariableTree.class::isInstance)
				.map(VariableTree.class::cast)
				.filter((variable) -> !variable.getModifiers().getFlags().contains(Modifier.STATIC))
				.filter((variable) -> isAnnotated(variable.getModifiers(), "Nullable")
						|| variable.getType().toString().contains("@Nullable []"))
				.map((variable) -> "@param " + variable.getName())
				.toList();
		}

		private static boolean isAnnotated(ModifiersTree modifiers, String annotation) {
			return modifiers.getAnnotations()
				.stream()
				.anyMatch((present) -> present.getAnnotationType().toString().equals(annotation));
		}

		private static boolean isVisible(MethodTree method, ClassTree type) {
			Set<Modifier> modifiers = method.getModifiers().getFlags();
			return modifiers.contains(Modifier.PUBLIC) || modifiers.contains(Modifier.PROTECTED)
					|| (Set.of(Tree.Kind.INTERFACE, Tree.Kind.ANNOTATION_TYPE).contains(type.getKind())
							&& !modifiers.contains(Modifier.PRIVATE));
		}

		private String comment(TreePath path) {
			String comment = this.trees.getDocComment(path);
			return (comment != null) ? comment.strip() : "";
		}

		private static String name(TreePath path) {
			if (path.getLeaf() instanceof CompilationUnitTree file) {
				return file.getPackageName().toString();
			}
			String outer = name(path.getParentPath());
			return (path.getLeaf() instanceof ClassTree type) ? outer + "." + type.getSimpleName() : outer;
		}

	}

}
