package dev.hyperclient.internal.transaction;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;

import dev.hyperclient.internal.policy.StorageLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The calls that the storage of a blocking body gets, in their order.
 */
class StoringInputStreamTests {

	private final RecordingStorage storage = new RecordingStorage();

	private final List<String> calls = this.storage.calls;

	private OptionalLong expected = OptionalLong.empty();

	private int maxLength = 100;

	private int readAhead;

	private boolean fails;

	@Test
	void contentIsStoredWhenItsEndIsRead() throws IOException {
		InputStream content = open("text");
		assertThat(content.available()).isEqualTo(4);
		assertThat(content.read()).isEqualTo('t');
		assertThat(content.readAllBytes()).hasSize(3);
		assertThat(this.calls).containsExactly("open", "write 1", "write 3", "commit", "close", "end");
		assertThat(this.storage.content()).asString().isEqualTo("text");
		content.close();
		content.close();
		assertThat(this.calls).endsWith("close", "end", "closed").hasSize(7);
	}

	@Test
	void bytesAreNotNegative() throws IOException {
		InputStream content = new StoringInputStream(new ByteArrayInputStream(new byte[] { -1 }), this.storage,
				this.expected, limits(), () -> {
				});
		assertThat(content.read()).isEqualTo(255);
		assertThat(content.read()).isEqualTo(-1);
	}

	@Test
	void endThatIsReadTwiceIsCommittedOnce() throws IOException {
		InputStream content = open("text");
		content.readAllBytes();
		assertThat(content.read()).isEqualTo(-1);
		assertThat(this.calls).containsOnlyOnce("commit", "end");
	}

	@ParameterizedTest
	@CsvSource({ "4, 0, true", "5, 0, false", ", 0, false", ", 5, true", ", 4, false", "6, 2, true", "7, 2, false",
			"6, 1, false" })
	void contentThatIsNotReadToItsEndIsStoredIfLittleIsLeft(Integer length, int readAhead, boolean isStored)
			throws IOException {
		this.expected = (length != null) ? OptionalLong.of(length) : OptionalLong.empty();
		this.readAhead = readAhead;
		InputStream content = open("x".repeat((length != null) ? length : 8));
		content.readNBytes(4);
		content.close();
		assertThat(this.calls.contains("commit")).isEqualTo(isStored);
		assertThat(this.calls).containsOnlyOnce("close", "end").endsWith("closed");
	}

	@Test
	void noMoreThanPermittedIsReadAhead() throws IOException {
		this.readAhead = 10_000;
		this.maxLength = 100_000;
		InputStream content = open("x".repeat(30_000));
		content.close();
		assertThat(this.calls).contains("write 8192", "write 1808");
		assertThat(this.calls).doesNotContain("commit");
	}

	@Test
	void contentBeyondTheMaximumIsPassedOn() throws IOException {
		this.maxLength = 4;
		try (InputStream content = open("text")) {
			assertThat(content.readAllBytes()).hasSize(4);
		}
		assertThat(this.calls).contains("commit");
		this.calls.clear();
		try (InputStream content = open("texts")) {
			assertThat(content.readNBytes(4)).hasSize(4);
			assertThat(content.readAllBytes()).hasSize(1);
		}
		assertThat(this.calls).containsExactly("open", "write 4", "close", "end",
				"refuse: more than the maximum of 4 bytes", "closed");
	}

	@Test
	void contentThatFailsIsNotStored() throws IOException {
		this.fails = true;
		InputStream content = open("text");
		assertThatIllegalStateException().isThrownBy(content::readAllBytes).withMessage("reset");
		assertThat(this.calls).containsExactly("open", "write 4", "close", "end");
		assertThatIllegalStateException().isThrownBy(content::read).withMessage("reset");
		content.close();
		assertThat(this.calls).containsExactly("open", "write 4", "close", "end", "closed");
	}

	@Test
	void failureAheadIsIgnored() throws IOException {
		this.fails = true;
		this.readAhead = 50;
		open("text").close();
		assertThat(this.calls).containsExactly("open", "write 4", "close", "end", "closed");
	}

	private InputStream open(String text) {
		InputStream content = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {

			@Override
			public int read(byte[] target, int offset, int count) {
				int read = super.read(target, offset, count);
				if (read < 0 && StoringInputStreamTests.this.fails) {
					throw new IllegalStateException("reset");
				}
				return read;
			}

			@Override
			public void close() {
				StoringInputStreamTests.this.calls.add("closed");
			}

		};
		return new StoringInputStream(content, this.storage, this.expected, limits(), () -> this.calls.add("end"));
	}

	private StorageLimits limits() {
		return new StorageLimits(this.maxLength, false, this.readAhead);
	}

}
