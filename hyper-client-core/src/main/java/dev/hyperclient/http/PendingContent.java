package dev.hyperclient.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

import org.jspecify.annotations.Nullable;

/**
 * The content of an answer that is still to be read: it goes up beside a
 * {@link ServiceResponse} that carries none. There is one for each call, and it holds one
 * content at the most, that of the last answer. Not thread-safe.
 */
public final class PendingContent implements Closeable {

	private @Nullable InputStream content;

	/**
	 * Takes the content of an answer, in place of that of an earlier one, which is
	 * closed.
	 * @param other the content
	 */
	public void put(InputStream other) {
		close();
		this.content = other;
	}

	/**
	 * Whether the content of the last answer is here, and not in the answer itself.
	 * @return whether there is content, perhaps an empty one
	 */
	public boolean isPresent() {
		return this.content != null;
	}

	/**
	 * Hands the content over, with the duty to close it.
	 * @return the content, an empty one if there is none here
	 */
	public InputStream take() {
		@Nullable InputStream taken = this.content;
		this.content = null;
		return (taken != null) ? taken : InputStream.nullInputStream();
	}

	/**
	 * Closes the content that nobody has taken.
	 */
	@Override
	public void close() {
		try (InputStream unread = take()) {
			// Nobody will read it.
		}
		catch (IOException ex) {
			// What is only read loses nothing by not being closed well.
		}
	}

}
