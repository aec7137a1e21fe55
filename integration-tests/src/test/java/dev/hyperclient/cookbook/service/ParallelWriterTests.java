package dev.hyperclient.cookbook.service;

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

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Concurrent writes.
 */
class ParallelWriterTests {

	private static final String JOY = "/1.0/cookbooks/The%20Joy%20of%20Cooking";

	private static final int WRITERS = 8;

	@RegisterExtension
	static final RunningService service = new RunningService();

	private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS);

	@AfterEach
	void stopWriters() {
		this.writers.shutdownNow();
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
