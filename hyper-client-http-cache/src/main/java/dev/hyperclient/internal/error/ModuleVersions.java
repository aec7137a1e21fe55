package dev.hyperclient.internal.error;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/**
 * The versions of the modules of this library on the class path, which must be equal:
 * they use internal types of each other. A module has no known version, and passes,
 * without the descriptor that Maven adds to its jar: in an IDE, in most jars that contain
 * it in another form, and in a native image.
 */
public final class ModuleVersions {

	/** What to do about different versions. */
	public static final String ACTION = "Use one version of all modules: import 'dev.hyperclient:hyper-client-bom' into the managed dependencies, and give no module a version of its own.";

	private static final List<String> MODULES = List.of("hyper-client-http-cache", "hyper-client-http-cache-redis",
			"hyper-client-core", "hyper-client-autoconfigure", "hyper-client-test", "hyper-client-explorer",
			"hyper-client-generator", "hyper-client-kotlin");

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
		for (String module : MODULES) {
			String descriptor = "META-INF/maven/dev.hyperclient/" + module + "/pom.properties";
			try {
				String version = PropertiesLoaderUtils.loadProperties(new ClassPathResource(descriptor, loader))
					.getProperty("version");
				if (version != null) {
					versions.put(module, version);
				}
			}
			catch (IOException ex) {
				// Not on the class path, or of unknown version.
			}
		}
		return (Set.copyOf(versions.values()).size() > 1)
				? Optional.of("Modules of Hyper Client have different versions: " + versions) : Optional.empty();
	}

}
