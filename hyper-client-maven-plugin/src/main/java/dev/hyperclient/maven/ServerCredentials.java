package dev.hyperclient.maven;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.internal.generator.FetchCredentials;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.SettingsProblem;
import org.apache.maven.settings.crypto.DefaultSettingsDecryptionRequest;
import org.apache.maven.settings.crypto.SettingsDecrypter;
import org.apache.maven.settings.crypto.SettingsDecryptionResult;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of a server in the settings, decrypted.
 *
 * @param id the id of the server
 */
record ServerCredentials(String id, Settings settings, SettingsDecrypter decrypter) {

	private static final String CONSUMER_KEY = "consumerKey";

	private static final String ACCESS_SECRET = "accessSecret";

	private static final List<String> OAUTH = List.of(CONSUMER_KEY, "consumerSecret", "accessToken", ACCESS_SECRET);

	/**
	 * Return the credentials of a server, or of the system properties without a server.
	 * @throws MojoFailureException if they cannot be read
	 * @throws IllegalArgumentException if they are incomplete
	 */
	static @Nullable HttpAuthorizer authorizer(@Nullable String serverId, @Nullable Settings settings,
			SettingsDecrypter decrypter) throws MojoFailureException {
		if (serverId == null) {
			return FetchCredentials.ofSystem().orElse(null);
		}
		Settings known = Parameters.require(settings, "settings");
		return FetchCredentials.of(new ServerCredentials(serverId, known, decrypter).read()::get).orElse(null);
	}

	/**
	 * Return the parts of the credentials.
	 * @throws MojoFailureException if there is no such server, or if its password cannot
	 * be decrypted
	 */
	Map<String, String> read() throws MojoFailureException {
		Server server = decrypted();
		Map<String, String> parts = new HashMap<>();
		if (server.getConfiguration() instanceof Xpp3Dom configuration) {
			for (String name : OAUTH) {
				Xpp3Dom child = configuration.getChild(name);
				if (child != null && child.getValue() != null) {
					parts.put(name, child.getValue());
				}
			}
		}
		if (parts.containsKey(CONSUMER_KEY)) {
			// Maven decrypts passwords, but no elements of configurations.
			if (server.getPassword() != null) {
				parts.putIfAbsent(ACCESS_SECRET, server.getPassword());
			}
			return parts;
		}
		if (server.getUsername() == null) {
			throw new MojoFailureException(
					"The server '%s' in the settings has neither a user name nor a 'consumerKey' in its configuration"
						.formatted(this.id));
		}
		parts.put("username", server.getUsername());
		if (server.getPassword() != null) {
			parts.put("password", server.getPassword());
		}
		return parts;
	}

	private Server decrypted() throws MojoFailureException {
		Server server = this.settings.getServer(this.id);
		if (server == null) {
			throw new MojoFailureException(
					"The settings have no server '%s'; add it to settings.xml, or remove 'serverId'"
						.formatted(this.id));
		}
		SettingsDecryptionResult result = this.decrypter.decrypt(new DefaultSettingsDecryptionRequest(server));
		for (SettingsProblem problem : result.getProblems()) {
			if (problem.getSeverity() != SettingsProblem.Severity.WARNING) {
				throw new MojoFailureException(
						"The password of the server '%s' cannot be decrypted; encrypt it again with mvn --encrypt-password"
							.formatted(this.id));
			}
		}
		return result.getServer();
	}

	/** Without the settings, which contain secrets. */
	@Override
	public String toString() {
		return "ServerCredentials[id=" + this.id + "]";
	}

}
