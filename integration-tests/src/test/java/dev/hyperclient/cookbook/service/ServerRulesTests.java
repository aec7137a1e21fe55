package dev.hyperclient.cookbook.service;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules of the specification for the server, without a client, and concurrent writes. The
 * chapters of the package {@code specification} have the others,
 * {@code hyper-client-test-service} the tests of the protocol.
 */
class ServerRulesTests {

	private static final String JOY = "/1.0/cookbooks/The%20Joy%20of%20Cooking";

	private static final int WRITERS = 8;

	private static final String WADL = "application/vnd.sun.wadl+xml";

	private static final Path CHECKED_IN = Path.of("../sample-app/src/main/hyper-client/cookbook.wadl");

	@RegisterExtension
	static final RunningService service = new RunningService();

	/**
	 * The typed client is generated from the file, whose references are relative, and
	 * which has a line for each element. The system property
	 * {@code hyperclient.docs.write=true} writes it.
	 */
	@Test
	void descriptionIsTheOneOfTheTypedClient() throws Exception {
		String relative = service.get("/1.0/", "Accept", WADL)
			.body()
			.replace(service.base() + "/1.0/#", "#")
			.replace(service.base(), "")
			.replace("><", ">\n<") + "\n";
		if (Boolean.getBoolean("hyperclient.docs.write")) {
			Files.writeString(CHECKED_IN, relative);
		}
		assertThat(CHECKED_IN).hasContent(relative);
	}

	@ParameterizedTest
	@CsvSource({ "1.0,application/json,max-age=10000", "1.0," + WADL + ",max-age=10000",
			"devel,application/json,max-age=2", "devel," + WADL + ",max-age=2" })
	void rootHasLifetimeOfItsVersionAlsoWhenNotModified(String version, String mediaType, String lifetime) {
		HttpResponse<String> first = service.get("/" + version + "/", "Accept", mediaType);
		String tag = first.headers().firstValue("ETag").orElseThrow();
		HttpResponse<String> second = service.get("/" + version + "/", "Accept", mediaType, "If-None-Match", tag);
		assertThat(List.of(first, second)).extracting(HttpResponse::statusCode).containsExactly(200, 304);
		assertThat(first.headers().firstValue("Content-Type")).hasValue(mediaType);
		for (HttpResponse<String> response : List.of(first, second)) {
			assertThat(response.headers().firstValue("Cache-Control")).hasValue(lifetime);
			assertThat(response.headers().firstValue("ETag")).hasValue(tag);
			assertThat(response.headers().firstValue("Vary")).hasValue("Accept");
		}
	}

	@ParameterizedTest
	@CsvSource({ "/,404,text/plain", "/1.0/recipes,200,application/json", "/1.0/recipes/4,200,application/json",
			"/1.0/recipes/1000,404,text/plain", "/1.0/recipes/5,401,text/plain", "/1.0/dishes,200,application/json",
			"/1.0/dishes/Roast%20chicken,200,application/json",
			"/devel/dishes/Roast%20chicken/recipes,200,application/json", "/1.0/cookbooks,200,application/json",
			"/1.0/cookbooks/I'm%20Just%20Here%20For%20The%20Food,200,application/json",
			"/1.0/cookbooks/featured,301,text/plain" })
	void resourceHasStatusAndMediaType(String path, int status, String mediaType) {
		HttpResponse<String> response = service.get(path);
		assertThat(response.statusCode()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Type")).hasValue(mediaType);
	}

	@Test
	void oneOfConcurrentWritesWithSameConditionSucceeds() {
		Executor writers = (write) -> new Thread(write).start();
		for (String round : List.of("a", "b", "c", "d", "e")) {
			String tag = service.json(JOY).get("http_etag").stringValue();
			List<CompletableFuture<Integer>> statuses = IntStream.range(0, WRITERS)
				.mapToObj((writer) -> CompletableFuture.supplyAsync(
						() -> service
							.send("PATCH", JOY, "{\"description\": \"" + round + writer + "\"}", "If-Match", tag,
									"Content-Type", "application/json")
							.statusCode(),
						writers))
				.toList();
			assertThat(statuses.stream().map(CompletableFuture::join)).containsOnlyOnce(209).containsOnly(209, 412);
		}
		assertThat(service.json(JOY).get("revision_number").intValue()).isEqualTo(5);
	}

}
