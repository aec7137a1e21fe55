package dev.hyperclient.cache.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
 * Writes a response into an unfinished file, its content first and its head, whose room
 * is left free, at the end; then gives the file its name.
 */
final class FileResponseWriter implements ResponseWriter {

	private static final Logger logger = LoggerFactory.getLogger(FileResponseWriter.class);

	private static final RecordChecksum UNKNOWN = new RecordChecksum(0);

	/** The names of the unfinished files that this process writes, which are unique. */
	private static final Set<String> writing = ConcurrentHashMap.newKeySet();

	private final StoreDirectory directory;

	private final Path file;

	private final CacheKey key;

	private final StoredResponse head;

	private final long limit;

	private final LongConsumer stored;

	private final Consumer<IOException> trouble;

	private final CRC32C checksum = new CRC32C();

	private long length;

	private @Nullable Path unfinished;

	private @Nullable FileChannel channel;

	/**
	 * Creates the unfinished file, if that is possible.
	 * @param limit how long the file may become
	 * @param stored is told the size of the file just before it gets its name
	 * @param trouble is told what went wrong
	 */
	FileResponseWriter(StoreDirectory directory, Path file, CacheKey key, StoredResponse head, long limit,
			LongConsumer stored, Consumer<IOException> trouble) {
		this.limit = limit;
		this.stored = stored;
		this.directory = directory;
		this.file = file;
		this.key = key;
		this.head = head;
		this.trouble = trouble;
		try {
			open();
		}
		catch (IOException ex) {
			fail(ex);
		}
	}

	/**
	 * Writes all bytes.
	 */
	static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
		while (bytes.hasRemaining()) {
			channel.write(bytes);
		}
	}

	/**
	 * Opens an unfinished file for writing.
	 */
	static FileChannel open(Path unfinished) throws IOException {
		return FileChannel.open(unfinished, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
	}

	/**
	 * Whether this process is writing an unfinished file.
	 */
	static boolean isWriting(Path unfinished) {
		return writing.contains(unfinished.getFileName().toString());
	}

	/**
	 * Removes an unfinished file.
	 */
	static void discard(Path unfinished) {
		try {
			Files.deleteIfExists(unfinished);
		}
		catch (IOException ex) {
			logger.debug("Could not remove '{}'", unfinished, ex);
		}
	}

	@Override
	public void write(ByteBuffer content) {
		if (this.channel == null) {
			return;
		}
		if (content.remaining() > this.limit - this.length) {
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
		if (this.channel == null || this.unfinished == null) {
			return;
		}
		try {
			RecordChecksum sum = new RecordChecksum((int) this.checksum.getValue());
			byte[] finished = StoredResponseFormat.paddedHead(this.key, this.head, this.length, sum).orElseThrow();
			this.channel.position(0);
			writeFully(this.channel, ByteBuffer.wrap(finished));
			this.channel.close();
			this.stored.accept(finished.length + this.length);
			this.directory.finish(this.unfinished, this.file);
			this.channel = null;
			writing.remove(this.unfinished.getFileName().toString());
			this.unfinished = null;
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
				logger.debug("Could not close '{}'", this.unfinished, ex);
			}
		}
		if (this.unfinished != null) {
			discard(this.unfinished);
			writing.remove(this.unfinished.getFileName().toString());
			this.unfinished = null;
		}
	}

	private void open() throws IOException {
		Optional<byte[]> room = StoredResponseFormat.paddedHead(this.key, this.head, 0, UNKNOWN);
		if (room.isPresent()) {
			this.unfinished = this.directory.createUnfinished();
			writing.add(this.unfinished.getFileName().toString());
			this.channel = open(this.unfinished);
			this.channel.position(room.get().length);
		}
	}

	private void fail(IOException ex) {
		close();
		this.trouble.accept(ex);
	}

}
