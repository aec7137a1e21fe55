package dev.hyperclient.error;

import java.util.NoSuchElementException;

import dev.hyperclient.internal.error.PrintableText;

/**
 * A collection has no entry with a key. The cause is the {@link NotFound} for the URL of
 * the entry.
 */
public class NoSuchEntryException extends NoSuchElementException {

	private final transient Object key;

	/**
	 * Create an exception.
	 * @param key the key that was looked up
	 * @param cause the error of the service
	 */
	public NoSuchEntryException(Object key, NotFound cause) {
		super("No entry with key '%s' at %s".formatted(PrintableText.line(String.valueOf(key)), cause.shownUri()),
				cause);
		this.key = key;
	}

	/**
	 * Return the key.
	 * @return the key
	 */
	public Object key() {
		return this.key;
	}

}
