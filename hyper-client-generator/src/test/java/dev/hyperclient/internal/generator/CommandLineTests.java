package dev.hyperclient.internal.generator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the commands of the main class.
 */
class CommandLineTests {

	@TempDir
	Path directory;

	private record Ran(int status, List<String> out, String err) {

	}

	private static Ran run(Object... arguments) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		ByteArrayOutputStream err = new ByteArrayOutputStream();
		String[] texts = List.of(arguments).stream().map(Object::toString).toArray(String[]::new);
		int status = CommandLine.run(texts, new PrintStream(out, true, StandardCharsets.UTF_8),
				new PrintStream(err, true, StandardCharsets.UTF_8));
		return new Ran(status, out.toString(StandardCharsets.UTF_8).lines().toList(),
				err.toString(StandardCharsets.UTF_8));
	}

	@Test
	void descriptionIsFetchedGeneratedAndVerified() throws IOException {
		Path wadl = this.directory.resolve("kitchen.wadl");
		try (FakeService service = FakeService.builder("kitchen")
			.type("dish", "dishes", (dish) -> dish.text("name"))
			.start()) {
			Ran fetched = run("fetch", "--url", service.baseUrl(), "--description", wadl);
			assertThat(fetched.status()).isZero();
			assertThat(fetched.out()).singleElement().asString().startsWith(wadl.toString()).endsWith("is written");
			assertThat(run("fetch", "--url", service.baseUrl(), "--description", wadl, "--timeout", 20).out())
				.singleElement()
				.asString()
				.endsWith("is up to date");
		}
		assertThat(run("generate", "--description", wadl, "--package", "com.example.kitchen", "--output",
				this.directory.resolve("sources"))
			.status()).isZero();

		Path recording = Files.createDirectory(this.directory.resolve("recording"));
		Files.writeString(recording.resolve("dish.json"),
				"{ \"resource_type_link\": \"http://localhost/#dish\", \"name\": \"Baked beans\" }");
		Path overlay = Files.writeString(this.directory.resolve("overlay.json"),
				"{ \"types\": { \"dish\": { \"attributes\": { \"name\": \"integer\" } } } }");
		Ran verified = run("verify", "--description", wadl, "--recording", recording, "--overlay", overlay, "--include",
				"dish");
		assertThat(verified.status()).isOne();
		assertThat(verified.out()).hasSize(2)
			.last()
			.isEqualTo("1 recorded entries of 1 types: 1 contradictions, 0 missing rules");
		assertThat(run("verify", "--description", wadl, "--recording", recording).status()).isZero();
	}

	@Test
	void missingRulesAreWritten() throws IOException {
		Path wadl = this.directory.resolve("kitchen.wadl");
		Path overlay = this.directory.resolve("overlay.json");
		try (FakeService service = FakeService.builder("kitchen")
			.type("dish", "dishes", (dish) -> dish.text("name").entry(Map.of("name", "Soup")))
			.start()) {
			Files.write(wadl, service.description().readAllBytes());
			Ran suggested = run("suggest", "--description", wadl, "--overlay", overlay, "--url", service.baseUrl(),
					"--requests", 3);
			assertThat(suggested.status()).isZero();
			assertThat(suggested.out()).containsExactly("'name' of 'dish' is text (recorded: 1 value)",
					"1 new rules, 0 conflicts, 3 requests",
					"2 classes; with a type: 2 of 2 attributes, 0 of 0 parameters, 0 of 0 results");
			assertThat(service.requests()).hasSize(3);
		}
		assertThat(run("suggest", "--description", wadl, "--overlay", overlay).out())
			.startsWith("0 new rules, 0 conflicts, 0 requests");
		assertThat(overlay).content().contains("\"name\": { \"type\": \"text\"");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "", "--package a", "--description", "--unknown x", "--description a --package class --output b",
					"fetsch", "fetch", "verify --description a", "fetch --overlay a", "generate --url a",
					"suggest --description a", "generate --description a --package b --output c --preset launchpat",
					"fetch --url http://localhost/ --description a --timeout soon" })
	void invalidArgumentsAreExplained(String arguments) {
		Ran ran = run(arguments.isEmpty() ? new Object[0] : arguments.split(" "));
		assertThat(ran.status()).isEqualTo(2);
		assertThat(ran.err()).contains("Usage:").contains("--include");
	}

	@Test
	void clientIsGenerated() throws IOException {
		Path wadl = new Description().type("bug", Description.attribute("title"))
			.type("person", "")
			.writeTo(this.directory.resolve("tracker.wadl"));
		Path overlay = Files.writeString(this.directory.resolve("overlay.json"),
				"{ \"types\": { \"bug\": { \"attributes\": { \"title\": \"text\" } } } }");
		Path sources = this.directory.resolve("sources");
		Object[] arguments = { "--description", wadl, "--package", "com.example.tracker", "--output", sources,
				"--overlay", overlay, "--include", "bug", "--root", "Tracked" };
		assertThat(run(arguments)).isEqualTo(new Ran(0, List.of("4 files, 4 written, 0 deleted",
				"2 classes; with a type: 1 of 1 attributes, 0 of 0 parameters, 0 of 0 results"), ""));
		assertThat(sources.resolve("com/example/tracker/Bug.java")).content().contains("String title()");
		assertThat(sources.resolve("com/example/tracker/Tracked.java")).content().contains("class Tracked");
		assertThat(run(arguments).out()).first().asString().startsWith("4 files are up to date");
	}

	@Test
	void missingDescriptionIsReported() {
		Path wadl = this.directory.resolve("a.wadl");
		Ran ran = run("--description", wadl, "--package", "a", "--output", this.directory);
		assertThat(ran.status()).isOne();
		assertThat(ran.err()).startsWith(wadl.toString());
	}

	@ParameterizedTest
	@ValueSource(strings = { "java", "java.lang", "javax.swing.client", "kotlin.client" })
	void packageOfAPlatformIsRefused(String name) {
		Ran ran = run("--description", "a.wadl", "--package", name, "--output", this.directory);
		assertThat(ran.status()).isEqualTo(2);
		assertThat(ran.err()).contains("but is '" + name + "', which is reserved");
		assertThat(GeneratorConfiguration.of(Path.of("a.wadl"), "javafx2.client", this.directory).rootName())
			.isEqualTo("Client");
	}

}
