package dev.hyperclient.internal.generator;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The same with descriptions and representations of Launchpad, which are not part of this
 * project.
 */
@Tag("slow")
class RealLaunchpadTests {

	private static final Path DATA = Path.of("..", "..", "shared", "data");

	private static Path existing(String name) {
		Path file = DATA.resolve(name);
		assumeTrue(Files.exists(file), () -> "The data of Launchpad is not at " + DATA);
		return file;
	}

	@Nested
	class DevelTests extends LaunchpadTests {

		@Override
		Path description() {
			return existing("launchpad-devel.wadl");
		}

		@Override
		Path recording() {
			return existing("launchpad-json");
		}

	}

	@Nested
	class StableTests extends LaunchpadTests {

		@Override
		Path description() {
			return existing("launchpad-1.0.wadl");
		}

		@Override
		Path recording() {
			return existing("launchpad-json");
		}

	}

}
