package dev.hyperclient.cache.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Determines the key of a file. It is written in the files of this client; for those of
 * other clients, likely media types are compared with the digest in the file name.
 */
final class StoredKey {

	private StoredKey() {
	}

	/**
	 * Return the key of a file.
	 * @param file a file whose name has the prefix of the URL
	 * @param url the normalised URL
	 * @return the key, or empty if the file belongs to another URL, is unreadable, or its
	 * media type is unknown
	 * @throws IOException if it cannot be read
	 */
	static Optional<CacheKey> of(Path file, String url) throws IOException {
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
	 * @throws IOException if the file cannot be read
	 */
	static Optional<CacheKey> written(Path file) throws IOException {
		return StoredResponseFormat.key(beginning(file))
			.filter((key) -> StoredFileName.of(key.text()).equals(file.getFileName().toString()));
	}

	private static byte[] beginning(Path file) throws IOException {
		try (InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
			return in.readNBytes(StoredResponseFormat.MAX_HEAD_SIZE);
		}
	}

	private static Set<String> mediaTypes(Path file, String name, String url) throws IOException {
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
