package dev.hyperclient.cache;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import dev.hyperclient.cache.api.CacheEntry;
import dev.hyperclient.cache.api.CacheOutcome;
import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.api.CacheResponse;
import dev.hyperclient.cache.api.RequestSender;
import dev.hyperclient.fixtures.TestClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRange;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Stored partial responses (RFC 9111, 3.3 and 3.4).
 */
class PartialResponseTests {

	private static final URI URL = URI.create("http://cookbooks.dev/a");

	private static final String TEXT = "0123456789";

	private final RecordingListener listener = new RecordingListener();

	private final List<CacheOutcome> outcomes = this.listener.outcomes;

	private final HttpCache cache = HttpCache.inMemory(DataSize.ofMegabytes(1))
		.withClock(new TestClock(Fields.NOW))
		.withAdditionalListener(this.listener);

	private final RequestSender exchange = this.cache.around(this::server);

	private final List<HttpHeaders> sent = new ArrayList<>();

	/** The next answers of the server, in place of ranges of the text. */
	private final Deque<CacheResponse> answers = new ArrayDeque<>();

	/** The fields of each response with the text or a part of it. */
	private String fields = "ETag: \"a\"";

	@ParameterizedTest
	@CsvSource({ "bytes=4-7, 4567, true", "bytes=5-6, 56, true", "bytes=7-7, 7, true", "bytes=3-5, 345, false",
			"bytes=6-8, 678, false", "bytes=6-, 6789, false", "bytes=-2, 89, false" })
	void rangeWithinStoredPartIsServed(String range, String expected, boolean served) {
		assertThat(fetch("Range: bytes=4-7")).isEqualTo("206 4567");
		CacheResponse answer = exchange("Range: " + range);
		assertThat(Fields.text(answer)).isEqualTo(expected);
		assertThat(answer.headers().getFirst("Content-Range")).isEqualTo("bytes %s-%s/10", TEXT.indexOf(expected),
				TEXT.indexOf(expected) + expected.length() - 1);
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, served ? CacheOutcome.HIT : CacheOutcome.MISS);
	}

	@ParameterizedTest
	@CsvSource({ "bytes=5-, 56789", "bytes=-3, 789", "bytes=5-99, 56789" })
	void endOfRepresentationIsServedFromItsPart(String range, String expected) {
		fetch("Range: bytes=4-");
		assertThat(fetch("Range: " + range)).isEqualTo("206 " + expected);
		assertThat(this.sent).hasSize(1);
	}

	@Test
	void partsWithSameStrongTagAreCombined() {
		fetch("Range: bytes=2-3");
		fetch("Range: bytes=3-6");
		assertThat(fetch("Range: bytes=2-6")).isEqualTo("206 23456");
		fetch("Range: bytes=0-1");
		fetch("Range: bytes=-3");
		assertThat(this.sent).hasSize(4);
		assertThatWholeIsServed();
		assertThat(this.sent).hasSize(4);
	}

	@Test
	void rangeOfTheWholeRepresentationIsStoredAsAWholeResponse() {
		assertThat(fetch("Range: bytes=0-")).isEqualTo("206 " + TEXT);
		assertThatWholeIsServed();
		assertThat(fetch("Range: bytes=-3")).isEqualTo("206 789");
		assertThat(this.sent).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ETag: \"b\"", "ETag: W/\"a\"", "" })
	void partsOfDifferentRepresentationsAreNotCombined(String newer) {
		this.fields = newer.contains("W/") ? newer : this.fields;
		fetch("Range: bytes=2-3");
		this.fields = newer;
		fetch("Range: bytes=4-5");
		assertThat(fetch("Range: bytes=4-5")).isEqualTo("206 45");
		assertThat(this.sent).hasSize(2);
		fetch("Range: bytes=2-5");
		assertThat(this.sent).hasSize(3);
	}

	@Test
	void remainderOfRepresentationIsRequested() {
		fetch("Range: bytes=0-4");
		assertThatWholeIsServed();
		assertThat(this.sent.get(1).getFirst("Range")).isEqualTo("bytes=5-");
		assertThat(this.sent.get(1).getFirst("If-Range")).isEqualTo("\"a\"");
		assertThatWholeIsServed();
		assertThat(this.sent).hasSize(2);
		assertThat(this.cache.entries(URL)).extracting(CacheEntry::status).containsExactly(200);
	}

	@Test
	void changedRepresentationReplacesPart() {
		fetch("Range: bytes=0-4");
		this.answers.add(response(200, "ETag: \"b\"", "new"));
		assertThat(fetch("")).isEqualTo("200 new");
		assertThat(fetch("Range: bytes=0-1")).isEqualTo("206 ne");
		assertThat(this.sent).hasSize(2);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '~',
			value = { "206; ETag: \"b\" | Content-Range: bytes 5-9/10; 56789",
					"206; Content-Range: bytes 5-9/10; 56789", "206; ETag: \"a\" | Content-Range: bytes 5-8/10; 5678",
					"206; ETag: \"a\" | Content-Range: bytes 5-9/10; 56",
					"206; ETag: \"a\" | Content-Range: bytes 5-9/10 | Cache-Control: no-store; 56789", "416; X: y; z" })
	void remainderThatCannotBeCombinedIsDiscarded(int status, String fields, String content) {
		fetch("Range: bytes=0-4");
		this.answers.add(response(status, fields, content));
		assertThat(fetch("")).isEqualTo("200 " + TEXT);
		assertThat(this.sent).hasSize(3);
		assertThat(this.sent.get(2).containsHeader("Range")).isFalse();
	}

	@Test
	void partWithoutValidatorIsServedButNotCompleted() {
		this.fields = "";
		fetch("Range: bytes=0-4");
		assertThat(fetch("Range: bytes=1-2")).isEqualTo("206 12");
		assertThat(fetch("")).isEqualTo("200 " + TEXT);
		assertThat(fetch("Range: bytes=0-4")).isEqualTo("206 01234");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.MISS,
				CacheOutcome.HIT);
	}

	@Test
	void directivesAndConditionsOfCallerApplyToParts() {
		for (String fields : List.of("", " | Cache-Control: no-cache", " | If-Range: \"b\"", " | If-None-Match: \"b\"",
				" | If-Range: \"a\"", " | Cache-Control: only-if-cached")) {
			assertThat(fetch("Range: bytes=0-4" + fields)).isEqualTo("206 01234");
		}
		assertThat(fetch("Range: bytes=5-6 | Cache-Control: only-if-cached")).startsWith("504");
		assertThat(fetch("Cache-Control: only-if-cached")).startsWith("504");
		assertThat(this.sent).hasSize(4);
	}

	@Test
	void partsOfUsersAndVariantsAreKeptApart() {
		this.fields = "ETag: \"a\" | Vary: X";
		for (String identity : List.of("ann", "bob", "")) {
			for (int i = 0; i < 2; i++) {
				this.exchange
					.exchange(CacheRequest.get(URL, Fields.of("Range: bytes=0-4 | X: 1")).withIdentity(identity));
			}
		}
		fetch("Range: bytes=0-4 | X: 2");
		assertThat(this.outcomes).containsExactly(CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.MISS,
				CacheOutcome.HIT, CacheOutcome.MISS, CacheOutcome.HIT, CacheOutcome.MISS);
	}

	@ParameterizedTest
	@CsvSource({ "bytes 0-4/*", "bytes 4-0/10", "bytes 0-10/10", "'bytes 0-4/10, bytes 5-9/10'", "x 0-4/10", "''",
			"bytes 0-3/10" })
	void partWithInvalidRangeIsNotStored(String contentRange) {
		this.answers.add(response(206, "ETag: \"a\" | Content-Range: " + contentRange, "01234"));
		fetch("Range: bytes=0-4");
		assertThat(this.cache.size().entries()).isZero();
	}

	/**
	 * The first byte of {@code Content-Range} counts, and a suffix is one of the content.
	 */
	@Test
	void partThatIsShorterThanItsRangeIsServedButNotCombined() {
		this.answers.add(response(206, "ETag: \"a\" | Content-Range: bytes 4-9/10 | Content-Length: 5", "01234"));
		fetch("Range: bytes=-5");
		assertThat(fetch("Range: bytes=-5")).isEqualTo("206 01234");
		assertThat(fetch("Range: bytes=6-8")).isEqualTo("206 234");
		assertThat(fetch("Range: bytes=6-")).isEqualTo("206 234");
		assertThat(fetch("Range: bytes=-1")).isEqualTo("206 4");
		assertThat(this.sent).hasSize(1);
	}

	private void assertThatWholeIsServed() {
		CacheResponse whole = exchange("");
		assertThat(whole.status() + " " + Fields.text(whole)).isEqualTo("200 " + TEXT);
		assertThat(whole.headers().containsHeader("Content-Range")).isFalse();
		assertThat(whole.headers().getContentLength()).isEqualTo(10);
	}

	/** Answer with the text or a range of it. */
	private CacheResponse server(CacheRequest request) {
		this.sent.add(request.headers());
		CacheResponse next = this.answers.poll();
		if (next != null) {
			return next;
		}
		List<HttpRange> ranges = HttpRange.parseRanges(request.headers().getFirst("Range"));
		if (ranges.isEmpty()) {
			return response(200, this.fields, TEXT);
		}
		int first = (int) ranges.get(0).getRangeStart(TEXT.length());
		int last = (int) ranges.get(0).getRangeEnd(TEXT.length());
		return response(206, this.fields + " | Content-Range: bytes " + first + "-" + last + "/10",
				TEXT.substring(first, last + 1));
	}

	private static CacheResponse response(int status, String fields, String content) {
		HttpHeaders headers = Fields.of("Date: @0 | " + fields);
		if (!headers.containsHeader("Cache-Control")) {
			headers.setCacheControl("max-age=60");
		}
		return CacheResponse.of(URL, status, headers, content.getBytes());
	}

	private CacheResponse exchange(String fields) {
		return this.exchange.exchange(CacheRequest.get(URL, Fields.of(fields)));
	}

	private String fetch(String fields) {
		CacheResponse response = exchange(fields);
		return response.status() + " " + Fields.text(response);
	}

}
