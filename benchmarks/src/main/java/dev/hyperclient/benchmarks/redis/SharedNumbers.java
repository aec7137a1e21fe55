package dev.hyperclient.benchmarks.redis;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Numbers that several processes change atomically, in a mapped file.
 */
final class SharedNumbers {

	private static final VarHandle NUMBERS = MethodHandles.byteBufferViewVarHandle(long[].class,
			ByteOrder.nativeOrder());

	private final ByteBuffer bytes;

	SharedNumbers(Path file, int count) throws IOException {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
				StandardOpenOption.WRITE)) {
			this.bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, count * 8L).order(ByteOrder.nativeOrder());
		}
	}

	long get(int index) {
		return (long) NUMBERS.getVolatile(this.bytes, index * 8);
	}

	long increment(int index) {
		return (long) NUMBERS.getAndAdd(this.bytes, index * 8, 1L) + 1;
	}

	/**
	 * Set a number unless it is larger.
	 */
	void raise(int index, long value) {
		long present = get(index);
		while (present < value && !NUMBERS.compareAndSet(this.bytes, index * 8, present, value)) {
			present = get(index);
		}
	}

}
