package dev.hyperclient.cookbook.service;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
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

	private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS);

	@AfterEach
	void stopWriters() {
		this.writers.shutdownNow();
	}

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
	void oneOfConcurrentWritesWithSameConditionSucceeds() throws Exception {
		for (int round = 0; round < 20; round++) {
			String tag = service.json(JOY).get("http_etag").stringValue();
			int number = round;
			List<Integer> statuses = together((writer) -> service
				.send("PATCH", JOY, "{\"description\": \"" + number + " by " + writer + "\"}", "If-Match", tag,
						"Content-Type", "application/json")
				.statusCode());
			assertThat(Collections.frequency(statuses, 209)).isEqualTo(1);
			assertThat(Collections.frequency(statuses, 412)).isEqualTo(WRITERS - 1);
		}
		assertThat(service.json(JOY).get("revision_number").intValue()).isEqualTo(20);
	}

	@Test
	void oneOfConcurrentWritesWithSameNameSucceeds() throws Exception {
		String form = "name=Once&price=1&copyright_date=2001-01-01&last_printing=2001-01-01&ws.op=create";
		List<Integer> statuses = together((writer) -> service
			.send("POST", "/1.0/cookbooks", form, "Content-Type", "application/x-www-form-urlencoded")
			.statusCode());
		assertThat(Collections.frequency(statuses, 201)).isEqualTo(1);
		assertThat(Collections.frequency(statuses, 409)).isEqualTo(WRITERS - 1);
	}

	@Test
	void concurrentFilesHaveDistinctNumbers() throws Exception {
		together((writer) -> service.send("PUT", JOY + "/cover", "by " + writer).statusCode());
		assertThat(service.get(JOY + "/cover").headers().firstValue("Location").orElseThrow())
			.endsWith("/filemanager/" + (WRITERS - 1));
		List<String> contents = new ArrayList<>();
		for (int number = 0; number < WRITERS; number++) {
			contents.add(service.get("/1.0/filemanager/" + number).body());
		}
		assertThat(contents).doesNotHaveDuplicates();
	}

	private List<Integer> together(IntUnaryOperator writer) throws Exception {
		List<Callable<Integer>> calls = IntStream.range(0, WRITERS)
			.<Callable<Integer>>mapToObj((name) -> () -> writer.applyAsInt(name))
			.toList();
		List<Integer> statuses = new ArrayList<>();
		for (Future<Integer> status : this.writers.invokeAll(calls)) {
			statuses.add(status.get());
		}
		return statuses;
	}

}
