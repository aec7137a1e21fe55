package dev.hyperclient.internal.policy;

import java.time.Instant;

import dev.hyperclient.cache.api.CacheSettings;
import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Any values of the header fields of caching are parsed or ignored. The stored inputs are
 * run in each build; with {@code JAZZER_FUZZ=1} in the environment new ones are searched.
 */
class CacheFieldsFuzzTests {

	private static final String[] NAMES = { "Cache-Control", "Date", "Expires", "Age", "Vary", "ETag", "Last-Modified",
			"Location", "If-None-Match", "If-Modified-Since", "Pragma" };

	@FuzzTest(maxDuration = "5m")
	void anyFieldsAreParsedOrIgnored(FuzzedDataProvider data) {
		HttpHeaders headers = new HttpHeaders();
		for (int i = 0; i < 6; i++) {
			headers.add(data.pickValue(NAMES), data.consumeString(60));
		}
		Freshness freshness = Freshness.of(headers, Instant.parse("2026-11-21T00:10:00Z"));
		assertThat(freshness.age().isNegative()).isFalse();
		CacheControl.of(headers);
		new StoragePolicy(CachingProfile.REPRESENTATIONS, CacheSettings.defaults()).stores(200, headers);
		new StoragePolicy(CachingProfile.RFC_9111, CacheSettings.defaults()).stores(200, headers);
		StoragePolicy.removes(301, headers);
		SelectingFields.of(headers).valuesOf(headers);
		RequestCondition.of(headers).ifPresent((condition) -> condition.isNotModified(headers));
		Freshness.hasLifetime(headers);
	}

}
