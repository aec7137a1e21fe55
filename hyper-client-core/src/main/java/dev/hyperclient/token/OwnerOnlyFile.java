package dev.hyperclient.token;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.hyperclient.internal.files.AtomicReplacement;
import dev.hyperclient.internal.files.OwnerOnly;

/**
 * Small files that only their owner can read, where the file system supports permissions.
 * Written to a temporary file that is then renamed, so that readers never see a partial
 * file.
 */
final class OwnerOnlyFile {

	private static final int MAX_SIZE = 64 * 1024;

	private OwnerOnlyFile() {
	}

	/**
	 * Read a file.
	 * @throws IOException if it cannot be read, is not a regular file or is too long
	 */
	static byte[] read(Path file, LinkOption... links) throws IOException {
		BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class, links);
		if (!attributes.isRegularFile()) {
			throw new IOException(attributes.isSymbolicLink() ? "it is a symbolic link" : "it is not a regular file");
		}
		Set<OpenOption> options = new HashSet<>(List.of(links));
		options.add(StandardOpenOption.READ);
		try (InputStream in = Channels.newInputStream(Files.newByteChannel(file, options))) {
			byte[] content = in.readNBytes(MAX_SIZE + 1);
			if (content.length > MAX_SIZE) {
				throw new IOException("it is longer than %d bytes".formatted(MAX_SIZE));
			}
			return content;
		}
	}

	/**
	 * Write a file, replacing an existing file or link, and create its directory if that
	 * is missing.
	 */
	static void write(Path file, byte[] content) throws IOException {
		Path directory = file.resolveSibling("");
		OwnerOnly.createDirectories(directory);
		Path unfinished = Files.createTempFile(directory, ".unfinished-", "", OwnerOnly.file(directory));
		try {
			// Forced to disk, since a service returns a token only once.
			Files.write(unfinished, content, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
			AtomicReplacement.move(unfinished, file);
		}
		finally {
			Files.deleteIfExists(unfinished);
		}
	}

}
