package dev.hyperclient.cookbook.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Runs the walks of the script with lazr.restfulclient. Tests of a class that registers
 * this extension are skipped if that client is not installed.
 */
final class PythonClient implements BeforeAllCallback {

	/**
	 * The interpreter on the path may lack the packages of the system.
	 */
	private static final List<String> INTERPRETERS = List.of("python3", "/usr/bin/python3");

	private String interpreter = "";

	@Override
	public void beforeAll(ExtensionContext context) throws InterruptedException {
		StringBuilder reasons = new StringBuilder();
		for (String candidate : INTERPRETERS) {
			try {
				Result result = python(candidate, "import lazr.restfulclient, wadllib", List.of());
				if (result.exitCode() == 0) {
					this.interpreter = candidate;
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

	/**
	 * Run a walk.
	 * @param arguments the name of the walk and its arguments
	 */
	void walk(String... arguments) throws IOException, InterruptedException {
		Result result = python(this.interpreter, script(), List.of(arguments));
		assertThat(result.output()).endsWith(arguments[0] + " done\n");
		assertThat(result.exitCode()).isZero();
	}

	private static String script() throws IOException {
		try (InputStream script = PythonClient.class.getResourceAsStream("/python/walks.py")) {
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
