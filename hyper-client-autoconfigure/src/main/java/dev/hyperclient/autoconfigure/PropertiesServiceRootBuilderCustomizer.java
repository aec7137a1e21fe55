package dev.hyperclient.autoconfigure;

import java.net.URI;

import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.convert.JacksonValueConverter;
import dev.hyperclient.error.Setting;
import dev.hyperclient.internal.exchange.SettingNames;
import dev.hyperclient.retry.RetryPolicy;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;

/**
 * Applies the properties of a service, and the beans of the application that replace
 * them.
 */
final class PropertiesServiceRootBuilderCustomizer implements ServiceRootBuilderCustomizer, Ordered {

	private final ConfiguredServices services;

	private final ServiceBeans beans;

	private final ObjectProvider<JsonMapper> mapper;

	private final ObjectProvider<HyperClientJsonMapperCustomizer> mapperCustomizers;

	PropertiesServiceRootBuilderCustomizer(ConfiguredServices services, ServiceBeans beans,
			ObjectProvider<JsonMapper> mapper, ObjectProvider<HyperClientJsonMapperCustomizer> mapperCustomizers) {
		this.services = services;
		this.beans = beans;
		this.mapper = mapper;
		this.mapperCustomizers = mapperCustomizers;
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
		ServiceProperties settings = this.services.get(service);
		HyperClientProperties properties = settings.properties();
		builder.startup(properties.startup())
			.cache(cache(settings, properties.cache()))
			.callTimeout(properties.callTimeout())
			.maxResponseSize((int) properties.maxResponseSize().toBytes())
			.retryPolicy(retryPolicy(properties.retry()))
			.allowedOrigins(ServiceLocation.of(settings).allowedOrigins().toArray(URI[]::new))
			.allowPlainHttpCredentials(properties.allowPlainHttpCredentials())
			.valueConverter(
					new JacksonValueConverter(this.mapper::getIfUnique, (mapper) -> customized(service, mapper)));
		new CollectionPropertiesMapper(settings).collectionTypes().forEach(builder::collection);
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

	private static HttpCacheBuilder cache(ServiceProperties settings, HyperClientProperties.Cache cache) {
		return HttpCache.builder()
			.directory(cache.directory())
			.directorySetting(new SettingNames(settings::key).of(Setting.CACHE_DIRECTORY))
			.maxSize(cache.maxSize())
			.maxAge(cache.maxAge())
			.memoryTier(cache.memory());
	}

	private JsonMapper.Builder customized(String service, JsonMapper.Builder mapper) {
		this.mapperCustomizers.orderedStream().forEach((customizer) -> customizer.customize(service, mapper));
		return mapper;
	}

	private static RetryPolicy retryPolicy(HyperClientProperties.Retry retry) {
		return RetryPolicy.defaults()
			.withMaxRetries(retry.maxRetries())
			.withMaxRetryAfter(retry.maxRetryAfter())
			.withRetryPost(retry.post());
	}

}
