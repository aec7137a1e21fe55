package dev.hyperclient.internal.transport;

import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Decodes {@code gzip} (RFC 1952, with any number of members) or {@code deflate} (RFC
 * 1950, or 1951 as some servers send it) as its bytes are received, and knows whether the
 * coding has ended. No bytes at all are whole. Not thread-safe.
 */
final class ContentDecoding implements AutoCloseable {

	private static final int MAGIC = 0x088B1F;

	private static final int EXTRA = 4;

	private static final int NAME = 8;

	private static final int COMMENT = 16;

	private static final int HEADER_CHECKSUM = 2;

	private final String coding;

	private final CRC32 checksum = new CRC32();

	private Inflater inflater = new Inflater(true);

	private Part part;

	/** The first bytes of {@code deflate}, which distinguish its two forms. */
	private ByteBuffer prefix = ByteBuffer.allocate(0);

	/** How many bytes of the part were received, except of the data. */
	private int count;

	private int length;

	/** The first eight bytes of the part, the least significant one first. */
	private long value;

	private int flags;

	ContentDecoding(String coding) {
		this.coding = coding;
		this.part = coding.endsWith("gzip") ? Part.HEADER : Part.PREFIX;
		begin(this.part, (this.part == Part.HEADER) ? 10 : 2);
	}

	/**
	 * Decode the next bytes.
	 * @param encoded the received bytes, of which some or all are consumed
	 * @param decoded is filled with decoded bytes
	 * @return how many there are, 0 if more must be received
	 */
	int decode(ByteBuffer encoded, byte[] decoded) throws ZipException {
		while (true) {
			if (this.part == Part.DATA) {
				int size = inflate(this.prefix.hasRemaining() ? this.prefix : encoded, decoded);
				if (size > 0) {
					return size;
				}
				if (this.part == Part.DATA && !this.prefix.hasRemaining() && !encoded.hasRemaining()) {
					return 0;
				}
			}
			else if (encoded.hasRemaining()) {
				receive(encoded.get() & 0xFF);
			}
			else {
				return 0;
			}
		}
	}

	/**
	 * Check that the coding has ended with the bytes that were received.
	 */
	void end() throws EOFException {
		boolean isBetween = this.part == Part.PREFIX || this.part == Part.HEADER || this.part == Part.NONE;
		if (!isBetween || this.count > 0) {
			throw new EOFException("its " + this.coding + " coding ends early");
		}
	}

	private int inflate(ByteBuffer encoded, byte[] decoded) throws ZipException {
		try {
			this.inflater.setInput(encoded);
			int size = this.inflater.inflate(decoded);
			this.checksum.update(decoded, 0, size);
			if (this.inflater.needsDictionary()) {
				throw new ZipException("its " + this.coding + " coding needs a dictionary");
			}
			if (size == 0 && this.inflater.finished()) {
				boolean deflate = this.coding.equals("deflate");
				begin(deflate ? Part.NONE : Part.TRAILER, 8);
			}
			return size;
		}
		catch (DataFormatException ex) {
			throw wrong();
		}
	}

	private void receive(int next) throws ZipException {
		if (this.count < 8) {
			this.value |= (long) next << (8 * this.count);
		}
		this.count++;
		if (this.part == Part.NONE) {
			throw wrong();
		}
		if ((this.part == Part.TEXT) ? next == 0 : this.count == this.length) {
			end(this.part);
		}
	}

	private void end(Part ended) throws ZipException {
		switch (ended) {
			case PREFIX -> {
				boolean zlib = (this.value & 0x0F) == 8 && ((this.value & 0xFF) << 8 | this.value >> 8) % 31 == 0;
				this.prefix = ByteBuffer.wrap(new byte[] { (byte) this.value, (byte) (this.value >> 8) });
				beginData(!zlib);
			}
			case HEADER -> {
				if ((this.value & 0xFFFFFF) != MAGIC) {
					throw wrong();
				}
				this.flags = (int) (this.value >> 24) & 0xFF;
				beginField();
			}
			case EXTRA_LENGTH -> {
				if (this.value > 0) {
					begin(Part.SKIPPED, (int) this.value);
				}
				else {
					beginField();
				}
			}
			case TRAILER -> {
				if ((this.value & 0xFFFFFFFFL) != this.checksum.getValue()
						|| this.value >>> 32 != (this.inflater.getBytesWritten() & 0xFFFFFFFFL)) {
					throw wrong();
				}
				begin(Part.HEADER, 10);
			}
			default -> beginField();
		}
	}

	/** Begin the next optional field of the header of gzip, or the data. */
	private void beginField() {
		if (hasField(EXTRA)) {
			begin(Part.EXTRA_LENGTH, 2);
		}
		else if (hasField(NAME) || hasField(COMMENT)) {
			begin(Part.TEXT, 0);
		}
		else if (hasField(HEADER_CHECKSUM)) {
			begin(Part.SKIPPED, 2);
		}
		else {
			this.flags = 0;
			beginData(true);
		}
	}

	private boolean hasField(int flag) {
		boolean present = (this.flags & flag) != 0;
		this.flags &= ~flag;
		return present;
	}

	private void beginData(boolean raw) {
		this.inflater.end();
		this.inflater = new Inflater(raw);
		this.checksum.reset();
		begin(Part.DATA, 0);
	}

	private void begin(Part next, int size) {
		this.part = next;
		this.length = size;
		this.count = 0;
		this.value = 0;
	}

	private ZipException wrong() {
		return new ZipException("its " + this.coding + " coding is wrong");
	}

	@Override
	public void close() {
		this.inflater.end();
	}

	private enum Part {

		PREFIX, HEADER, EXTRA_LENGTH, TEXT, SKIPPED, DATA, TRAILER, NONE

	}

}
