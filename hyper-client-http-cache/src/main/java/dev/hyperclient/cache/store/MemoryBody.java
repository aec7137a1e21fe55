package dev.hyperclient.cache.store;

import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;

/**
 * Content in an array.
 *
 * @param bytes the content, which must not be changed
 */
record MemoryBody(byte[] bytes) implements StoredBody {

	@Override
	public long length() {
		return this.bytes.length;
	}

	@Override
	public boolean isInMemory() {
		return true;
	}

	@Override
	public StoredBody snapshot() {
		return this;
	}

	@Override
	public ReadableByteChannel open() {
		return Channels.newChannel(new ByteArrayInputStream(this.bytes));
	}

}
