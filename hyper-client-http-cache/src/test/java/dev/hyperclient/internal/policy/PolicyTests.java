package dev.hyperclient.internal.policy;

import java.net.URI;
import java.util.Map;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheSettings;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The decisions on reuse, storage, freshness and bypass, by header fields.
 */
class PolicyTests {

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
		return StoredResponse.of(status, Fields.of(named), new byte[0], varied, hash, redirect);
	}

	private static String decide(@Nullable String request, String identity, StoredResponse stored) {
		HttpHeaders headers = Fields.of((request != null) ? request : "");
		CacheRequest asked = CacheRequest.get(URI.create("http://cookbooks.dev/a"), headers).withIdentity(identity);
		return new ReusePolicy(CachingProfile.REPRESENTATIONS, CacheSettings.defaults(), false)
			.decide(asked, stored, Fields.NOW)
			.getClass()
			.getSimpleName();
	}

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

	@ParameterizedTest
	@CsvSource(delimiter = ';', value = {
			// method, header fields; may be answered with both profiles, with one
			"GET; X: 1; true; true", "HEAD; X: 1; false; true", "QUERY; X: 1; false; true", "POST; X: 1; false; true",
			"GET; Cache-Control: no-store; false; false", "HEAD; Cache-Control: no-store; false; false",
			"QUERY; Cache-Control: no-store; false; false",
			// preconditions of a change
			"GET; If-Match: a; false; false", "GET; If-Unmodified-Since: @0; false; false",
			"QUERY; If-Match: a; false; false",
			// conditions
			"GET; If-None-Match: a; true; true", "QUERY; If-None-Match: a; false; true",
			"POST; If-None-Match: a; false; false", "POST; If-Modified-Since: @0; false; false",
			// ranges
			"GET; Range: bytes=0-1; false; true", "GET; Range: bytes=0-1,3-4; false; false",
			"GET; If-Range: a; false; false", "GET; Range: bytes=0-1 | If-Range: a; false; true",
			"QUERY; Range: bytes=0-1; false; false", "QUERY; If-Range: a; false; false",
			"POST; Range: bytes=0-1; false; false" })
	void methodAndFieldsDecide(String method, String fields, boolean representations, boolean rfc9111) {
		CacheRequest request = request(method, "http://cookbooks.dev/a", fields, isQuery(method) ? "digest" : "");
		assertThat(BypassPolicy.isCacheable(request, CachingProfile.REPRESENTATIONS)).isEqualTo(representations);
		assertThat(BypassPolicy.isCacheable(request, CachingProfile.RFC_9111)).isEqualTo(rfc9111);
	}

	@ParameterizedTest
	@CsvSource({ "http://ann:secret@cookbooks.dev/", "/a", "mailto:ann" })
	void urlWithoutKeyIsNotCacheable(String uri) {
		assertThat(BypassPolicy.isCacheable(request("GET", uri, "", ""), CachingProfile.RFC_9111)).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "QUERY", "POST", "PUT", "DELETE" })
	void contentThatIsNotPartOfTheKeyIsNotCacheable(String method) {
		CacheRequest request = request(method, "http://cookbooks.dev/a", "", "");
		assertThat(BypassPolicy.isCacheable(request, CachingProfile.RFC_9111)).isFalse();
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', value = {
			// method; digest of the content; header fields; the reason; not forwarded
			"GET; ''; X: 1; BYPASS; false", "HEAD; ''; X: 1; BYPASS; false", "QUERY; ''; X: 1; BYPASS; false",
			"POST; digest; X: 1; BYPASS; false", "POST; ''; X: 1; METHOD; false",
			"GET; ''; Cache-Control: no-store; REQUEST; false", "POST; ''; Cache-Control: no-store; METHOD; false",
			// RFC 9111, 5.2.1.7
			"GET; ''; Cache-Control: only-if-cached; BYPASS; true",
			"HEAD; ''; Cache-Control: only-if-cached; BYPASS; true",
			"QUERY; ''; Cache-Control: only-if-cached; BYPASS; true",
			"POST; digest; Cache-Control: only-if-cached; BYPASS; true",
			"POST; ''; Cache-Control: only-if-cached; METHOD; false",
			"DELETE; ''; Cache-Control: only-if-cached; METHOD; false" })
	void onlyRetrievalIsRefusedInPlaceOfForwarded(String method, String digest, String fields, ForwardReason reason,
			boolean refused) {
		CacheRequest request = request(method, "http://cookbooks.dev/a", fields, digest);
		assertThat(BypassPolicy.reason(request)).isEqualTo(reason);
		assertThat(BypassPolicy.isOnlyIfCached(request)).isEqualTo(refused);
	}

	private static boolean isQuery(String method) {
		return method.equals("QUERY") || method.equals("POST");
	}

	private static CacheRequest request(String method, String uri, String fields, String digest) {
		return CacheRequest.of(HttpMethod.valueOf(method), URI.create(uri), Fields.of(fields), "")
			.withContentDigest(digest);
	}

}
