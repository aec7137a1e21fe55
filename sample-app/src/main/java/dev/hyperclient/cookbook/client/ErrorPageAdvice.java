package dev.hyperclient.cookbook.client;

import java.util.NoSuchElementException;

import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.NotFound;

import org.springframework.http.HttpStatus;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;

/**
 * Shows errors of the client on a page.
 */
@ControllerAdvice
class ErrorPageAdvice {

	@ExceptionHandler(HyperClientException.class)
	@ResponseStatus(HttpStatus.BAD_GATEWAY)
	String serviceFailed(HyperClientException problem, Model model) {
		return page(problem, model);
	}

	@ExceptionHandler({ NoSuchElementException.class, NotFound.class })
	@ResponseStatus(HttpStatus.NOT_FOUND)
	String notFound(RuntimeException problem, Model model) {
		return page(problem, model);
	}

	private static String page(Exception problem, Model model) {
		model.addAttribute("kind", problem.getClass().getSimpleName());
		model.addAttribute("problem", problem.getMessage());
		return "problem";
	}

}
