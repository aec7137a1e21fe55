package dev.hyperclient;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Writes a file aside and gives it its name when it is complete.
 */
final class WholeFile {

	private WholeFile() {
	}

	static long write(Path target, InputStream content) throws IOException {
		Path aside = target.resolveSibling(".hyper-client-" + UUID.randomUUID() + ".part");
		try {
			long length;
			try (OutputStream out = Files.newOutputStream(aside, StandardOpenOption.CREATE_NEW,
					StandardOpenOption.WRITE)) {
				length = content.transferTo(out);
			}
			Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
			return length;
		}
		finally {
			Files.deleteIfExists(aside);
		}
	}

}
