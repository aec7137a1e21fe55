package dev.hyperclient.test.notes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.NoSuchElementException;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.test.HyperClientTest;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.boot.reactor.netty.autoconfigure.ReactorNettyProperties;
import org.springframework.core.env.Environment;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The slice, and the isolation of its tests from each other.
 */
@HyperClientTest(Notes.class)
@TestMethodOrder(MethodOrderer.MethodName.class)
class HyperClientTestTests {

	static final FakeService service = FakeNotes.start();

	@Autowired
	Notes notes;

	@Autowired
	ServiceRoot root;

	@Test
	void containsComponentsOfTestOnly(@Autowired ApplicationContext context) {
		assertThat(context.getBeansOfType(Notes.class)).hasSize(1);
		assertThat(context.getBeansOfType(Unrelated.class)).isEmpty();
	}

	@RepeatedTest(2)
	void dataRequestsAndCacheAreResetBetweenTests() {
		assertThat(service.requests()).isEmpty();
		assertThat(this.notes.read(1)).isEqualTo("Buy milk");
		assertThat(service).requests().hasSize(1);
		assertThat(service).received("GET", "/notes/1").withStatus(200);
		this.notes.write(1, "Buy bread");
	}

	@RepeatedTest(2)
	void faultsMeetRequestsOfTestAndAreRetriedWithoutWaits() {
		service.faults().failNext(503, 6);
		assertThat(this.notes.read(1)).isEqualTo("Buy milk");
		assertThat(service).requests().hasSize(7);
		service.faults().failNext(503);
	}

	@RepeatedTest(2)
	void clockOfServiceMovesCache() {
		this.root.svcRefresh();
		assertThat(this.root.cache().recentEntries(10)).isNotEmpty()
			.allSatisfy((stored) -> assertThat(stored.age()).isLessThan(Duration.ofMinutes(1)));
		service.advance(Duration.ofHours(3));
		assertThat(this.root.cache().recentEntries(10)).isNotEmpty()
			.allSatisfy((stored) -> assertThat(stored.age()).isGreaterThan(Duration.ofHours(2)));
	}

	@Test
	void cacheDirectoryProxyAndQuietPeriodOfApplicationAreNotUsed(@Autowired Environment environment,
			@Autowired ReactorNettyProperties netty) {
		assertThat(environment.getProperty("hyper-client.proxy.host")).isEmpty();
		assertThat(netty.getShutdownQuietPeriod()).isZero();
		assertThat(this.notes.read(1)).isEqualTo("Buy milk");
		assertThat(this.root.cache().size().entries()).isPositive();
		assertThat(Path.of("target/configured-cache")).doesNotExist();
	}

	@Test
	void cacheOutcomesAreKnown() {
		assertThat(service).outcomesOf(() -> {
			this.notes.read(1);
			this.notes.read(1);
		}).containsExactly(CacheOutcome.MISS, CacheOutcome.REVALIDATED);
	}

	@Test
	void configuredCollectionThatServiceLacksIsRequiredByItsUseOnly() {
		assertThat(this.root.svcCollections()).containsExactly("notes");
		assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(() -> this.root.collection("chapters"))
			.withMessageContaining("chapters")
			.withMessageContaining("notes");
	}

	@Nested
	class InNestedClass {

		@Test
		void servicesOfEnclosingClassAreUsed() {
			HyperClientTestTests.this.notes.read(1);
			assertThat(service).received("GET", "/notes/1").times(1);
		}

	}

}
