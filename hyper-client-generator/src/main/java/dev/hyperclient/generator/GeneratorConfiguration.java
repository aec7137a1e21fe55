package dev.hyperclient.generator;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import javax.lang.model.SourceVersion;

import dev.hyperclient.internal.text.JavaNames;
import org.jspecify.annotations.Nullable;

/**
 * What to generate. Immutable.
 *
 * @param description the file with the description of the service (WADL)
 * @param packageName the package of the generated classes
 * @param output the directory for the sources, below which the package is created. It
 * contains nothing else
 * @param overlay the file with corrections of the description (JSON), {@code null} for
 * none
 * @param includes the ids of the resource types to generate, empty for all
 * @param rootName the simple name of the class of the root
 */
public record GeneratorConfiguration(Path description, String packageName, Path output, @Nullable Path overlay,
		Set<String> includes, String rootName) {

	/** First parts of packages. Class loaders refuse classes in the packages of Java. */
	private static final Set<String> RESERVED = Set.of("java", "javax", "kotlin");

	/**
	 * Create a configuration.
	 * @throws IllegalArgumentException if the package or the name of the root is not
	 * valid in Java, or the package is reserved for a platform
	 */
	public GeneratorConfiguration {
		Objects.requireNonNull(description, "'description' must not be null");
		Objects.requireNonNull(output, "'output' must not be null");
		if (!SourceVersion.isName(packageName, SourceVersion.RELEASE_17)) {
			throw new IllegalArgumentException(
					"'package' must be the name of a package such as com.example.launchpad, but is '%s'"
						.formatted(packageName));
		}
		if (RESERVED.contains(packageName.split("\\.", 2)[0])) {
			throw new IllegalArgumentException(
					"'package' must be a package of the application such as com.example.launchpad, but is '%s', which is reserved"
						.formatted(packageName));
		}
		if (!SourceVersion.isName(rootName, SourceVersion.RELEASE_17) || rootName.indexOf('.') >= 0) {
			throw new IllegalArgumentException(
					"'root' must be the simple name of a class such as Launchpad, but is '%s'".formatted(rootName));
		}
		includes = Collections.unmodifiableSet(new TreeSet<>(includes));
	}

	/**
	 * Create a configuration for all types, without overlay. The root has the name of the
	 * last part of the package: {@code Launchpad} for {@code com.example.launchpad}.
	 * @param description the file with the description of the service (WADL)
	 * @param packageName the package of the generated classes
	 * @param output the directory for the sources
	 * @return the configuration
	 */
	public static GeneratorConfiguration of(Path description, String packageName, Path output) {
		String last = packageName.substring(packageName.lastIndexOf('.') + 1);
		return new GeneratorConfiguration(description, packageName, output, null, Set.of(), JavaNames.type(last));
	}

	/**
	 * Return the same configuration with an overlay.
	 * @param file the file with corrections of the description (JSON)
	 * @return the configuration
	 */
	public GeneratorConfiguration withOverlay(@Nullable Path file) {
		return new GeneratorConfiguration(this.description, this.packageName, this.output, file, this.includes,
				this.rootName);
	}

	/**
	 * Return the same configuration for some types. Other types appear as untyped
	 * entries.
	 * @param types the ids of the types, empty for all
	 * @return the configuration
	 */
	public GeneratorConfiguration withIncludes(Collection<String> types) {
		return new GeneratorConfiguration(this.description, this.packageName, this.output, this.overlay,
				Set.copyOf(types), this.rootName);
	}

	/**
	 * Return the same configuration with another name of the root.
	 * @param name the simple name of the class
	 * @return the configuration
	 */
	public GeneratorConfiguration withRootName(String name) {
		return new GeneratorConfiguration(this.description, this.packageName, this.output, this.overlay, this.includes,
				name);
	}

}
