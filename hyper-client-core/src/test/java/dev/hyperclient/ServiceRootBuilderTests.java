package dev.hyperclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.error.InvalidSettingException;
import dev.hyperclient.error.Setting;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * Tests for {@link ServiceRootBuilder}: the directories, and that the last call wins.
 */
class ServiceRootBuilderTests {

	@RegisterExtension
	private final StubService service = new StubService();

	@TempDir
	private Path directory;

	@Test
	void unusableArgumentsAreRejected() {
		ServiceRootBuilder client = this.service.client();
		assertThatIllegalArgumentException().isThrownBy(() -> client.validationInterval(Duration.ofNanos(-1)))
			.withMessageContaining("'validationInterval'");
		assertThatNullPointerException().isThrownBy(() -> client.addListener(null)).withMessageContaining("'listener'");
	}

	@ParameterizedTest
	@CsvSource({ "existing, built", "existing, kept", "built, existing", "built, kept", "kept, existing",
			"kept, built" })
	void lastCacheIsUsed(String first, String last) {
		try (HttpCache existing = HttpCache.inDirectory(this.directory.resolve("existing"))) {
			cache(cache(this.service.client(), first, existing), last, existing).build().close();
		}
		// The two documents of the root.
		assertThat(size(last)).isEqualTo(2);
		assertThat(size(first)).isZero();
	}

	private ServiceRootBuilder cache(ServiceRootBuilder builder, String name, HttpCache existing) {
		Path path = this.directory.resolve(name);
		return switch (name) {
			case "existing" -> builder.cache(existing);
			case "built" -> builder.cache(HttpCache.builder().directory(path));
			default -> builder.cache(path);
		};
	}

	private long size(String name) {
		try (HttpCache cache = HttpCache.inDirectory(this.directory.resolve(name))) {
			return cache.size().entries();
		}
	}

	@Test
	void buildThatFailsWithAnErrorClosesItsCache() {
		String temporary = System.getProperty("java.io.tmpdir");
		System.setProperty("java.io.tmpdir", this.directory.toString());
		try {
			ServiceRootBuilder builder = this.service.client().addCallObserver((request, call) -> {
				call.apply(request);
				assertThat(this.directory).isNotEmptyDirectory();
				throw new NoClassDefFoundError("expected");
			});
			assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(builder::build).withMessage("expected");
			assertThat(this.directory).isEmptyDirectory();
		}
		finally {
			System.setProperty("java.io.tmpdir", temporary);
		}
	}

	@Test
	void maximumResponseSizeIsLessThan2GiB() {
		ServiceRootBuilder builder = this.service.client();
		for (DataSize size : List.of(DataSize.ofBytes(0), DataSize.ofGigabytes(2))) {
			assertThatIllegalArgumentException().isThrownBy(() -> builder.maxResponseSize(size))
				.withMessage("'maxResponseSize' must be positive and less than 2 GiB but is " + size);
		}
	}

	@Test
	void ruleWithoutAnEffectForAServiceIsRejected() {
		ServiceRootBuilder builder = this.service.client();
		CacheRule rule = CacheRule.of("/**").withMaxAge(Duration.ofMinutes(1));
		for (CacheRule other : List.of(rule.withServiceGroup("github"), rule.withSafePost(true))) {
			assertThatIllegalArgumentException().isThrownBy(() -> builder.cacheRules(List.of(rule, other)))
				.withMessageContaining("has no effect for a service")
				.withMessageContaining("serviceGroup=" + other.serviceGroup());
		}
	}

	private Path path(String name) {
		return this.directory.resolve(name);
	}

	private static List<String> names(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			return files.map((file) -> file.getFileName().toString()).sorted().toList();
		}
	}

	private void requireUsable(ServiceRootBuilder builder) {
		ServiceRoot root = this.service.open(builder);
		assertThat(root.svcCollections()).containsExactly("recipes");
		assertThat(root.type("recipe").attributes()).isNotEmpty();
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
