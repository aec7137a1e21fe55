package dev.hyperclient.autoconfigure;

import java.net.URI;

import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.retry.RetryPolicy;

import org.springframework.core.Ordered;

/**
 * Applies the properties, and the beans of the application that take their place.
 */
final class PropertiesServiceRootBuilderCustomizer implements ServiceRootBuilderCustomizer, Ordered {

	private final ConfiguredServices services;

	private final ServiceBeans beans;

	PropertiesServiceRootBuilderCustomizer(ConfiguredServices services, ServiceBeans beans) {
		this.services = services;
		this.beans = beans;
	}

	@Override
	public int getOrder() {
		return 0;
	}

	@Override
	public void customize(ServiceRootBuilder builder) {
		customize(DEFAULT_SERVICE, builder);
	}

	@Override
	public void customize(String service, ServiceRootBuilder builder) {
		HyperClientProperties properties = this.services.get(service).properties();
		builder.startup(properties.startup())
			.cache(cache(properties.cache()))
			.callTimeout(properties.callTimeout())
			.maxResponseSize((int) properties.maxResponseSize().toBytes())
			.retryPolicy(retryPolicy(properties.retry()))
			.allowedOrigins(properties.allowedOrigins().toArray(URI[]::new))
			.allowPlainHttpCredentials(properties.allowPlainHttpCredentials());
		ResponseStore store = this.beans.find(ResponseStore.class, service);
		if (store != null) {
			builder.cache(HttpCache.using(store));
		}
		HttpCache cache = this.beans.find(HttpCache.class, service);
		if (cache != null) {
			builder.cache(cache);
		}
		RetryPolicy policy = this.beans.find(RetryPolicy.class, service);
		if (policy != null) {
			builder.retryPolicy(policy);
		}
	}

	private static HttpCacheBuilder cache(HyperClientProperties.Cache cache) {
		return HttpCache.builder()
			.directory(cache.directory())
			.maxSize(cache.maxSize())
			.maxAge(cache.maxAge())
			.memoryTier(cache.memory());
	}

	private static RetryPolicy retryPolicy(HyperClientProperties.Retry retry) {
		return RetryPolicy.defaults()
			.withMaxRetries(retry.maxRetries())
			.withMaxRetryAfter(retry.maxRetryAfter())
			.withRetryPost(retry.post());
	}

}
