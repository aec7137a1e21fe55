package dev.hyperclient.cache.micrometer;

import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import dev.hyperclient.internal.store.SharedResponseStore;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link HttpCacheMeterBinder} with a store that fails.
 */
class HttpCacheMeterBinderTests {

	@Test
	void cacheIsDegradedWhileItsStoreFails() {
		AtomicReference<Optional<String>> failure = new AtomicReference<>(Optional.empty());
		SharedResponseStore store = (SharedResponseStore) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { SharedResponseStore.class }, (proxy, method, arguments) -> failure.get());
		MeterRegistry registry = new SimpleMeterRegistry();
		HttpCacheMeterBinder binder = HttpCacheMeterBinder.forCalls("cookbooks");
		binder.bindTo(registry);
		Gauge gauge = registry.get("hyper.client.cache.degraded").tag("client", "cookbooks").gauge();
		assertThat(gauge.value()).isZero();
		binder.onOpen(store);
		assertThat(gauge.value()).isZero();
		failure.set(Optional.of("no connection"));
		assertThat(gauge.value()).isOne();
		failure.set(Optional.empty());
		assertThat(gauge.value()).isZero();
	}

}
