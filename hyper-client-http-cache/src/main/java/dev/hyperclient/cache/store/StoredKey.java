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
 * Finds out which key of an address a file belongs to. Ours tell it; for those of other
 * clients it is guessed, and the digest in the name proves the guess.
 */
final class StoredKey {

	private StoredKey() {
	}

	/**
	 * The key of a file.
	 * @param file a file whose name begins like those of the address
	 * @param url the normalised address
	 * @return the key, or empty if the file belongs to another address, is unreadable or
	 * does not tell
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

	private static Set<String> mediaTypes(Path file, String name, String url) throws IOException {
		byte[] beginning;
		try (InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
			beginning = in.readNBytes(StoredResponseFormat.MAX_HEAD_SIZE);
		}
		Optional<CacheKey> told = StoredResponseFormat.key(beginning);
		if (told.isPresent()) {
			return told.get().url().equals(url) ? Set.of(told.get().mediaType()) : Set.of();
		}
		Set<String> guesses = new LinkedHashSet<>();
		guesses.add(fromName(name, url));
		StoredResponseFormat.mediaType(beginning).ifPresent(guesses::add);
		guesses.add("application/json");
		guesses.add(CacheKey.ANY_MEDIA_TYPE);
		return guesses;
	}

	/**
	 * What the name says, if it was not cut.
	 */
	private static String fromName(String name, String url) {
		int begin = Math.min(StoredFileName.prefix(url + "-").length(), name.length());
		int end = Math.max(begin, name.lastIndexOf(','));
		return name.substring(begin, end).replaceFirst(",", "/");
	}

}
