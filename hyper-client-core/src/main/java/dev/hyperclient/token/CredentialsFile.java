package dev.hyperclient.token;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

import dev.hyperclient.error.CredentialsFileException;
import org.jspecify.annotations.Nullable;

/**
 * A file with the credentials of one application, in the format of launchpadlib and
 * Python's lazr.restfulclient; both can read the files of the other. Immutable and
 * thread-safe.
 */
public final class CredentialsFile {

	private final Path path;

	private final LinkOption[] links;

	/**
	 * Create a credentials file, which need not exist. Symbolic links are followed, since
	 * deployments mount secrets with them.
	 * @param path path of the file
	 */
	public CredentialsFile(Path path) {
		this(path, new LinkOption[0]);
	}

	CredentialsFile(Path path, LinkOption... links) {
		this.path = path.toAbsolutePath().normalize();
		this.links = links;
	}

	/**
	 * Read the credentials.
	 * @return the credentials
	 * @throws CredentialsFileException if the file is missing, cannot be read, or does
	 * not contain credentials
	 */
	public StoredCredentials read() {
		return content()
			.orElseThrow(() -> error("does not exist", "Set the path of an existing credentials file", null))
			.credentials();
	}

	/**
	 * Replace the content of the file with the credentials, readable by the owner only. A
	 * missing directory is created, accessible to the owner only.
	 * @param credentials the credentials
	 * @throws CredentialsFileException if the file cannot be written
	 */
	public void write(StoredCredentials credentials) {
		write(credentials, null);
	}

	Optional<CredentialsFormat> content() {
		try {
			return Optional.of(CredentialsFormat.parse(OwnerOnlyFile.read(this.path, this.links)));
		}
		catch (NoSuchFileException ex) {
			return Optional.empty();
		}
		catch (IOException ex) {
			throw error("cannot be read: " + reason(ex),
					"It must be a regular file that the user of this application may read", ex);
		}
		catch (IllegalArgumentException ex) {
			throw error("does not contain credentials: " + ex.getMessage(),
					"Replace it with a complete file, or delete it and get a new token", null);
		}
	}

	void write(StoredCredentials credentials, @Nullable String serviceRoot) {
		try {
			OwnerOnlyFile.write(this.path, new CredentialsFormat(credentials, serviceRoot).write());
		}
		catch (IOException ex) {
			if (ex instanceof AccessDeniedException denied && denied.getOtherFile() != null) {
				// Only a rename names two files.
				throw error("cannot be replaced: AccessDeniedException",
						"Close the programs that have it open, which Windows does not allow, and save the token again",
						ex);
			}
			throw error("cannot be written: " + reason(ex),
					"Set a path that the user of this application may write to, on a file system with free space", ex);
		}
	}

	void delete() {
		try {
			Files.deleteIfExists(this.path);
		}
		catch (IOException ex) {
			throw error("cannot be deleted: " + reason(ex), "Delete it, since its token is no longer valid", ex);
		}
	}

	/** Messages of file system exceptions often consist of the path only. */
	private static String reason(IOException ex) {
		return (ex.getClass() == IOException.class) ? String.valueOf(ex.getMessage()) : ex.getClass().getSimpleName();
	}

	CredentialsFileException error(String what, String remedy, @Nullable Throwable cause) {
		return new CredentialsFileException(this.path.toUri(),
				"The credentials file '%s' %s. %s".formatted(this.path, what, remedy), cause);
	}

	/**
	 * Return the path.
	 */
	@Override
	public String toString() {
		return this.path.toString();
	}

}
