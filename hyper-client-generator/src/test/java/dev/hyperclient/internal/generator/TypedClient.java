package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles generated sources, with warnings as errors.
 */
final class TypedClient {

	private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

	private TypedClient() {
	}

	/** Return the errors and warnings of the generated sources. */
	static List<String> problems(Path sources, Path classes) {
		return problems(sources, classes, List.of());
	}

	private static List<String> problems(Path sources, Path classes, List<JavaFileObject> others) {
		DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
		try (StandardJavaFileManager files = COMPILER.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
				Stream<Path> paths = Files.walk(sources)) {
			List<JavaFileObject> units = new ArrayList<>(others);
			files.getJavaFileObjectsFromPaths(paths.filter((path) -> path.toString().endsWith(".java")).toList())
				.forEach(units::add);
			Files.createDirectories(classes);
			COMPILER
				.getTask(null, files, diagnostics,
						List.of("-Xlint:all", "-Xdoclint:all,-missing", "-proc:none", "--release", "17", "-d",
								classes.toString(), "-classpath", System.getProperty("java.class.path")),
						null, units)
				.call();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return diagnostics.getDiagnostics().stream().map(Object::toString).toList();
	}

	/**
	 * Compile generated sources together with a class that uses them, and return that
	 * class.
	 */
	static Class<?> compileWith(Path sources, Path classes, String name, String source) {
		JavaFileObject user = new SimpleJavaFileObject(
				URI.create("string:///" + name.replace('.', '/') + JavaFileObject.Kind.SOURCE.extension),
				JavaFileObject.Kind.SOURCE) {

			@Override
			public CharSequence getCharContent(boolean ignoreEncodingErrors) {
				return source;
			}

		};
		List<String> problems = problems(sources, classes, List.of(user));
		if (!problems.isEmpty()) {
			throw new AssertionError(String.join("\n", problems));
		}
		return load(classes, name);
	}

	static Class<?> load(Path classes, String name) {
		try {
			return Class.forName(name, true,
					new URLClassLoader(new URL[] { classes.toUri().toURL() }, TypedClient.class.getClassLoader()));
		}
		catch (ClassNotFoundException | MalformedURLException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
