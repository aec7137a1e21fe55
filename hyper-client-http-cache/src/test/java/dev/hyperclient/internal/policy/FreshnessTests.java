package dev.hyperclient.internal.policy;

import dev.hyperclient.cache.Fields;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FreshnessTests {

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '~', value = {
			// lifetime and age
			"Date: @-5 | Cache-Control: max-age=6; true", "Date: @-5 | Cache-Control: max-age=5; false",
			"Date: @-5 | Expires: @1; true", "Date: @-5 | Expires: @0; false", "Date: @-5; false",
			"Date: @0 | Cache-Control: max-age=0; false",
			// an invalid lifetime is zero
			"Date: @0 | Cache-Control: max-age=soon | Expires: @60; false", "Date: @0 | Expires: 0; false",
			"Date: @0 | Expires: tomorrow; false",
			// max-age wins over Expires
			"Date: @-5 | Cache-Control: max-age=6 | Expires: @-60; true",
			"Date: @-5 | Cache-Control: max-age=2 | Expires: @60; false",
			// without a date nothing is fresh
			"Cache-Control: max-age=60; false", "Expires: @60; false", "Date: today | Cache-Control: max-age=60; false",
			"Date: @0 | Cache-Control: max-age=60, no-cache; false",
			// the clock of the server is ahead; Age counts
			"Date: @30 | Cache-Control: max-age=1 | hyper-client-asked: 1795219800; true",
			"Date: @30 | Cache-Control: max-age=1 | hyper-client-asked: 1795219800 | Age: 1; false",
			// stored later than now: the clock was set back
			"Date: @1 | Cache-Control: max-age=60; false",
			"Date: @30 | Cache-Control: max-age=60 | hyper-client-asked: 1795219801; false",
			"Date: @-30 | Cache-Control: max-age=60 | hyper-client-asked: 1795219801 | Age: 0; false",
			"Date: @0 | Cache-Control: max-age=60 | Age: 59; true",
			"Date: @0 | Cache-Control: max-age=60 | Age: 60; false",
			"Date: @0 | Cache-Control: max-age=60 | Age: old; true",
			// without effect
			"Date: @-5 | Cache-Control: max-age=6, must-revalidate, private, s-maxage=1; true",
			"Date: @-5 | Cache-Control: s-maxage=60; false",
			// the older formats
			"Date: Saturday, 21-Nov-26 00:09:55 GMT | Cache-Control: max-age=6; true",
			"Date: Sat Nov 21 00:09:55 2026 | Cache-Control: max-age=5; false" })
	void responseIsFreshWhileLifetimeExceedsAge(String response, boolean fresh) {
		assertThat(Freshness.of(Fields.of(response), Fields.NOW).isFresh()).isEqualTo(fresh);
	}

}
