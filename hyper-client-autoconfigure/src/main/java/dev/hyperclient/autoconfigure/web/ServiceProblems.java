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
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/**
 * What a web application answers when the client fails. Apart from the fields that the
 * service rejects, details are fixed texts, since what the service sent is not for the
 * users of the application. Thread-safe.
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
	 * Return the problem detail for an exception: the one that
	 * {@code hyper-client.web.problem-details.enabled} answers with.
	 * @param thrown the exception, or one that is caused by it
	 * @return the problem detail, a new one; empty for exceptions that are not of the
	 * client or are mistakes of the application
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

}
