package dev.hyperclient.cookbook.service;

import java.io.IOException;
import java.nio.file.Path;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.token.Consumer;
import dev.hyperclient.token.CredentialsFile;
import dev.hyperclient.token.StoredCredentials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Credentials files shared with lazr.restfulclient.
 */
class PythonCredentialsFileTests {

	@RegisterExtension
	static final PythonClient PYTHON = new PythonClient();

	@TempDir
	Path directory;

	@Test
	void pythonClientReadsOurFile() throws IOException, InterruptedException {
		for (String text : new String[] { "plain", "caf\u00e9 & co", "a=b: #;[x]", "100%", "%%", "%(access_token)s",
				"" }) {
			Path file = this.directory.resolve("ours");
			new CredentialsFile(file)
				.write(new StoredCredentials(new Consumer("my app", text), new AccessToken(text, text)));
			PYTHON.walk("read_credentials", file.toString(), "my app", text);
		}
	}

	@Test
	void fileOfPythonClientIsRead() throws IOException, InterruptedException {
		// The Python client refuses to write a single percent sign.
		for (String text : new String[] { "plain", "caf\u00e9 & co", "a=b: #;[x]", "" }) {
			Path file = this.directory.resolve("theirs");
			PYTHON.walk("write_credentials", file.toString(), "my app", text);
			assertThat(new CredentialsFile(file).read())
				.isEqualTo(new StoredCredentials(new Consumer("my app", text), new AccessToken(text, text)));
		}
		Path file = this.directory.resolve("theirs");
		PYTHON.walk("write_credentials", file.toString(), "my app", "100%%");
		assertThat(new CredentialsFile(file).read().accessToken()).isEqualTo(new AccessToken("100%", "100%"));
	}

}
