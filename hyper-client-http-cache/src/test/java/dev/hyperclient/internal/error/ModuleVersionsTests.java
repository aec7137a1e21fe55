package dev.hyperclient.internal.error;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The check that the modules have one version, with jars that have the descriptors of
 * modules.
 */
class ModuleVersionsTests {

	@TempDir
	Path directory;

	@Test
	void modulesOfOneVersionPass() throws IOException {
		assertThat(conflict(jar("core", "0.1.0"), jar("http-cache", "0.1.0"), jar("test", "0.1.0"))).isEmpty();
	}

	@Test
	void modulesOfDifferentVersionsAreNamedWithTheirVersions() throws IOException {
		assertThat(conflict(jar("core", "0.2.0"), jar("http-cache", "0.1.0"))).hasValue(
				"Modules of Hyper Client have different versions: {hyper-client-core=0.2.0, hyper-client-http-cache=0.1.0}");
	}

	/** Such as one of an application that contains an older version under other names. */
	@Test
	void descriptorsWithoutTheClassesPass() throws IOException {
		Path shaded = Files.move(Path.of(jar("core", "0.1.0").getPath()), this.directory.resolve("shaded.jar"));
		try (var jar = FileSystems.newFileSystem(shaded)) {
			Files.delete(jar.getPath("dev/hyperclient/ServiceRoot.class"));
		}
		assertThat(conflict(shaded.toUri().toURL(), jar("core", "0.2.0"), jar("http-cache", "0.2.0"))).isEmpty();
	}

	@Test
	void unknownVersionsPass() throws IOException {
		assertThat(conflict()).isEmpty();
		assertThat(conflict(jar("core", "0.2.0"))).isEmpty();
		assertThat(conflict(jar("core", "0.2.0"), jar("http-cache", null))).isEmpty();
		assertThatCode(ModuleVersions::requireEqual).doesNotThrowAnyException();
	}

	@Test
	void messageNamesTheBom() throws Exception {
		URL core = jar("core", "0.2.0");
		// Not beside the directories of this build.
		URL kotlin = jar("kotlin", "0.1.0");
		try (URLClassLoader loader = new ModuleLoader(core, kotlin)) {
			assertThatExceptionOfType(InvocationTargetException.class)
				.isThrownBy(
						() -> loader.loadClass(ModuleVersions.class.getName()).getMethod("requireEqual").invoke(null))
				.havingCause()
				.isInstanceOf(IllegalStateException.class)
				.withMessageContainingAll("hyper-client-core=0.2.0", "hyper-client-kotlin=0.1.0",
						"import 'dev.hyperclient:hyper-client-bom'");
		}
	}

	private static Optional<String> conflict(URL... jars) throws IOException {
		try (URLClassLoader loader = new URLClassLoader(jars, null)) {
			return ModuleVersions.conflict(loader);
		}
	}

	/** Write a jar with a class and the descriptor that Maven adds. */
	private URL jar(String module, String version) throws IOException {
		Path file = this.directory.resolve(module + ".jar");
		try (OutputStream out = Files.newOutputStream(file); JarOutputStream jar = new JarOutputStream(out)) {
			jar.putNextEntry(new ZipEntry("META-INF/maven/dev.hyperclient/hyper-client-" + module + "/pom.properties"));
			jar.write(((version != null) ? "version=" + version : "").getBytes(StandardCharsets.UTF_8));
			jar.putNextEntry(new ZipEntry("dev/hyperclient/" + ModuleVersions.MODULES.get(module) + ".class"));
		}
		return file.toUri().toURL();
	}

	/**
	 * Loads the check once more, with jars of modules beside it.
	 */
	private static final class ModuleLoader extends URLClassLoader {

		ModuleLoader(URL... jars) {
			super(jars, ModuleVersions.class.getClassLoader());
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (!name.equals(ModuleVersions.class.getName())) {
				return super.loadClass(name, resolve);
			}
			try (var code = getParent()
				.getResourceAsStream(ClassUtils.convertClassNameToResourcePath(name) + ".class")) {
				byte[] bytes = code.readAllBytes();
				return defineClass(name, bytes, 0, bytes.length);
			}
			catch (IOException ex) {
				throw new ClassNotFoundException(name, ex);
			}
		}

	}

}
