package dev.hyperclient.internal.transaction;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.RecordingListener;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.cache.store.TestStore;
import dev.hyperclient.fixtures.TestClock;
import dev.hyperclient.internal.policy.CachingProfile;
import dev.hyperclient.internal.store.SharedResponseStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Storage of the content of a response to a GET, content that cannot be read, responses
 * that may not be stored, and a store that does not reply.
 */
class TransactionStorageTests {

	private static final URI URL = URI.create("http://cookbooks.dev/a");

	private static final int MAX = 1024 * 1024;

	private static final String PART = "ETag: \"a\" | Content-Range: ";

	private final OpenedStore store = new OpenedStore();

	private final RecordingListener listener = new RecordingListener();

	private HttpCache cache = HttpCache.using(this.store)
		.withClock(new TestClock(Fields.NOW))
		.withAdditionalListener(this.listener);

	@Test
	void streamedPartIsStoredWhenItIsWhole() {
		ResponseWriter writer = content(206, PART + "bytes 0-3/8", null).open();
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.MISS);
		write(writer, "te");
		write(writer, "xt");
		assertThat(found()).isNull();
		writer.commit();
		writer.close();
		assertThat(text(found())).isEqualTo("206 text");
		assertThat(this.listener.decisions).hasSize(1);
		assertThat(this.store.begun).isZero();
	}

	@Test
	void streamedPartThatIsShorterThanItsRangeIsNotStored() {
		ResponseWriter writer = content(206, PART + "bytes 0-3/8", null).open();
		write(writer, "tex");
		writer.commit();
		assertThat(found()).isNull();
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.MISS);
	}

	@Test
	void partIsCombinedWithTheStoredOne() {
		content(206, PART + "bytes 0-1/8", null).store(bytes("te"));
		content(206, PART + "bytes 2-3/8", found()).store(bytes("xt"));
		assertThat(text(found())).isEqualTo("206 text");
		content(206, PART + "bytes 6-7/8", found()).store(bytes("xx"));
		assertThat(text(found())).as("a gap").isEqualTo("206 xx");
		assertThat(this.listener.outcomes).hasSize(3).containsOnly(CacheOutcome.MISS);
		assertThat(this.listener.decisions).hasSize(3);
	}

	@ParameterizedTest
	@CsvSource({ "0, 0, 0", "0, 1, 1", "2, -2, 0", "2, -1, 1" })
	void partThatIsTooLongToBeCombinedIsWritten(int stored, int more, int begun) {
		int length = MAX + more;
		if (stored > 0) {
			content(206, PART + "bytes 0-" + (stored - 1) + "/9999999", null).store(new byte[stored]);
		}
		ResponseWriter writer = content(206, PART + "bytes " + stored + "-" + (stored + length - 1) + "/9999999",
				found())
			.open();
		writer.write(ByteBuffer.allocate(length));
		writer.commit();
		assertThat(this.store.begun).isEqualTo(begun);
		assertThat(found().body().length()).isEqualTo((begun == 0) ? length + stored : length);
	}

	@Test
	void longPartThatIsShorterThanItsRangeIsNotStored() {
		ResponseWriter writer = content(206, PART + "bytes 0-1999999/9999999", null).open();
		writer.write(ByteBuffer.allocate(1_999_999));
		writer.commit();
		assertThat(found()).isNull();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void contentOfARedirectIsNotStored(boolean isStreamed) {
		this.cache = CacheContext.forRepresentations(this.cache);
		ForwardedContent content = content(301, "Location: /b", null);
		if (isStreamed) {
			assertThat(content.open()).isSameAs(ResponseWriter.NONE);
		}
		else {
			content.store(bytes("moved"));
		}
		StoredResponse found = found();
		assertThat(found.permanentRedirect()).isEqualTo("http://cookbooks.dev/b");
		assertThat(found.body().length()).isZero();
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.MISS);
		assertThat(this.listener.decisions).hasSize(1);
	}

	@ParameterizedTest
	@CsvSource({ "true, 'no-store'", "false, 'no-store'", "true, 'max-age=60'", "false, 'max-age=60'" })
	void redirectWithoutATargetRemovesAStoredResponseOnlyIfNothingMayBeStored(boolean isStreamed, String directive) {
		this.cache = CacheContext.forRepresentations(this.cache);
		content(200, "X: y", null).store(bytes("old"));
		ForwardedContent content = content(301, "Location: :// | Cache-Control: " + directive, null);
		if (isStreamed) {
			assertThat(content.open()).isSameAs(ResponseWriter.NONE);
		}
		else {
			content.store(bytes("moved"));
		}
		assertThat(found() == null).isEqualTo(directive.equals("no-store"));
		assertThat(this.listener.outcomes).hasSize(2);
	}

	@Test
	void contentOfAnotherLengthIsNotStored() {
		content(200, "Content-Length: 4", null).store(bytes("tex"));
		assertThat(found()).isNull();
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.MISS);
		content(200, "Content-Length: 4", null).store(bytes("text"));
		assertThat(text(found())).isEqualTo("200 text");
	}

	@Test
	void streamedContentIsStoredWhenItIsWhole() {
		ResponseWriter writer = content(200, "Content-Length: 4", null).open();
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.MISS);
		assertThat(this.listener.decisions).singleElement().asString().startsWith("stored");
		write(writer, "text");
		writer.commit();
		assertThat(text(found())).isEqualTo("200 text");
	}

	@ParameterizedTest
	@CsvSource({ "200, true", "404, true", "500, false" })
	void refusedContentRemovesOlderResponse(int status, boolean isRemoved) {
		content(200, "X: y", null).store(bytes("old"));
		this.listener.outcomes.clear();
		this.listener.decisions.clear();
		content(status, "X: y", null).reject("too long");
		assertThat(found() == null).isEqualTo(isRemoved);
		assertThat(this.listener.outcomes).containsExactly(CacheOutcome.MISS);
		assertThat(this.listener.decisions).containsExactly("not stored: too long");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void discardedContentRemovesOlderResponse(boolean notifies) {
		content(200, "X: y", null).store(bytes("old"));
		this.listener.decisions.clear();
		content(410, "X: y", null).discard(notifies);
		assertThat(found()).isNull();
		assertThat(this.listener.outcomes).hasSize(2);
		assertThat(this.listener.decisions).hasSize(notifies ? 1 : 0);
	}

	@Test
	void responseThatWasNotFoundIsNotRemoved() {
		ForwardedContent content = content(200, "X: y", null);
		content(200, "X: y", null).store(bytes("of another request"));
		content.refuse("too long");
		assertThat(found()).isNotNull();
	}

	private ForwardedContent content(int status, String fields, @Nullable StoredResponse part) {
		TransactionContext context = context();
		return new ForwardedContent(
				context.withFound(context.storage().read()), CacheResponse.of(URL, status,
						Fields.of("Date: @0 | Cache-Control: max-age=60 | " + fields), new byte[0]),
				(part != null) ? PartialResponse.of(part).orElse(null) : null);
	}

	private TransactionContext context() {
		return TransactionContext.of(CacheContext.of(this.cache), CacheRequest.get(URL, Fields.of("")), false);
	}

	private StoredResponse found() {
		TransactionStorage storage = context().storage();
		return storage.find(storage.read()).orElse(null);
	}

	private static void write(ResponseWriter writer, String text) {
		writer.write(ByteBuffer.wrap(bytes(text)));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(StoredResponse response) {
		return response.status() + " " + Fields.text(response);
	}

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
		this.cache = (profile == CachingProfile.REPRESENTATIONS) ? CacheContext.forRepresentations(this.cache)
				: this.cache;
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
				StoredResponse.of(200, HttpHeaders.EMPTY, new byte[0], Map.of(), "", null),
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
			.begin(StoredResponse.of(200, HttpHeaders.EMPTY, new byte[0], Map.of(), "", null), OptionalLong.empty());
		writer.close();
		assertThat(this.store.begun).isZero();
	}

	@Test
	void nothingIsStoredOrRemovedIfTheStoreDidNotReplyToTheLookup() {
		SilentStore silent = new SilentStore();
		this.cache = HttpCache.using(silent).withAdditionalListener(this.listener);
		store("");
		assertThat(this.listener.decisions).endsWith("not stored: the store did not reply to the lookup");
		this.cache.around((request) -> response("Cache-Control: max-age=60 | Content-Location: " + URL))
			.exchange(CacheRequest.of(HttpMethod.POST, URL, Fields.of(""), ""));
		assertThat(silent.size().entries()).isZero();
		silent.isLookedUp = true;
		store("");
		assertThat(silent.size().entries()).isOne();
		silent.isLookedUp = false;
		this.cache.around((request) -> response("Cache-Control: no-store"))
			.exchange(CacheRequest.get(URL, Fields.of("Cache-Control: no-cache")));
		assertThat(silent.size().entries()).isOne();
	}

	private void store(String identity) {
		this.cache.around((request) -> response("Cache-Control: max-age=60"))
			.exchange(CacheRequest.get(URL, Fields.of("")).withIdentity(identity));
	}

	private static CacheResponse response(String fields) {
		return CacheResponse.of(URL, 200, Fields.of("Date: @0 | " + fields), "text".getBytes());
	}

	private boolean hold(@Nullable IOException failure) {
		TransactionStorage storage = storage("");
		var found = storage.find(storage.read()).orElseThrow();
		this.store.failure = failure;
		return storage.hold(found.body()).isPresent();
	}

	private TransactionStorage storage(String identity) {
		CacheRequest request = CacheRequest.of(HttpMethod.GET, URL, Fields.of(""), identity);
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
