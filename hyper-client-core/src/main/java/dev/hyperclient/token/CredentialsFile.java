package dev.hyperclient.token;

import java.io.IOException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

import dev.hyperclient.error.CredentialsFileException;
import org.jspecify.annotations.Nullable;

/**
 * A file with the credentials of one application, in the format of launchpadlib and of
 * Python's lazr.restfulclient, so that a file of theirs can be read, and they can read
 * one of ours. Immutable and thread-safe.
 */
public final class CredentialsFile {

	private final Path path;

	private final LinkOption[] links;

	/**
	 * Create a file, which need not exist. Links are followed, as those that deployments
	 * mount secrets with.
	 * @param path where it is
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
	 * @throws CredentialsFileException if the file is missing, cannot be read, or holds
	 * none
	 */
	public StoredCredentials read() {
		return content().orElseThrow(() -> error("does not exist", "Name a file with credentials", null)).credentials();
	}

	/**
	 * Write the credentials in place of whatever the file holds, so that only the owner
	 * can read them. A directory that is missing is made, for the owner alone.
	 * @param credentials the credentials
	 * @throws CredentialsFileException if the file cannot be written
	 */
	public void write(StoredCredentials credentials) {
		write(credentials, null);
	}

	Optional<Content> content() {
		try {
			CredentialsFormat format = CredentialsFormat.parse(OwnerOnlyFile.read(this.path, this.links));
			return Optional.of(new Content(format.credentials(), format.serviceRoot()));
		}
		catch (NoSuchFileException ex) {
			return Optional.empty();
		}
		catch (IOException ex) {
			throw error("cannot be read: " + reason(ex),
					"It must be a file of its own that the user of this application may read", ex);
		}
		catch (IllegalArgumentException ex) {
			throw error("holds no credentials: " + ex.getMessage(),
					"Replace it with one that is whole, or remove it and get a new token", null);
		}
	}

	void write(StoredCredentials credentials, @Nullable String serviceRoot) {
		try {
			OwnerOnlyFile.write(this.path, CredentialsFormat.write(credentials, serviceRoot));
		}
		catch (IOException ex) {
			throw error("cannot be written: " + reason(ex),
					"Name a place that the user of this application may write to, and that has room", ex);
		}
	}

	void delete() {
		try {
			OwnerOnlyFile.delete(this.path);
		}
		catch (IOException ex) {
			throw error("cannot be removed: " + reason(ex), "Remove it, for its token is no longer valid", ex);
		}
	}

	/** Exceptions of the file system often say no more than the path. */
	private static String reason(IOException ex) {
		return (ex.getClass() == IOException.class) ? String.valueOf(ex.getMessage()) : ex.getClass().getSimpleName();
	}

	CredentialsFileException error(String what, String remedy, @Nullable Throwable cause) {
		return new CredentialsFileException(this.path.toUri(),
				"The file with credentials '%s' %s. %s".formatted(this.path, what, remedy), cause);
	}

	/**
	 * Return the path.
	 */
	@Override
	public String toString() {
		return this.path.toString();
	}

	/**
	 * What a file holds.
	 *
	 * @param credentials the credentials
	 * @param serviceRoot the service they are for, if the file says so
	 */
	record Content(StoredCredentials credentials, @Nullable String serviceRoot) {
	}

}
