package dev.hyperclient.explorer;

/**
 * A form that writes was sent although writing is switched off.
 */
@SuppressWarnings("serial")
final class ReadOnlyException extends RuntimeException {

	ReadOnlyException() {
		super("Writing is switched off. Set 'hyper-client.explorer.writable' to true to change entries and to invoke operations that write.");
	}

}
