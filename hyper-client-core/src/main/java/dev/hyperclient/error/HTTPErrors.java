package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;

/**
 * Creates errors of the class for their status.
 */
public final class HTTPErrors {

	private HTTPErrors() {
	}

	/**
	 * Return the error for a response, of the class for its status.
	 * @param uri the URL of the response
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the content, cut if it was long
	 * @return the error
	 */
	public static HTTPError of(URI uri, int status, HttpHeaders headers, byte[] body) {
		return switch (status) {
			case 400 -> new BadRequest(uri, status, headers, body);
			case 401 -> new Unauthorized(uri, status, headers, body);
			case 404 -> new NotFound(uri, status, headers, body);
			case 405 -> new MethodNotAllowed(uri, status, headers, body);
			case 409 -> new Conflict(uri, status, headers, body);
			case 412 -> new PreconditionFailed(uri, status, headers, body);
			default -> switch (status / 100) {
				case 4 -> new ClientError(uri, status, headers, body);
				case 5 -> new ServerError(uri, status, headers, body);
				default -> new HTTPError(uri, status, headers, body);
			};
		};
	}

}
