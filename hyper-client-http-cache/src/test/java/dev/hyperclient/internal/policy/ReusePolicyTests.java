package dev.hyperclient.internal.policy;

import java.net.URI;
import java.util.Map;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.api.CachingProfile;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

class ReusePolicyTests {

	private static final String FRESH = "Date: @0 | Cache-Control: max-age=60 | ETag: \"a\"";

	private static final String PUBLIC = "Date: @0 | Cache-Control: public, max-age=60 | ETag: \"a\"";

	private static final String STALE = "Date: @-60 | Cache-Control: max-age=60 | ETag: \"a\"";

	private static final Map<String, String> NAMED = Map.of("FRESH", FRESH, "PUBLIC", PUBLIC, "STALE", STALE);

	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-", quoteCharacter = '~', value = {
			// request fields, stored fields, decision
			"; FRESH; Reuse", "; STALE; Validate", "; Date: @0 | Last-Modified: @-60; Validate", "; Date: @0; Forward",
			// directives of the request
			"Cache-Control: no-cache; FRESH; Validate", "Cache-Control: max-age=0; FRESH; Validate",
			"Cache-Control: max-age=1; FRESH; Reuse",
			"Cache-Control: max-age=10; Date: @-10 | Cache-Control: max-age=60 | ETag: \"a\"; Validate",
			"Pragma: no-cache; FRESH; Validate",
			"Cache-Control: no-cache; Date: @0 | Cache-Control: max-age=60; Forward" })
	void freshnessAndRequestDirectivesDecide(@Nullable String request, String stored, String decision) {
		StoredResponse response = stored(200, stored, Map.of(), IdentityKey.hash(""), null);
		assertThat(decide(request, "", response)).isEqualTo(decision);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-", value = {
			// stored identity, requesting identity, stored fields, decision
			"ann; ann; FRESH; Reuse", "ann; ann; STALE; Validate", "ann; bob; FRESH; Forward",
			"ann; bob; STALE; Forward", "ann; ''; FRESH; Forward", "''; ann; FRESH; Forward", "ann; bob; PUBLIC; Reuse",
			// file of another client
			"-; ann; FRESH; Validate", "-; ann; PUBLIC; Validate", "-; ann; Date: @0; Forward" })
	void responseIsNotServedToOtherIdentity(@Nullable String owner, String asking, String stored, String decision) {
		StoredResponse response = stored(200, stored, Map.of(), hash(owner), null);
		assertThat(decide(null, asking, response)).isEqualTo(decision);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-",
			value = { "ann; ann; Reuse", "ann; bob; Forward", "-; ann; Forward", "''; ''; Reuse" })
	void publicResponseVaryingOnAuthorizationIsForOneIdentity(@Nullable String owner, String asking, String decision) {
		StoredResponse response = stored(200, PUBLIC + " | Vary: Authorization", Map.of(), hash(owner), null);
		assertThat(decide("Authorization: nonce", asking, response)).isEqualTo(decision);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-", value = { "Accept-Language: de; Accept-Language; de; Reuse",
			"Accept-Language: en; Accept-Language; de; Forward", "-; Accept-Language; de; Forward",
			"Accept-Language: de; Accept-Language; -; Forward", "-; Accept-Language; -; Reuse",
			"accept-language: de; ACCEPT-LANGUAGE, Accept; de; Reuse", "-; *; -; Forward", "-; Cookie; -; Forward" })
	void selectingFieldsMustMatch(@Nullable String request, String vary, @Nullable String varied, String decision) {
		Map<String, String> values = (varied != null) ? Map.of("accept-language", varied) : Map.of();
		StoredResponse response = stored(200, FRESH + " | Vary: " + vary, values, hash(""), null);
		assertThat(decide(request, "", response)).isEqualTo(decision);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-",
			value = { "301; FRESH; ''; Reuse", "308; FRESH; ''; Reuse", "301; STALE; ''; Forward",
					"302; FRESH; ''; Forward", "301; FRESH; -; Forward", "301; Date: @0 | ETag: \"a\"; -; Forward" },
			quoteCharacter = '\'')
	void freshPermanentRedirectIsReused(int status, String stored, @Nullable String owner, String decision) {
		StoredResponse response = stored(status, stored, Map.of(), hash(owner), "http://cookbooks.dev/b");
		assertThat(decide(null, "", response)).isEqualTo(decision);
	}

	@ParameterizedTest
	@CsvSource({ "301", "302", "206", "404", "500" })
	void responseOfUnexpectedStatusIsNotReused(int status) {
		assertThat(decide(null, "", stored(status, FRESH, Map.of(), hash(""), null))).isEqualTo("Forward");
	}

	private static @Nullable String hash(@Nullable String identity) {
		return (identity != null) ? IdentityKey.hash(identity) : null;
	}

	private static StoredResponse stored(int status, String fields, Map<String, String> varied, @Nullable String hash,
			@Nullable String redirect) {
		String named = fields;
		for (Map.Entry<String, String> entry : NAMED.entrySet()) {
			named = named.equals(entry.getKey()) ? entry.getValue() : named;
		}
		return new StoredResponse(status, Fields.of(named), new byte[0], varied, hash, redirect);
	}

	private static String decide(@Nullable String request, String identity, StoredResponse stored) {
		HttpHeaders headers = Fields.of((request != null) ? request : "");
		CacheRequest asked = CacheRequest.get(URI.create("http://cookbooks.dev/a"), headers).withIdentity(identity);
		return new ReusePolicy(CachingProfile.REPRESENTATIONS, CacheSettings.defaults(), false)
			.decide(asked, stored, Fields.NOW)
			.getClass()
			.getSimpleName();
	}

}
