package dev.hyperclient.autoconfigure.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.hyperclient.autoconfigure.HyperClientProperties;
import dev.hyperclient.autoconfigure.RedisStoreFactory;
import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.TieredResponseStore;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.util.unit.DataSize;

/**
 * Creates stores on one connection factory, and closes them before it is closed.
 */
final class ConnectionRedisStoreFactory implements RedisStoreFactory, AutoCloseable {

	private final ReactiveRedisConnectionFactory connections;

	private final List<ResponseStore> created = new CopyOnWriteArrayList<>();

	ConnectionRedisStoreFactory(ReactiveRedisConnectionFactory connections) {
		this.connections = connections;
	}

	@Override
	public ResponseStore create(String name, HyperClientProperties.Redis properties, @Nullable Duration maxAge,
			@Nullable DataSize memory) {
		RedisStoreSettings defaults = RedisStoreSettings.defaults();
		String prefix = properties.prefix();
		RedisStoreSettings settings = new RedisStoreSettings(
				(prefix != null) ? prefix : defaults.prefix() + ":" + withoutSpecialCharacters(name),
				(maxAge != null) ? maxAge : defaults.maxAge(), properties.grace(), properties.maxResponseSize(),
				properties.timeout());
		ResponseStore redis = new RedisResponseStore(this.connections, settings);
		ResponseStore store = (memory != null) ? new TieredResponseStore(redis, memory) : redis;
		this.created.add(store);
		return store;
	}

	@Override
	public void close() {
		this.created.forEach(ResponseStore::close);
	}

	private static String withoutSpecialCharacters(String name) {
		return name.replaceAll("[^\\w.:-]", "-");
	}

}
