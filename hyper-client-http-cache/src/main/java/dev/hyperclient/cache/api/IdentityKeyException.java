package dev.hyperclient.cache.api;

import java.nio.file.Path;

/**
 * The file of the identity key cannot be used: it is unreadable, readable by other users,
 * or in the directory of the cache.
 *
 * @see dev.hyperclient.cache.HttpCacheBuilder#identityKeyFile(Path)
 */
public class IdentityKeyException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final transient Path file;

	/**
	 * Create an exception.
	 * @param file the file
	 * @param reason why it cannot be used
	 */
	public IdentityKeyException(Path file, String reason) {
		super(message(file, reason));
		this.file = file;
	}

	/**
	 * Create an exception.
	 * @param file the file
	 * @param reason why it cannot be used
	 * @param cause the cause
	 */
	public IdentityKeyException(Path file, String reason, Throwable cause) {
		super(message(file, reason), cause);
		this.file = file;
	}

	/**
	 * Return the file.
	 * @return the file, as it was set
	 */
	public Path file() {
		return this.file;
	}

	private static String message(Path file, String reason) {
		return "The identity key file '" + file + "' " + reason;
	}

}
