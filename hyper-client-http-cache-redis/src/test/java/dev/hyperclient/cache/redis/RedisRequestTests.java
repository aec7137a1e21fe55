package dev.hyperclient.cache.redis;

import java.time.Duration;
import java.util.Set;

import dev.hyperclient.cache.redis.FaultyRedis.Fault;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoreSize;
import dev.hyperclient.internal.store.SharedResponseStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store for one request.
 */
class RedisRequestTests extends RedisSupport.WithFaults {

	private static final CacheKey KEY = new CacheKey("https://example.com/recipes", "any");

	private static final CacheKey ELSEWHERE = new CacheKey("https://example.com/dishes", "any");

	@Test
	void nothingIsStoredBeforeALookup() {
		SharedResponseStore request = open().forRequest(KEY.url());
		assertThat(request.isLookedUp()).isFalse();
		assertThat(request.accepts(0)).isFalse();
		request.put(KEY, RedisResponseStoreContract.response("one"));
		assertThat(request.find(KEY)).isEmpty();
		assertThat(request.isLookedUp()).isTrue();
		assertThat(request.accepts(PATIENT.maxBodySize.toBytes())).isTrue();
		assertThat(request.accepts(PATIENT.maxBodySize.toBytes() + 1)).isFalse();
		request.put(KEY, RedisResponseStoreContract.response("two"));
		assertThat(RedisResponseStoreContract.body(request, KEY)).isEqualTo("two");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void nothingIsStoredAfterALookupWithoutAReply(boolean isCut) {
		SharedRedisStore store = open(this.faulty.connect(), PATIENT.withTimeout(Duration.ofMillis(300)));
		SharedResponseStore request = store.forRequest(KEY.url());
		this.faulty.delayNext(LIMIT);
		this.faulty.set(isCut ? Fault.closed() : Fault.NONE);
		assertThat(request.find(KEY)).isEmpty();
		this.faulty.set(Fault.NONE);
		this.faulty.release();
		Machines.eventually(() -> store.failure().isEmpty());
		assertThat(request.isLookedUp()).isFalse();
		request.put(KEY, RedisResponseStoreContract.response("old"));
		assertThat(open().find(KEY)).isEmpty();
	}

	@Test
	void laterRequestKnowsTheLookupOfTheSameUrl() {
		SharedResponseStore request = open().forRequest(KEY.url());
		request.find(KEY);
		assertThat(request.forRequest(KEY.url()).isLookedUp()).isTrue();
		assertThat(request.forRequest(ELSEWHERE.url()).isLookedUp()).isFalse();
	}

	@Test
	void responsesOfOtherUrlsAreFoundAndRemovedButNotStored() {
		SharedRedisStore store = open();
		store.put(ELSEWHERE, RedisResponseStoreContract.response("one"));
		SharedResponseStore request = store.forRequest(KEY.url());
		request.find(KEY);
		request.put(ELSEWHERE, RedisResponseStoreContract.response("two"));
		assertThat(RedisResponseStoreContract.body(request, ELSEWHERE)).isEqualTo("one");
		request.remove(ELSEWHERE);
		assertThat(store.find(ELSEWHERE)).isEmpty();
	}

	@Test
	void removalThatFailsInvalidatesTheUrlOfWhichNothingIsAccepted() {
		SharedRedisStore store = open(this.faulty.connect(), PATIENT);
		store.put(KEY, RedisResponseStoreContract.response("one"));
		SharedResponseStore request = store.forRequest(KEY.url());
		request.find(KEY);
		assertThat(request.accepts(0)).isTrue();
		this.faulty.set(Fault.errorOfScripts("NOPERM no permissions"));
		store.remove(KEY);
		assertThat(request.failure()).isPresent();
		assertThat(request.accepts(0)).isFalse();
		this.faulty.set(Fault.NONE);
		assertThat(store.find(KEY)).isEmpty();
	}

	@Test
	void administrationIsThatOfTheStore() {
		SharedRedisStore store = open();
		store.put(KEY, RedisResponseStoreContract.response("one"));
		SharedResponseStore request = store.forRequest(KEY.url());
		assertThat(request.failure()).isEmpty();
		assertThat(request.keys(KEY.url())).isEqualTo(Set.of());
		assertThat(request.size()).isEqualTo(StoreSize.EMPTY);
		request.close();
		assertThat(store.find(KEY)).isPresent();
		request.clear();
		assertThat(store.find(KEY)).isEmpty();
	}

	@Test
	void closedStoreAcceptsNothing() {
		SharedRedisStore store = open();
		SharedResponseStore request = store.forRequest(KEY.url());
		request.find(KEY);
		store.close();
		assertThat(request.accepts(0)).isFalse();
		long before = redis.scripts();
		request.invalidateAll(Set.of(KEY.url()));
		request.removeGroups(Set.of());
		request.remove(KEY);
		assertThat(redis.scripts()).isEqualTo(before);
		assertThat(store.failure()).isEmpty();
	}

}
