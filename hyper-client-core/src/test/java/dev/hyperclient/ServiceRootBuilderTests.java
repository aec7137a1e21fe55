package dev.hyperclient;

import java.nio.file.Path;
import java.util.List;

import dev.hyperclient.cache.HttpCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link ServiceRootBuilder}: the last call wins.
 */
class ServiceRootBuilderTests {

	@RegisterExtension
	private final StubService service = new StubService();

	@TempDir
	private Path directory;

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

}
