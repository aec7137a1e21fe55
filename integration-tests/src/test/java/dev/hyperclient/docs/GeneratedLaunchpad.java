package dev.hyperclient.docs;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import dev.hyperclient.internal.generator.Generator;
import dev.hyperclient.internal.generator.GeneratorConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A typed client of Launchpad with the code of the documents that uses it. Generated and
 * compiled by a test, since Launchpad's description is not part of this project.
 */
final class GeneratedLaunchpad {

	static final Path RESOURCES = Documents.PROJECT
		.resolve("integration-tests/src/test/resources/dev/hyperclient/docs");

	private static final Path LAUNCHPAD = Documents.PROJECT.resolve("../shared/data").normalize();

	private GeneratedLaunchpad() {
	}

	/**
	 * Return the directories of a description with representations: a small one in the
	 * form of Launchpad's, and Launchpad's where it is.
	 */
	static Stream<Path> data() {
		return Stream.of(RESOURCES.resolve("launchpad-data"), LAUNCHPAD).filter(Files::exists);
	}

	/** Return the description of a version, which a small one has for all. */
	static Path description(Path data, String version) {
		Path small = data.resolve("launchpad.wadl");
		return Files.exists(small) ? small : data.resolve("launchpad-" + version + ".wadl");
	}

	/** Return the classes of a generated client and of code that uses it, compiled. */
	static URLClassLoader compile(GeneratorConfiguration configuration, Path directory, List<Path> users)
			throws IOException {
		new Generator(configuration).run();
		Path classes = Files.createDirectories(directory.resolve("classes"));
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
		try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
				Stream<Path> generated = Files.walk(configuration.output())) {
			List<Path> all = Stream
				.concat(generated.filter((file) -> file.toString().endsWith(".java")), users.stream())
				.toList();
			compiler
				.getTask(null, files, diagnostics,
						List.of("-Xlint:all", "-proc:none", "-parameters", "--release", "17", "-d", classes.toString()),
						null, files.getJavaFileObjectsFromPaths(all))
				.call();
			assertThat(diagnostics.getDiagnostics()).isEmpty();
		}
		return new URLClassLoader(new URL[] { classes.toUri().toURL() }, GeneratedLaunchpad.class.getClassLoader());
	}

}
