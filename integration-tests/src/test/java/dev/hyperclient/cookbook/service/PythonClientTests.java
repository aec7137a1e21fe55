package dev.hyperclient.cookbook.service;

import java.io.IOException;
import java.nio.file.Path;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.token.CredentialsFile;
import dev.hyperclient.token.OAuthConsumer;
import dev.hyperclient.token.StoredCredentials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The service with lazr.restfulclient, and credentials files that both clients use. The
 * walks of the script use that client as its documentation does.
 */
@Tag("slow")
class PythonClientTests {

	private static final String REALM = "realm=Cook \"books\", 2nd \\ edition";

	@RegisterExtension
	static final PythonClient PYTHON = new PythonClient();

	@RegisterExtension
	static final RunningService open = new RunningService();

	@RegisterExtension
	static final RunningService oauth = new RunningService("security=oauth", REALM);

	@RegisterExtension
	static final RunningService basic = new RunningService("security=basic", "username=us\u00e9r", "password=pass:word",
			REALM);

	@TempDir
	Path directory;

	@ParameterizedTest
	@ValueSource(strings = { "root_and_lookups", "collections", "operations", "caching", "entries", "files" })
	void pythonClientWalks(String walk) throws IOException, InterruptedException {
		PYTHON.walk(walk, open.base() + "/");
	}

	@Test
	void anonymousPythonClientWalks() throws IOException, InterruptedException {
		PYTHON.walk("entries", oauth.base() + "/", "some consumer");
		assertThat(oauth.service().requests()).noneMatch((request) -> request.status() == 401);
	}

	@Test
	void pythonClientAuthenticatesWithOAuth() throws IOException, InterruptedException {
		PYTHON.walk("oauth", oauth.base() + "/");
	}

	@Test
	void pythonClientAuthenticatesWithBasic() throws IOException, InterruptedException {
		PYTHON.walk("basic", basic.base() + "/");
	}

	@ParameterizedTest
	@ValueSource(strings = { "caf\u00e9 & co", "a=b: #;[x]", "%%", "%(access_token)s", "" })
	void pythonClientReadsOurFile(String text) throws IOException, InterruptedException {
		Path file = this.directory.resolve("ours");
		new CredentialsFile(file)
			.write(new StoredCredentials(new OAuthConsumer("my app", text), new AccessToken(text, text)));
		PYTHON.walk("read_credentials", file.toString(), "my app", text);
	}

	/** The Python client refuses to write a single percent sign. */
	@ParameterizedTest
	@ValueSource(strings = { "caf\u00e9 & co", "a=b: #;[x]", "", "100%%" })
	void fileOfPythonClientIsRead(String text) throws IOException, InterruptedException {
		Path file = this.directory.resolve("theirs");
		PYTHON.walk("write_credentials", file.toString(), "my app", text);
		String read = text.replace("%%", "%");
		assertThat(new CredentialsFile(file).read())
			.isEqualTo(new StoredCredentials(new OAuthConsumer("my app", read), new AccessToken(read, read)));
	}

}
