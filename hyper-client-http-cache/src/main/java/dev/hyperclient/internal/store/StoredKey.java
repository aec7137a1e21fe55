package dev.hyperclient.internal.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

import dev.hyperclient.cache.store.CacheKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines the key of a file. It is written in the files of this client; for those of
 * other clients, likely media types are compared with the digest in the file name.
 */
final class StoredKey {

	private static final Logger logger = LoggerFactory.getLogger(StoredKey.class);

	private StoredKey() {
	}

	/**
	 * Return the key of a file.
	 * @param file a file whose name has the prefix of the URL
	 * @param url the normalised URL
	 * @return the key, or empty if the file belongs to another URL or its media type is
	 * unknown
	 */
	static Optional<CacheKey> of(Path file, String url) {
		String name = file.getFileName().toString();
		if (name.startsWith(StoredFileName.TEMPORARY_PREFIX)) {
			return Optional.empty();
		}
		return mediaTypes(file, name, url).stream()
			.map((mediaType) -> new CacheKey(url, mediaType))
			.filter((key) -> StoredFileName.of(key.text()).equals(name))
			.findFirst();
	}

	/**
	 * Return the key that is written in a file.
	 * @param file a stored response
	 * @return the key, or empty if none is written or it is that of another file
	 */
	static Optional<CacheKey> written(Path file) {
		return StoredResponseFormat.key(beginning(file))
			.filter((key) -> StoredFileName.of(key.text()).equals(file.getFileName().toString()));
	}

	/**
	 * Return the bytes of the head and possibly others, none if the file is unreadable.
	 */
	private static byte[] beginning(Path file) {
		try (InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
			return in.readNBytes(StoredResponseFormat.MAX_HEAD_SIZE);
		}
		catch (IOException ex) {
			logger.debug("Could not read '{}'", file, ex);
			return new byte[0];
		}
	}

	private static Set<String> mediaTypes(Path file, String name, String url) {
		byte[] beginning = beginning(file);
		Optional<CacheKey> written = StoredResponseFormat.key(beginning);
		if (written.isPresent()) {
			return written.get().url().equals(url) ? Set.of(written.get().variant()) : Set.of();
		}
		Set<String> candidates = new LinkedHashSet<>();
		candidates.add(fromName(name, url));
		StoredResponseFormat.mediaType(beginning).ifPresent(candidates::add);
		candidates.add("application/json");
		candidates.add(CacheKey.ANY_MEDIA_TYPE);
		return candidates;
	}

	/**
	 * Return the media type in the name, if the name is not truncated.
	 */
	private static String fromName(String name, String url) {
		int begin = Math.min(StoredFileName.prefix(url + "-").length(), name.length());
		int end = Math.max(begin, name.lastIndexOf(','));
		return name.substring(begin, end).replaceFirst(",", "/");
	}

}
