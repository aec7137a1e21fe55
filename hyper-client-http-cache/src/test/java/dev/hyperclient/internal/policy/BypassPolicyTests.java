package dev.hyperclient.internal.policy;

import java.net.URI;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CachingProfile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

class BypassPolicyTests {

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
		return new CacheRequest(HttpMethod.valueOf(method), URI.create(uri), Fields.of(fields), "", digest);
	}

}
