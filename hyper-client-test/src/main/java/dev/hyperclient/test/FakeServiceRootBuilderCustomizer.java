package dev.hyperclient.test;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;
import dev.hyperclient.autoconfigure.httpcache.HttpCacheAutoConfiguration;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.testservice.FakeService;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Removes the waits between retries, gives each client a temporary cache, and records its
 * cache outcomes.
 */
record FakeServiceRootBuilderCustomizer(FakeServices services, ListableBeanFactory beans,
		List<HttpCache> caches) implements ServiceRootBuilderCustomizer, AutoCloseable {

	@Override
	public void customize(String service, ServiceRootBuilder builder) {
		this.services.addClient(service);
		builder.customizeRetryPolicy(
				(policy) -> policy.withWaits((retry) -> Duration.ZERO).withMaxRetryAfter(Duration.ZERO));
		FakeService fake = this.services.find(service);
		if (fake != null) {
			builder.addListener(CacheOutcomes.of(fake).listener());
			if (!this.services.hasCredentialsOfTest(service)) {
				fake.credentials()
					.map((basic) -> new BasicHttpAuthorizer(basic.getUserName(), new String(basic.getPassword())))
					.ifPresent(builder::authorizer);
			}
		}
		if (!hasBean(HttpCache.class) && !hasBean(ResponseStore.class)) {
			HttpCacheBuilder cache = HttpCache.builder();
			if (fake != null) {
				cache.clock(fake.clock());
			}
			HttpCache built = cache.build();
			this.caches.add(built);
			builder.cache(built);
		}
	}

	/**
	 * Remove all responses that the clients have stored.
	 */
	void clearCaches() {
		this.caches.forEach(HttpCache::clear);
	}

	@Override
	public void close() {
		this.caches.forEach(HttpCache::close);
	}

	/** The application's own clients have another cache than a service. */
	private boolean hasBean(Class<?> type) {
		return Arrays.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, type, true, false))
			.anyMatch((name) -> !name.equals(HttpCacheAutoConfiguration.BEAN_NAME));
	}

}
