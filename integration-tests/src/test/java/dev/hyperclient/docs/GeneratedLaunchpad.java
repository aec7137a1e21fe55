package dev.hyperclient.docs;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import dev.hyperclient.generator.Generator;
import dev.hyperclient.generator.GeneratorConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A typed client of Launchpad with the code of the documents that uses it. Generated and
 * compiled by a test, since the description is not part of this project.
 */
final class GeneratedLaunchpad {

	private static final Path RESOURCES = Documents.PROJECT
		.resolve("integration-tests/src/test/resources/dev/hyperclient/docs");

	static final Path OVERLAY = RESOURCES.resolve("launchpad-overlay.json");

	private static final Set<String> TYPES = Set.of("bug", "bug_task", "bug_attachment", "message", "person", "project",
			"branch_merge_proposal");

	private GeneratedLaunchpad() {
	}

	/** Return the compiled classes. */
	static URLClassLoader compile(Path data, Path directory) throws IOException {
		Path sources = directory.resolve("sources");
		new Generator(GeneratorConfiguration.of(data.resolve("launchpad-1.0.wadl"), "com.example.launchpad", sources)
			.withOverlay(OVERLAY)
			.withIncludes(TYPES)).run();
		Path classes = Files.createDirectories(directory.resolve("classes"));
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
				Stream<Path> generated = Files.walk(sources)) {
			List<Path> all = Stream
				.concat(generated.filter((file) -> file.toString().endsWith(".java")),
						Stream.of(RESOURCES.resolve("LaunchpadTypedSnippets.java")))
				.toList();
			assertThat(compiler
				.getTask(null, files, null, List.of("-proc:none", "-d", classes.toString()), null,
						files.getJavaFileObjectsFromPaths(all))
				.call()).isTrue();
		}
		return new URLClassLoader(new URL[] { classes.toUri().toURL() }, GeneratedLaunchpad.class.getClassLoader());
	}

}
