package dev.hyperclient.error;

import java.net.URI;

/**
 * No request was sent, since the client is offline: the response to a GET is not stored
 * or must not be used without the service, or the request is not a GET.
 */
public class OfflineException extends TransportException {

	/**
	 * Create an exception.
	 * @param uri the URL concerned
	 * @param problem the problem, without a full stop at the end
	 * @param advice the remedy, a sentence without its full stop
	 */
	public OfflineException(URI uri, String problem, String advice) {
		super(uri, problem, advice, null);
	}

}
