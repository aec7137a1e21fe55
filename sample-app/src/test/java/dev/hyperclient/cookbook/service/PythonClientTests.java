package dev.hyperclient.cookbook.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The service as the established Python client sees it: the walks of the script use the
 * client as its own documentation does. Skipped where that client is not installed.
 */
class PythonClientTests {

	/**
	 * The one on the path may be a private one, without what the system has installed.
	 */
	private static final List<String> INTERPRETERS = List.of("python3", "/usr/bin/python3");

	private static String interpreter = "";

	@RegisterExtension
	final RunningService service = new RunningService();

	@BeforeAll
	static void theClientMustBeInstalled() throws InterruptedException {
		StringBuilder reasons = new StringBuilder();
		for (String candidate : INTERPRETERS) {
			try {
				Result result = python(candidate, "import lazr.restfulclient, wadllib", List.of());
				if (result.exitCode() == 0) {
					interpreter = candidate;
					return;
				}
				reasons.append(candidate).append(": ").append(result.output());
			}
			catch (IOException ex) {
				reasons.append(ex.getMessage());
			}
		}
		assumeTrue(false, "Python 3 with lazr.restfulclient is needed. " + reasons);
	}

	@ParameterizedTest
	@Timeout(60)
	@ValueSource(strings = { "root_and_lookups", "collections", "operations", "caching", "entries", "files" })
	void theClientFindsEverythingWhereItExpectsIt(String walk) throws Exception {
		Result result = python(interpreter, script(), List.of(walk, this.service.base() + "/"));
		assertThat(result.output()).endsWith(walk + " done\n");
		assertThat(result.exitCode()).isZero();
	}

	private static String script() throws IOException {
		try (InputStream script = PythonClientTests.class.getResourceAsStream("/python/walks.py")) {
			return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	private static Result python(String interpreter, String script, List<String> arguments)
			throws IOException, InterruptedException {
		ProcessBuilder builder = new ProcessBuilder(interpreter, "-W", "ignore", "-", "--").redirectErrorStream(true);
		builder.command().addAll(arguments);
		Process process = builder.start();
		try {
			process.getOutputStream().write(script.getBytes(StandardCharsets.UTF_8));
			process.getOutputStream().close();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			process.waitFor(30, TimeUnit.SECONDS);
			return new Result(process.exitValue(), output);
		}
		finally {
			process.destroyForcibly();
		}
	}

	private record Result(int exitCode, String output) {
	}

}
