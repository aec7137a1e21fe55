package dev.hyperclient.cache;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process with a heap that is smaller than the bodies.
 */
class LargeBodiesTests {

	@Test
	void largeBodiesAreStreamedInBothDirections(@TempDir Path directory) throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx40m", "-XX:MaxDirectMemorySize=40m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
				System.getProperty("java.class.path"), LargeBodiesApplication.class.getName(), directory.toString(),
				System.getProperty("hyperclient.large-bodies.megabytes", "44"))
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		try (InputStream output = process.getInputStream()) {
			assertThat(new String(output.readAllBytes(), StandardCharsets.UTF_8).lines()
				.filter((line) -> line.startsWith("> ")))
				.containsExactlyElementsOf(TestClients.transports()
					.map(Named::getName)
					.map((name) -> "> " + name + " true true")
					.toList());
		}
		assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
	}

}
