package dev.hyperclient.internal.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Directories as another user sees them, without the permission to change owners.
 */
@DisabledOnOs(OS.WINDOWS)
class DirectoryRiskTests {

	@Test
	void directoryOfRootCanBeUsed(@TempDir Path directory) throws IOException {
		Path root = Path.of("/");
		assumeTrue(Files.getAttribute(root, "unix:uid").equals(0), "The root directory belongs to another user");
		assertThat(DirectoryRisk.of(root, root, nobody(root), false))
			.contains(new DirectoryRisk(false, "belongs to root", "chown -R nobody '/'"));
		assertThat(DirectoryRisk.of(root, root, null, false))
			.hasValueSatisfying((risk) -> assertThat(risk.isForeign()).isFalse());
		Path own = directory.toRealPath();
		assumeTrue(Files.getAttribute(own, "unix:uid").equals(0), "The tests are not run by root");
		Files.setAttribute(own, "unix:mode", 0777);
		assertThat(DirectoryRisk.of(own, own, nobody(own), false)).contains(new DirectoryRisk(false,
				"can be changed by other users", "chown -R nobody '%1$s' && chmod go-w '%1$s'".formatted(own)));
	}

	@Test
	void directoryOfAnOrdinaryUserIsForeignToOtherUsers(@TempDir Path directory) throws IOException {
		Path own = Files.createDirectory(directory.toRealPath().resolve("of Ann's"));
		if (Files.getAttribute(own, "unix:uid").equals(0)) {
			try {
				Files.setOwner(own, user(own, "daemon"));
			}
			catch (FileSystemException ex) {
				abort("This root cannot give a directory away");
			}
		}
		assertThat(DirectoryRisk.of(own, own, nobody(own), true)).hasValueSatisfying((risk) -> {
			assertThat(risk.isForeign()).isTrue();
			assertThat(risk.command()).endsWith("/of Ann'\\''s'");
		});
		assertThat(DirectoryRisk.of(own, own, null, true))
			.hasValueSatisfying((risk) -> assertThat(risk.isForeign()).isTrue());
	}

	private static UserPrincipal nobody(Path path) throws IOException {
		return user(path, "nobody");
	}

	private static UserPrincipal user(Path path, String name) throws IOException {
		return path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name);
	}

}
