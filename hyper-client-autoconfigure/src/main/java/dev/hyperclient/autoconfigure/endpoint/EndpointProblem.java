package dev.hyperclient.autoconfigure.endpoint;

import java.net.URI;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * Problem details (RFC 9457) of an invalid request to an endpoint. Without them, the 400
 * of Spring Boot has no reason unless {@code spring.web.error.include-message} is set.
 *
 * @param title the reason phrase of the status
 * @param status the status code
 * @param detail what is wrong, {@code null} if that is not known
 */
record EndpointProblem(String title, int status, @Nullable String detail) {

	/**
	 * Return the response of an operation.
	 * @param operation returns the body, or {@code null} for a 404
	 */
	static WebEndpointResponse<Object> respond(Supplier<? extends @Nullable Object> operation) {
		try {
			Object body = operation.get();
			return (body != null) ? new WebEndpointResponse<>(body)
					: new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
		}
		catch (InvalidEndpointRequestException ex) {
			HttpStatus status = HttpStatus.BAD_REQUEST;
			return new WebEndpointResponse<>(
					new EndpointProblem(status.getReasonPhrase(), status.value(), ex.getReason()), status.value(),
					MediaType.APPLICATION_PROBLEM_JSON);
		}
	}

	/**
	 * Return the URL of an operation.
	 * @param name the name of the parameter of the operation
	 * @param url its value, {@code null} for none
	 * @param parser parses the parameter
	 * @param expected what the parameter must be
	 * @throws InvalidEndpointRequestException if the URL is invalid
	 */
	static @Nullable URI url(String name, @Nullable String url, Function<String, URI> parser, String expected) {
		if (url == null) {
			return null;
		}
		try {
			URI uri = parser.apply(url);
			if (uri.isAbsolute() && uri.getHost() != null) {
				return uri;
			}
		}
		catch (IllegalArgumentException ex) {
			// Reported below.
		}
		throw new InvalidEndpointRequestException("Invalid '" + name + "': " + url,
				"'" + name + "' must be " + expected);
	}

}
