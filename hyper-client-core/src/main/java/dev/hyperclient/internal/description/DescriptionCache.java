package dev.hyperclient.internal.description;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.error.InvalidSettingException;
import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.internal.document.MemoryLimit;
import dev.hyperclient.internal.files.DirectoryRisk;
import dev.hyperclient.internal.store.FileResponseStore;
import dev.hyperclient.internal.store.FileStoreLimits;
import dev.hyperclient.internal.text.CodeDigest;
import dev.hyperclient.internal.text.Product;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;

/**
 * Parses descriptions, and keeps the result in a directory, so that the next start reads
 * it in place of the document: a description of 2 MB takes hundreds of milliseconds to
 * parse in a new process, and few to read. For Hyper Client itself: the format changes
 * between versions.
 * <p>
 * A stored result is used for the same bytes from the same URL only. They are recognised
 * by their length and two CRCs, which a new JVM computes a hundred times faster than a
 * cryptographic hash. That does not protect against another user who may write to the
 * directory, or to the cache: both are used only if they are trusted or do not belong to
 * another ordinary user, and are created for their owner only. A result that is
 * unreadable, damaged or written by another version is replaced. Failures never reach the
 * caller. Thread-safe.
 */
public final class DescriptionCache {

	/**
	 * Keeps nothing.
	 */
	public static final DescriptionCache NONE = new DescriptionCache(null, "", false, true);

	private static final String MEDIA_TYPE = "application/vnd.hyper-client.description";

	private static final String SUFFIX = "-description";

	private static final Logger logger = LoggerFactory.getLogger(DescriptionCache.class);

	private final @Nullable Path directory;

	private final String setting;

	private final boolean required;

	private final boolean trusted;

	/** Empty if it must not be used, {@code null} if it is not open. */
	private volatile @Nullable Optional<ResponseStore> store;

	private DescriptionCache(@Nullable Path directory, String setting, boolean required, boolean trusted) {
		this.directory = directory;
		this.setting = setting;
		this.required = required;
		this.trusted = trusted;
	}

	/**
	 * Keep results in the directory that the application has chosen, or else in one next
	 * to the cache directory. If it cannot be used, nothing is kept.
	 * @param chosen the directory, {@code null} for one next to the cache directory
	 * @param cacheDirectory the cache directory, {@code null} if the cache has none of
	 * its own
	 * @param setting what messages call the setting of the directory
	 * @param trusted whether the owner and the permissions are not checked
	 * @return the cache, which has not yet accessed the directory
	 * @throws InvalidSettingException if the directory is within the cache directory
	 */
	public static DescriptionCache of(@Nullable Path chosen, @Nullable Path cacheDirectory, String setting,
			boolean trusted) {
		if (chosen == null) {
			return (cacheDirectory != null) ? nextTo(cacheDirectory, trusted) : NONE;
		}
		if (cacheDirectory != null && normal(chosen).startsWith(normal(cacheDirectory))) {
			throw new InvalidSettingException(Setting.DESCRIPTION_DIRECTORY,
					"%s is '%s', which is within the cache directory '%s'. Set it to another directory, or remove it"
						.formatted(setting, chosen, cacheDirectory));
		}
		return inDirectory(chosen, setting, trusted);
	}

	/**
	 * Keep results in a directory.
	 * @param directory the directory; created with its parents if it is missing, readable
	 * by the owner only. If that fails, or it belongs to another ordinary user, a warning
	 * is logged and nothing is kept
	 * @param setting what messages call the setting of the directory
	 * @param trusted whether the owner and the permissions are not checked
	 * @return the cache, which has not yet accessed the directory
	 */
	static DescriptionCache inDirectory(Path directory, String setting, boolean trusted) {
		return new DescriptionCache(directory, setting, true, trusted);
	}

	/**
	 * Keep results next to a cache directory, which contains nothing but responses: in a
	 * directory with the same name and {@code -description}. If it is missing and cannot
	 * be created, nothing is kept; nor if it belongs to another ordinary user, with a
	 * warning.
	 * @param cacheDirectory the cache directory
	 * @param trusted whether the owner and the permissions are not checked
	 * @return the cache, which has not yet accessed the directory
	 */
	static DescriptionCache nextTo(Path cacheDirectory, boolean trusted) {
		Path normal = normal(cacheDirectory);
		Path name = normal.getFileName();
		return (name == null) ? NONE : new DescriptionCache(normal.resolveSibling(name + SUFFIX),
				"the directory of parsed descriptions", false, trusted);
	}

