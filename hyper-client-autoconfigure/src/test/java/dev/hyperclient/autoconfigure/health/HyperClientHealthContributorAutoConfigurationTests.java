package dev.hyperclient.autoconfigure.health;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import com.github.tomakehurst.wiremock.http.Fault;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceStatus;
import dev.hyperclient.autoconfigure.HyperClientContextRunner;
import dev.hyperclient.autoconfigure.SortedAutoConfigurations;
import dev.hyperclient.autoconfigure.StubService;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.testservice.MovableClock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.mockito.stubbing.Answer;

import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.CompositeHealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Health of services in an application.
 */
class HyperClientHealthContributorAutoConfigurationTests {

	private static final Status UP = Status.UP;

	private static final Status DOWN = Status.DOWN;

	@AutoClose
	private final StubService service = new StubService();

	private final MovableClock clock = new MovableClock(Instant.parse("2026-01-01T00:00:00Z"));

	private final ApplicationContextRunner bare = HyperClientContextRunner
		.create(HyperClientHealthContributorAutoConfiguration.class, HealthContributorRegistryAutoConfiguration.class,
				HealthEndpointAutoConfiguration.class, ApplicationAvailabilityAutoConfiguration.class,
				AvailabilityProbesAutoConfiguration.class)
		.withPropertyValues("management.endpoint.health.show-details=always")
		.withBean(Clock.class, () -> this.clock);

	private final ApplicationContextRunner runner = this.bare
		.withPropertyValues("hyper-client.base-url=" + this.service.url(), "hyper-client.version=1.0");

	@Test
	void respondingServiceIsUp() {
		this.runner.run((context) -> {
			assertThat(health(context).getStatus()).isEqualTo(UP);
			assertThat(details(context)).containsEntry("url", this.service.url() + "/1.0/")
				.containsEntry("version", "1.0")
				.containsEntry("rootFetched", true)
				.containsEntry("rootCurrent", true)
				.containsEntry("resourceTypes", 1)
				.containsEntry("lastSuccess", "2026-01-01T00:00:00Z")
				.containsKeys("latencyMillis", "rootValidated");
		});
	}

	@Test
	void resultIsCachedForTimeToLive() {
		this.runner.run((context) -> {
			int before = this.service.requestCount();
			details(context);
			this.clock.advance(Duration.ofMillis(4999));
			details(context);
			assertThat(this.service.requestCount() - before).isEqualTo(1);
			this.clock.advance(Duration.ofMillis(1));
			assertThat(details(context)).containsEntry("lastSuccess", "2026-01-01T00:00:05Z");
			assertThat(this.service.requestCount() - before).isEqualTo(2);
			this.clock.set(this.clock.instant().minus(Duration.ofDays(1)));
			details(context);
			assertThat(this.service.requestCount() - before).isEqualTo(3);
		});
	}

