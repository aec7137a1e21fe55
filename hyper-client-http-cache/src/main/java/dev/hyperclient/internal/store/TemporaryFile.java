package dev.hyperclient.internal.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

import dev.hyperclient.internal.files.AtomicReplacement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new file under a temporary name, open for writing. It is removed when it is closed,
 * unless it has been finished.
 *
 * @param path the file
 * @param channel where its content is written
 */
record TemporaryFile(Path path, FileChannel channel) implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(TemporaryFile.class);

	private static final Set<OpenOption> NEW_FILE = Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW,
			LinkOption.NOFOLLOW_LINKS);

	private static final AtomicLong nextNumber = new AtomicLong(ThreadLocalRandom.current().nextLong());

	/** The files that this process is writing. */
	private static final Set<TemporaryFile> writing = ConcurrentHashMap.newKeySet();

	/**
	 * Create a file. Names are counted from a random number, so that two processes hardly
	 * ever try the same one.
	 */
	static TemporaryFile create(Path directory, FileAttribute<?>[] attributes) throws IOException {
		while (true) {
			String name = StoredFileName.TEMPORARY_PREFIX + (nextNumber.getAndIncrement() & Long.MAX_VALUE);
			try {
				Path file = directory.resolve(name);
				TemporaryFile created = new TemporaryFile(file, FileChannel.open(file, NEW_FILE, attributes));
				writing.add(created);
				return created;
			}
			catch (FileAlreadyExistsException ex) {
				continue;
			}
		}
	}

	/**
	 * Whether this process is writing a temporary file.
	 */
	static boolean isWriting(Path temporary) {
		return writing.stream().anyMatch((file) -> file.path.getFileName().equals(temporary.getFileName()));
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

	/**
	 * Rename the complete file, in place of an older file. Has no effect if the directory
	 * has been cleared meanwhile, or if the older file stays open on Windows.
	 * @param file the new name
	 * @throws IOException if that fails
	 */
	void finish(Path file) throws IOException {
		this.channel.close();
		try {
			AtomicReplacement.move(this.path, file);
		}
		catch (AccessDeniedException ex) {
			if (!Files.exists(file)) {
				throw ex;
			}
			// On Windows, while another process reads it.
			logger.debug("'{}' is open and was not replaced", file, ex);
			discard(this.path);
		}
		catch (NoSuchFileException ex) {
			if (Files.exists(this.path)) {
				throw ex;
			}
		}
		writing.remove(this);
	}

	/** Has no effect on a finished file. */
	@Override
	public void close() {
		try {
			this.channel.close();
		}
		catch (IOException ex) {
			logger.debug("Could not close '{}'", this.path, ex);
		}
		if (writing.remove(this)) {
			discard(this.path);
		}
	}

}
