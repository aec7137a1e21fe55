package dev.hyperclient.cookbook.client;

import java.util.NoSuchElementException;
import java.util.Objects;

import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.Unauthorized;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
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
		HttpStatus status = (problem instanceof NotFound) ? HttpStatus.NOT_FOUND
				: (problem instanceof Unauthorized) ? HttpStatus.FORBIDDEN : HttpStatus.BAD_GATEWAY;
		response.setStatus(status.value());
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

	private static String heading(HyperClientException problem) {
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
		model.addAttribute("detail", (problem instanceof HTTPError error)
				? error.method() + " " + error.uri() + "\n" + error.status() + " " + error.reason() : text(problem));
		return "problem";
	}

	private static String text(Throwable problem) {
		return Objects.requireNonNullElse(problem.getMessage(), "");
	}

}
