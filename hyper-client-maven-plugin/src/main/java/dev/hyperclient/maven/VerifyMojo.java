package dev.hyperclient.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

import dev.hyperclient.internal.generator.GeneratorConfiguration;
import dev.hyperclient.internal.generator.GeneratorException;
import dev.hyperclient.internal.generator.RepresentationCheck;
import dev.hyperclient.internal.generator.RepresentationCheckResult;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * Compares the generated types and the overlay with recorded representations, and reports
 * which rule of the overlay is missing or wrong. Makes no request.
 */
@Mojo(name = "verify", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class VerifyMojo extends AbstractMojo {

	/**
	 * The description of the service (WADL).
	 */
	@Parameter(property = "hyperclient.description", required = true)
	@Nullable File description;

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
	 * The ids of the resource types that are generated; all if there are none.
	 */
	@Parameter(property = "hyperclient.includes")
	Set<String> includes = new TreeSet<>();

	/**
	 * The directory with the recorded representations, as <code>ServiceRecorder</code> of
	 * <code>hyper-client-test</code> writes it.
	 */
	@Parameter(property = "hyperclient.recording", required = true)
	@Nullable File recording;

	/**
	 * Whether the build fails if a recorded representation contradicts the generated
	 * types or the overlay. Missing rules never fail the build.
	 */
	@Parameter(property = "hyperclient.failOnContradiction", defaultValue = "false")
	boolean failOnContradiction;

	/**
	 * Whether to check nothing.
	 */
	@Parameter(property = "hyperclient.skip", defaultValue = "false")
	boolean skip;

	/**
	 * Create the goal.
	 */
	public VerifyMojo() {
	}

	@Override
	public void execute() throws MojoFailureException {
		if (this.skip) {
			return;
		}
		RepresentationCheckResult result = check();
		result.contradictions().forEach(getLog()::warn);
		result.missingRules().forEach(getLog()::info);
		getLog().info("%d recorded entries of %d types: %d contradictions, %d missing rules".formatted(result.entries(),
				result.types(), result.contradictions().size(), result.missingRules().size()));
		if (this.failOnContradiction && !result.contradictions().isEmpty()) {
			throw new MojoFailureException(
					"%d contradictions between the generated types and the recorded representations, listed above"
						.formatted(result.contradictions().size()));
		}
	}

	private RepresentationCheckResult check() throws MojoFailureException {
		Path file = Parameters.require(this.description, "description").toPath();
		Path folder = Parameters.require(this.recording, "recording").toPath();
		try {
			// Neither package nor output directory are used.
			GeneratorConfiguration configuration = GeneratorConfiguration.of(file, "client", folder)
				.withPreset(this.preset)
				.withOverlay((this.overlay != null) ? this.overlay.toPath() : null)
				.withIncludes(this.includes);
			return new RepresentationCheck(configuration, folder).run();
		}
		catch (GeneratorException | IllegalArgumentException ex) {
			throw new MojoFailureException(ex.getMessage(), ex);
		}
	}

}
