package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.observation.HyperClientMetricsAutoConfiguration;
import dev.hyperclient.autoconfigure.observation.HyperClientObservationAutoConfiguration;
import dev.hyperclient.observation.DefaultHyperClientObservationConvention;
import dev.hyperclient.observation.HyperClientObservationConvention;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientObservationAutoConfiguration;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Meters and observations in an application.
 */
class HyperClientObservationAutoConfigurationTests {

	@AutoClose
	private final StubService service = new StubService();

	private final ApplicationContextRunner bare = HyperClientContextRunner.create(this.service,
			HyperClientMetricsAutoConfiguration.class, HyperClientObservationAutoConfiguration.class);

	private final ApplicationContextRunner observed = this.bare.withConfiguration(SortedAutoConfigurations
		.of(ObservationAutoConfiguration.class, WebClientObservationAutoConfiguration.class));

	private final ApplicationContextRunner measured = this.observed.withConfiguration(HyperClientContextRunner.METERS);

	@Test
	void callsAndRequestsAreTimedWithTheSameUri() {
		this.measured.run((context) -> {
			ServiceRoot root = context.getBean(ServiceRoot.class);
			root.load("");
			assertThat(timer(context, "hyper.client.call", "client", "default", "operation", "description").count())
				.isEqualTo(1);
			assertThat(timer(context, "hyper.client.call", "resource.type", "service-root", "operation", "get",
					"cache.outcome", "miss", "uri", "/")
				.count()).isEqualTo(1);
			assertThat(timer(context, "hyper.client.call", "resource.type", "none", "cache.outcome", "revalidated",
					"outcome", "SUCCESS", "uri", "/{resource}")
				.count()).isEqualTo(1);
			assertThat(context.getBean(MeterRegistry.class).get("http.client.requests").timers()).isNotEmpty()
				.allSatisfy((timer) -> assertThat(timer.getId().getTag("uri")).isIn("/", "/{resource}"))
				.allSatisfy((timer) -> assertThat(timer.getId().getTag("outcome")).isIn("SUCCESS", "REDIRECTION"));
		});
	}

	@Test
	void callsOfNamedServiceHaveItsNameAsTag() {
		this.measured
			.withPropertyValues("hyper-client.services.cookbook.base-url=" + this.service.url(),
					"hyper-client.services.cookbook.version=1.0")
			.run((context) -> {
				for (String client : new String[] { "default", "cookbook" }) {
					assertThat(
							timer(context, "hyper.client.call", "client", client, "operation", "description").count())
						.isEqualTo(1);
				}
			});
	}

	@Test
	void documentationListsAllMeters() throws IOException {
		String page = Files.readString(Path.of("..", "docs", "reference", "meters.md"));
		this.measured.run((context) -> {
			Set<String> names = new TreeSet<>();
			for (Meter meter : context.getBean(MeterRegistry.class).getMeters()) {
				names.add(meter.getId().getName());
			}
			names.removeIf((name) -> !name.startsWith("hyper.client.") && !name.startsWith("cache."));
			assertThat(names).hasSize(19).allSatisfy((name) -> assertThat(page).contains("`" + name + "`"));
		});
	}

	@Test
	void observationCanBeDisabled() {
		this.measured.withPropertyValues("management.observations.enable.hyper.client.call=false").run((context) -> {
			context.getBean(ServiceRoot.class);
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			assertThat(meters.find("hyper.client.call").timers()).isEmpty();
			assertThat(meters.get("http.client.requests").timers()).isNotEmpty();
		});
	}

	@Test
	void conventionBeanIsUsed() {
		HyperClientObservationConvention convention = new DefaultHyperClientObservationConvention() {

			@Override
			public String getName() {
				return "cookbooks.call";
			}

		};
		this.measured.withBean(HyperClientObservationConvention.class, () -> convention).run((context) -> {
			context.getBean(ServiceRoot.class);
			assertThat(timer(context, "cookbooks.call").count()).isPositive();
			assertThat(context.getBean(MeterRegistry.class).find("hyper.client.call").timers()).isEmpty();
		});
	}

	@Test
	void observationsWorkWithoutMeters() {
		Set<String> names = new HashSet<>();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler((context) -> true).observationFilter((context) -> {
			names.add(context.getName());
			return context;
		});
		this.bare.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
			.withBean(ObservationRegistry.class, () -> registry)
			.run((context) -> {
				assertThat(context).hasNotFailed().doesNotHaveBean("hyperClientMeters");
				context.getBean(ServiceRoot.class).load("");
				assertThat(names).contains("hyper.client.call");
			});
	}

	private static Timer timer(ApplicationContext context, String name, String... tags) {
		return context.getBean(MeterRegistry.class).get(name).tags(tags).timer();
	}

}
