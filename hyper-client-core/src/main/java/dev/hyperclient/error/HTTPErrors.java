package dev.hyperclient.error;

import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpMethod;

/**
 * Creates errors of the class for their status. Separate from {@link HTTPError}, so that
 * it does not refer to its subclasses. Thread-safe.
 */
public final class HTTPErrors {

	private HTTPErrors() {
	}

	/**
	 * Return the error for a response, of the class for its status.
	 * @param method the method of the request
	 * @param response the response, with its content truncated if it was long
	 * @return the error, whose message has no query of the target of a redirect
	 */
	public static HTTPError of(HttpMethod method, ServiceResponse response) {
		return switch (response.status()) {
			case 400 -> new BadRequest(method, response);
			case 401 -> new Unauthorized(method, response);
			case 404 -> new NotFound(method, response);
			case 405 -> new MethodNotAllowed(method, response);
			case 409 -> new Conflict(method, response);
			case 412 -> new PreconditionFailed(method, response);
			default -> switch (response.status() / 100) {
				case 4 -> new ClientError(method, response);
				case 5 -> new ServerError(method, response);
				default -> new HTTPError(method, response);
			};
		};
	}

}
