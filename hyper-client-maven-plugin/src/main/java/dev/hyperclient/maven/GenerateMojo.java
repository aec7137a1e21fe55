package dev.hyperclient.maven;

import java.io.File;
import java.util.Set;
import java.util.TreeSet;

import dev.hyperclient.generator.Generator;
import dev.hyperclient.generator.GeneratorConfiguration;
import dev.hyperclient.generator.GeneratorException;
import dev.hyperclient.generator.GeneratorResult;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/**
 * Generates a typed client from the description of a service, and adds it to the sources
 * of the project. Makes no request. Nothing is written unless the description, the
 * overlay, the configuration or the plugin has changed.
 */
@Mojo(name = "generate", defaultPhase = LifecyclePhase.GENERATE_SOURCES, threadSafe = true)
public final class GenerateMojo extends AbstractMojo {

	/**
	 * The description of the service (WADL), as the goal <code>fetch</code> writes it.
	 */
	@Parameter(property = "hyperclient.description", required = true)
	@Nullable File description;

	/**
	 * The package of the generated classes.
	 */
	@Parameter(property = "hyperclient.packageName", required = true)
	String packageName = "";

	/**
	 * The simple name of the class of the root. By default, the last part of the package,
	 * capitalized.
	 */
	@Parameter(property = "hyperclient.rootName")
	@Nullable String rootName;

	/**
	 * Corrections of the description (JSON).
	 */
	@Parameter(property = "hyperclient.overlay")
	@Nullable File overlay;

	/**
	 * The ids of the resource types to generate; all if there are none. Other types
	 * appear as untyped entries.
	 */
	@Parameter(property = "hyperclient.includes")
	Set<String> includes = new TreeSet<>();

	/**
	 * The directory of the generated sources, which contains nothing else.
	 */
	@Parameter(property = "hyperclient.outputDirectory",
			defaultValue = "${project.build.directory}/generated-sources/hyper-client", required = true)
	@Nullable File outputDirectory;

	/**
	 * Whether to generate nothing. The directory is added to the sources all the same.
	 */
	@Parameter(property = "hyperclient.skip", defaultValue = "false")
	boolean skip;

	@Parameter(defaultValue = "${project}", readonly = true, required = true)
	@Nullable MavenProject project;

	/**
	 * Create the goal.
	 */
	public GenerateMojo() {
	}

	@Override
	public void execute() throws MojoFailureException {
		File output = Parameters.require(this.outputDirectory, "outputDirectory");
		if (!this.skip) {
			generate(output);
		}
		if (this.project != null) {
			this.project.addCompileSourceRoot(output.getAbsolutePath());
		}
	}

	private void generate(File output) throws MojoFailureException {
		File file = Parameters.require(this.description, "description");
		try {
			GeneratorConfiguration configuration = GeneratorConfiguration
				.of(file.toPath(), this.packageName, output.toPath())
				.withOverlay((this.overlay != null) ? this.overlay.toPath() : null)
				.withIncludes(this.includes);
			GeneratorResult result = new Generator(
					(this.rootName != null) ? configuration.withRootName(this.rootName) : configuration)
				.run();
			report(result);
		}
		catch (GeneratorException | IllegalArgumentException ex) {
			throw new MojoFailureException(ex.getMessage(), ex);
		}
	}

	private void report(GeneratorResult result) {
		if (result.skipped()) {
			getLog().info("%d files are up to date".formatted(result.files()));
			return;
		}
		getLog().info("%d files, %d written, %d deleted".formatted(result.files(), result.written(), result.deleted()));
		result.names().forEach(getLog()::debug);
	}

}
