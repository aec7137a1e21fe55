package dev.hyperclient.internal.generator;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import javax.lang.model.SourceVersion;

import dev.hyperclient.internal.names.JavaNames;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a run of the generator. Immutable.
 */
public final class GeneratorConfiguration {

	/** First parts of packages. Class loaders refuse classes in the packages of Java. */
	private static final Set<String> RESERVED = Set.of("java", "javax", "kotlin");

	private final Path description;

	private final String packageName;

	private final Path output;

	private final @Nullable Path overlay;

	private final @Nullable String preset;

	private final Set<String> includes;

	private final String rootName;

	private GeneratorConfiguration(Path description, String packageName, Path output, @Nullable Path overlay,
			@Nullable String preset, Set<String> includes, String rootName) {
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
		this.description = description;
		this.packageName = packageName;
		this.output = output;
		if (preset != null && !Preset.NAMES.contains(preset)) {
			throw new IllegalArgumentException(
					"'preset' must be %s, but is '%s'".formatted(String.join(" or ", Preset.NAMES), preset));
		}
		this.overlay = overlay;
		this.preset = preset;
		this.includes = Collections.unmodifiableSet(new TreeSet<>(includes));
		this.rootName = rootName;
	}

	/**
	 * Create a configuration for all types, without overlay. The root has the name of the
	 * last part of the package: {@code Launchpad} for {@code com.example.launchpad}.
	 * @param description the file with the description of the service (WADL)
	 * @param packageName the package of the generated classes
	 * @param output the directory for the sources, below which the package is created. It
	 * contains nothing else
	 * @return the configuration
	 * @throws IllegalArgumentException if the package or the name of the root is not
	 * valid in Java, or the package is reserved for a platform
	 */
	public static GeneratorConfiguration of(Path description, String packageName, Path output) {
		String last = packageName.substring(packageName.lastIndexOf('.') + 1);
		return new GeneratorConfiguration(description, packageName, output, null, null, Set.of(), JavaNames.type(last));
	}

	/**
	 * Return the same configuration with an overlay.
	 * @param file the file with corrections of the description (JSON), {@code null} for
	 * none
	 * @return the configuration
	 */
	public GeneratorConfiguration withOverlay(@Nullable Path file) {
		return new GeneratorConfiguration(this.description, this.packageName, this.output, file, this.preset,
				this.includes, this.rootName);
	}

	/**
	 * Return the same configuration with the rules for a service that this generator
	 * ships. Those of an own overlay win, also those for patterns.
	 * @param name {@code launchpad}, or {@code null} for none
	 * @return the configuration
	 * @throws IllegalArgumentException if there is no such preset
	 */
	public GeneratorConfiguration withPreset(@Nullable String name) {
		return new GeneratorConfiguration(this.description, this.packageName, this.output, this.overlay, name,
				this.includes, this.rootName);
	}

	/**
	 * Return the same configuration for some types. Other types appear as untyped
	 * entries.
	 * @param types the ids of the types, empty for all
	 * @return the configuration
	 */
	public GeneratorConfiguration withIncludes(Collection<String> types) {
		return new GeneratorConfiguration(this.description, this.packageName, this.output, this.overlay, this.preset,
				Set.copyOf(types), this.rootName);
	}

	/**
	 * Return the same configuration with another name of the root.
	 * @param name the simple name of the class
	 * @return the configuration
	 * @throws IllegalArgumentException if the name is not valid in Java
	 */
	public GeneratorConfiguration withRootName(String name) {
		return new GeneratorConfiguration(this.description, this.packageName, this.output, this.overlay, this.preset,
				this.includes, name);
	}

	Path description() {
		return this.description;
	}

	/**
	 * Return the package of the generated classes.
	 * @return the name of the package
	 */
	public String packageName() {
		return this.packageName;
	}

	/**
	 * Return the directory for the sources.
	 * @return the directory
	 */
	public Path output() {
		return this.output;
	}

	@Nullable Path overlay() {
		return this.overlay;
	}

	@Nullable String preset() {
		return this.preset;
	}

	Set<String> includes() {
		return this.includes;
	}

	/**
	 * Return the simple name of the class of the root.
	 * @return the name
	 */
	public String rootName() {
		return this.rootName;
	}

}
