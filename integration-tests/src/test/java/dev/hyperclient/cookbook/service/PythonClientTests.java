package dev.hyperclient.cookbook.service;

import java.io.IOException;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The service with lazr.restfulclient. The walks of the script use that client as its
 * documentation does.
 */
class PythonClientTests {

	@RegisterExtension
	static final PythonClient PYTHON = new PythonClient();

	@RegisterExtension
	final RunningService service = new RunningService();

	@ParameterizedTest
	@Timeout(60)
	@ValueSource(strings = { "root_and_lookups", "collections", "operations", "caching", "entries", "files" })
	void pythonClientWalks(String walk) throws IOException, InterruptedException {
		PYTHON.walk(walk, this.service.base() + "/");
	}

}
