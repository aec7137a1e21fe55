package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for what is written to and deleted from the output directory.
 */
class OutputDirectoryTests {

	private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

	@TempDir
	Path directory;

	private Path description;

	private Path output;

	private GeneratorConfiguration configuration;

	@BeforeEach
	void describe() {
		this.description = new Description().type("bug", Description.attribute("title"))
			.type("person", Description.attribute("name"))
			.writeTo(this.directory.resolve("tracker.wadl"));
		this.output = this.directory.resolve("sources");
		this.configuration = GeneratorConfiguration.of(this.description, "com.example.tracker", this.output);
	}

	private GeneratorResult run() {
		return new Generator(this.configuration).run();
	}

	private Map<String, String> files() throws IOException {
		return files(this.output);
	}

	private static Map<String, String> files(Path folder) throws IOException {
		Map<String, String> contents = new TreeMap<>();
		try (Stream<Path> files = Files.walk(folder)) {
			files.filter(Files::isRegularFile)
				.forEach((file) -> contents.put(folder.relativize(file).toString().replace('\\', '/'), read(file)));
		}
		return contents;
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Path bug() {
		return this.output.resolve("com/example/tracker/Bug.java");
	}

	@Test
	void filesAreBelowTheirPackageAndASecondRunIsSkipped() throws IOException {
		assertThat(run().skipped()).isFalse();
		assertThat(files()).containsOnlyKeys("com/example/tracker/Bug.java", "com/example/tracker/Person.java",
				"com/example/tracker/Tracker.java", "com/example/tracker/package-info.java",
				"hyper-client-generator.names", "hyper-client-generator.state");
		GeneratorResult second = run();
		assertThat(second.skipped()).isTrue();
		assertThat(second.written()).isZero();
		assertThat(second.files()).isEqualTo(5);
	}

	@Test
	void bytesAreEqualInEachDirectory() throws IOException {
		run();
		Map<String, String> first = files();
		Path other = this.directory.resolve("elsewhere/deep");
		new Generator(GeneratorConfiguration.of(this.description, "com.example.tracker", other)).run();
		assertThat(files(other)).isEqualTo(first);
		assertThat(first.values()).noneMatch((content) -> content.contains("\r"));
	}

	@Test
	void unchangedFilesAreNotRewritten() throws IOException {
		run();
		Files.setLastModifiedTime(bug(), LONG_AGO);
		new Description().type("bug", Description.attribute("title"))
			.type("person", Description.attribute("full_name"))
			.writeTo(this.description);
		assertThat(run().written()).isEqualTo(2);
		assertThat(Files.getLastModifiedTime(bug())).isEqualTo(LONG_AGO);
	}

	@Test
	void filesThatAreNoLongerGeneratedAreDeleted() throws IOException {
		run();
		this.configuration = this.configuration.withIncludes(Set.of("bug"));
		assertThat(run().deleted()).isEqualTo(1);
		assertThat(files()).containsKey("com/example/tracker/Bug.java")
			.doesNotContainKey("com/example/tracker/Person.java");
	}

	@Test
	void emptyPackageIsDeleted() throws IOException {
		run();
		this.configuration = GeneratorConfiguration.of(this.description, "org.other", this.output);
		run();
		assertThat(this.output.resolve("com")).doesNotExist();
		assertThat(files()).containsKey("org/other/Bug.java");
	}

	@Test
	void deletedAndEditedFilesAreWrittenAgain() throws IOException {
		run();
		Map<String, String> files = files();
		Files.delete(bug());
		Files.writeString(this.output.resolve("com/example/tracker/Person.java"), "edited");
		GeneratorResult again = run();
		assertThat(again.skipped()).isFalse();
		assertThat(again.written()).isEqualTo(2);
		assertThat(files()).isEqualTo(files);
	}

	@Test
	void interruptedRunIsCompleted() throws IOException {
		run();
		Map<String, String> files = files();
		Path state = this.output.resolve("hyper-client-generator.state");
		Files.writeString(state, Files.readString(state).replaceFirst("\n[0-9a-f]{64}\n", "\nincomplete\n"));
		Files.delete(bug());
		assertThat(run().written()).isEqualTo(1);
		assertThat(files()).isEqualTo(files);
	}

	@Test
	void temporaryFileOfAnInterruptedRunIsNotForeign() throws IOException {
		Files.createDirectories(this.output);
		Files.writeString(this.output.resolve(".hyper-client-1f3b.part"), "class");
		assertThat(run().written()).isEqualTo(5);
	}

	@Test
	void directoryWithOtherFilesIsRefused() throws IOException {
		Path other = Files.createDirectories(this.output.resolve("com/example")).resolve("Application.java");
		Files.writeString(other, "class Application {}");
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::run)
			.withMessage(this.output + ": contains 'com/example/Application.java', which was not generated; "
					+ "use a directory of its own for generated sources");
		assertThat(files()).containsOnlyKeys("com/example/Application.java");
	}

