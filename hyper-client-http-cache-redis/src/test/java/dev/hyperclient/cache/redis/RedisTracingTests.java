package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hyperclient.cache.redis.Machines.Machine;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.tracing.MicrometerTracing;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store with the tracing of Lettuce, which runs code of the application.
 */
class RedisTracingTests extends RedisSupport {

	@Test
	void observationThatFailsDoesNotReachCaller() throws Exception {
		AtomicBoolean failing = new AtomicBoolean();
		AtomicInteger failures = new AtomicInteger();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new FailingHandler(failing, failures));
		ClientResources resources = ClientResources.builder().tracing(new MicrometerTracing(registry, "redis")).build();
		try (Machines machines = new Machines(() -> connect(resources), PATIENT.withTimeout(Duration.ofMillis(300)))) {
			Machine machine = machines.start();
			Machines.eventually(() -> machines.isCaching(machine));
			redis.pause();
			failing.set(true);
			// Waits for the first reply.
			CompletableFuture<Machine> starting = CompletableFuture.supplyAsync(machines::start);
			for (int i = 0; i < 3; i++) {
				assertThat(machine.get()).isEqualTo("one");
				machine.put();
			}
			assertThat(machine.store().keys(Machines.URL.toString())).isEmpty();
			assertThat(machine.store().recentKeys(10)).isEqualTo(List.of());
			Machine later = starting.join();
			assertThat(later.get()).isEqualTo("one");
			assertThat(failures).hasPositiveValue();
			failing.set(false);
			redis.resume();
			Machines.eventually(() -> machines.isCaching(machine) && machines.isCaching(later));
		}
		finally {
			redis.recover();
			redis.disconnect();
			resources.shutdown().get();
		}
	}

	private static LettuceConnectionFactory connect(ClientResources resources) {
		return redis.connect(new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", redis.port()),
				LettuceClientConfiguration.builder().clientResources(resources).build()));
	}

	private record FailingHandler(AtomicBoolean failing,
			AtomicInteger failures) implements ObservationHandler<Observation.Context> {

		@Override
		public void onStop(Observation.Context context) {
			if (this.failing.get()) {
				this.failures.incrementAndGet();
				throw new IllegalArgumentException("An observation without a timer");
			}
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

}
