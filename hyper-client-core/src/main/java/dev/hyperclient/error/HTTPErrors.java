package dev.hyperclient.error;

import java.net.URI;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Creates errors of the class for their status.
 */
public final class HTTPErrors {

	private HTTPErrors() {
	}

	/**
	 * Return the error for a response, of the class for its status.
	 * @param method the method of the request
	 * @param uri the URL of the response
	 * @param status the status code
	 * @param headers the header fields
	 * @param body the content, cut if it was long
	 * @return the error
	 */
	public static HTTPError of(HttpMethod method, URI uri, int status, HttpHeaders headers, byte[] body) {
		return switch (status) {
			case 400 -> new BadRequest(method, uri, status, headers, body);
			case 401 -> new Unauthorized(method, uri, status, headers, body);
			case 404 -> new NotFound(method, uri, status, headers, body);
			case 405 -> new MethodNotAllowed(method, uri, status, headers, body);
			case 409 -> new Conflict(method, uri, status, headers, body);
			case 412 -> new PreconditionFailed(method, uri, status, headers, body);
			default -> switch (status / 100) {
				case 4 -> new ClientError(method, uri, status, headers, body);
				case 5 -> new ServerError(method, uri, status, headers, body);
				default -> new HTTPError(method, uri, status, headers, body);
			};
		};
	}

}
