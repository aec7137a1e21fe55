package dev.hyperclient.internal.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Why users other than the user of this process can replace what is read from a
 * directory. File systems without owners and permissions are not checked.
 *
 * @param isForeign whether the directory, or the link in its place, belongs to an
 * ordinary user other than the user of this process
 * @param reason what is wrong, as a predicate of the directory
 * @param command the command that corrects it
 */
public record DirectoryRisk(boolean isForeign, String reason, String command) {

	private static final int ROOT = 0;

	private static final int WRITABLE_FOR_OTHERS = 02;

	private static final int WRITABLE_FOR_GROUP_OR_OTHERS = 022;

	/** Files in such a directory can be renamed and removed by their owners only. */
	private static final int STICKY = 01000;

	/**
	 * Check a directory, which is created if it is missing. A user who can write to one
	 * of the directories that contain it can put another one in its place; that is a
	 * smaller risk, as the new one belongs to that user when it is opened.
	 * @param directory the directory
	 * @param withParents whether to check the directories that contain it
	 * @return the first risk found, empty for none or if the directory cannot be used
	 */
	public static Optional<DirectoryRisk> of(Path directory, boolean withParents) {
		if (!directory.getFileSystem().supportedFileAttributeViews().contains("unix")) {
			return Optional.empty();
		}
		Path named = directory.toAbsolutePath().normalize();
		try {
			if (!isCreated(named)) {
				return ofMissing(named);
			}
			Path real = named.toRealPath();
			return of(named, real, OwnerOnly.user(real), withParents);
		}
		catch (IOException ex) {
			// Reported by the store that the directory is opened for.
			return Optional.empty();
		}
	}

	/**
	 * Return a warning for the log.
	 * @param directory the directory, with the setting that names it
	 * @param alternative what happens in place of using it if it is foreign
	 * @return the warning
	 */
	public String warning(String directory, String alternative) {
		return "%s %s: %s. If its content can be trusted, run %s; otherwise use a directory of this user. To switch this check off, set 'trust-directory' next to that setting to true."
			.formatted(directory, this.reason, this.isForeign ? "it is not used, and " + alternative
					: "it is used, but its content can be replaced", this.command);
	}

	/** Without a user, all owners but root are other users. */
	static Optional<DirectoryRisk> of(Path named, Path real, @Nullable UserPrincipal user, boolean withParents)
			throws IOException {
		Optional<DirectoryRisk> own = ofDirectory(named, real, user);
		return (own.isPresent() || !withParents) ? own : ofParents(named, real, user);
	}

	private static boolean isCreated(Path directory) {
		try {
			OwnerOnly.createDirectories(directory);
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * A user who can create what this process cannot create decides later what is in it.
	 */
	private static Optional<DirectoryRisk> ofMissing(Path named) throws IOException {
		Path existing = named;
		while (!Files.exists(existing) && existing.getParent() != null) {
			existing = existing.getParent();
		}
		Access access = Access.of(existing);
		UserPrincipal user = OwnerOnly.user(existing);
		return access.isForeign(user) ? risk(true, "cannot be created, and '%s' belongs to another user (%s)"
			.formatted(existing, access.owner().getName()), "chown " + name(user), existing) : Optional.empty();
	}

	private static Optional<DirectoryRisk> ofDirectory(Path named, Path real, @Nullable UserPrincipal user)
			throws IOException {
		Access link = Access.of(named, LinkOption.NOFOLLOW_LINKS);
		if (Files.isSymbolicLink(named) && link.isForeign(user)) {
			return risk(true, "is a link of another user (%s)".formatted(link.owner().getName()),
					"chown -h " + name(user), named);
		}
		Access access = Access.of(real);
		if (access.isForeign(user)) {
			return risk(true, "belongs to another user (%s)".formatted(access.owner().getName()),
					"chown -R " + name(user), real);
		}
		if (access.has(WRITABLE_FOR_GROUP_OR_OTHERS)) {
			boolean isOwn = access.owner().equals(user);
			return risk(false, "can be changed by other users",
					(isOwn ? "" : "chown -R " + name(user) + " " + quoted(real) + " && ") + "chmod go-w", real);
		}
		return access.owner().equals(user) ? Optional.empty()
				: risk(false, "belongs to root", "chown -R " + name(user), real);
	}

	private static Optional<DirectoryRisk> ofParents(Path named, Path real, @Nullable UserPrincipal user)
			throws IOException {
		Optional<DirectoryRisk> risk = ofParents(real, user);
		return (risk.isPresent() || named.equals(real)) ? risk : ofParents(named, user);
	}

	private static Optional<DirectoryRisk> ofParents(Path path, @Nullable UserPrincipal user) throws IOException {
		for (Path parent = path.getParent(); parent != null; parent = parent.getParent()) {
			Access link = Access.of(parent, LinkOption.NOFOLLOW_LINKS);
			if (Files.isSymbolicLink(parent) && link.isForeign(user)) {
				return risk(false,
						"is below '%s', a link of another user (%s)".formatted(parent, link.owner().getName()),
						"chown -h " + name(user), parent);
			}
			Access access = Access.of(parent);
			if (access.isForeign(user)) {
				return risk(false,
						"is in '%s', which belongs to another user (%s)".formatted(parent, access.owner().getName()),
						"chown " + name(user), parent);
			}
			if (access.has(WRITABLE_FOR_OTHERS) && !access.has(STICKY)) {
				return risk(false, "is in '%s', which other users can change".formatted(parent), "chmod o-w", parent);
			}
		}
		return Optional.empty();
	}

	private static Optional<DirectoryRisk> risk(boolean isForeign, String reason, String command, Path path) {
		return Optional.of(new DirectoryRisk(isForeign, reason, command + " " + quoted(path)));
	}

	private static String name(@Nullable UserPrincipal user) {
		return (user != null) ? user.getName() : System.getProperty("user.name");
	}

	/** As one word of a shell. */
	private static String quoted(Path path) {
		return "'" + path.toString().replace("'", "'\\''") + "'";
	}

	/**
	 * Owner and permissions of a directory or link.
	 */
	private record Access(UserPrincipal owner, int uid, int mode) {

		static Access of(Path path, LinkOption... options) throws IOException {
			return new Access(Files.getOwner(path, options), (int) Files.getAttribute(path, "unix:uid", options),
					(int) Files.getAttribute(path, "unix:mode", options));
		}

		boolean isForeign(@Nullable UserPrincipal user) {
			return this.uid != ROOT && !this.owner.equals(user);
		}

		boolean has(int bits) {
			return (this.mode & bits) != 0;
		}

	}

}
