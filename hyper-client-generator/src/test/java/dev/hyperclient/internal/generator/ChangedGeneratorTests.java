package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for runs of a generator of the same version whose code has changed.
 */
class ChangedGeneratorTests {

	@TempDir
	Path directory;

	private boolean isSkipped(ClassLoader loader) throws ReflectiveOperationException {
		Class<?> type = loader.loadClass(GeneratorConfiguration.class.getName());
		Object configuration = type.getMethod("of", Path.class, String.class, Path.class)
			.invoke(null, this.directory.resolve("tracker.wadl"), "com.example", this.directory.resolve("sources"));
		Object generator = loader.loadClass(Generator.class.getName()).getConstructor(type).newInstance(configuration);
		Object result = generator.getClass().getMethod("run").invoke(generator);
		return (boolean) result.getClass().getMethod("skipped").invoke(result);
	}

	/** Copy the code of the generator. */
	@BeforeEach
	void copyTheCode() throws IOException, URISyntaxException {
		URL generator = Objects.requireNonNull(Generator.class.getResource("Generator.class"));
		Files.createDirectory(this.directory.resolve("code"));
		try (Stream<Path> files = Files.list(Path.of(generator.toURI()).getParent())) {
			for (Path file : files.filter(Files::isRegularFile).toList()) {
				Files.copy(file, this.directory.resolve("code").resolve(file.getFileName()));
			}
		}
		new Description().writeTo(this.directory.resolve("tracker.wadl"));
	}

	private GeneratorLoader loader() {
		return new GeneratorLoader(this.directory.resolve("code"));
	}

	@Test
	void secondRunWithTheSameCodeIsSkipped() throws ReflectiveOperationException {
		assertThat(isSkipped(loader())).isFalse();
		assertThat(isSkipped(loader())).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Overlay$Rule", "Added" })
	void runWithOtherCodeIsNotSkipped(String type) throws ReflectiveOperationException, IOException {
		assertThat(isSkipped(loader())).isFalse();
		Files.writeString(this.directory.resolve("code").resolve(type + ".class"), "changed");
		assertThat(isSkipped(loader())).isFalse();
	}

	/**
	 * Loads the generator once more, and names a copy of its code as the place that it
	 * has been loaded from.
	 */
	private static final class GeneratorLoader extends ClassLoader {

		private final Path code;

		GeneratorLoader(Path code) {
			super(Generator.class.getClassLoader());
			this.code = code;
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (!name.startsWith("dev.hyperclient.internal.generator.")) {
				return super.loadClass(name, resolve);
			}
			Class<?> loaded = findLoadedClass(name);
			return (loaded != null) ? loaded : findClass(name);
		}

		@Override
		protected Class<?> findClass(String name) throws ClassNotFoundException {
			try (InputStream code = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
				byte[] bytes = Objects.requireNonNull(code, name).readAllBytes();
				return defineClass(name, bytes, 0, bytes.length);
			}
			catch (IOException ex) {
				throw new ClassNotFoundException(name, ex);
			}
		}

		@Override
		public @Nullable URL getResource(String name) {
			try {
				return name.startsWith("dev/hyperclient/internal/generator/")
						? this.code.resolve(name.substring(name.lastIndexOf('/') + 1)).toUri().toURL()
						: super.getResource(name);
			}
			catch (MalformedURLException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
