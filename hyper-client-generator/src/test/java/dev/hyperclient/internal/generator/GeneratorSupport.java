package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Generates a client for each test, in a package of its own. All that the tests of a
 * class generate is compiled together after them, since each run of the compiler takes
 * time.
 */
abstract class GeneratorSupport {

	@TempDir
	static Path generated;

	private static final AtomicInteger clients = new AtomicInteger();

	private final int client = clients.incrementAndGet();

	@TempDir
	Path directory;

	@AfterAll
	static void generatedSourcesCompile() {
		assertThat(TypedClient.problems(generated, generated.resolve("classes"))).isEmpty();
	}

	/** Return the file of the description. */
	Path file() {
		return this.directory.resolve("tracker.wadl");
	}

	Path sources() {
		return generated.resolve("client" + this.client);
	}

	private Path sourcesOfPackage() {
		return sources().resolve("com/example/client" + this.client + "/tracker");
	}

	GeneratorConfiguration configuration() {
		return GeneratorConfiguration.of(file(), "com.example.client" + this.client + ".tracker", sources());
	}

	GeneratorResult generate(Description description) {
		description.writeTo(file());
		return new Generator(configuration()).run();
	}

	String source(String type) throws IOException {
		return Files.readString(sourcesOfPackage().resolve(type + ".java"));
	}

	/** Return the names of the classes. */
	List<String> types() throws IOException {
		try (Stream<Path> files = Files.list(sourcesOfPackage())) {
			return files.map((file) -> file.getFileName().toString().replace(".java", "")).sorted().toList();
		}
	}

}
