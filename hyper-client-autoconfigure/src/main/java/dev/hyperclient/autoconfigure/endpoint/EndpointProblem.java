package dev.hyperclient.autoconfigure.endpoint;

import java.net.URI;
import java.util.Arrays;
import java.util.Collections;
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
	 * Require that exactly one thing is selected: without a selector, a typing error in
	 * its name would select everything.
	 * @param expected the selectors, for the reason
	 * @param isComplete whether no selector lacks another one
	 * @param selected whether each of them is set
	 * @throws InvalidEndpointRequestException if not exactly one is set
	 */
	static void requireSelector(String expected, boolean isComplete, Boolean... selected) {
		if (!isComplete || Collections.frequency(Arrays.asList(selected), true) != 1) {
			throw new InvalidEndpointRequestException("Invalid parameters", expected);
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
			// Empty, it would be that of the root of a service.
			if (!url.isEmpty() && uri.isAbsolute() && uri.getHost() != null) {
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
