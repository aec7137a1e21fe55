package dev.hyperclient.cache.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hyperclient.cache.redis.RedisFailureException.Kind;
import dev.hyperclient.cache.store.CacheGroup;
import io.lettuce.core.RedisCommandExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Invalidations that fail, and their repetition.
 */
class RedisStorageTests {

	private static final String URL = "https://example.com/recipes";

	private static final String PENDING = "responses that were changed are still being removed";

	private final StubRedis redis = new StubRedis();

	private final RedisStorage storage = new RedisStorage(new RedisServers(this.redis.factory()),
			RedisStoreSettings.defaults().withTimeout(Duration.ofSeconds(5)));

	@AfterEach
	void stop() {
		this.storage.close();
	}

	@Test
	void scriptsAreRunBeforeTheFirstRequest() {
		assertThat(this.storage.failure()).isEmpty();
		assertThat(this.redis.received).contains("FIND", "PUT", "GROUPS", "INVALIDATE");
	}

	@Test
	void processHas16HexadecimalDigits() {
		assertThat(this.storage.process).matches("[0-9a-f]{16}");
		assertThat(this.storage.noInvalidation()).isEqualTo("n" + this.storage.process);
	}

	@Test
	void confirmedInvalidationReturnsTheNewGeneration() {
		assertThat(invalidate(URL)).isNull();
		this.redis.replies.put(RedisScript.INVALIDATE,
				() -> Flux.just(1L, "generation".getBytes(StandardCharsets.US_ASCII)));
		assertThat(this.storage.invalidate(Set.of(URL), this.storage.budget(), URL, "former")).isEqualTo("generation");
		assertThat(this.redis.arguments).contains(",former,");
		this.storage.invalidate(Set.of(URL + "/other"), this.storage.budget(), URL, "former");
		assertThat(this.redis.arguments).doesNotContain("former");
		assertThat(this.storage.failure()).isEmpty();
		assertThat(this.storage.mayReadGroupsWithUrl()).isTrue();
	}

	@Test
	void unexpectedReplyIsRepeatedUntilItIsConfirmed() throws RedisFailureException {
		this.redis.replies.put(RedisScript.INVALIDATE, () -> Flux.just(0L));
		invalidate(URL);
		assertThat(this.storage.failure()).hasValue(PENDING);
		assertThat(this.storage.mayReadGroupsWithUrl()).isFalse();
		assertThatExceptionOfType(RedisFailureException.class)
			.isThrownBy(() -> this.storage.repeatInvalidation(URL, this.storage.budget()))
			.withMessage("unexpected reply to an invalidation");
		this.redis.replies.put(RedisScript.INVALIDATE, Flux::empty);
		assertThatExceptionOfType(RedisFailureException.class)
			.isThrownBy(() -> this.storage.repeatInvalidation(URL, this.storage.budget()));
		this.storage.repeatInvalidation(URL + "/other", this.storage.budget());
		this.redis.replies.clear();
		this.storage.repeatInvalidation(URL, this.storage.budget());
		assertThat(this.storage.failure()).isEmpty();
		assertThat(this.storage.mayReadGroupsWithUrl()).isTrue();
	}

	@Test
	void failedInvalidationIsRepeatedInTheBackground() {
		this.redis.replies.put(RedisScript.INVALIDATE, () -> error("NOPERM"));
		invalidate(URL);
		assertThat(this.storage.failure()).hasValue("NOPERM");
		this.redis.replies.clear();
		this.storage.stored();
		Machines.eventually(() -> this.storage.failure().isEmpty());
		assertThat(this.storage.puts.sum()).isOne();
	}

	@Test
	void lateConfirmationEndsTheFailure() {
		occupyBackground();
		Flux<Object> late = Flux.<Object>just(1L).delaySubscription(Duration.ofMillis(200));
		this.redis.replies.put(RedisScript.INVALIDATE, () -> late);
		long before = this.redis.count(RedisScript.INVALIDATE);
		this.storage.invalidate(Set.of(URL), new TimeBudget(Duration.ofMillis(10)), URL, null);
		assertThat(this.storage.failure()).hasValue(PENDING);
		assertThat(this.redis.count(RedisScript.INVALIDATE)).isEqualTo(before + 1);
		Machines.eventually(this.storage::mayReadGroupsWithUrl);
	}

	@Test
	void manyFailedInvalidationsAreRepeatedInParts() {
		this.redis.replies.put(RedisScript.INVALIDATE, () -> Flux.just(0L));
		Set<String> urls = IntStream.range(0, 1500)
			.mapToObj((i) -> URL + i)
			.collect(Collectors.toCollection(LinkedHashSet::new));
		this.storage.invalidate(urls, this.storage.budget(), URL, null);
		assertThat(this.storage.failure()).hasValue(PENDING);
		this.redis.replies.clear();
		// A thousand at once, and the others a second later.
		Machines.eventually(() -> this.storage.failure().isEmpty());
		assertThat(this.redis.count(RedisScript.INVALIDATE)).isGreaterThan(3000);
	}

