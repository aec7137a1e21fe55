package dev.hyperclient.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

import dev.hyperclient.internal.generator.Generator;
import dev.hyperclient.internal.generator.GeneratorConfiguration;
import dev.hyperclient.internal.generator.GeneratorException;
import dev.hyperclient.internal.generator.GeneratorResult;
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
	 * Rules that the generator ships for a service: <code>launchpad</code>. Those of the
	 * overlay win.
	 */
	@Parameter(property = "hyperclient.preset")
	@Nullable String preset;

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
	 * The directory of the generated sources, which contains nothing else. Each client of
	 * a project needs one of its own.
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
				.withPreset(this.preset)
				.withOverlay((this.overlay != null) ? this.overlay.toPath() : null)
				.withIncludes(this.includes);
			GeneratorConfiguration complete = (this.rootName != null) ? configuration.withRootName(this.rootName)
					: configuration;
			requireOwnDirectory(complete);
			report(new Generator(complete).run());
		}
		catch (GeneratorException | IllegalArgumentException ex) {
			throw new MojoFailureException(ex.getMessage(), ex);
		}
	}

	/** A second client in the same directory would delete the first one. */
	private void requireOwnDirectory(GeneratorConfiguration configuration) throws MojoFailureException {
		if (this.project == null) {
			return;
		}
		Path directory = configuration.output().toAbsolutePath().normalize();
		String key = GenerateMojo.class.getName() + " " + directory;
		// Another execution may have another class loader, so the value is a text.
		String client = "%s %s %s %s %s %s".formatted(this.description, configuration.packageName(), this.preset,
				this.overlay, this.includes, configuration.rootName());
		Object other = this.project.getContextValue(key);
		if (other != null && !other.equals(client)) {
			throw new MojoFailureException(
					"%s has the client of another execution of this build already, which would be deleted; write an <outputDirectory> of its own for the package '%s', such as ${project.build.directory}/generated-sources/%s"
						.formatted(directory, configuration.packageName(),
								configuration.rootName().toLowerCase(Locale.ROOT)));
		}
		this.project.setContextValue(key, client);
	}

	private void report(GeneratorResult result) {
		if (result.skipped()) {
			getLog().info("%d files are up to date".formatted(result.files()));
			return;
		}
		getLog().info("%d files, %d written, %d deleted".formatted(result.files(), result.written(), result.deleted()));
		if (result.coverage() != null) {
			getLog().info(result.coverage().toString());
		}
		result.names().forEach(getLog()::debug);
	}

}
