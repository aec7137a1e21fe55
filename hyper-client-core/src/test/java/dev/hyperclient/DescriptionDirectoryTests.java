package dev.hyperclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.error.InvalidSettingException;
import dev.hyperclient.error.Setting;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ServiceRootBuilder#descriptionDirectory}.
 */
class DescriptionDirectoryTests {

	@RegisterExtension
	private final StubService service = new StubService();

	@TempDir
	private Path directory;

	private Path path(String name) {
		return this.directory.resolve(name);
	}

	private static List<String> names(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			return files.map((file) -> file.getFileName().toString()).sorted().toList();
		}
	}

	private void requireUsable(ServiceRootBuilder builder) {
		try (ServiceRoot root = builder.build()) {
			assertThat(root.svcCollections()).containsExactly("recipes");
			assertThat(root.type("recipe").attributes()).isNotEmpty();
		}
	}

	@Test
	void descriptionIsKeptNextToTheCacheDirectory() throws IOException {
		requireUsable(this.service.client().cache(path("cache")));
		requireUsable(this.service.client().cache(path("cache")));
		assertThat(names(this.directory)).containsExactly("cache", "cache-description");
		assertThat(names(path("cache"))).hasSize(2).noneMatch((name) -> name.contains("description"));
		assertThat(names(path("cache-description"))).singleElement().asString().contains("hyper-client.description");
	}

	@Test
	void directoryOfACacheBuilderCounts() throws IOException {
		requireUsable(this.service.client()
			.cache(HttpCache.builder().directory(path("cache")).memoryTier(DataSize.ofMegabytes(1))));
		assertThat(names(this.directory)).containsExactly("cache", "cache-description");
	}

	@Test
	void chosenDirectoryIsUsedInPlaceOfTheDefault() throws IOException {
		requireUsable(this.service.client().cache(path("cache")).descriptionDirectory(path("parsed").resolve("stub")));
		assertThat(names(this.directory)).containsExactly("cache", "parsed");
		assertThat(names(path("parsed").resolve("stub"))).hasSize(1);
	}

	@Test
	void cacheInMemoryKeepsNoDescriptionUnlessADirectoryIsSet() throws IOException {
		requireUsable(this.service.client().cache(HttpCache.builder().inMemory(DataSize.ofMegabytes(1))));
		assertThat(this.directory).isEmptyDirectory();
		requireUsable(this.service.client()
			.cache(HttpCache.builder().inMemory(DataSize.ofMegabytes(1)))
			.descriptionDirectory(path("parsed")));
		assertThat(names(path("parsed"))).hasSize(1);
	}

	@Test
	void directoryWithinTheCacheDirectoryIsRejected() {
		ServiceRootBuilder builder = this.service.client()
			.cache(path("cache"))
			.descriptionDirectory(path("cache").resolve("parsed"));
		assertThatExceptionOfType(InvalidSettingException.class).isThrownBy(builder::build)
			.withMessageContaining("'descriptionDirectory' is '")
			.withMessageContaining("Set it to another directory")
			.extracting(InvalidSettingException::setting)
			.isEqualTo(Setting.DESCRIPTION_DIRECTORY);
		assertThat(this.directory).isEmptyDirectory();
	}

	@Test
	void directoryThatCannotBeWrittenDoesNotFailTheStart() throws IOException {
		Path file = Files.createFile(path("file"));
		requireUsable(this.service.client().cache(path("cache")).descriptionDirectory(file));
		assertThat(file).isEmptyFile();
	}

	@Test
	@DisabledOnOs(OS.WINDOWS)
	void directoryOfAnotherUserIsNotUsedUnlessItIsTrusted() throws IOException {
		for (boolean next : List.of(true, false)) {
			Path parsed = Files.createDirectory(path(next ? "cache-description" : "parsed"));
			Files.setPosixFilePermissions(parsed, PosixFilePermissions.fromString("rwxrwxrwx"));
			try {
				Files.setOwner(parsed,
						parsed.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
			}
			catch (IOException ex) {
				Assumptions.abort("Only root can give a directory away");
			}
			Path chosen = next ? null : parsed;
			HttpCacheBuilder cache = HttpCache.builder().directory(path("cache"));
			requireUsable(this.service.client().cache(cache).descriptionDirectory(chosen));
			assertThat(parsed).isEmptyDirectory();
			requireUsable(this.service.client().cache(cache.trustDirectory(true)).descriptionDirectory(chosen));
			assertThat(parsed).isNotEmptyDirectory();
		}
	}

}
