package dev.hyperclient.internal.policy;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import dev.hyperclient.cache.Fields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class HttpDatesTests {

	@ParameterizedTest
	@ValueSource(strings = { "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
			"Sun Nov  6 08:49:37 1994", "SUN, 06 nov 1994 08:49:37 gmt", "Mon Nov  6 08:49:37 1994" })
	void threeFormatsAreParsed(String date) {
		assertThat(HttpDates.parse(date)).contains(Instant.parse("1994-11-06T08:49:37Z"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "0", "-1", "now", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 AEST",
			"Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Nov 94 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT",
			"Sun, 06  Nov  1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT",
			"Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
			"Sunday, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT+1", "Sun, 06 Nov 1994 24:49:37 GMT",
			"1994-11-06T08:49:37Z", "784111777" })
	void otherFormatsAreNotParsed(String date) {
		assertThat(HttpDates.parse(date)).isEmpty();
	}

	@Test
	void twoDigitYearIsAtMostFiftyYearsAhead() {
		int now = Instant.now().atZone(ZoneOffset.UTC).getYear();
		assertThat(year(now + 50)).isEqualTo(now + 50);
		assertThat(year(now + 51)).isEqualTo(now - 49);
	}

	@Test
	void differentLinesAreNotADate() {
		String one = "Expires: Sun, 06 Nov 1994 08:49:37 GMT";
		assertThat(HttpDates.find(Fields.of(one + "|" + one), "Expires")).isPresent();
		assertThat(HttpDates.find(Fields.of(one + "| Expires: Sun, 06 Nov 1994 08:49:38 GMT"), "Expires")).isEmpty();
	}

	@Test
	void eachDayIsParsed() {
		OffsetDateTime date = OffsetDateTime.parse("1999-12-31T23:59:59Z");
		for (int i = 0; i < 1500; i++) {
			OffsetDateTime each = date.plusDays(i).minusSeconds(i * 61L);
			String text = DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US).format(each);
			assertThat(HttpDates.parse(text)).as(text).contains(each.toInstant());
			assertThat(HttpDates.parse(text.toUpperCase(Locale.ROOT))).as(text).contains(each.toInstant());
		}
	}

	private static int year(int year) {
		String text = "Sunday, 06-Nov-%02d 08:49:37 GMT".formatted(year % 100);
		return HttpDates.parse(text).orElseThrow().atZone(ZoneOffset.UTC).getYear();
	}

}
