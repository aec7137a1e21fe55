package dev.hyperclient.internal.error;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.UrlResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/**
 * The versions of the modules of this library on the class path, which must be equal:
 * they use internal types of each other. The version is read from the descriptor that
 * Maven adds to a jar, beside a class of the module: a jar that has taken other copies of
 * the classes along with their descriptors is ignored. Without a descriptor the version
 * is unknown, and passes: in an IDE and in a native image.
 */
public final class ModuleVersions {

	/** The remedy for different versions. */
	public static final String ACTION = "Use one version of all modules: import 'dev.hyperclient:hyper-client-bom' into the managed dependencies, and give no module a version of its own.";

	/** A class of each module, by the end of its name. */
	public static final Map<String, String> MODULES = Map.of("http-cache", "cache/HttpCache", "http-cache-redis",
			"cache/redis/RedisResponseStore", "core", "ServiceRoot", "autoconfigure",
			"autoconfigure/HyperClientProperties", "test", "test/FakeServiceExtension", "explorer",
			"explorer/HyperClientExplorerProperties", "generator", "generator/GeneratorMain", "kotlin",
			"kotlin/Attribute");

	private static final Optional<String> CONFLICT = conflict(ModuleVersions.class.getClassLoader());

	private ModuleVersions() {
	}

	/**
	 * Require that the modules on the class path of this class have one version.
	 * @throws IllegalStateException if there are several. The message names the modules
	 */
	public static void requireEqual() {
		CONFLICT.ifPresent((conflict) -> {
			throw new IllegalStateException(conflict + ". " + ACTION);
		});
	}

	/**
	 * Find modules of different versions.
	 * @param loader the class loader of the modules, {@code null} for the default one
	 * @return a sentence with the modules and their versions; empty if they are equal
	 */
	public static Optional<String> conflict(@Nullable ClassLoader loader) {
		Map<String, String> versions = new TreeMap<>();
		MODULES.forEach((name, type) -> {
			String module = "hyper-client-" + name;
			String path = "dev/hyperclient/" + type + ".class";
			try {
				String found = new ClassPathResource(path, loader).getURL().toString();
				String descriptor = "META-INF/maven/dev.hyperclient/" + module + "/pom.properties";
				String version = PropertiesLoaderUtils
					.loadProperties(new UrlResource(found.substring(0, found.length() - path.length()) + descriptor))
					.getProperty("version");
				if (version != null) {
					versions.put(module, version);
				}
			}
			catch (IOException ex) {
				// Not on the class path, or of unknown version.
			}
		});
		return (Set.copyOf(versions.values()).size() > 1)
				? Optional.of("Modules of Hyper Client have different versions: " + versions) : Optional.empty();
	}

}
