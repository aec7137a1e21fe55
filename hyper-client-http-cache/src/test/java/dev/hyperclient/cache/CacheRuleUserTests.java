package dev.hyperclient.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import dev.hyperclient.cache.TestClients.ScriptedResponse;
import dev.hyperclient.cache.TestClients.TestClient;
import dev.hyperclient.cache.api.CacheRule;
import dev.hyperclient.fixtures.TestClock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules do not change who is served a response.
 */
class CacheRuleUserTests {

	private static final String URL = "http://cookbooks.dev/a";

	private static final CacheRule RULE = CacheRule.of("/**")
		.withMaxAge(Duration.ofMinutes(1))
		.withStaleIfError(Duration.ofDays(1))
		.withStaleWhileRevalidate(Duration.ofDays(1))
		.withIgnoredQueryParameters(List.of("utm_*"));

	private final TestClock clock = new TestClock(Fields.NOW);

	private final List<String> sent = new ArrayList<>();

	private boolean fails;

	static Stream<Arguments> responses() {
		return TestClients.all()
			.flatMap((clients) -> Stream
				.of("", "Cache-Control: public", "Cache-Control: private", "Cache-Control: public, no-cache",
						"Cache-Control: public, no-store", "Cache-Control: private, no-store",
						"Cache-Control: no-cache=\"x\"", "Cache-Control: public, max-age=0, must-revalidate",
						"Cache-Control: public, s-maxage=0 | Expires: 0", "Vary: Authorization", "Vary: Cookie")
				.flatMap((fields) -> Stream.of("Authorization: Bearer ", "Cookie: session=")
					.flatMap((credentials) -> Stream.of(true, false)
						.map((override) -> Arguments.of(clients, fields, credentials, override)))));
	}

	@ParameterizedTest
	@MethodSource("responses")
	void eachUserIsServedTheOwnResponse(TestClients clients, String fields, String credentials, boolean override) {
		TestClient client = clients.scripted(HttpCache.inMemory(DataSize.ofMegabytes(1))
			.withClock(this.clock)
			.withRules(List.of(RULE.withOverride(override))), (request) -> {
				String user = user(request);
				this.sent.add(user);
				String date = "Date: " + Fields.date(this.clock.instant()) + " | ";
				return CompletableFuture.completedFuture(this.fails ? new ScriptedResponse(503, HttpHeaders.EMPTY, "")
						: new ScriptedResponse(200, Fields.of(date + fields), user));
			});
		List<String> users = List.of("", credentials + "alice", credentials + "bob");
		for (int round = 0; round < 3; round++) {
			for (String user : users) {
				assertThat(body(client, URL + "?utm_user=" + users.indexOf(user), user)).isEqualTo(user.strip());
			}
		}
		// The transport of the test may add the field that no request shows.
		boolean hidden = fields.equals("Vary: Authorization") && credentials.startsWith("Cookie");
		if (override && !fields.contains("=\"") && !hidden) {
			// The response without an identity is requested again when there are
			// variants.
			assertThat(this.sent).hasSizeLessThan(6);
		}
		this.clock.advance(Duration.ofMinutes(2));
		this.fails = true;
		for (String user : users) {
			assertThat(body(client, URL, user)).isIn(user.strip(), "");
		}
		assertThat(body(client, URL, credentials + "carol")).isEmpty();
	}

	private static String body(TestClient client, String url, String user) {
		String body = client.exchange(HttpMethod.GET, url, Fields.of(user)).getBody();
		return (body != null) ? body : "";
	}

	private static String user(HttpHeaders request) {
		return Stream.of(HttpHeaders.AUTHORIZATION, HttpHeaders.COOKIE)
			.filter(request::containsHeader)
			.map((name) -> name + ": " + request.getFirst(name))
			.findFirst()
			.orElse("");
	}

}
