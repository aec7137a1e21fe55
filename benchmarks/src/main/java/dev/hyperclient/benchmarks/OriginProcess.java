package dev.hyperclient.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A service in a process of its own, so that neither its CPU time nor its allocations are
 * measured. The process ends with this one.
 */
final class OriginProcess implements AutoCloseable {

	private final Process process;

	private final String url;

	private OriginProcess(Process process, String url) {
		this.process = process;
		this.url = url;
	}

	/**
	 * Start a service.
	 * @param main the main class, which prints the URL of the service as its first line
	 * @param options options of the JVM
	 * @param args arguments of the main class
	 * @return the running service
	 * @throws IOException if the process cannot be started
	 * @throws IllegalStateException if the process ends before it prints a URL
	 */
	static OriginProcess start(Class<?> main, List<String> options, List<String> args) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(options);
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
		command.addAll(args);
		Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
		Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
		String url = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))
			.readLine();
		if (url == null) {
			process.destroyForcibly();
			throw new IllegalStateException(
					main.getSimpleName() + " ended before it printed its URL; its error output says why");
		}
		return new OriginProcess(process, url);
	}

	/** Return the URL, with a slash at its end. */
	String url() {
		return this.url;
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