	private static Path normal(Path path) {
		return path.toAbsolutePath().normalize();
	}

	/**
	 * Return a description, as {@link WadlParser} parses it.
	 * @param document the XML document, neither changed nor kept
	 * @param version its {@link #version(byte[])}
	 * @param documentUri the absolute URL it was fetched from
	 * @param limit the memory limit of the description
	 * @return the description
	 * @throws ServiceDescriptionException as {@link WadlParser#parse(byte[], URI)}
	 * @throws ResponseTooLargeException if the description takes more memory
	 */
	public WadlApplication parse(byte[] document, String version, URI documentUri, MemoryLimit limit) {
		ResponseStore opened = isKept(documentUri) ? open() : null;
		if (opened == null) {
			return WadlParser.parse(document, documentUri, limit);
		}
		CacheKey key = new CacheKey(documentUri.toString(), MEDIA_TYPE);
		String tag = "\"%s %s\"".formatted(Code.VERSION, version);
		WadlApplication known = opened.find(key)
			.filter((stored) -> tag.equals(stored.headers().getETag()))
			.filter((stored) -> stored.body().length() < document.length)
			.flatMap((stored) -> read(stored, documentUri))
			.orElse(null);
		if (known != null) {
			return known;
		}
		WadlApplication parsed = WadlParser.parse(document, documentUri, limit);
		byte[] compact = new CompactWriter(parsed).write();
		// Longer only if entities repeat long texts: not worth it.
		if (compact.length < document.length) {
			HttpHeaders headers = new HttpHeaders();
			headers.set(HttpHeaders.ETAG, tag);
			opened.put(key, StoredResponse.of(200, headers, compact, Map.of(), null, null));
		}
		return parsed;
	}

	/**
	 * Whether the result for a URL is kept. User information and the query of the target
	 * of a redirect may be secrets, and the query may be another one each time.
	 */
	private static boolean isKept(URI documentUri) {
		return documentUri.getRawQuery() == null && documentUri.getRawUserInfo() == null;
	}

	private static Optional<WadlApplication> read(StoredResponse stored, URI documentUri) {
		try {
			return Optional.of(new CompactReader(stored.body().bytes(), new DocumentUri(documentUri)).read());
		}
		catch (IOException | RuntimeException ex) {
			logger.debug("The parsed description of {} is parsed again: it cannot be read", documentUri, ex);
			return Optional.empty();
		}
	}

	/**
	 * Return what identifies the content of a document, for a comparison with another
	 * one: the same for the same bytes, and for others only by a rare accident.
	 * @param document the document
	 * @return a short text
	 */
	public static String version(byte[] document) {
		return String.join(" ", Integer.toString(document.length), sum(new CRC32C(), document),
				sum(new CRC32(), document));
	}

	private static String sum(Checksum checksum, byte[] document) {
		checksum.update(document, 0, document.length);
		return Long.toHexString(checksum.getValue());
	}

	private @Nullable ResponseStore open() {
		Path path = this.directory;
		if (path == null || (!this.required && !isUsable(path))) {
			return null;
		}
		Optional<ResponseStore> opened = this.store;
		if (opened == null) {
			opened = isTrusted(path) ? Optional.of(new FileResponseStore(path, FileStoreLimits.NONE, this.setting))
					: Optional.empty();
			this.store = opened;
		}
		return opened.orElse(null);
	}

	/**
	 * The parents of a directory next to the cache directory are checked with that one.
	 */
	private boolean isTrusted(Path path) {
		Optional<DirectoryRisk> risk = this.trusted ? Optional.empty() : DirectoryRisk.of(path, this.required);
		risk.ifPresent((found) -> logger
			.warn(found.warning("%s is '%s', which".formatted(StringUtils.capitalize(this.setting), path),
					"the description is parsed again at each start")));
		return risk.filter(DirectoryRisk::isForeign).isEmpty();
	}

	/**
	 * Version of the code that parses descriptions, and writes and reads their compact
	 * form.
	 */
	private static final class Code {

		private static final String VERSION = Product.VERSION + " " + CodeDigest.ofPackages(DescriptionCache.class);

	}

	/** An application that did not ask for the directory must not be warned. */
	private static boolean isUsable(Path path) {
		Path parent = path.getParent();
		return Files.isDirectory(path) ? Files.isWritable(path)
				: !Files.exists(path) && parent != null && Files.isWritable(parent);
	}

}
