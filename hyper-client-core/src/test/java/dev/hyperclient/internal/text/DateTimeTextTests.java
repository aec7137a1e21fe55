package dev.hyperclient.internal.text;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link DateTimeText}.
 */
class DateTimeTextTests {

	@ParameterizedTest
	@ValueSource(strings = { "2026-01-31T12:00:00+00:00", "2026-01-31T12:00:00Z", "2024-02-29T23:59:59.999999999-17:59",
			"2026-01-31T12:00:00.123456+00:00", "2026-01-31T12:00:00.1-00:30", "0000-12-31T00:00:00Z",
			"2026-01-31T12:00:00+18:00", "2026-01-31T12:00Z", "2026-01-31t12:00:00Z", "+12026-01-31T12:00:00Z",
			"2026-01-31T12:00:00+05:30:15" })
	void textWithOffsetIsParsedAsJavaDoes(String text) {
		assertThat(DateTimeText.parse(text)).isEqualTo(OffsetDateTime.parse(text))
			.hasToString(OffsetDateTime.parse(text).toString());
	}

	@Test
	void eachDayAndSecondIsParsed() {
		OffsetDateTime time = OffsetDateTime.of(1899, 12, 31, 0, 0, 0, 0, ZoneOffset.ofHoursMinutes(-3, -30));
		while (time.getYear() < 2105) {
			assertThat(DateTimeText.parse(time.toString())).isEqualTo(time);
			time = time.plusDays(1).plusHours(1).plusMinutes(1).plusSeconds(1).plusNanos(1_000_001);
		}
	}

	@Test
	void timeWithoutOffsetIsInUtc() {
		assertThat(DateTimeText.parse("2026-01-31T12:00:00.5")).isEqualTo("2026-01-31T12:00:00.5Z");
		assertThat(DateTimeText.parse("2026-01-31T12:00")).isEqualTo("2026-01-31T12:00:00Z");
	}

	@Test
	void dateIsMidnightInUtc() {
		assertThat(DateTimeText.parse("2026-01-31")).isEqualTo("2026-01-31T00:00:00Z");
		assertThat(DateTimeText.parse("2026-01-31Z")).isEqualTo("2026-01-31T00:00:00Z");
		assertThat(DateTimeText.parse("2026-01-31+02:00")).isEqualTo("2026-01-31T00:00:00Z");
	}

	@Test
	void offsetMayHaveNoColon() {
		assertThat(DateTimeText.parse("2026-01-31T12:00:00-0530")).isEqualTo("2026-01-31T12:00:00-05:30");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "2026", "2026-02-29T12:00:00Z", "2026-13-01T12:00:00Z", "2026-00-01T12:00:00Z",
			"2026-01-00T12:00:00Z", "2026-01-31T24:00:01Z", "2026-01-31T12:60:00Z", "2026-01-31T12:00:60Z",
			"2026-01-31T12:00:00.1234567890Z", "2026-01-31T12:00:00+19:00", "2026-01-31T12:00:00+05:60",
			"2026-01-31T12:00:00+0x:00", "2026-01-31T12:00:00 00:00", "2026-01-31T12:00:00ZZ",
			"2026-01-31T12:00:00+5:30", "2026-01-31 12:00:00Z", "2O26-01-31T12:00:00Z", "-026-01-31T12:00:00Z",
			"2026-01-31T12:00:00+-1:00" })
	void otherTextIsAnError(String text) {
		assertThatExceptionOfType(DateTimeException.class).isThrownBy(() -> DateTimeText.parse(text));
	}

}
