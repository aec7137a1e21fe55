package dev.hyperclient.autoconfigure;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.health.HyperClientHealthContributorAutoConfiguration;
import dev.hyperclient.autoconfigure.httpcache.HttpCacheAutoConfiguration;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.call.ClientListener;
import dev.hyperclient.error.OfflineException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the properties that decide on calls while the service is away.
 */
class OutagePropertiesTests {

	@AutoClose
	private final FakeService kitchen = FakeService.builder("kitchen")
		.type("dish", "dishes", (dish) -> dish.key("name").text("name").entry(Map.of("name", "soup")))
		.start();

	private final ApplicationContextRunner runner = HyperClientContextRunner
		.create(HyperClientHealthContributorAutoConfiguration.class, HttpCacheAutoConfiguration.class)
		.withPropertyValues("hyper-client.base-url=" + this.kitchen.baseUrl(), "hyper-client.retry.max-retries=0");

	private static Entry soup(ApplicationContext context) {
		return context.getBean(ServiceRoot.class).collection("dishes").at(0);
	}

	private static Health health(ApplicationContext context) {
		return context.getBean(HealthIndicator.class).health();
	}

	@Test
	void storedResponseIsReadIfThePropertyAllowsIt() {
		this.runner.withPropertyValues("hyper-client.stale-if-error=1h").run((context) -> {
			soup(context);
			this.kitchen.faults().failNext(503, 2);
			assertThat(soup(context).isStale()).isTrue();
			assertThat(health(context).getDetails()).containsKey("staleSince");
		});
	}

	@Test
	void serviceIsTriedOnceInAnInterval() {
		this.runner.withPropertyValues("hyper-client.stale-if-error=1h", "hyper-client.pause-after-failures=1h")
			.run((context) -> {
				soup(context);
				this.kitchen.faults().failNext(503, 100);
				int before = this.kitchen.requests().size();
				for (int i = 0; i < 10; i++) {
					assertThat(soup(context).isStale()).isTrue();
				}
				assertThat(this.kitchen.requests()).hasSize(before + 3);
			});
	}

	@Test
	void offlineServiceIsReadFromTheCache(@TempDir Path directory) {
		ApplicationContextRunner cached = this.runner
			.withPropertyValues("hyper-client.cache.directory=" + directory.resolve("cache"));
		cached.run(OutagePropertiesTests::soup);
		int before = this.kitchen.requests().size();
		cached.withPropertyValues("hyper-client.offline=true").run((context) -> {
			Entry soup = soup(context);
			assertThat(soup.getString("name")).isEqualTo("soup");
			assertThatExceptionOfType(OfflineException.class).isThrownBy(soup::delete)
				.withMessageContaining("hyper-client.offline");
			Health health = health(context);
			assertThat(health.getStatus()).isEqualTo(Status.UNKNOWN);
			assertThat(health.getDetails()).containsEntry("offline", true);
		});
		assertThat(this.kitchen.requests()).hasSize(before);
	}

	@Test
	void httpCacheIsOffline() {
		this.runner.withPropertyValues("hyper-client.http-cache.enabled=true", "hyper-client.http-cache.offline=true")
			.run((context) -> {
				assertThat(context.getBean(HttpCache.class).isOffline()).isTrue();
				assertThat(context.getBean(ServiceRoot.class).isOffline()).isFalse();
			});
	}

	@ParameterizedTest
	@CsvSource({ "launchpad, , 1", "launchpad, false, 0", ", , 0", ", true, 1" })
	void presetTriesRefusedConnectionsAgain(String preset, String property, int repeats) {
		AtomicInteger counted = new AtomicInteger();
		ClientListener counting = new ClientListener() {

			@Override
			public void onRepeat(ServiceRequest request) {
				counted.incrementAndGet();
			}

		};
		this.runner
			.withPropertyValues("hyper-client.base-url=http://localhost:1/1.0/", "hyper-client.startup=lazy",
					"hyper-client.retry.max-retries=1", (preset != null) ? "hyper-client.preset=" + preset : "a=b",
					(property != null) ? "hyper-client.retry.connect=" + property : "a=b")
			.withBean(ServiceRootBuilderCustomizer.class, () -> (service, builder) -> builder.addListener(counting))
			.run((context) -> {
				assertThatExceptionOfType(TransportException.class)
					.isThrownBy(() -> context.getBean(ServiceRoot.class).svcCollections());
				assertThat(counted).hasValue(repeats);
			});
	}

}
