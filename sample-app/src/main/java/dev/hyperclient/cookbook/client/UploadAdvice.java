package dev.hyperclient.cookbook.client;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.ui.Model;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

/**
 * Says how large an upload may be, to somebody whose file was larger.
 */
@ControllerAdvice
class UploadAdvice {

	private final DataSize largest;

	UploadAdvice(@Value("${spring.servlet.multipart.max-file-size}") DataSize largest) {
		this.largest = largest;
	}

	@ExceptionHandler(MaxUploadSizeExceededException.class)
	@ResponseStatus(HttpStatus.CONTENT_TOO_LARGE)
	String tooLarge(MaxUploadSizeExceededException refusal, Model model) {
		model.addAttribute("kind", "The file is too large");
		model.addAttribute("problem",
				"Nothing was stored. A cover may have up to %d KB.".formatted(this.largest.toKilobytes()));
		return "problem";
	}

}
