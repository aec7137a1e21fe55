package dev.hyperclient.internal.exchange;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;
import java.util.Random;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CollectedContentTests {

	private static final int MAX_SIZE = 5_000_000;

	/** What a server declares may be wrong. */
	@ParameterizedTest
	@ValueSource(longs = { -1, 0, 1, 2_999_999, 3_000_000, 3_000_001, Long.MAX_VALUE })
	void partsAreJoinedWhateverLengthIsDeclared(long declared) throws IOException {
		byte[] expected = new byte[3_000_000];
		Random random = new Random(1);
		random.nextBytes(expected);
		CollectedContent content = new CollectedContent(
				(declared < 0) ? OptionalLong.empty() : OptionalLong.of(declared), MAX_SIZE);
		for (int i = 0; i < expected.length;) {
			int length = Math.min(random.nextInt(70_000), expected.length - i);
			content.add(buffer(expected, i, length));
			i += length;
		}
		assertThat(content.whole().bytes()).isEqualTo(expected);
	}

	@Test
	void contentLongerThanDeclaredIsNotCopiedForEachPart() {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		byte[] part = new byte[4000];
		CollectedContent content = new CollectedContent(OptionalLong.of(10), MAX_SIZE);
		long before = threads.getCurrentThreadAllocatedBytes();
		for (int i = 0; i < 1000; i++) {
			content.add(buffer(part, 0, part.length));
		}
		assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10L * 1000 * part.length);
	}

	@Test
	void withoutPartsItIsEmpty() throws IOException {
		assertThat(new CollectedContent(OptionalLong.of(10), MAX_SIZE).whole().bytes()).isEmpty();
	}

	@Test
	void partThatExceedsTheMaximumIsRefused() {
		CollectedContent content = new CollectedContent(OptionalLong.empty(), 10);
		content.add(buffer(new byte[10], 0, 10));
		assertThatExceptionOfType(DataBufferLimitException.class)
			.isThrownBy(() -> content.add(buffer(new byte[1], 0, 1)))
			.withMessageContaining("10");
	}

	private static DataBuffer buffer(byte[] bytes, int offset, int length) {
		return DefaultDataBufferFactory.sharedInstance.allocateBuffer(Math.max(1, length)).write(bytes, offset, length);
	}

}
