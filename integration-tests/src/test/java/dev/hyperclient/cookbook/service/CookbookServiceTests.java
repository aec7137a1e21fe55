package dev.hyperclient.cookbook.service;

import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.FailureAnalyzedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Settings of the service.
 */
class CookbookServiceTests {

	@Test
	void portInUseIsReportedWithProperty() {
		try (CookbookService first = new CookbookService(CookbookSettings.onAnyPort())) {
			CookbookServiceProperties taken = CookbookSettings.onAnyPort("port=" + first.port());
			assertThatExceptionOfType(FailureAnalyzedException.class).isThrownBy(() -> new CookbookService(taken))
				.satisfies((ex) -> {
					assertThat(ex.analysis().getDescription()).contains("localhost", String.valueOf(taken.port()));
					assertThat(ex.analysis().getAction()).contains("'cookbook.service.port'");
				});
		}
	}

	@Test
	void invalidSettingsAreRejected() {
		assertRefused("port", "-1");
		assertRefused("address", " ");
		assertRefused("recipes", "-1");
		assertRefused("realm", "two\nlines");
		assertRefused("username", "us:er");
		assertRefused("password", "");
		assertRefused("consumer-key", "");
		assertRefused("access-token", "");
		assertRefused("access-token-secret", " ");
	}

	@Test
	void toStringOfSettingsHidesSecrets() {
		assertThat(CookbookSettings
			.onAnyPort("username=cook", "password=pa55", "consumer-key=spoon", "access-token=t0ken",
					"access-token-secret=s3cret")
			.toString()).contains("cook", "spoon").doesNotContain("pa55", "t0ken", "s3cret");
	}

	private static void assertRefused(String property, String value) {
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> CookbookSettings.onAnyPort(property + "=" + value))
			.havingRootCause()
			.isInstanceOf(IllegalArgumentException.class)
			.withMessageStartingWith("'cookbook.service." + property + "' must");
	}

}
