package dev.hyperclient.autoconfigure.web;

import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.InvalidField;
import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.message.PrintableText;
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
 * Answers with a {@link ProblemDetail} for an exception of the client. What the service
 * sent is not for the users of the application: apart from the fields that it rejects,
 * details are fixed texts, and the log has the rest. Last in the order of advices, so
 * handlers of the application take precedence. Exceptions that are mistakes of the
 * application, such as an unknown attribute or missing credentials, are not handled.
 */
@ControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
class ProblemDetailsAdvice {

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
		@Nullable String value = (failure instanceof HTTPError error) ? error.headers().getFirst(HttpHeaders.RETRY_AFTER) : null;
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
		return PrintableText.line((failure instanceof HTTPError error) ? message.lines().findFirst().orElse("")
				+ error.oopsId().map(" (report %s of the service)"::formatted).orElse("") : message);
	}

}
