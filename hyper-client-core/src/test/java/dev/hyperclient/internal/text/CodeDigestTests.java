package dev.hyperclient.internal.text;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import dev.hyperclient.internal.description.WadlParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CodeDigest}, with copies of a package of the library.
 */
class CodeDigestTests {

	private static final String FOLDER = "dev/hyperclient/internal/description/";

	private final String original = CodeDigest.ofPackages(WadlParser.class);

	@TempDir
	private Path directory;

	@BeforeEach
	void copyThePackage() throws IOException, URISyntaxException {
		Files.createDirectories(this.directory.resolve(FOLDER));
		URL parser = WadlParser.class.getResource("WadlParser.class");
		try (Stream<Path> files = Files.list(Path.of(parser.toURI()).getParent())) {
			for (Path file : files.toList()) {
				Files.copy(file, copy(file.getFileName().toString()));
			}
		}
	}

	private Path copy(String name) {
		return this.directory.resolve(FOLDER).resolve(name);
	}

	/** Return the digest of the classes below a URL. */
	private static String digest(Path location) throws IOException {
		try (URLClassLoader loader = new URLClassLoader(new URL[] { location.toUri().toURL() }, null) {

			@Override
			public Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
				return name.startsWith("dev.hyperclient.internal.description.") ? super.loadClass(name, resolve)
						: CodeDigestTests.class.getClassLoader().loadClass(name);
			}
		}) {
			return CodeDigest.ofPackages(loader.loadClass(WadlParser.class.getName()));
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void copyHasTheSameDigest() throws IOException {
		assertThat(this.original).isNotEmpty();
		assertThat(digest(this.directory)).isEqualTo(this.original);
	}

	@Test
	void jarHasTheSameDigestAsItsFiles() throws IOException {
		Path jar = this.directory.resolve("code.jar");
		try (OutputStream out = Files.newOutputStream(jar);
				JarOutputStream entries = new JarOutputStream(out);
				Stream<Path> files = Files.list(this.directory.resolve(FOLDER))) {
			files.sorted().forEach((file) -> {
				try {
					entries.putNextEntry(new JarEntry(FOLDER + file.getFileName()));
					entries.write(Files.readAllBytes(file));
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			});
			entries.putNextEntry(new JarEntry(FOLDER + "below/Other.class"));
			entries.putNextEntry(new JarEntry("dev/hyperclient/Other.class"));
		}
		assertThat(digest(jar)).isEqualTo(this.original);
	}

	@Test
	void changedClassIsNoticed() throws IOException {
		byte[] code = Files.readAllBytes(copy("CompactWriter.class"));
		code[code.length - 1]++;
		Files.write(copy("CompactWriter.class"), code);
		assertThat(digest(this.directory)).isNotEqualTo(this.original);
	}

	@Test
	void addedAndRemovedClassesAreNoticed() throws IOException {
		Files.copy(copy("Param.class"), copy("Added.class"));
		String added = digest(this.directory);
		assertThat(added).isNotEqualTo(this.original);
		Files.delete(copy("Param.class"));
		assertThat(digest(this.directory)).isNotEqualTo(this.original).isNotEqualTo(added);
	}

	@Test
	void classesThatCannotBeListedHaveNone() {
		Runnable withoutFile = () -> {
		};
		assertThat(CodeDigest.ofPackages(withoutFile.getClass())).isEmpty();
	}

}
