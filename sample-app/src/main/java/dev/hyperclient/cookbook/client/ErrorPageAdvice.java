package dev.hyperclient.cookbook.client;

import java.util.NoSuchElementException;
import java.util.Objects;

import dev.hyperclient.autoconfigure.web.ServiceProblems;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.Unauthorized;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.ui.Model;
import org.springframework.web.bind.ServletRequestBindingException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;

/**
 * Shows errors on a page to browsers. Others get the problem details of
 * {@code hyper-client.web.problem-details}.
 */
@ControllerAdvice
class ErrorPageAdvice {

	@ExceptionHandler(exception = HyperClientException.class, produces = MediaType.TEXT_HTML_VALUE)
	String serviceFailed(HyperClientException problem, Model model, HttpServletResponse response) {
		response.setStatus(status(problem));
		return page(heading(problem), problem, model);
	}

	@ExceptionHandler(exception = NoSuchElementException.class, produces = MediaType.TEXT_HTML_VALUE)
	@ResponseStatus(HttpStatus.NOT_FOUND)
	String notFound(NoSuchElementException problem, Model model) {
		Throwable cause = problem.getCause();
		return (cause != null) ? page(text(problem), cause, model) : page("Not found", problem, model);
	}

	/** The client checks what it can before it sends a request. */
	@ExceptionHandler(exception = { IllegalArgumentException.class, ServletRequestBindingException.class },
			produces = MediaType.TEXT_HTML_VALUE)
	@ResponseStatus(HttpStatus.BAD_REQUEST)
	String badRequest(Exception problem, Model model) {
		return page("The request is invalid", problem, model);
	}

	/**
	 * Return the status of the problem detail; except that a user may send credentials
	 * for what is private.
	 */
	static int status(HyperClientException problem) {
		return (problem instanceof Unauthorized) ? HttpServletResponse.SC_FORBIDDEN
				: ServiceProblems.of(problem).map(ProblemDetail::getStatus).orElse(HttpServletResponse.SC_BAD_GATEWAY);
	}

	static String heading(HyperClientException problem) {
		if (problem instanceof Unauthorized) {
			return "Only users with credentials may see this";
		}
		if (problem instanceof HTTPError error) {
			return "The service answered with " + error.status() + " " + error.reason();
		}
		return (problem instanceof TransportException) ? "The service did not answer"
				: "The service sent something unexpected";
	}

	private static String page(String heading, Throwable problem, Model model) {
		model.addAttribute("heading", heading);
		model.addAttribute("kind", problem.getClass().getSimpleName());
		model.addAttribute("detail", detail(problem));
		return "problem";
	}

	static String detail(Throwable problem) {
		return (problem instanceof HTTPError error)
				? error.method() + " " + error.uri() + "\n" + error.status() + " " + error.reason() : text(problem);
	}

	private static String text(Throwable problem) {
		return Objects.requireNonNullElse(problem.getMessage(), "");
	}

}
