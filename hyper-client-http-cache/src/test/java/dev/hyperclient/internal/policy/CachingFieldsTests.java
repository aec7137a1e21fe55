package dev.hyperclient.internal.policy;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The values of header fields that the policies read: directives, dates, selecting fields
 * and validators.
 */
class CachingFieldsTests {

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

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '~',
			value = { "X: 1; ~~", "Vary:; ~~", "Vary: X; x", "Vary: X, a; a x", "Vary: ,X; x", "Vary: X,,; x",
					"Vary: X | Vary: a, x; a x", "Vary: | Vary: X; x", "Vary: *; *",
					// the content is stored decoded
					"Vary: Accept-Encoding; ~~", "Vary: X, Accept-Encoding; x",
					"Vary: Accept-Encoding | Content-Encoding: br; accept-encoding",
					"Vary: X, accept-encoding | Content-Encoding: br; accept-encoding x" })
	void namesAreThoseOfAllLines(String response, String names) {
		assertThat(String.join(" ", new TreeSet<>(SelectingFields.of(Fields.of(response)).names()))).isEqualTo(names);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-",
			value = { "X: 1 | Y: 2; {x=1, y=2}", "X: 1 | Z: 3; {x=1}", "X: 1 | X: 2; '{x=1, 2}'", "Z: 3; {}",
					// the identity stands for it
					"Authorization: secret; {}" })
	void valuesOfSelectingFieldsAreStored(String request, String values) {
		SelectingFields selecting = SelectingFields.of(Fields.of("Vary: X, Y, Authorization"));
		assertThat(new TreeMap<>(selecting.valuesOf(Fields.of(request)))).hasToString(values);
		assertThat(new SelectingFields(Set.of()).valuesOf(Fields.of(request))).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-",
			value = { "X: 1; 1; true", "X: 1; 2; false", "X: 1,2; '1, 2'; true", "X: 1 | X: 2; '1, 2'; true",
					// RFC 9111, 4.1: an absent field matches only an absent one
					"Z: 1; -; true", "X:; -; false", "Z: 1; ''; false", "X:; ''; true" })
	void requestMatchesIfValuesAreEquivalent(String request, @Nullable String stored, boolean matches) {
		StoredResponse response = StoredResponse.of(200, Fields.of("Vary: X"), new byte[0],
				(stored != null) ? Map.of("x", stored) : Map.of(), IdentityKey.hash(""), null);
		assertThat(SelectingFields.of(response.headers()).match(response, Fields.of(request))).isEqualTo(matches);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-",
			value = { "X: 1; -", "Accept-Language:; -", "Accept-Language: DE; de", "Accept-Language: de, en~q=0.9; de",
					"Accept-Language: en~q=0.9, de; de", "Accept-Language: en~q=0.5 | Accept-Language: de; de",
					// no single one
					"Accept-Language: de, en; -", "Accept-Language: de~q=0.5, en~q=0.5; -",
					"Accept-Language: de~q=0; -", "Accept-Language: de~q=0.1; de", "Accept-Language: de~q=x; -" })
	void preferredLanguageHasTheHighestWeight(String request, @Nullable String language) {
		assertThat(SelectingFields.preferredLanguage(Fields.of(request.replace("~", ";"))))
			.isEqualTo(Optional.ofNullable(language));
	}

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
