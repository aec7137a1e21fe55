package dev.hyperclient.internal.policy;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.api.CachingProfile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class StoragePolicyTests {

	@ParameterizedTest
	@CsvSource(delimiter = ';', value = {
			// status, header fields, stored, removes the older one
			"200; ; true; true", "203; ; true; true", "200; Vary: Accept; true; true",
			"200; Vary: Authorization; true; true", "200; Cache-Control: private; true; true",
			"200; Vary: *; false; true", "200; Vary: Accept, *; false; true", "200; Vary: Cookie; false; true",
			"200; Vary: Proxy-Authorization; false; true", "200; Cache-Control: no-store; false; true",
			"200; Cache-Control: no-store, must-understand; false; true", "304; Cache-Control: no-store; false; true",
			"500; Cache-Control: no-store; false; false", "201; ; false; false", "204; ; false; false",
			"206; ; false; false", "209; ; false; false", "302; Location: /b; false; false",
			"302; Location: /b | Cache-Control: max-age=60; false; false", "303; Location: /b; false; false",
			"304; ; false; false", "307; Location: /b; false; false", "301; Location: /b; false; false",
			"301; Location: /b | Cache-Control: max-age=60; true; false",
			"308; Location: /b | Expires: @60; true; false", "301; Cache-Control: max-age=60; false; false",
			"400; Cache-Control: max-age=60; false; false", "400; Cache-Control: no-store; false; false",
			"399; Cache-Control: no-store; false; true", "401; ; false; false", "404; ; false; true",
			"404; Cache-Control: max-age=60; false; true", "410; ; false; true", "500; ; false; false",
			"503; ; false; false" })
	void storageDependsOnStatusAndFields(int status, String fields, boolean stored, boolean removed) {
		var headers = Fields.of((fields != null) ? fields : "");
		assertThat(new StoragePolicy(CachingProfile.REPRESENTATIONS, CacheSettings.defaults()).stores(status, headers))
			.as("stored")
			.isEqualTo(stored);
		assertThat(StoragePolicy.removes(status, headers)).as("removed").isEqualTo(removed);
	}

}
