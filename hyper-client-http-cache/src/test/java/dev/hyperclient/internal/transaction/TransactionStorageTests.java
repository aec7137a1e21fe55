package dev.hyperclient.internal.transaction;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.RecordingListener;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CachingProfile;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.SharedResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TestStore;
import dev.hyperclient.testservice.MovableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Content that cannot be read, responses that may not be stored, and a store that does
 * not reply.
 */
class TransactionStorageTests {

	private static final URI URL = URI.create("http://cookbooks.dev/a");

	private final OpenedStore store = new OpenedStore();

	private HttpCache cache = HttpCache.using(this.store).withClock(new MovableClock(Fields.NOW));

	static Stream<IOException> interruptions() {
		return Stream.of(new ClosedByInterruptException(), new InterruptedIOException("too slow"));
	}

	@Test
	void responseWhoseContentCannotBeReadIsRemoved() {
		store("");
		assertThat(hold(new IOException("changed"))).isFalse();
		assertThat(this.store.size().entries()).isZero();
	}

	@ParameterizedTest
	@MethodSource("interruptions")
	void responseWhoseReadingIsInterruptedIsKept(IOException failure) {
		store("");
		assertThat(hold(failure)).isFalse();
		assertThat(this.store.size().entries()).isOne();
	}

	@Test
	void responseIsKeptIfTheThreadIsInterrupted() {
		store("");
		Thread.currentThread().interrupt();
		assertThat(hold(new IOException("closed"))).isFalse();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.store.size().entries()).isOne();
	}

	@ParameterizedTest
	@CsvSource({ "RFC_9111, '', false", "RFC_9111, ann, true", "REPRESENTATIONS, '', true" })
	void privateResponseWithACookieIsStoredForAUserAlone(CachingProfile profile, String identity, boolean isStored) {
		this.cache = this.cache.withProfile(profile);
		TransactionStorage storage = storage(identity);
		CacheResponse response = response("Cache-Control: max-age=60, private | Set-Cookie: a=b");
		assertThat(storage.mayStore(200, response.headers())).isEqualTo(isStored);
		String reason = isStored ? null : "private with Set-Cookie, and a request without credentials";
		assertThat(storage.refusal(200, response.headers())).isEqualTo(reason);
	}

	@ParameterizedTest
	@CsvSource({ "4, false, write 4 commit", "5, false, write 4 close", "3, false, write 4 close",
			"-1, false, write 4 commit", "4, true, write 4 close" })
	void contentIsCommittedIfItIsWholeAndNotInvalidated(long declared, boolean isInvalidated, String calls) {
		RecordingStorage recording = new RecordingStorage();
		this.store.writer = recording;
		TransactionStorage storage = storage("");
		ResponseWriter writer = storage.begin(
				new StoredResponse(200, HttpHeaders.EMPTY, new byte[0], Map.of(), "", null),
				(declared < 0) ? OptionalLong.empty() : OptionalLong.of(declared));
		if (isInvalidated) {
			storage.context().cache().invalidationLog().invalidate(URL);
		}
		writer.write(ByteBuffer.allocate(4));
		writer.commit();
		assertThat(String.join(" ", recording.calls)).isEqualTo(calls);
		writer.close();
		assertThat(recording.calls).endsWith("close");
	}

	@Test
	void nothingIsOpenedForContentThatIsNotWritten() {
		this.store.writer = new RecordingStorage();
		ResponseWriter writer = storage("")
			.begin(new StoredResponse(200, HttpHeaders.EMPTY, new byte[0], Map.of(), "", null), OptionalLong.empty());
		writer.close();
		assertThat(this.store.begun).isZero();
	}

	@Test
	void nothingIsStoredIfTheStoreDidNotReplyToTheLookup() {
		SilentStore silent = new SilentStore();
		RecordingListener listener = new RecordingListener();
		this.cache = HttpCache.using(silent).withAdditionalListener(listener);
		store("");
		assertThat(listener.decisions).endsWith("not stored: the store did not reply to the lookup");
		assertThat(silent.size().entries()).isZero();
		silent.isLookedUp = true;
		store("");
		assertThat(silent.size().entries()).isOne();
	}

	private void store(String identity) {
		this.cache.around((request) -> response("Cache-Control: max-age=60"))
			.exchange(CacheRequest.get(URL, Fields.of("")).withIdentity(identity));
	}

	private static CacheResponse response(String fields) {
		return new CacheResponse(URL, 200, Fields.of("Date: @0 | " + fields), "text".getBytes());
	}

	private boolean hold(@Nullable IOException failure) {
		TransactionStorage storage = storage("");
		var found = storage.find(storage.read()).orElseThrow();
		this.store.failure = failure;
		return storage.hold(found.body()).isPresent();
	}

	private TransactionStorage storage(String identity) {
		CacheRequest request = new CacheRequest(HttpMethod.GET, URL, Fields.of(""), identity);
		return TransactionContext.of(CacheContext.of(this.cache), request, false).storage();
	}

	private static final class SilentStore extends TestStore implements SharedResponseStore {

		private boolean isLookedUp;

		@Override
		public SharedResponseStore forRequest(String url) {
			return this;
		}

		@Override
		public boolean isLookedUp() {
			return this.isLookedUp;
		}

		@Override
		public boolean invalidateAll(Set<String> urls) {
			return false;
		}

		@Override
		public Optional<String> failure() {
			return Optional.empty();
		}

	}

}
