package dev.hyperclient.explorer;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

import dev.hyperclient.autoconfigure.web.ServiceProblems;
import dev.hyperclient.error.BadRequest;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.InvalidField;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/**
 * A failed call as a page shows it.
 *
 * @param kind the name of the exception class
 * @param status the status of the page
 * @param message what is wrong
 * @param advice what to do, {@code null} if the client has no advice
 * @param answer what the service answered, {@code null} for nothing
 * @param fields the fields that the service rejects
 * @param problem what {@code hyper-client.web.problem-details} answers with, {@code null}
 * for mistakes of the application
 */
record Failure(String kind, HttpStatus status, String message, @Nullable String advice, @Nullable String answer,
		List<InvalidField> fields, @Nullable ProblemDetail problem) {

	private static final int MAX_ANSWER = 4000;

	static Failure of(RuntimeException thrown) {
		ProblemDetail problem = ServiceProblems.of(thrown).orElse(null);
		HttpStatus status = Optional.ofNullable(problem)
			.map((detail) -> HttpStatus.resolve(detail.getStatus()))
			.orElse((thrown instanceof NoSuchElementException) ? HttpStatus.NOT_FOUND
					: (thrown instanceof IllegalArgumentException) ? HttpStatus.BAD_REQUEST
							: HttpStatus.INTERNAL_SERVER_ERROR);
		String kind = thrown.getClass().getSimpleName();
		if (thrown instanceof HTTPError error) {
			String body = error.bodyText();
			// Without the header fields and the body, which the message has too.
			return new Failure(kind, status, error.problem().lines().findFirst().orElse(""), advice(error),
					body.isBlank() ? null : body.substring(0, Math.min(body.length(), MAX_ANSWER)),
					(error instanceof BadRequest rejected) ? rejected.invalidFields() : List.of(), problem);
		}
		if (thrown instanceof HyperClientException failed) {
			return new Failure(kind, status, failed.problem(), failed.advice().orElse(null), null, List.of(), problem);
		}
		return new Failure(kind, status, String.valueOf(thrown.getMessage()), null, null, List.of(), problem);
	}

	private static @Nullable String advice(HTTPError error) {
		return switch (error.status()) {
			case 401 ->
				"Check the credentials of the service: hyper-client.basic, hyper-client.oauth or an HttpAuthorizer bean";
			case 403 -> "The credentials of the application do not allow this";
			case 404, 410 -> "Nothing is at this URL, or the credentials of the application do not show it";
			case 405 -> "The service does not allow this method here";
			case 412 -> "The entry was changed in the meantime. Load it again and repeat the change";
			case 429, 503 -> "The service is busy or down. Try again later";
			default -> (error.status() >= 500) ? "The service failed. Its own log has the reason" : null;
		};
	}

}
