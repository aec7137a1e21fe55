package dev.hyperclient.test;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Qualifier;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests without Spring.
 */
@ExtendWith(FakeServiceExtension.class)
class FakeServiceExtensionTests {

	static final FakeService notes = FakeService.builder("notes")
		.type("note", "notes", (note) -> note.integer("id").text("text").entry(Map.of("id", 1, "text", "Buy milk")))
		.start();

	@Qualifier("bugs")
	static final FakeService tracker = FakeService.builder("tracker")
		.type("bug", "bugs", (bug) -> bug.integer("id").text("title").entry(Map.of("id", 1, "title", "Typo")))
		.start();

	@RepeatedTest(2)
	void eachTestHasInitialDataAndClientWithEmptyCache(ServiceRoot root) {
		assertThat(root.collection("notes").get(1).getString("text")).isEqualTo("Buy milk");
		assertThat(notes).received("GET", "/notes/1").withStatus(200).times(1);
		root.collection("notes").get(1).set("text", "Buy bread").save();
		assertThat(notes).received("PATCH", "/notes/1").withIfMatch();
	}

	@RepeatedTest(2)
	void faultsMeetRequestsOfTest(ServiceRoot root) {
		notes.faults().failNext(503);
		assertThat(notes).requestsOf(() -> root.collection("notes").get(1)).hasSize(2);
		notes.faults().failNext(503);
	}

	@Test
	void parametersOfNamedServiceAreQualified(@Qualifier("bugs") ServiceRoot root,
			@Qualifier("bugs") FakeService service) {
		assertThat(service).isSameAs(tracker);
		assertThat(root.collection("bugs").get(1).getString("title")).isEqualTo("Typo");
		assertThat(notes).requests().isEmpty();
	}

	@Nested
	class WithConstructor {

		private static final Set<ServiceRoot> roots = ConcurrentHashMap.newKeySet();

		private final ServiceRoot root;

		WithConstructor(ServiceRoot root) {
			this.root = root;
		}

		@RepeatedTest(2)
		void rootOfConstructorBelongsToOneTest(ServiceRoot sameRoot) {
			assertThat(roots.add(this.root)).isTrue();
			assertThat(sameRoot).isSameAs(this.root);
			assertThat(this.root.collection("notes").get(1).getString("text")).isEqualTo("Buy milk");
			assertThat(notes).received("GET", "/notes/1").withStatus(200).times(1);
		}

	}

	@Nested
	@TestInstance(Lifecycle.PER_CLASS)
	class WithInstanceForClass {

		private final ServiceRoot root;

		WithInstanceForClass(ServiceRoot root) {
			this.root = root;
		}

		@RepeatedTest(2)
		void rootIsSharedAndItsCacheIsEmptyInEachTest(ServiceRoot sameRoot) {
			assertThat(sameRoot).isSameAs(this.root);
			assertThat(notes).requests().isEmpty();
			assertThat(notes).outcomesOf(() -> this.root.collection("notes").get(1)).containsExactly(CacheOutcome.MISS);
			notes.faults().failNext(503);
		}

	}

}
