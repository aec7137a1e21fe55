package dev.hyperclient.internal.policy;

import java.time.Duration;
import java.util.Set;

import dev.hyperclient.cache.Fields;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CacheControlTests {

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '~',
			value = { "max-age=60; 60", "MAX-AGE = 60; 60", "max-age=\"60\"; 60", "max-age=0; 0", "max-age; 0",
					"max-age=; 0", "max-age=-1; 0", "max-age=6:; 0", "max-age=6/; 0", "max-age=160\"; 0",
					"max-age=\"601; 0", "max-age=1.5; 0", "max-age=soon; 0", "private, max-age=60; 60",
					"max-age=60, max-age=10; 10", "max-age=10, max-age=60; 10",
					"max-age=99999999999999999999; 2147483648", "private=\"a, max-age=5\", max-age=60; 60",
					"x=\"a\\\", max-age=5\", max-age=60; 60", ",,max-age=60,; 60" })
	void maxAgeIsParsed(String value, long seconds) {
		assertThat(parse(value).seconds("max-age")).isEqualTo(Duration.ofSeconds(seconds));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "public", "s-maxage=60", "x-max-age=60", "private=\"max-age=5\"" })
	void missingMaxAgeIsNull(String value) {
		assertThat(parse(value).seconds("max-age")).isNull();
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '~', nullValues = "-",
			value = { "max-age=60; -", "max-stale; unlimited", "max-stale, x=1; unlimited", "x=1; -",
					"max-stale=60; 60", "max-stale=\"60\"; 60", "max-stale, max-stale=60; 0",
					"max-stale=60, max-stale=50; 50",
					// without a number, it is not the same as without an argument
					"max-stale=; 0", "max-stale=\"\"; 0", "max-stale=\"; 0", "max-stale=long; 0" })
	void invalidMaxStaleAcceptsNoStaleness(String value, @Nullable String seconds) {
		assertThat(parse(value).maxStale()).isEqualTo((seconds == null) ? null
				: seconds.equals("unlimited") ? CacheControl.UNLIMITED : Duration.ofSeconds(Long.parseLong(seconds)));
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '~',
			value = { "x; 0", "min-fresh=60; 60", "min-fresh=60, min-fresh=70; 70", "min-fresh=70, min-fresh=60; 70",
					"min-fresh=; 9223372036854775807", "min-fresh; 9223372036854775807" })
	void longestMinFreshCounts(String value, long seconds) {
		assertThat(parse(value).minFresh()).isEqualTo(Duration.ofSeconds(seconds));
	}

	@Test
	void directivesOfAllLinesAreCombined() {
		CacheControl cacheControl = CacheControl
			.of(Fields.of("Cache-Control: No-Store, PUBLIC | Cache-Control: no-cache=\"Set-Cookie\""));
		assertThat(cacheControl.has("no-store")).isTrue();
		assertThat(cacheControl.has("no-cache")).isTrue();
		assertThat(cacheControl.has("public")).isTrue();
		assertThat(cacheControl.seconds("max-age")).isNull();
	}

	@Test
	void openQuotationRequiresValidation() {
		assertThat(parse("max-age=60, private=\"x").has("no-cache")).isTrue();
		assertThat(parse("max-age=60, x=\"\\").has("no-cache")).isTrue();
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '~',
			value = { "max-age=60, public; public", "public; public", "PUBLIC , x = 1; public, x=\"1\"",
					"no-cache, no-store; ~~", "no-cache=\"a, b\", max-age=1; no-cache=\"a, b\"" })
	void directivesWithoutFieldsAreRemoved(String value, String rest) {
		assertThat(parse(value).without(Set.of("max-age", "no-cache", "no-store"))).isEqualTo(rest);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';',
			value = { "Cache-Control: no-cache; true", "Cache-Control: max-age=0; true",
					"Cache-Control: max-age=old; true", "Cache-Control: max-age=1; false",
					"Cache-Control: no-store; false", "Pragma: no-cache; true", "Pragma: cache; false", "X: 1; false" })
	void requestDemandsValidation(String fields, boolean demanded) {
		assertThat(CacheControl.ofRequest(Fields.of(fields)).demandsValidation()).isEqualTo(demanded);
	}

	@Test
	void pragmaIsIgnoredWithCacheControl() {
		assertThat(CacheControl.ofRequest(Fields.of("Pragma: no-cache")).demandsValidation()).isTrue();
		assertThat(CacheControl.ofRequest(Fields.of("Pragma: no-cache | Cache-Control: max-age=5")).demandsValidation())
			.isFalse();
	}

	private static CacheControl parse(String value) {
		return CacheControl.of(Fields.of("Cache-Control: " + value));
	}

}
