package dev.hyperclient.internal.error;

import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

/**
 * The text for content that has ended before it was complete.
 */
public final class IncompleteContent {

	private IncompleteContent() {
	}

	/**
	 * Return the text.
	 * @param request the method and the URL, without secrets
	 * @param length how many bytes were read
	 * @param expected how many bytes there should be, if it is known
	 * @param reason why there are no more, for instance the message of an exception, or
	 * {@code null} if the server has ended it
	 * @return sentences, without the last full stop
	 */
	public static String describe(String request, long length, OptionalLong expected, @Nullable String reason) {
		String of = expected.isPresent() ? " of " + expected.getAsLong() : "";
		return "%s: the content is incomplete: after %d%s bytes, %s. Discard what was read, and read it again"
			.formatted(request, length, of, (reason != null) ? reason : "the service ended it there");
	}

}
