package dev.hyperclient.cache.redis;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * The settings of a store and their checks.
 */
class RedisStoreSettingsTests {

	private static final RedisStoreSettings DEFAULTS = RedisStoreSettings.defaults();

	@Test
	void eachSettingIsReplacedAlone() {
		RedisStoreSettings changed = DEFAULTS.withPrefix("my-app:v1.x_2")
			.withMaxStoredTime(Duration.ofHours(2))
			.withGrace(Duration.ZERO)
			.withMaxBodySize(DataSize.ofBytes(1))
			.withTimeout(Duration.ofMillis(1));
		assertThat(changed.prefix).isEqualTo("my-app:v1.x_2");
		assertThat(changed.maxStoredTime).isEqualTo(Duration.ofHours(2));
		assertThat(changed.grace).isZero();
		assertThat(changed.maxBodySize).isEqualTo(DataSize.ofBytes(1));
		assertThat(changed.timeout).isEqualTo(Duration.ofMillis(1));
		assertThat(changed.timeoutText()).isEqualTo("1 ms ('timeout')");
	}

	@Test
	void defaultsAreThoseOfTheDocumentation() {
		assertThat(DEFAULTS.prefix).isEqualTo("hyper-client");
		assertThat(DEFAULTS.maxStoredTime).isEqualTo(Duration.ofDays(1));
		assertThat(DEFAULTS.grace).isEqualTo(Duration.ofHours(1));
		assertThat(DEFAULTS.maxBodySize).isEqualTo(DataSize.ofMegabytes(10));
		assertThat(DEFAULTS.timeout).isEqualTo(Duration.ofMillis(50));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a b", "{a}", "a*", "\u00e4" })
	void prefixWithOtherCharactersIsRejected(String prefix) {
		assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withPrefix(prefix))
			.withMessage("'prefix' must consist of letters, digits and the characters . _ - :, not '" + prefix + "'");
	}

	@Test
	void timesAndSizesMustBePositive() {
		assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withTimeout(Duration.ZERO))
			.withMessage("'timeout' must be positive, not PT0S");
		assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withTimeout(Duration.ofMillis(-1)));
		assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withMaxStoredTime(Duration.ZERO))
			.withMessage("'maxStoredTime' must be positive, not PT0S");
		assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withGrace(Duration.ofMillis(-1)))
			.withMessage("'grace' must not be negative");
		assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withMaxBodySize(DataSize.ofBytes(0)))
			.withMessage("'maxBodySize' must be positive, not 0B");
	}

	@Test
	void nullIsRejected() {
		assertThatNullPointerException().isThrownBy(() -> DEFAULTS.withTimeout(null))
			.withMessage("'timeout' must not be null");
	}

}
