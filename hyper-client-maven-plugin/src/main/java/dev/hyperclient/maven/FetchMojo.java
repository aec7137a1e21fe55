package dev.hyperclient.maven;

import java.io.File;
import java.net.URI;
import java.time.Duration;

import javax.inject.Inject;

import dev.hyperclient.internal.generator.DescriptionFetcher;
import dev.hyperclient.internal.generator.FetchResult;
import dev.hyperclient.internal.generator.GeneratorException;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.crypto.SettingsDecrypter;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the description of a service and writes it to a file, to be checked in. Not
 * part of any build: call it when the service has changed. The file is replaced only by a
 * valid description.
 * <p>
 * Credentials are read from a server in the settings, or from the system properties
 * <code>hyperclient.fetch.username</code> and <code>password</code>, or
 * <code>hyperclient.fetch.consumerKey</code>, <code>consumerSecret</code>,
 * <code>accessToken</code> and <code>accessSecret</code>.
 */
@Mojo(name = "fetch", requiresProject = false, requiresOnline = true, threadSafe = true)
public final class FetchMojo extends AbstractMojo {

	/**
	 * The base URL of the service with its version, such as
	 * <code>https://api.launchpad.net/devel/</code>.
	 */
	@Parameter(property = "hyperclient.url", required = true)
	@Nullable String url;

	/**
	 * The file to write.
	 */
	@Parameter(property = "hyperclient.description", required = true)
	@Nullable File description;

	/**
	 * The id of a server in the settings: its user name and password for Basic, or the
	 * elements <code>consumerKey</code>, <code>consumerSecret</code>,
	 * <code>accessToken</code> and <code>accessSecret</code> of its configuration for
	 * OAuth 1.0a. The password may stand for the access secret.
	 */
	@Parameter(property = "hyperclient.serverId")
	@Nullable String serverId;

	/**
	 * The timeout of all requests together, in seconds.
	 */
	@Parameter(property = "hyperclient.timeout", defaultValue = "60")
	int timeout = 60;

	@Parameter(defaultValue = "${settings}", readonly = true, required = true)
	@Nullable Settings settings;

	private final SettingsDecrypter decrypter;

	/**
	 * Create the goal.
	 * @param decrypter decrypts the credentials of the settings
	 */
	@Inject
	public FetchMojo(SettingsDecrypter decrypter) {
		this.decrypter = decrypter;
	}

	@Override
	public void execute() throws MojoFailureException {
		File file = Parameters.require(this.description, "description");
		try {
			FetchResult result = new DescriptionFetcher(URI.create(Parameters.require(this.url, "url")), file.toPath())
				.withAuthorizer(ServerCredentials.authorizer(this.serverId, this.settings, this.decrypter))
				.withTimeout(Duration.ofSeconds(this.timeout))
				.run();
			getLog().info("%s with %d resource types is %s".formatted(file, result.resourceTypes(),
					result.written() ? "written" : "up to date"));
		}
		catch (GeneratorException | IllegalArgumentException ex) {
			throw new MojoFailureException(ex.getMessage(), ex);
		}
	}

}
