package dev.hyperclient.cache;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;

import dev.hyperclient.cache.api.IdentityKeyException;
import dev.hyperclient.internal.files.OwnerOnly;
import dev.hyperclient.internal.policy.IdentityKey;
import org.jspecify.annotations.Nullable;

/**
 * The file of an {@link IdentityKey}. Whoever can read both the key and the cache can
 * test guesses of credentials, so only the owner may read it, and it is not in the
 * directory of the cache.
 */
final class IdentityKeyFile {

	private static final int MAX_SIZE = 4096;

	private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rwx------");

	private IdentityKeyFile() {
	}

	/**
	 * Read the key, or create it with a random one. Processes that create it at the same
	 * time get the same key.
	 * @param file the file
	 * @param directory the directory of the cache, or {@code null} for none
	 * @throws IdentityKeyException if the key cannot be used
	 */
	public static IdentityKey read(Path file, @Nullable Path directory) {
		try {
			// Before it is created, and the file that a link leads to.
			checkOutside(file, directory);
			if (!Files.exists(file)) {
				create(file.toAbsolutePath());
			}
			Path real = file.toRealPath();
			checkOutside(real, directory);
			if (!Files.isRegularFile(real) || Files.size(real) > MAX_SIZE) {
				throw new IdentityKeyException(file, "is not a file with a key");
			}
			checkAccess(file, real);
			String secret = Files.readString(real).strip();
			if (secret.length() < IdentityKey.MIN_LENGTH) {
				throw new IdentityKeyException(file, "contains less than " + IdentityKey.MIN_LENGTH
						+ " characters. Remove it, and a new key is created");
			}
			return IdentityKey.of(secret);
		}
		catch (IOException ex) {
			throw new IdentityKeyException(file, "cannot be read or created (" + ex + ")", ex);
		}
	}

	private static void checkOutside(Path file, @Nullable Path directory) throws IOException {
		if (directory != null
				&& real(file.toAbsolutePath().normalize()).startsWith(real(directory.toAbsolutePath().normalize()))) {
			throw new IdentityKeyException(file,
					"is in the cache directory '" + directory + "'. Keep it in another directory");
		}
	}

	/**
	 * Check that no other user can read or change the key, or knows it.
	 */
	private static void checkAccess(Path file, Path real) throws IOException {
		if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
			return;
		}
		Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(real);
		if (!OWNER.containsAll(permissions)) {
			throw new IdentityKeyException(file,
					"can be used by other users (%s). Permit it to its owner only (chmod 600)"
						.formatted(PosixFilePermissions.toString(permissions)));
		}
		UserPrincipal owner = Files.getOwner(real);
		UserPrincipal user = OwnerOnly.user(real.resolveSibling(""));
		if (user != null && !owner.equals(user)) {
			throw new IdentityKeyException(file,
					"belongs to another user (%s). Change its owner, or set the key itself".formatted(owner.getName()));
		}
	}

	/**
	 * Create the file atomically.
	 */
	private static void create(Path file) throws IOException {
		Path parent = file.getParent();
		if (parent == null) {
			throw new IdentityKeyException(file, "is not a file with a key");
		}
		OwnerOnly.createDirectories(parent);
		byte[] key = new byte[32];
		SecureRandom random = new SecureRandom();
		random.nextBytes(key);
		Path temporary = parent.resolve("." + file.getFileName() + "." + Long.toHexString(random.nextLong()));
		Files.createFile(temporary, OwnerOnly.file(temporary));
		try {
			Files.write(temporary, (HexFormat.of().formatHex(key) + "\n").getBytes(StandardCharsets.US_ASCII),
					StandardOpenOption.WRITE);
			link(temporary, file);
		}
		catch (FileAlreadyExistsException ex) {
			// Another process has created it meanwhile.
		}
		finally {
			Files.deleteIfExists(temporary);
		}
	}

	private static void link(Path temporary, Path file) throws IOException {
		try {
			// Unlike a renamed file, a link never replaces a file.
			Files.createLink(file, temporary);
		}
		catch (FileAlreadyExistsException ex) {
			throw ex;
		}
		catch (IOException | UnsupportedOperationException ex) {
			Files.move(temporary, file);
		}
	}

	/**
	 * Return a path with the links of its part that exists resolved.
	 */
	private static Path real(Path path) throws IOException {
		if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
			return Files.exists(path) ? path.toRealPath() : path;
		}
		Path parent = path.getParent();
		return (parent != null) ? real(parent).resolve(path.getFileName()) : path;
	}

}
