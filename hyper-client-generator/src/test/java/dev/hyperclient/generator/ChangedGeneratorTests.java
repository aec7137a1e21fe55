package dev.hyperclient.generator;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
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

	@Test
	void secondRunWithTheSameCodeIsSkipped() throws ReflectiveOperationException {
		new Description().writeTo(this.directory.resolve("tracker.wadl"));
		assertThat(isSkipped(new GeneratorLoader(null))).isFalse();
		assertThat(isSkipped(new GeneratorLoader(null))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "ComparisonText", "ClientModel$ResultModel", "ClientModel$ValueModel", "DescriptionFile",
			"Generator", "Overlay", "Overlay$Correction", "Overlay$Rule", "OverlayReader$Draft", "SourceWriter" })
	void runWithOtherCodeIsNotSkipped(String type) throws ReflectiveOperationException {
		new Description().writeTo(this.directory.resolve("tracker.wadl"));
		assertThat(isSkipped(new GeneratorLoader(null))).isFalse();
		assertThat(isSkipped(new GeneratorLoader("dev/hyperclient/generator/" + type + ".class"))).isFalse();
	}

	/**
	 * Loads the generator once more, and returns other bytes for the code of one class.
	 */
	private static final class GeneratorLoader extends ClassLoader {

		private final @Nullable String changed;

		GeneratorLoader(@Nullable String changed) {
			super(Generator.class.getClassLoader());
			this.changed = changed;
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (!name.startsWith("dev.hyperclient.generator.")) {
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
		public @Nullable InputStream getResourceAsStream(String name) {
			return name.equals(this.changed) ? new ByteArrayInputStream(new byte[0]) : super.getResourceAsStream(name);
		}

	}

}
