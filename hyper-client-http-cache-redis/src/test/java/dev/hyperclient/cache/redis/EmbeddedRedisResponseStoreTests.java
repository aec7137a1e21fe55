package dev.hyperclient.cache.redis;

class EmbeddedRedisResponseStoreTests extends RedisResponseStoreContract {

	EmbeddedRedisResponseStoreTests() {
		super(TestRedis.Kind.EMBEDDED);
	}

}
