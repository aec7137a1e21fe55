package dev.hyperclient.cache;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process with a heap that is smaller than the bodies.
 */
class LargeBodiesTests {

	@Test
	void largeBodiesAreStreamedInBothDirections(@TempDir Path directory) throws Exception {
		String output = ChildJvm
			.run(ChildJvm.command(List.of("-Xmx40m", "-XX:MaxDirectMemorySize=40m"), LargeBodiesApplication.class,
					directory.toString(), System.getProperty("hyperclient.large-bodies.megabytes", "44")));
		assertThat(output.lines().filter((line) -> line.startsWith("> "))).as(output)
			.containsExactlyElementsOf(
					TestClients.transports().map((client) -> "> " + client.getName() + " true true").toList());
	}

}
