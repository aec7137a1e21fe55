package dev.hyperclient.test;

import java.util.Map;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Assertions about the requests that a service received.
 */
@ExtendWith(FakeServiceExtension.class)
class FakeServiceAssertTests {

	static final FakeService service = FakeService.builder("notes")
		.type("note", "notes",
				(note) -> note.integer("id")
					.text("text")
					.entry(Map.of("id", 1, "text", "Buy milk"))
					.entry(Map.of("id", 2, "text", "Buy salt")))
		.start();

	@Test
	void receivedRequestsAreSelectedByConditionsBodyAndStatus(ServiceRoot root) {
		Entry note = root.collection("notes").get(1);
		String tag = note.getString("http_etag");
		note.svcRefresh();
		note.set("text", "Buy bread").save();
		assertThat(service).received("GET", "/notes/1").times(2);
		assertThat(service).received("GET", "/notes/1").withIfNoneMatch(tag).withStatus(304).times(1);
		assertThat(service).received("GET", "/notes/1").withIfNoneMatch().times(1);
		assertThat(service).received("PATCH", "/notes/1")
			.withIfMatch(tag)
			.withBody("{\"text\":\"Buy bread\"}")
			.withBodyContaining("bread")
			.withStatus(209)
			.times(1);
	}

	@Test
	void pathMatchesAnyQueryAndPathWithQueryMatchesThatQuery(ServiceRoot root) {
		root.collection("notes").slice(0, 1).size();
		String target = service.requests().get(service.requests().size() - 1).target();
		assertThat(service).received("GET", "/notes");
		assertThat(service).received("GET", target.substring("/1.0".length()));
		assertThat(service).didNotReceive("GET", "/notes?ws.size=99").didNotReceive("GET", "/note");
	}

	@Test
	void failureListsWhatWasReceived(ServiceRoot root) {
		root.collection("notes").get(1).set("text", "Buy bread").save();
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> assertThat(service).received("DELETE", "/notes/1"))
			.withMessageContaining("DELETE /notes/1")
			.withMessageContaining("PATCH /1.0/notes/1 -> 209");
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> assertThat(service).received("PATCH", "/notes/1").withIfMatch("\"other\""))
			.withMessageContaining("PATCH /notes/1 with If-Match: \"other\"")
			.withMessageContaining("body: {\"text\":\"Buy bread\"}");
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> assertThat(service).received("PATCH", "/notes/1").times(2))
			.withMessageContaining("2 times");
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> assertThat(service).didNotReceive("PATCH", "/notes/1"))
			.withMessageContaining("PATCH /1.0/notes/1 -> 209");
		assertThatIllegalArgumentException().isThrownBy(() -> assertThat(service).received("GET", "notes"))
			.withMessageContaining("begin with a slash");
	}

	@Test
	void requestBudgetCountsRequestsOfCodeWithoutRoot(ServiceRoot root) {
		root.collection("notes").get(2);
		assertThat(service).requestsOf(() -> {
			root.svcRefresh();
			root.collection("notes").forEach((note) -> note.getString("text"));
		}).hasSizeLessThanOrEqualTo(1);
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> assertThat(service).requestsOf(() -> root.collection("notes").get(1)).isEmpty())
			.withMessageContaining("GET /1.0/notes/1 -> 200");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertThat(service).requestsOf(() -> {
			throw new IllegalStateException("Broken");
		})).withMessageContaining("Broken");
	}

}
