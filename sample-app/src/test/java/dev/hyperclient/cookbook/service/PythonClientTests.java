package dev.hyperclient.cookbook.service;

import java.io.IOException;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The service as the established Python client sees it: the walks of the script use the
 * client as its own documentation does.
 */
class PythonClientTests {

	@RegisterExtension
	static final PythonClient PYTHON = new PythonClient();

	@RegisterExtension
	final RunningService service = new RunningService();

	@ParameterizedTest
	@Timeout(60)
	@ValueSource(strings = { "root_and_lookups", "collections", "operations", "caching", "entries", "files" })
	void theClientFindsEverythingWhereItExpectsIt(String walk) throws IOException, InterruptedException {
		PYTHON.walk(walk, this.service.base() + "/");
	}

}
