package dev.hyperclient.cache.store;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Header lines at the beginning of a file, parsed strictly: each has a name and a value
 * and ends with CR LF. Folded lines (RFC 9112, 5.2) are joined. Texts are created only
 * for the values that are asked for.
 */
final class HeaderLines {

	private static final int INITIAL_CAPACITY = 16;

	private final byte[] block;

	private @Nullable String[] names = new @Nullable String[INITIAL_CAPACITY];

	/** Where each value begins and ends. */
	private int[] bounds = new int[2 * INITIAL_CAPACITY];

	/** Values of several lines. */
	private Map<Integer, String> joined = Map.of();

	private int size;

	private int end;

	private HeaderLines(byte[] block) {
		this.block = block;
	}

	/**
	 * Parse the lines before the first empty one.
	 * @param block the lines in UTF-8, which must not be changed while the result is
	 * used, and possibly other bytes behind them
	 * @param limit where the empty line ends at the latest
	 * @return the fields in their order, {@code null} if a line is invalid or there is no
	 * empty one
	 */
	static @Nullable HeaderLines read(byte[] block, int limit) {
		HeaderLines lines = new HeaderLines(block);
		int start = 0;
		while (start < limit) {
			int colon = -1;
			int end = start;
			for (; end < limit && !isControl(block[end]); end++) {
				if (block[end] == ':' && colon < 0) {
					colon = end;
				}
			}
			if (end + 1 >= limit || block[end] != '\r' || block[end + 1] != '\n') {
				return null;
			}
			if (start == end) {
				lines.end = start - 2;
				return (start > 0) ? lines : null;
			}
			boolean folded = block[start] == ' ' || block[start] == '\t';
			if (folded ? lines.size == 0 : colon <= start) {
				return null;
			}
			if (folded) {
				lines.join(text(block, start, end));
			}
			else {
				lines.add(SharedTexts.lowerCase(block, start, colon), colon + 1, end);
			}
			start = end + 2;
		}
		return null;
	}

	/**
	 * Return where the lines end, which the empty one follows: the position of the last
	 * CR LF before it.
	 */
	int end() {
		return this.end;
	}

	int size() {
		return this.size;
	}

	/**
	 * Return the name of a field in lower case.
	 */
	@SuppressWarnings("NullAway") // All names before the size are set.
	String name(int index) {
		return this.names[index];
	}

	String value(int index) {
		String value = this.joined.isEmpty() ? null : this.joined.get(index);
		return (value != null) ? value : text(this.block, this.bounds[2 * index], this.bounds[2 * index + 1]);
	}

	/**
	 * Whether a field has an ASCII value.
	 */
	boolean hasValue(int index, String value) {
		return !this.joined.containsKey(index)
				&& SharedTexts.isSame(value, this.block, this.bounds[2 * index], this.bounds[2 * index + 1]);
	}

	/**
	 * Whether a field has a value of two ASCII words that a space separates.
	 */
	boolean hasValue(int index, String first, String second) {
		int begin = this.bounds[2 * index];
		int end = this.bounds[2 * index + 1];
		int space = begin + first.length();
		return !this.joined.containsKey(index) && space < end && this.block[space] == ' '
				&& SharedTexts.isSame(first, this.block, begin, space)
				&& SharedTexts.isSame(second, this.block, space + 1, end);
	}

	private void add(String name, int begin, int end) {
		if (this.size == this.names.length) {
			this.names = Arrays.copyOf(this.names, 2 * this.size);
			this.bounds = Arrays.copyOf(this.bounds, 4 * this.size);
		}
		int first = begin;
		int last = end;
		while (first < last && this.block[first] == ' ') {
			first++;
		}
		while (first < last && this.block[last - 1] == ' ') {
			last--;
		}
		this.names[this.size] = name;
		this.bounds[2 * this.size] = first;
		this.bounds[2 * this.size + 1] = last;
		this.size++;
	}

	private void join(String line) {
		String value = (value(this.size - 1) + " " + line).strip();
		if (this.joined.isEmpty()) {
			this.joined = new HashMap<>();
		}
		this.joined.put(this.size - 1, value);
	}

	private static String text(byte[] block, int begin, int end) {
		return SharedTexts.of(block, begin, end).strip();
	}

	/** Whether a byte ends lines or texts. */
	private static boolean isControl(byte b) {
		return b == '\r' || b == '\n' || b == 0;
	}

}
