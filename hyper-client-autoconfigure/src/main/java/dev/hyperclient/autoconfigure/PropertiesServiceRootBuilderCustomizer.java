package dev.hyperclient.autoconfigure;

import java.net.URI;

import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.retry.RetryPolicy;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;

/**
 * Applies the properties and, for the default service, the application's beans that take
 * their place.
 */
final class PropertiesServiceRootBuilderCustomizer implements ServiceRootBuilderCustomizer, Ordered {

	private final ConfiguredServices services;

	private final ObjectProvider<HttpCache> caches;

	private final ObjectProvider<ResponseStore> stores;

	private final ObjectProvider<RetryPolicy> retryPolicies;

	PropertiesServiceRootBuilderCustomizer(ConfiguredServices services, ObjectProvider<HttpCache> caches,
			ObjectProvider<ResponseStore> stores, ObjectProvider<RetryPolicy> retryPolicies) {
		this.services = services;
		this.caches = caches;
		this.stores = stores;
		this.retryPolicies = retryPolicies;
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
		ServiceSettings settings = this.services.get(service);
		HyperClientProperties properties = settings.properties();
		builder.startup(properties.startup())
			.cache(properties.cache().directory())
			.callTimeout(properties.callTimeout())
			.maxResponseSize((int) properties.maxResponseSize().toBytes())
			.retryPolicy(retryPolicy(properties.retry()))
			.allowedOrigins(ServiceAddress.of(settings).allowedOrigins().toArray(URI[]::new))
			.allowPlainHttpCredentials(properties.allowPlainHttpCredentials());
		CollectionSettings.of(settings).forEach(builder::collection);
		if (service.equals(DEFAULT_SERVICE)) {
			this.stores.ifAvailable((store) -> builder.cache(HttpCache.using(store)));
			this.caches.ifAvailable(builder::cache);
			this.retryPolicies.ifAvailable(builder::retryPolicy);
		}
	}

	private static RetryPolicy retryPolicy(HyperClientProperties.Retry retry) {
		return RetryPolicy.defaults()
			.withMaxRetries(retry.maxRetries())
			.withMaxRetryAfter(retry.maxRetryAfter())
			.withRetryPost(retry.post());
	}

}