	@Test
	void invalidationDuringAnOutageIsSentBehindSentCommands() {
		occupyBackground();
		this.storage.report(new RedisFailureException(Kind.OUTAGE, "outage"));
		long before = this.redis.count(RedisScript.INVALIDATE);
		invalidate(URL);
		assertThat(this.redis.count(RedisScript.INVALIDATE)).isEqualTo(before + 1);
		assertThat(this.storage.failure()).hasValue("outage");
	}

	@ParameterizedTest
	@CsvSource({ "FIND, NOPERM, true", "INVALIDATE, OOM, true", "FIND, LOADING, false", "INVALIDATE, LOADING, false" })
	void refusedScriptsAreNoOutage(RedisScript script, String error, boolean available) {
		StubRedis refusing = new StubRedis();
		refusing.replies.put(script, () -> error(error));
		try (RedisStorage started = new RedisStorage(new RedisServers(refusing.factory()),
				RedisStoreSettings.defaults())) {
			assertThat(started.availability.connection().isPresent()).isEqualTo(available);
		}
	}

	@Test
	void groupIsInvalidatedByAScriptOfItsOwn() {
		invalidate(RedisStorage.target(new CacheGroup("https://example.com", "recipes")));
		RedisKeys keys = this.storage.keys("https://example.com");
		assertThat(this.redis.arguments)
			.startsWith(text(keys.group("recipes")) + "," + text(keys.groups()) + "," + this.storage.process);
	}

	@Test
	void removalOfAllThatFailsBlocksEveryUrl() {
		this.redis.replies.put(RedisScript.GROUPS, () -> error("LOADING"));
		assertThat(this.storage.clear()).isEmpty();
		assertThatExceptionOfType(RedisFailureException.class)
			.isThrownBy(() -> this.storage.repeatInvalidation(URL, this.storage.budget()))
			.withMessage("all responses are to be removed");
		assertThat(this.storage.failure()).isPresent();
	}

	@Test
	void closingRepeatsPendingInvalidations() {
		occupyBackground();
		this.redis.replies.put(RedisScript.INVALIDATE, () -> Flux.just(0L));
		invalidate(URL);
		this.redis.replies.clear();
		long before = this.redis.count(RedisScript.INVALIDATE);
		this.storage.close();
		assertThat(this.redis.count(RedisScript.INVALIDATE)).isEqualTo(before + 1);
		assertThat(this.storage.failure()).isEmpty();
		this.storage.close();
		assertThat(this.redis.closed).hasValue(1);
	}

	@ParameterizedTest
	@CsvSource({ "https://example.com/recipes, https://example.com/dishes, 1",
			"https://example.com, https://example.com/dishes, 1",
			"https://example.com/recipes, https://example.org/recipes, 2" })
	void groupsArePreparedOncePerOrigin(String one, String other, int times) {
		this.storage.prepareGroups(one);
		this.storage.prepareGroups(other);
		this.storage.prepareGroups(other);
		assertThat(this.redis.count(RedisScript.JOIN)).isEqualTo(times);
	}

	@Test
	void groupsArePreparedAgainAfterAFailure() {
		this.redis.replies.put(RedisScript.JOIN, () -> error("NOPERM"));
		this.storage.prepareGroups(URL);
		this.storage.prepareGroups(URL);
		assertThat(this.redis.count(RedisScript.JOIN)).isEqualTo(2);
	}

	@Test
	void failureDuringRepetitionRemainsPending() {
		PendingInvalidations pending = new PendingInvalidations();
		long first = pending.add(URL);
		long second = pending.add(URL);
		pending.repeated(URL, first);
		assertThat(pending.get(URL)).isEqualTo(second);
		assertThat(pending.isEmpty()).isFalse();
		pending.repeated(URL, second);
		assertThat(pending.isEmpty()).isTrue();
	}

	@Test
	void failuresOfTooManyUrlsConcernAll() {
		PendingInvalidations pending = new PendingInvalidations();
		for (int i = 0; i < 10_000; i++) {
			pending.add(URL + i);
		}
		assertThat(pending.get(PendingInvalidations.ALL)).isNull();
		pending.add(URL);
		pending.add(URL + "/more");
		assertThat(pending.get(URL)).isNull();
		assertThat(pending.get(PendingInvalidations.ALL)).isNotNull();
		assertThat(pending.byUrl()).hasSize(10_000).doesNotContainKey(PendingInvalidations.ALL);
	}

	/** Let nothing be repeated before this test ends. */
	private void occupyBackground() {
		this.storage.availability.execute(() -> RedisSupport.await(new CountDownLatch(1)), Duration.ZERO);
	}

	private @Nullable String invalidate(String url) {
		return this.storage.invalidate(Set.of(url), this.storage.budget(), url, null);
	}

	private static String text(byte[] key) {
		return new String(key, StandardCharsets.US_ASCII);
	}

	private static Flux<Object> error(String message) {
		return Flux.error(new RedisCommandExecutionException(message));
	}

}
