package dev.hyperclient.internal.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import dev.hyperclient.cache.store.CacheGroup;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredBody;
import dev.hyperclient.cache.store.StoredResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;

/**
 * Determines the key of a file. It is written in the files of this client; for files of
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
	 * @return the key, or empty if none is written or it belongs to another file
	 */
	static Optional<CacheKey> written(Path file) {
		return StoredResponseFormat.key(beginning(file))
			.filter((key) -> StoredFileName.of(key.text()).equals(file.getFileName().toString()));
	}

	/**
	 * Return the groups that a stored response is in. The URL of a file without a key is
	 * unknown; its groups are those of an origin that its name may stand for.
	 * @param file a stored response
	 * @param origins the prefix of the names of files by origin, for some origins
	 * @param concerned whether groups matter that the response may be in; otherwise none
	 * are returned, and its key is not read
	 * @throws IOException if the file can be read at another time, perhaps
	 */
	static Set<CacheGroup> groups(Path file, Map<String, String> origins, Predicate<Set<CacheGroup>> concerned)
			throws IOException {
		byte[] beginning;
		try {
			beginning = read(file);
		}
		catch (NoSuchFileException | AccessDeniedException ex) {
			return Set.of();
		}
		HttpHeaders headers = StoredResponseFormat.groups(beginning);
		if (headers.isEmpty()) {
			return Set.of();
		}
		StoredResponse response = new StoredResponse(0, headers, StoredBody.EMPTY, Map.of(), null, null);
		Set<CacheGroup> groups = new HashSet<>();
		String name = file.getFileName().toString();
		origins.forEach((origin, prefix) -> {
			if (StoredFileName.mayBeOf(prefix, name)) {
				groups.addAll(CacheGroup.of(new CacheKey(origin, ""), response));
			}
		});
		if (!concerned.test(groups)) {
			return Set.of();
		}
		return StoredResponseFormat.key(beginning).map((written) -> CacheGroup.of(written, response)).orElse(groups);
	}

	/**
	 * Return the bytes of the head and possibly others, none if the file is unreadable.
	 */
	private static byte[] beginning(Path file) {
		try {
			return read(file);
		}
		catch (IOException ex) {
			logger.debug("Could not read '{}'", file, ex);
			return new byte[0];
		}
	}

	private static byte[] read(Path file) throws IOException {
		try (InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
			return in.readNBytes(StoredResponseFormat.MAX_HEAD_SIZE);
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
