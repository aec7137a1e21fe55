package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;

/**
 * Writes a response into a temporary file and renames it. The head is written last, into
 * the space reserved for it before the content.
 */
final class FileResponseWriter implements ResponseWriter {

	private static final RecordChecksum PLACEHOLDER = new RecordChecksum(0);

	private final Path file;

	private final CacheKey key;

	private final StoredResponse head;

	/** The maximum length of the content. */
	private long maxLength;

	private final LongConsumer onStored;

	private final Consumer<IOException> onFailure;

	private final CRC32C checksum = new CRC32C();

	private long length;

	private @Nullable TemporaryFile temporary;

	/**
	 * Create the temporary file, if that is possible.
	 * @param limit the maximum size of the file
	 * @param onStored accepts the size of the file just before it is renamed
	 * @param onFailure accepts a failure
	 */
	FileResponseWriter(StoreDirectory directory, Path file, CacheKey key, StoredResponse head, long limit,
			LongConsumer onStored, Consumer<IOException> onFailure) {
		this.onStored = onStored;
		this.file = file;
		this.key = key;
		this.head = head;
		this.onFailure = onFailure;
		Optional<byte[]> reserved = StoredResponseFormat.paddedHead(key, head, 0, PLACEHOLDER);
		if (reserved.isPresent()) {
			try {
				this.temporary = directory.createTemporary();
				this.temporary.channel().position(reserved.get().length);
				this.maxLength = limit - reserved.get().length;
			}
			catch (IOException ex) {
				fail(ex);
			}
		}
	}

	/**
	 * Write all bytes.
	 */
	static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
		while (bytes.hasRemaining()) {
			channel.write(bytes);
		}
	}

	@Override
	public void write(ByteBuffer content) {
		if (this.temporary == null) {
			return;
		}
		if (content.remaining() > this.maxLength - this.length) {
			close();
			return;
		}
		try {
			this.checksum.update(content.duplicate());
			this.length += content.remaining();
			writeFully(this.temporary.channel(), content);
		}
		catch (IOException ex) {
			fail(ex);
		}
	}

	@Override
	public void commit() {
		if (this.temporary == null) {
			return;
		}
		try {
			RecordChecksum sum = new RecordChecksum((int) this.checksum.getValue());
			byte[] finished = StoredResponseFormat.paddedHead(this.key, this.head, this.length, sum).orElseThrow();
			writeFully(this.temporary.channel().position(0), ByteBuffer.wrap(finished));
			this.onStored.accept(finished.length + this.length);
			this.temporary.finish(this.file);
			this.temporary = null;
		}
		catch (IOException ex) {
			fail(ex);
		}
	}

	@Override
	public void close() {
		if (this.temporary != null) {
			this.temporary.close();
			this.temporary = null;
		}
	}

	private void fail(IOException ex) {
		close();
		this.onFailure.accept(ex);
	}

}
