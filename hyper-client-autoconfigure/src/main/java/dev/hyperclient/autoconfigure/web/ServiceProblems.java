package dev.hyperclient.autoconfigure.web;

import java.net.URI;
import java.util.List;
import java.util.Optional;

import dev.hyperclient.error.BadRequest;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.InterimResponseException;
import dev.hyperclient.error.InvalidField;
import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.error.PrintableText;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/**
 * Problem details of a web application for failures of the client. Apart from the fields
 * that the service rejects, details are fixed texts, since texts of the service are not
 * for the users of the application. Thread-safe.
 */
public final class ServiceProblems {

	private static final List<Class<? extends RuntimeException>> HANDLED = List.of(HTTPError.class,
			TransportException.class, UnexpectedResponseException.class, ServiceDescriptionException.class,
			RedirectException.class, ForeignOriginException.class, RedactedValueException.class,
			NoSuchEntryException.class);

	/** Also stops at causes that form a cycle. */
	private static final int MAX_CAUSES = 50;

	private ServiceProblems() {
	}

	/**
	 * Return the problem detail for an exception, as
	 * {@code hyper-client.web.problem-details.enabled} sends it.
	 * @param thrown the exception, or one that is caused by it
	 * @return a new problem detail; empty for exceptions of other code and for mistakes
	 * of the application
	 */
	public static Optional<ProblemDetail> of(Throwable thrown) {
		return ofClient(thrown).map(ServiceProblems::problemDetail);
	}

	static ProblemDetail problemDetail(RuntimeException failure) {
		HttpStatus status = status(failure);
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail(status));
		if (status == HttpStatus.UNPROCESSABLE_CONTENT && failure instanceof BadRequest rejected) {
			problem.setProperty("errors", invalidFields(rejected));
		}
		return problem;
	}

	/**
	 * Return the exception of the client: the exception itself or one of its causes, by
	 * which Spring finds the handler too; empty for another exception.
	 */
	static Optional<RuntimeException> ofClient(Throwable thrown) {
		@Nullable Throwable candidate = thrown;
		for (int i = 0; i < MAX_CAUSES && candidate != null; i++) {
			if (candidate instanceof RuntimeException failure
					&& HANDLED.stream().anyMatch((type) -> type.isInstance(failure))) {
				return Optional.of(failure);
			}
			candidate = candidate.getCause();
		}
		return Optional.empty();
	}

	static HttpStatus status(RuntimeException failure) {
		if (failure instanceof HTTPError error) {
			return status(error);
		}
		if (failure instanceof NoSuchEntryException) {
			return HttpStatus.NOT_FOUND;
		}
		if (failure instanceof RedactedValueException) {
			return HttpStatus.FORBIDDEN;
		}
		return (failure instanceof TransportException && !(failure instanceof InterimResponseException))
				? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.BAD_GATEWAY;
	}

	/**
	 * A user can do something about a missing or changed resource and about the fields
	 * that the service names. Anything else, for instance 405 or 400 without fields, is
	 * between the application and the service.
	 */
	private static HttpStatus status(HTTPError error) {
		return switch (error.status()) {
			case 400 -> (error instanceof BadRequest rejected && !rejected.invalidFields().isEmpty())
					? HttpStatus.UNPROCESSABLE_CONTENT : HttpStatus.BAD_GATEWAY;
			case 404, 410 -> HttpStatus.NOT_FOUND;
			case 409, 412 -> HttpStatus.CONFLICT;
			case 408, 429, 503 -> HttpStatus.SERVICE_UNAVAILABLE;
			default -> HttpStatus.BAD_GATEWAY;
		};
	}

	private static String detail(HttpStatus status) {
		return switch (status) {
			case NOT_FOUND -> "The requested resource does not exist.";
			case FORBIDDEN -> "The requested resource has a value that must not be read.";
			case CONFLICT ->
				"The resource was changed in the meantime, or the request conflicts with its current state.";
			case UNPROCESSABLE_CONTENT -> "Some values are invalid.";
			case SERVICE_UNAVAILABLE -> "A service that this application needs is not available. Try again later.";
			default -> "A service that this application needs failed.";
		};
	}

	/** Messages can quote links, whose origin is the service. */
	private static List<InvalidField> invalidFields(BadRequest rejected) {
		URI uri = rejected.uri();
		String origin = uri.getScheme() + "://" + uri.getRawAuthority();
		return rejected.invalidFields()
			.stream()
			.map((field) -> new InvalidField(field.field(), field.message().replace(origin, "")))
			.toList();
	}

	/**
	 * Answers with a {@link ProblemDetail} for an exception of the client. What the
	 * service sent is not for the users of the application: apart from the fields that it
	 * rejects, details are fixed texts, and the log has the rest. Last in the order of
	 * advices, so handlers of the application take precedence. Exceptions that are
	 * mistakes of the application, such as an unknown attribute or missing credentials,
	 * are not handled.
	 */
	@ControllerAdvice
	@Order(Ordered.LOWEST_PRECEDENCE)
	static class ProblemDetailsAdvice {

		private static final Logger logger = LoggerFactory.getLogger(ProblemDetailsAdvice.class);

		/** Seconds, if the service does not say when to try again. */
		private static final String DEFAULT_RETRY_AFTER = "30";

		@ExceptionHandler({ HTTPError.class, TransportException.class, UnexpectedResponseException.class,
				ServiceDescriptionException.class, RedirectException.class, ForeignOriginException.class,
				RedactedValueException.class, NoSuchEntryException.class })
		@RegisterReflectionForBinding(InvalidField.class)
		ResponseEntity<ProblemDetail> handle(Exception thrown) {
			RuntimeException failure = ServiceProblems.ofClient(thrown)
				.orElseThrow(() -> new IllegalArgumentException("Not caused by the client", thrown));
			HttpStatus status = ServiceProblems.status(failure);
			log(status, failure, thrown);
			ProblemDetail problem = ServiceProblems.problemDetail(failure);
			ResponseEntity.BodyBuilder response = ResponseEntity.status(status);
			if (status == HttpStatus.SERVICE_UNAVAILABLE) {
				response.header(HttpHeaders.RETRY_AFTER, retryAfter(failure));
			}
			return response.body(problem);
		}

		private static String retryAfter(RuntimeException failure) {
			@Nullable String value = (failure instanceof HTTPError error) ? error.headers().getFirst(HttpHeaders.RETRY_AFTER)
					: null;
			return (value != null && (value.matches("\\d{1,9}") || isDate(value))) ? value : DEFAULT_RETRY_AFTER;
		}

		private static boolean isDate(String value) {
			HttpHeaders headers = new HttpHeaders();
			headers.set(HttpHeaders.RETRY_AFTER, value);
			try {
				return headers.getFirstZonedDateTime(HttpHeaders.RETRY_AFTER) != null;
			}
			catch (IllegalArgumentException ex) {
				return false;
			}
		}

		private static void log(HttpStatus status, RuntimeException failure, Exception thrown) {
			if (status.is5xxServerError()) {
				logger.warn("Responding with {}: {}", status, summary(failure));
			}
			logger.debug("Responding with {}", status, thrown);
		}

		/**
		 * The first line of an error status has neither header fields nor content, and no
		 * query of the target of a redirect.
		 */
		private static String summary(RuntimeException failure) {
			String message = String.valueOf(failure.getMessage());
			return PrintableText.line(
					(failure instanceof HTTPError error)
							? message.lines().findFirst().orElse("")
									+ error.oopsId().map(" (report %s of the service)"::formatted).orElse("")
							: message);
		}

	}

}
