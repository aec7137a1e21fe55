package dev.hyperclient.autoconfigure;

import java.util.Collections;
import java.util.List;
import java.util.Objects;

import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.autoconfigure.httpcache.CacheRuleProperties;
import dev.hyperclient.autoconfigure.internal.RedisStoreFactory;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.HttpCacheBuilder;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.convert.JacksonValueConverter;
import dev.hyperclient.error.Setting;
import dev.hyperclient.internal.files.CacheDirectories;
import dev.hyperclient.internal.exchange.SettingNames;
import dev.hyperclient.launchpad.Launchpad;
import dev.hyperclient.retry.RetryPolicy;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.Order;

/**
 * Applies the properties of a service, and the beans of the application that replace
 * them.
 *
 * @param services the properties of all services
 * @param beans the beans of the application for a service
 * @param mapper the JSON mapper of the application
 * @param mapperCustomizers the customizers of JSON mappers
 * @param redisStores creates stores in Redis, if there is one
 */
@Order(0)
record PropertiesServiceRootBuilderCustomizer(ServiceProperties.Lookup services, QualifiedBeans beans,
		ObjectProvider<JsonMapper> mapper, ObjectProvider<HyperClientJsonMapperCustomizer> mapperCustomizers,
		ObjectProvider<RedisStoreFactory> redisStores) implements ServiceRootBuilderCustomizer {

	@Override
	public void customize(String service, ServiceRootBuilder builder) {
		ServiceProperties settings = this.services.get(service);
		HyperClientProperties properties = settings.properties();
		RetryPolicy policy = this.beans.find(RetryPolicy.class, service);
		builder.startup(properties.startup())
			.validationInterval(properties.validationInterval())
			.callTimeout(properties.callTimeout())
			.maxResponseSize(properties.maxResponseSize())
			.checkValues(properties.checkValues())
			.retryPolicy((policy != null) ? policy : retryPolicy(properties))
			.staleIfError(properties.staleIfError())
			.pauseAfterFailures(properties.pauseAfterFailures())
			.offline(properties.offline())
			.allowedOrigins(new PropertiesHyperClientConnectionDetails(settings).allowedOrigins())
			.allowPlainHttpCredentials(properties.allowPlainHttpCredentials())
			.valueConverter(
					new JacksonValueConverter(this.mapper::getIfUnique, (mapper) -> customized(service, mapper)));
		new CollectionPropertiesMapper(settings).collectionTypes().forEach(builder::collection);
		HttpCache cache = this.beans.find(HttpCache.class, service);
		if (cache != null) {
			builder.cache(cache);
		}
		else {
			builder.cache(cache(settings, properties.cache()).trustDirectory(properties.cache().trustDirectory()));
		}
		if (!properties.cache().rules().isEmpty()) {
			builder.cacheRules(CacheRuleProperties.rules(properties.cache().rules(), settings.key("cache.rules")));
		}
		if (properties.cache().descriptionDirectory() != null) {
			builder.descriptionDirectory(properties.cache().descriptionDirectory());
		}
	}

	private HttpCacheBuilder cache(ServiceProperties settings, HyperClientProperties.Cache cache) {
		ResponseStore store = this.beans.find(ResponseStore.class, settings.name());
		if (store != null) {
			return HttpCache.builder().store(store);
		}
		if (cache.store() == HyperClientProperties.Cache.Store.REDIS) {
			return HttpCache.builder().store(redis(settings, cache));
		}
		String setting = new SettingNames(settings::key).of(Setting.CACHE_DIRECTORY);
		return CacheDirectories.named(HttpCache.builder(), setting)
			.directory(cache.directory())
			.maxSize(cache.maxSize())
			.maxIdleTime(cache.maxIdleTime())
			.memoryTier(cache.memoryTier());
	}

	private ResponseStore redis(ServiceProperties settings, HyperClientProperties.Cache cache) {
		HyperClientProperties.Redis redis = cache.redis();
		String prefix = (redis.prefix() != null) ? redis.prefix()
				: "hyper-client:" + settings.name().replaceAll("[^\\w.:-]", "-");
		return RedisStoreFactory.require(this.redisStores, settings.key("cache.store"))
			.create(new RedisStoreFactory.Settings(prefix, redis.maxStoredTime(),
					Collections.max(List.of(redis.grace(), settings.properties().staleIfError())), redis.maxBodySize(),
					redis.timeout(), settings.key("cache.redis.timeout"), cache.memoryTier()));
	}

	private JsonMapper.Builder customized(String service, JsonMapper.Builder mapper) {
		this.mapperCustomizers.orderedStream().forEach((customizer) -> customizer.customize(service, mapper));
		return mapper;
	}

	private static RetryPolicy retryPolicy(HyperClientProperties properties) {
		HyperClientProperties.Retry retry = properties.retry();
		RetryPolicy policy = (properties.preset() == HyperClientProperties.Preset.LAUNCHPAD) ? Launchpad.retryPolicy()
				: RetryPolicy.defaults();
		return policy.withRetryConnect(Objects.requireNonNullElse(retry.connect(), policy.retryConnect()))
			.withStatuses(Objects.requireNonNullElse(retry.statuses(), policy.statuses()))
			.withMaxRetries(retry.maxRetries())
			.withMaxRetryAfter(retry.maxRetryAfter())
			.withRetryPost(retry.post());
	}

}
