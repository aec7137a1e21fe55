package dev.hyperclient.cache.redis.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import dev.hyperclient.autoconfigure.redis.RedisStoreFactory;
import dev.hyperclient.cache.redis.RedisResponseStore;
import dev.hyperclient.cache.redis.RedisStoreSettings;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.TieredResponseStore;
import org.jspecify.annotations.Nullable;

/**
 * Creates stores with one connection, and closes them before the connection.
 */
final class ConnectionRedisStoreFactory implements RedisStoreFactory, AutoCloseable {

	private final Supplier<CacheConnection> connector;

	private @Nullable CacheConnection connection;

	private final List<ResponseStore> created = new CopyOnWriteArrayList<>();

	/**
	 * Create a factory.
	 * @param connector creates the connection of all stores, with the first one
	 */
	ConnectionRedisStoreFactory(Supplier<CacheConnection> connector) {
		this.connector = connector;
	}

	@Override
	public ResponseStore create(Settings settings) {
		Duration maxAge = settings.maxAge();
		ResponseStore redis = new RedisResponseStore(connection().factory(),
				new RedisStoreSettings(settings.prefix(),
						(maxAge != null) ? maxAge : RedisStoreSettings.defaults().maxAge(), settings.grace(),
						settings.maxResponseSize(), settings.timeout(), "'" + settings.timeoutSetting() + "'"));
		ResponseStore store = (settings.memory() != null) ? new TieredResponseStore(redis, settings.memory()) : redis;
		this.created.add(store);
		return store;
	}

	@Override
	public synchronized void close() {
		this.created.forEach(ResponseStore::close);
		if (this.connection != null) {
			this.connection.close();
		}
	}

	private synchronized CacheConnection connection() {
		CacheConnection open = (this.connection != null) ? this.connection : this.connector.get();
		this.connection = open;
		return open;
	}

}
