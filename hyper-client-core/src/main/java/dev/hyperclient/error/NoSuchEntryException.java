package dev.hyperclient.error;

import java.util.NoSuchElementException;

/**
 * A collection holds nothing under a key. The cause is the service's own
 * {@link NotFound}.
 */
public class NoSuchEntryException extends NoSuchElementException {

	private final transient Object key;

	/**
	 * Create an exception.
	 * @param key the key that was looked up
	 * @param cause the service's answer
	 */
	public NoSuchEntryException(Object key, NotFound cause) {
		super("No entry with key '%s' at %s".formatted(key, cause.uri()), cause);
		this.key = key;
	}

	/**
	 * Return the key that was looked up, as it was given.
	 * @return the key
	 */
	public Object key() {
		return this.key;
	}

}
