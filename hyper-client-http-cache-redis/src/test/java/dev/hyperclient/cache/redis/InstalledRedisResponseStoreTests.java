package dev.hyperclient.cache.redis;

class InstalledRedisResponseStoreTests extends RedisResponseStoreContract {

	InstalledRedisResponseStoreTests() {
		super(TestRedis.Kind.INSTALLED);
	}

}
