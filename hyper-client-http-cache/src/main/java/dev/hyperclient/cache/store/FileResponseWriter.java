package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a response into a temporary file and renames it. The head is written last, into
 * the space reserved for it before the content.
 */
final class FileResponseWriter implements ResponseWriter {

	private static final Logger logger = LoggerFactory.getLogger(FileResponseWriter.class);

	private static final RecordChecksum PLACEHOLDER = new RecordChecksum(0);

	/** The names of the temporary files that this process is writing. */
	private static final Set<String> writing = ConcurrentHashMap.newKeySet();

	private final StoreDirectory directory;

	private final Path file;

	private final CacheKey key;

	private final StoredResponse head;

	private final long limit;

	/** The maximum length of the content. */
	private long maxLength;

	private final LongConsumer onStored;

	private final Consumer<IOException> onFailure;

	private final CRC32C checksum = new CRC32C();

	private long length;

	private @Nullable Path temporary;

	private @Nullable FileChannel channel;

	/**
	 * Create the temporary file, if that is possible.
	 * @param limit the maximum size of the file
	 * @param onStored accepts the size of the file just before it is renamed
	 * @param onFailure accepts a failure
	 */
	FileResponseWriter(StoreDirectory directory, Path file, CacheKey key, StoredResponse head, long limit,
			LongConsumer onStored, Consumer<IOException> onFailure) {
		this.limit = limit;
		this.onStored = onStored;
		this.directory = directory;
		this.file = file;
		this.key = key;
		this.head = head;
		this.onFailure = onFailure;
		try {
			open();
		}
		catch (IOException ex) {
			fail(ex);
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

	/**
	 * Whether this process is writing a temporary file.
	 */
	static boolean isWriting(Path temporary) {
		return writing.contains(temporary.getFileName().toString());
	}

	/**
	 * Remove a temporary file.
	 */
	static void discard(Path temporary) {
		try {
			Files.deleteIfExists(temporary);
		}
		catch (IOException ex) {
			logger.debug("Could not remove '{}'", temporary, ex);
		}
	}

	@Override
	public void write(ByteBuffer content) {
		if (this.channel == null) {
			return;
		}
		if (content.remaining() > this.maxLength - this.length) {
			close();
			return;
		}
		try {
			this.checksum.update(content.duplicate());
			this.length += content.remaining();
			writeFully(this.channel, content);
		}
		catch (IOException ex) {
			fail(ex);
		}
	}

	@Override
	public void commit() {
		if (this.channel == null || this.temporary == null) {
			return;
		}
		try {
			RecordChecksum sum = new RecordChecksum((int) this.checksum.getValue());
			byte[] finished = StoredResponseFormat.paddedHead(this.key, this.head, this.length, sum).orElseThrow();
			this.channel.position(0);
			writeFully(this.channel, ByteBuffer.wrap(finished));
			this.channel.close();
			this.onStored.accept(finished.length + this.length);
			this.directory.finish(this.temporary, this.file);
			this.channel = null;
			writing.remove(this.temporary.getFileName().toString());
			this.temporary = null;
		}
		catch (IOException ex) {
			fail(ex);
		}
	}

	@Override
	public void close() {
		FileChannel open = this.channel;
		this.channel = null;
		if (open != null) {
			try {
				open.close();
			}
			catch (IOException ex) {
				logger.debug("Could not close '{}'", this.temporary, ex);
			}
		}
		if (this.temporary != null) {
			discard(this.temporary);
			writing.remove(this.temporary.getFileName().toString());
			this.temporary = null;
		}
	}

	private void open() throws IOException {
		Optional<byte[]> reserved = StoredResponseFormat.paddedHead(this.key, this.head, 0, PLACEHOLDER);
		if (reserved.isPresent()) {
			StoreDirectory.Temporary created = this.directory.createTemporary();
			this.temporary = created.path();
			this.channel = created.channel();
			writing.add(this.temporary.getFileName().toString());
			this.channel.position(reserved.get().length);
			this.maxLength = this.limit - reserved.get().length;
		}
	}

	private void fail(IOException ex) {
		close();
		this.onFailure.accept(ex);
	}

}
