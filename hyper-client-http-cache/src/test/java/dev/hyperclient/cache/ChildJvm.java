package dev.hyperclient.cache;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs a class in a JVM of its own, with the class path of this one.
 */
public final class ChildJvm {

	private ChildJvm() {
	}

	/**
	 * Return the command that runs a class.
	 */
	public static Stream<String> command(List<String> options, Class<?> main, String... arguments) {
		return Stream
			.of(Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
					"-XX:+UseSerialGC", "-XX:-UsePerfData"), options.stream(),
					Stream.of("-cp", System.getProperty("java.class.path"), main.getName()), Stream.of(arguments))
			.flatMap((part) -> part);
	}

	/**
	 * Run a command to its end, which must be a success.
	 * @return what it has written
	 */
	public static String run(Stream<String> command) throws IOException, InterruptedException {
		Process process = new ProcessBuilder(command.toList()).redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
		assertThat(process.exitValue()).as(output).isZero();
		return output;
	}

	/**
	 * Run a class with a limit of a resource, as a shell sets it.
	 */
	public static String runLimited(String limit, Class<?> main, String... arguments)
			throws IOException, InterruptedException {
		return run(Stream.concat(Stream.of("sh", "-c", "ulimit " + limit + "; exec \"$@\"", "sh"),
				command(List.of(), main, arguments)));
	}

}