	@Test
	void stateOfAnotherProgramIsRefused() throws IOException {
		Files.createDirectories(this.output);
		Files.writeString(this.output.resolve("hyper-client-generator.state"), "something else");
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::run)
			.withMessageContaining("is not a file of this generator");
	}

	@Test
	void stateCannotNameFilesElsewhere() throws IOException {
		run();
		Path precious = Files.writeString(this.directory.resolve("precious.txt"), "keep");
		Path state = this.output.resolve("hyper-client-generator.state");
		Files.writeString(state, Files.readString(state) + "0123 ../precious.txt\n");
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::run)
			.withMessageContaining("has an invalid line");
		assertThat(precious).exists();
	}

	@Test
	void changedFileThatIsNoLongerGeneratedIsKept() throws IOException {
		run();
		Path person = this.output.resolve("com/example/tracker/Person.java");
		Files.writeString(person, "edited");
		Map<String, String> files = files();
		this.configuration = this.configuration.withIncludes(Set.of("bug"));
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::run)
			.withMessage(person
					+ ": is not generated any more, but is not deleted, because it was changed since; move or delete it");
		assertThat(files()).isEqualTo(files);
	}

	@Test
	void linkedPackageAndStateAreRefused() throws IOException {
		run();
		Path moved = this.directory.resolve("moved");
		Files.move(this.output.resolve("com"), moved);
		Files.createSymbolicLink(this.output.resolve("com"), moved);
		this.configuration = this.configuration.withIncludes(Set.of("bug"));
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::run)
			.withMessageContaining("symbolic link 'com'");
		assertThat(moved.resolve("example/tracker/Person.java")).exists();
		Files.delete(this.output.resolve("com"));
		Path state = this.output.resolve("hyper-client-generator.state");
		Files.move(state, this.directory.resolve("state"));
		Files.createSymbolicLink(state, this.directory.resolve("state"));
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::run)
			.withMessageContaining("symbolic link 'hyper-client-generator.state'");
	}

	@Test
	void fileOrLinkThatIsAddedLaterIsRefusedAndKept() throws IOException {
		run();
		Path other = Files.writeString(bug().resolveSibling("Mine.java"), "class Mine {}");
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::run).withMessageContaining("Mine.java");
		Files.move(other, bug(), StandardCopyOption.REPLACE_EXISTING);
		Files.createSymbolicLink(other, bug());
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::run)
			.withMessageContaining("symbolic link 'com/example/tracker/Mine.java'");
		assertThat(other).hasContent("class Mine {}");
	}

	@Test
	void directoryItselfMayBeALink() throws IOException {
		Path real = Files.createDirectory(this.directory.resolve("real"));
		Files.createSymbolicLink(this.output, real);
		assertThat(run().written()).isEqualTo(5);
		assertThat(run().skipped()).isTrue();
		assertThat(files(real)).containsKey("com/example/tracker/Bug.java");
	}

	@Test
	void outputThatIsAFileIsRefused() throws IOException {
		Files.writeString(this.output, "not a directory");
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::run);
		assertThat(this.output).hasContent("not a directory");
	}

	@Test
	void runAfterOneThatFailedMidwayKnowsItsFilesAndLeavesNoPart() throws IOException {
		Path obstacle = this.output.resolve("com/example/tracker/Person.java");
		Files.createDirectories(obstacle);
		assertThatExceptionOfType(GeneratorException.class).isThrownBy(this::run)
			.withMessageContaining("cannot be written");
		assertThat(files()).containsKey("com/example/tracker/Bug.java")
			.allSatisfy((name, content) -> assertThat(name).doesNotEndWith(".part"));
		Files.delete(obstacle);
		assertThat(run().skipped()).isFalse();
		assertThat(files()).containsKey("com/example/tracker/Person.java")
			.allSatisfy((name, content) -> assertThat(name).doesNotEndWith(".part"));
	}

}