	@Test
	void statusFollowsUnavailableService() {
		this.runner.run((context) -> {
			assertThat(health(context).getStatus()).isEqualTo(UP);
			this.clock.advance(Duration.ofMinutes(1));
			int before = this.service.requestCount();
			this.service.server()
				.stubFor(any(anyUrl()).willReturn(
						aResponse().withStatus(503).withHeader("X-Secret", "s3cret").withBody("s3cret\ns3cret")));
			assertThat(health(context).getStatus()).isEqualTo(DOWN);
			assertThat(details(context))
				.containsEntry("error",
						"dev.hyperclient.error.ServerError: GET %s/1.0/: HTTP Error 503: Service Unavailable"
							.formatted(this.service.url()))
				.containsEntry("url", this.service.url() + "/1.0/")
				.containsEntry("lastSuccess", "2026-01-01T00:00:00Z");
			assertThat(details(context).toString()).doesNotContain("s3cret");
			assertThat(this.service.requestCount() - before).isEqualTo(1);
			this.clock.advance(Duration.ofMinutes(1));
			this.service.server()
				.stubFor(any(anyUrl()).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
			assertThat(health(context).getStatus()).isEqualTo(DOWN);
			assertThat(details(context).get("error").toString()).startsWith("dev.hyperclient.error.Transport");
			this.clock.advance(Duration.ofMinutes(1));
			this.service.reset();
			assertThat(health(context).getStatus()).isEqualTo(UP);
			assertThat(details(context)).containsEntry("lastSuccess", "2026-01-01T00:03:00Z");
			assertThat(context.getBean(ServiceRoot.class).load("")).isNotNull();
		});
	}

	@Test
	void slowServiceIsDown() {
		this.runner.withPropertyValues("hyper-client.health.timeout=100ms").run((context) -> {
			this.service.server().stubFor(any(anyUrl()).willReturn(aResponse().withFixedDelay(20_000)));
			assertThat(health(context).getStatus()).isEqualTo(DOWN);
			assertThat(details(context).get("error").toString()).isEqualTo("No answer within 100 ms");
		});
	}

	@Test
	void concurrentCallersShareOneRequestAndItsError() throws Exception {
		CountDownLatch answered = new CountDownLatch(1);
		AtomicInteger requests = new AtomicInteger();
		HealthIndicator indicator = indicator((call) -> {
			requests.incrementAndGet();
			answered.await();
			throw new NoClassDefFoundError("Missing");
		});
		List<FutureTask<Health>> results = start(indicator, 8);
		answered.countDown();
		for (FutureTask<Health> result : results) {
			assertThat(result.get().getStatus()).isEqualTo(DOWN);
			assertThat(result.get().getDetails().get("error").toString()).contains("Missing");
		}
		assertThat(requests).hasValue(1);
	}

	@Test
	void interruptionOfOneCallerConcernsNoOtherOne() throws Exception {
		AtomicInteger requests = new AtomicInteger();
		HealthIndicator indicator = indicator((call) -> {
			if (requests.incrementAndGet() > 1) {
				return Mockito.mock(ServiceStatus.class);
			}
			try {
				new CountDownLatch(1).await();
				throw new AssertionError();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new TransportException(URI.create("http://localhost/"), "Interrupted", ex);
			}
		});
		FutureTask<Health> interrupted = new FutureTask<>(indicator::health);
		Thread first = new Thread(interrupted);
		first.start();
		awaitWaiting(first);
		FutureTask<Health> other = start(indicator, 1).get(0);
		first.interrupt();
		assertThat(interrupted.get().getStatus()).isEqualTo(DOWN);
		assertThat(other.get().getStatus()).isEqualTo(UP);
		assertThat(indicator.health().getStatus()).isEqualTo(UP);
		assertThat(requests).hasValue(2);
	}

	private HealthIndicator indicator(Answer<ServiceStatus> validation) {
		ServiceRoot root = Mockito.mock(ServiceRoot.class);
		Mockito.when(root.uri()).thenReturn(URI.create("http://localhost/1.0/"));
		Mockito.when(root.validate(Mockito.any())).thenAnswer(validation);
		return new HyperClientHealthIndicator(() -> root, Duration.ofSeconds(1), Duration.ofSeconds(5), this.clock);
	}

	/** Start callers, and return when all of them wait. */
	private static List<FutureTask<Health>> start(HealthIndicator indicator, int callers) {
		List<FutureTask<Health>> results = Stream.generate(() -> new FutureTask<>(indicator::health))
			.limit(callers)
			.toList();
		List<Thread> threads = results.stream().map(Thread::new).toList();
		threads.forEach(Thread::start);
		threads.forEach(HyperClientHealthContributorAutoConfigurationTests::awaitWaiting);
		return results;
	}

	private static void awaitWaiting(Thread thread) {
		while (thread.getState() != Thread.State.WAITING) {
			Thread.onSpinWait();
		}
	}

	@Test
	void failingStoreDoesNotChangeStatus() {
		ResponseStore broken = Mockito.mock(ResponseStore.class, (call) -> {
			if (call.getMethod().getName().equals("size")) {
				throw new IllegalStateException("The store is down");
			}
			return call.getMethod().isDefault() ? call.callRealMethod() : Mockito.RETURNS_DEFAULTS.answer(call);
		});
		this.runner.withBean(ResponseStore.class, () -> broken).run((context) -> {
			assertThat(health(context).getStatus()).isEqualTo(UP);
			assertThat(details(context)).doesNotContainKey("cacheEntries");
		});
	}

	@Test
	void lazyRootBeanIsNotCreatedAtStart() {
		this.runner
			.withBean("mine", ServiceRoot.class,
					() -> ServiceRoot.builder(null).serviceRoot("http://localhost:1").build(),
					(definition) -> definition.setLazyInit(true))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(health(context).getStatus()).isEqualTo(DOWN);
			});
	}

	@Test
	void changedRootIsUpAndNotCurrentUntilFetched() {
		this.runner.run((context) -> {
			this.service.server()
				.stubFor(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo("application/json"))
					.willReturn(aResponse().withHeader("Content-Type", "application/json")
						.withBody("{\"motto\": \"new\", \"resource_type_link\": \"%s/1.0/#service-root\"}"
							.formatted(this.service.url()))));
			assertThat(health(context).getStatus()).isEqualTo(UP);
			assertThat(details(context)).containsEntry("rootCurrent", false);
			context.getBean(ServiceRoot.class).svcRefresh();
			this.clock.advance(Duration.ofMinutes(1));
			assertThat(details(context)).containsEntry("rootCurrent", true);
		});
	}

	@Test
	void lazyRootIsReportedAsNotFetched() {
		this.runner.withPropertyValues("hyper-client.startup=lazy").run((context) -> {
			assertThat(this.service.requestCount()).isZero();
			assertThat(health(context).getStatus()).isEqualTo(UP);
			assertThat(details(context)).containsEntry("rootFetched", false)
				.doesNotContainKeys("rootCurrent", "resourceTypes");
			assertThat(this.service.requestCount()).isEqualTo(1);
			assertThat(context.getBean(ServiceRoot.class).svcAttributes()).contains("motto");
			this.clock.advance(Duration.ofMinutes(1));
			assertThat(details(context)).containsEntry("rootFetched", true).containsEntry("rootCurrent", true);
		});
	}

	@Test
	void eachServiceHasComponentWithItsName() {
		try (StubService other = new StubService()) {
			this.runner
				.withPropertyValues("hyper-client.services.cookbook.base-url=" + other.url() + "/1.0/",
						"hyper-client.services.cookbook.health.time-to-live=0s")
				.run((context) -> {
					CompositeHealthDescriptor health = (CompositeHealthDescriptor) health(context);
					assertThat(health.getComponents()).containsOnlyKeys("default", "cookbook");
					other.server().stubFor(any(anyUrl()).willReturn(aResponse().withStatus(500)));
					health = (CompositeHealthDescriptor) health(context);
					assertThat(health.getStatus()).isEqualTo(DOWN);
					assertThat(health.getComponents().get("default").getStatus()).isEqualTo(UP);
					assertThat(health.getComponents().get("cookbook").getStatus()).isEqualTo(DOWN);
				});
		}
	}

	@Test
	void optionalServiceDoesNotChangeHealthOfApplication() {
		HyperClientContextRunner
			.create(this.service, HyperClientHealthContributorAutoConfiguration.class,
					HealthContributorRegistryAutoConfiguration.class, HealthEndpointAutoConfiguration.class)
			.withPropertyValues("management.endpoint.health.show-details=always", "hyper-client.health.required=false")
			.withBean(Clock.class, () -> this.clock)
			.withBean("otherHealthIndicator", HealthIndicator.class, () -> () -> Health.up().build())
			.run((context) -> {
				assertThat(health(context).getStatus()).isEqualTo(UP);
				assertThat(details(context)).containsEntry("available", true);
				this.clock.advance(Duration.ofMinutes(1));
				this.service.server().stubFor(any(anyUrl()).willReturn(aResponse().withStatus(500)));
				assertThat(health(context).getStatus()).isEqualTo(Status.UNKNOWN);
				assertThat(details(context)).containsEntry("available", false).containsKey("error");
				assertThat(context.getBean(HealthEndpoint.class).health().getStatus()).isEqualTo(UP);
			});
	}

	@Test
	void disabledAndUnconfiguredServicesHaveNoComponent() {
		this.bare
			.run((context) -> assertThat(context.getBean(HealthEndpoint.class).healthForPath("hyperClient")).isNull());
		this.runner
			.withPropertyValues("hyper-client.enabled=false", "hyper-client.services.cookbook.enabled=false",
					"hyper-client.services.cookbook.base-url=" + this.service.url())
			.run((context) -> {
				assertThat(context.getBean(HealthEndpoint.class).healthForPath("hyperClient")).isNull();
				assertThat(this.service.requestCount()).isZero();
			});
	}

	@Test
	void livenessAndReadinessSendNoRequests() {
		this.runner.withPropertyValues("management.endpoint.health.probes.enabled=true").run((context) -> {
			int before = this.service.requestCount();
			HealthEndpoint endpoint = context.getBean(HealthEndpoint.class);
			endpoint.healthForPath("liveness");
			endpoint.healthForPath("readiness");
			assertThat(this.service.requestCount()).isEqualTo(before);
		});
	}

	@Test
	void noContributorWithoutService() {
		this.bare.withBean("hyperClientHealthIndicator", String.class, () -> "mine")
			.withBean(ServiceRoot.class, () -> Mockito.mock(ServiceRoot.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("hyperClientHealthContributor"));
		new ApplicationContextRunner()
			.withConfiguration(SortedAutoConfigurations.of(HyperClientHealthContributorAutoConfiguration.class,
					HealthContributorRegistryAutoConfiguration.class, HealthEndpointAutoConfiguration.class))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(HealthEndpoint.class).healthForPath("hyperClient")).isNull();
			});
	}

	private static HealthDescriptor health(ApplicationContext context) {
		return context.getBean(HealthEndpoint.class).healthForPath("hyperClient");
	}

	private static Map<String, Object> details(ApplicationContext context) {
		return ((IndicatedHealthDescriptor) health(context)).getDetails();
	}

}
