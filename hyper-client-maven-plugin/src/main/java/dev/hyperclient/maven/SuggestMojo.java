package dev.hyperclient.maven;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

import javax.inject.Inject;

import dev.hyperclient.internal.generator.GeneratorConfiguration;
import dev.hyperclient.internal.generator.GeneratorException;
import dev.hyperclient.internal.generator.OverlaySuggester;
import dev.hyperclient.internal.generator.SuggestResult;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.crypto.SettingsDecrypter;
import org.jspecify.annotations.Nullable;

/**
 * Writes rules for attributes without a type into the overlay, each with its source:
 * recorded representations, texts of the description, and a live service if
 * <code>requests</code> is set. Existing rules are kept. Not part of any build: look at
 * the difference, and commit it.
 */
@Mojo(name = "suggest", requiresProject = false, threadSafe = true)
public final class SuggestMojo extends AbstractMojo {

	/**
	 * The description of the service (WADL).
	 */
	@Parameter(property = "hyperclient.description", required = true)
	@Nullable File description;

	/**
	 * The file with corrections of the description (JSON), which is created if there is
	 * none.
	 */
	@Parameter(property = "hyperclient.overlay", required = true)
	@Nullable File overlay;

	/**
	 * Rules that the generator ships for a service: <code>launchpad</code>. They are not
	 * repeated in the overlay.
	 */
	@Parameter(property = "hyperclient.preset")
	@Nullable String preset;

	/**
	 * The ids of the resource types that are generated; all if there are none.
	 */
	@Parameter(property = "hyperclient.includes")
	Set<String> includes = new TreeSet<>();

	/**
	 * The directory with recorded representations, as <code>ServiceRecorder</code> of
	 * <code>hyper-client-test</code> writes it.
	 */
	@Parameter(property = "hyperclient.recording")
	@Nullable File recording;

	/**
	 * The base URL of the service with its version.
	 */
	@Parameter(property = "hyperclient.url")
	@Nullable String url;

	/**
	 * The maximum number of GET requests to the service, one at a time. None by default.
	 */
	@Parameter(property = "hyperclient.requests", defaultValue = "0")
	int requests;

	/**
	 * The id of a server in the settings with the credentials, as for <code>fetch</code>.
	 */
	@Parameter(property = "hyperclient.serverId")
	@Nullable String serverId;

	@Parameter(defaultValue = "${settings}", readonly = true, required = true)
	@Nullable Settings settings;

	private final SettingsDecrypter decrypter;

	/**
	 * Create the goal.
	 * @param decrypter decrypts the credentials of the settings
	 */
	@Inject
	public SuggestMojo(SettingsDecrypter decrypter) {
		this.decrypter = decrypter;
	}

	@Override
	public void execute() throws MojoFailureException {
		Path file = Parameters.require(this.overlay, "overlay").toPath();
		try {
			SuggestResult result = suggester(file).run();
			result.rules().forEach(getLog()::info);
			result.conflicts().forEach(getLog()::warn);
			getLog().info("%s: %d new rules, %d conflicts, %d requests".formatted(file, result.rules().size(),
					result.conflicts().size(), result.requests()));
			getLog().info(result.coverage().toString());
		}
		catch (GeneratorException | IllegalArgumentException ex) {
			throw new MojoFailureException(ex.getMessage(), ex);
		}
	}

	private OverlaySuggester suggester(Path file) throws MojoFailureException {
		// Neither package nor output directory are used.
		GeneratorConfiguration configuration = GeneratorConfiguration
			.of(Parameters.require(this.description, "description").toPath(), "client", Path.of("."))
			.withPreset(this.preset)
			.withOverlay(file)
			.withIncludes(this.includes);
		OverlaySuggester suggester = new OverlaySuggester(configuration)
			.withRecording((this.recording != null) ? this.recording.toPath() : null);
		return (this.requests == 0) ? suggester : suggester.withService(URI.create(Parameters.require(this.url, "url")),
				this.requests, ServerCredentials.authorizer(this.serverId, this.settings, this.decrypter));
	}

}
