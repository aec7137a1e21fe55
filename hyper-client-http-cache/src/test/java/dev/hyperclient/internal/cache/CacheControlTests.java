package dev.hyperclient.internal.cache;

import java.time.Duration;

import dev.hyperclient.cache.Fields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CacheControlTests {

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '~',
			value = { "max-age=60; 60", "MAX-AGE = 60; 60", "max-age=\"60\"; 60", "max-age=0; 0", "max-age; 0",
					"max-age=; 0", "max-age=-1; 0", "max-age=1.5; 0", "max-age=soon; 0", "private, max-age=60; 60",
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
