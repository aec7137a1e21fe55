package dev.hyperclient.internal.policy;

import dev.hyperclient.cache.Fields;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

class ValidatorsTests {

	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-", quoteCharacter = '~',
			value = { "X: 1; -", "ETag: 'a'; 'a'", "ETag: a; a", "ETag: W/'a'; W/'a'", "ETag:; -", "ETag: *; -",
					// a field contains characters of one byte
					"ETag: '\u00ff'; '\u00ff'", "ETag: '\u0100'; -", "ETag: '\u20ac'; -", "ETag: \u0100; -" })
	void entityTagIsSentBackIfItIsPossible(String response, @Nullable String condition) {
		Validators stored = Validators.of(fields(response));
		HttpHeaders conditional = stored.conditionalize(Fields.of("X: 1"));
		assertThat(conditional.getFirst("If-None-Match")).isEqualTo(quoted(condition));
		assertThat(conditional.getFirst("X")).isEqualTo("1");
		assertThat(conditional.size()).isEqualTo((condition != null) ? 2 : 1);
		assertThat(stored.isEmpty()).isEqualTo(condition == null);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-", quoteCharacter = '~',
			value = { "ETag: 'a' | Last-Modified: @-60; 'a'", "ETag: W/'a' | Last-Modified: @-60; -",
					"ETag: '\u0100' | Last-Modified: @-60; -", "X: 1; -",
					// RFC 9110, 8.8.2.2
					"Last-Modified: @-60; @-60", "Last-Modified: @-1; @-1", "Last-Modified: @0; -",
					"Last-Modified: @1; -", "Last-Modified: yesterday; -" })
	void dateIsStrongOnlyIfItIsEarlier(String response, @Nullable String validator) {
		HttpHeaders headers = fields(response);
		String expected = (validator != null) ? fields("X: " + validator).getFirst("X") : null;
		assertThat(Validators.strong(headers).orElse(null)).isEqualTo(expected);
		assertThat(Validators.shareStrong(headers, headers)).isEqualTo(validator != null);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '~',
			value = { "ETag: 'a'; ETag: 'a'; true", "ETag: 'a'; ETag: 'b'; false", "ETag: 'a'; ETag: W/'a'; false",
					"ETag: 'a'; Last-Modified: @-60; false", "Last-Modified: @-60; Last-Modified: @-60; true",
					"Last-Modified: @-60; Last-Modified: @-61; false", "X: 1; X: 1; false" })
	void partsOfOneRepresentationShareStrongValidator(String one, String other, boolean shared) {
		assertThat(Validators.shareStrong(fields(one), fields(other))).isEqualTo(shared);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '~',
			value = { "ETag: 'a'; ETag: 'a'; true", "ETag: 'a'; ETag: W/'a'; true", "ETag: 'a'; ETag: 'b'; false",
					"ETag: 'a'; X: 1; true", "Last-Modified: @0; X: 1; true", "Last-Modified: @0; ETag: 'a'; false" })
	void notModifiedWithOtherTagDoesNotConfirm(String stored, String notModified, boolean confirmed) {
		assertThat(Validators.of(fields(stored)).areConfirmedBy(fields(notModified))).isEqualTo(confirmed);
	}

	private static HttpHeaders fields(String fields) {
		return Fields.of("Date: @0 | " + quoted(fields));
	}

	private static @Nullable String quoted(@Nullable String text) {
		return (text != null) ? text.replace('\'', '"') : null;
	}

}
