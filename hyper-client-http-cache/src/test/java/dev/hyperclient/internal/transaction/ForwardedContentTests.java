package dev.hyperclient.internal.transaction;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.RecordingListener;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.CachingProfile;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.testservice.MovableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Storage of the content of a response to a GET.
 */
class ForwardedContentTests {

	private static final URI URL = URI.create("http://cookbooks.dev/a");

	private static final int MAX = 1024 * 1024;

	private static final String PART = "ETag: \"a\" | Content-Range: ";

	private final OpenedStore store = new OpenedStore();

	private final RecordingListener listener = new RecordingListener();

	private HttpCache cache = HttpCache.using(this.store)
		.withClock(new MovableClock(Fields.NOW))
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
		this.cache = this.cache.withProfile(CachingProfile.REPRESENTATIONS);
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
		this.cache = this.cache.withProfile(CachingProfile.REPRESENTATIONS);
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
				context.withFound(context.storage().read()), new CacheResponse(URL, status,
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

}
