package dev.hyperclient.autoconfigure.httpcache;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.MDC;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The lines that the HTTP cache logs.
 */
@ExtendWith(OutputCaptureExtension.class)
class HttpCacheLogTests {

	private final CountingServer server = new CountingServer();

	private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());

	private final ApplicationContextRunner runner = HttpCacheContextRunner.create();

	@AfterEach
	void stop() {
		this.logging.setLogLevel(HttpCacheLog.LOGGER, null);
		this.server.close();
	}

	@Test
	@SuppressWarnings("try")
	void requestsAreLoggedWithStatusOutcomeAndTime(CapturedOutput output) {
		this.logging.setLogLevel(HttpCacheLog.LOGGER, LogLevel.DEBUG);
		this.runner.run((context) -> {
			RestClient client = context.getBean(RestClient.Builder.class).build();
			get(client, "/stale");
			get(client, "/stale");
			get(client, "/a?token=s3cret");
			get(client, "/a?token=s3cret");
			try (MDC.MDCCloseable trace = MDC.putCloseable("traceId", "4bf9")) {
				client.put().uri(this.server.url() + "/a").body("text").retrieve().toBodilessEntity();
			}
			assertThat(output).containsPattern("DEBUG.* GET http://[^/]+/stale -> 200 in \\d+ ms \\(miss\\)")
				.containsPattern("DEBUG.* GET http://[^/]+/stale -> 304 in \\d+ ms \\(revalidated, 12 B saved\\)")
				.containsPattern("DEBUG.* GET http://[^/]+/a\\?\\.\\.\\. -> 200 in \\d+ ms \\(miss\\)")
				.containsPattern("DEBUG.* GET http://[^/]+/a\\?\\.\\.\\. -> 200 in \\d+ ms \\(hit, 12 B saved\\)")
				.containsPattern("DEBUG.* PUT http://[^/]+/a -> 200 in \\d+ ms \\(bypass, trace 4bf9\\)")
				.doesNotContain("s3cret", "TRACE");
		});
	}

	@Test
	void ruleIsLogged(CapturedOutput output) {
		this.logging.setLogLevel(HttpCacheLog.LOGGER, LogLevel.TRACE);
		this.runner
			.withPropertyValues("hyper-client.http-cache.rules[0].url=/a",
					"hyper-client.http-cache.rules[0].name=rates", "hyper-client.http-cache.rules[0].max-age=1m",
					"hyper-client.http-cache.rules[1].url=" + this.server.url() + "/b",
					"hyper-client.http-cache.rules[1].bypass=true")
			.run((context) -> {
				RestClient client = context.getBean(RestClient.Builder.class).build();
				List.of("/a", "/a", "/b", "/c").forEach((path) -> get(client, path));
				assertThat(output).containsPattern("DEBUG.*/a -> 200 in \\d+ ms \\(miss, rule rates\\)")
					.containsPattern("DEBUG.*/a -> 200 in \\d+ ms \\(hit, 12 B saved, rule rates\\)")
					.containsPattern("DEBUG.*/b -> 200 in \\d+ ms \\(bypass, rule 2\\)")
					.containsPattern("DEBUG.*/c -> 200 in \\d+ ms \\(miss\\)")
					.containsPattern("TRACE.*/a: .*; rule rates");
			});
	}

	@Test
	void secretsInUrlsAreNotLogged(CapturedOutput output) {
		this.logging.setLogLevel(HttpCacheLog.LOGGER, LogLevel.TRACE);
		this.runner.run((context) -> {
			RestClient client = context.getBean(RestClient.Builder.class).build();
			for (String path : List.of("/a;jsessionid=s3cret", "/a;jsessionid=s3cret/b;c=s3cret?d=s3cret", "/a#s3cret",
					"/a?b=s3cret#s3cret")) {
				get(client, path);
				client.delete().uri(this.server.url() + path).retrieve().toBodilessEntity();
			}
			assertThat(output).containsPattern("DEBUG.* GET http://[^/]+/a;\\.\\.\\. -> 200")
				.containsPattern("TRACE.* DELETE http://[^/]+/a;\\.\\.\\./b;\\.\\.\\.\\?\\.\\.\\.: bypasses")
				.doesNotContain("s3cret");
		});
	}

	private void get(RestClient client, String path) {
		client.get().uri(this.server.url() + path).retrieve().body(String.class);
	}

}
