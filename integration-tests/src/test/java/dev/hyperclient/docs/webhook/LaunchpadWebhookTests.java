package dev.hyperclient.docs.webhook;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.test.AutoConfigureFakeService;
import dev.hyperclient.testservice.FakeService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.client.RestClient;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sends requests as Launchpad does to the controller of the guide. A rule makes bugs
 * fresh for an hour.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "launchpad.webhook-secret=secret", "hyper-client.collections.bugs.key-path=bugs/{key}" })
@AutoConfigureFakeService
class LaunchpadWebhookTests {

	private static final String BUG = "{\"target\": \"/kettle\", \"bug\": \"/bugs/1\", \"action\": \"created\"}";

	static final FakeService service = FakeService.builder("bugs").type("bug", "bugs", (bug) -> {
		bug.integer("id").text("title");
		bug.entry(Map.of("id", 1, "title", "Slow"));
		bug.entry(Map.of("id", 10, "title", "Loud"));
	}).start();

	@DynamicPropertySource
	static void rule(DynamicPropertyRegistry registry) {
		registry.add("hyper-client.cache.rules[0].url", () -> service.baseUrl() + "bugs/*/**");
		registry.add("hyper-client.cache.rules[0].max-age", () -> "1h");
	}

	@Autowired
	private ServiceRoot root;

	@LocalServerPort
	private int port;

	@BeforeEach
	void readBugs() {
		assertThat(title(1)).isEqualTo("Slow");
		assertThat(title(10)).isEqualTo("Loud");
		service.change("bugs/1", Map.of("title", "Slower"));
		assertThat(title(1)).isEqualTo("Slow");
	}

	private String title(int bug) {
		return this.root.collection("bugs").get(bug).getString("title");
	}

	@Test
	void evictsTheBugOfASignedEvent() throws Exception {
		assertThat(deliver(BUG, "bug:comment:0.1", signature(BUG, "secret"))).isEqualTo(HttpStatusCode.valueOf(200));
		assertThat(title(1)).isEqualTo("Slower");
		assertThat(title(10)).isEqualTo("Loud");
		assertThat(service).received("GET", "/bugs/10").times(1);
	}

	@Test
	void refusesRequestsWithoutTheSignatureOfTheSecret() throws Exception {
		String large = BUG + " ".repeat(1_000_000);
		assertThat(deliver(BUG, "bug:0.1", signature(BUG, "guess"))).isEqualTo(HttpStatusCode.valueOf(403));
		assertThat(deliver(large, "bug:0.1", signature(large, "secret"))).isEqualTo(HttpStatusCode.valueOf(403));
		assertThat(deliver(BUG, "bug:0.1", null)).isEqualTo(HttpStatusCode.valueOf(400));
		assertThat(title(1)).isEqualTo("Slow");
	}

	@Test
	void acceptsOtherEvents() throws Exception {
		String body = "{\"ping\": true}";
		assertThat(deliver(body, "ping", signature(body, "secret"))).isEqualTo(HttpStatusCode.valueOf(200));
		assertThat(title(1)).isEqualTo("Slow");
	}

	private HttpStatusCode deliver(String body, String type, @Nullable String signature) {
		return RestClient.create("http://localhost:" + this.port)
			.post()
			.uri("/launchpad")
			.contentType(MediaType.APPLICATION_JSON)
			.header("X-Launchpad-Event-Type", type)
			.headers((headers) -> {
				if (signature != null) {
					headers.set("X-Hub-Signature", signature);
				}
			})
			.body(body)
			.exchange((request, response) -> response.getStatusCode());
	}

	private static String signature(String body, String secret) throws Exception {
		Mac mac = Mac.getInstance("HmacSHA1");
		mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
		return "sha1=" + HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
	}

	@SpringBootApplication
	static class Application {

		// tag::launchpad-webhook-security[]
		@Bean
		@Order(1)
		SecurityFilterChain webhookSecurity(HttpSecurity http) {
			return http.securityMatcher("/launchpad")
				.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
				.csrf((csrf) -> csrf.disable())
				.build();
		}
		// end::launchpad-webhook-security[]

	}

}
