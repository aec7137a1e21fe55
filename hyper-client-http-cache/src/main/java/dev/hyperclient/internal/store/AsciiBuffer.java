package dev.hyperclient.internal.store;

import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The head of a file while it is written, in ASCII.
 */
final class AsciiBuffer {

	private byte[] bytes;

	private int length;

	/**
	 * Create an empty head.
	 * @param bytes an array to write into, which is replaced if it is too short
	 */
	AsciiBuffer(byte[] bytes) {
		this.bytes = bytes;
	}

	/** Return the array, which may be longer than the head. */
	byte[] array() {
		return this.bytes;
	}

	int length() {
		return this.length;
	}

	/**
	 * Append a text. Other characters than ASCII become question marks.
	 */
	AsciiBuffer append(String text) {
		int count = text.length();
		ensure(count);
		for (int i = 0; i < count; i++) {
			char c = text.charAt(i);
			this.bytes[this.length + i] = (byte) ((c < 0x80) ? c : '?');
		}
		this.length += count;
		return this;
	}

	/**
	 * Append eight hexadecimal digits.
	 */
	AsciiBuffer appendHex(int value) {
		ensure(8);
		for (int shift = 28; shift >= 0; shift -= 4) {
			this.bytes[this.length++] = (byte) Character.forDigit((value >>> shift) & 0xF, 16);
		}
		return this;
	}

	void addTo(CRC32C checksum, int begin, int end) {
		checksum.update(this.bytes, begin, end - begin);
	}

	private void ensure(int count) {
		if (count > this.bytes.length - this.length) {
			this.bytes = Arrays.copyOf(this.bytes, Math.max(2 * this.bytes.length, this.length + count));
		}
	}

}
