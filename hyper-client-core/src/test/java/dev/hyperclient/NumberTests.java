package dev.hyperclient;

import java.time.Duration;

import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.UnexpectedResponseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/**
 * Tests for numbers that are out of range or have many digits.
 */
class NumberTests {

	@RegisterExtension
	private final StubService service = new StubService();

	@ParameterizedTest
	@ValueSource(strings = { "1e99999999999", "-1e99999999999", "1e-99999999999", "1e999999999", "1e-999999999",
			"1E2147483648", "1e10001" })
	void numberOutOfRangeIsRejected(String number) {
		serve(number);
		ServiceRoot root = this.service.root();
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> root.collection("recipes").get(4))
			.withMessageContaining(this.service.url("recipes/4"))
			.withMessageContaining(number);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "0." })
	void numberOfManyDigitsIsRejected(String begin) {
		serve(begin + "1".repeat(100_000));
		ServiceRoot root = this.service.root();
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> root.collection("recipes").get(4))
			.withMessageContaining(this.service.url("recipes/4"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "1e400", "-1e400", "1e10000" })
	void largeNumberIsReadOnlyAsADecimal(String number) {
		serve(number);
		Entry recipe = this.service.root().collection("recipes").get(4);
		assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
			assertThat(recipe.getDecimal("id")).isEqualByComparingTo(number);
			assertRefused(() -> recipe.getDouble("id"));
			assertRefused(() -> recipe.getLong("id"));
			assertRefused(() -> recipe.getString("id"));
			assertRefused(() -> recipe.getDate("id"));
			assertRefused(() -> recipe.getDateTime("id"));
			assertRefused(() -> recipe.getBoolean("id"));
			assertRefused(() -> recipe.to(WithInt.class));
			assertRefused(() -> recipe.to(WithLong.class));
		});
	}

	@Test
	void smallNumberIsNotAWholeNumber() {
		serve("1e-400");
		Entry recipe = this.service.root().collection("recipes").get(4);
		assertThat(recipe.getDouble("id")).isZero();
		assertRefused(() -> recipe.getLong("id"));
	}

	private void serve(String number) {
		this.service.serveJson("recipes/4", this.service.recipe(4, "Stir").replace("\"id\": 4", "\"id\": " + number));
	}

	private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable read) {
		assertThatExceptionOfType(AttributeValueException.class).isThrownBy(read)
			.satisfies((error) -> assertThat(((HyperClientException) error).uri().toString()).endsWith("recipes/4"));
	}

	record WithInt(int id) {
	}

	record WithLong(long id) {
	}

}
