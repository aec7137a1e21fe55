package dev.hyperclient.cache.redis;

import org.junit.jupiter.api.Tag;

/** The embedded server runs the same tests in each build. */
@Tag("slow")
class InstalledRedisResponseStoreTests extends RedisResponseStoreContract {

	InstalledRedisResponseStoreTests() {
		super(TestRedis.Kind.INSTALLED);
	}

}
