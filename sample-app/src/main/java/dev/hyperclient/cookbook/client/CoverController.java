package dev.hyperclient.cookbook.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

import dev.hyperclient.FileContent;
import dev.hyperclient.HostedFile;
import dev.hyperclient.error.NotFound;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * Passes the cover of a cookbook from the service to the browser and back. Downloads are
 * streamed; an upload is a temporary file of the web server.
 */
@Controller
@Profile("!service")
@RequestMapping("/cookbook/cover")
class CoverController {

	private static final String REDIRECT = "redirect:/cookbook";

	private final EntryFinder finder;

	CoverController(EntryFinder finder) {
		this.finder = finder;
	}

	/**
	 * Any client of the service can store files, and this application's origin serves
	 * them. Therefore all but images are served as attachments.
	 */
	@GetMapping
	void show(@RequestParam String name, HttpServletResponse response) throws IOException {
		try (FileContent content = cover(name).open()) {
			InputStream stream = new BufferedInputStream(content.stream());
			stream.mark(ImageType.SIGNATURE_LENGTH);
			Optional<ImageType> type = ImageType.of(stream);
			stream.reset();
			response
				.setContentType(type.map(ImageType::mediaType).orElse(MediaType.APPLICATION_OCTET_STREAM).toString());
			if (type.isEmpty()) {
				response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment");
			}
			response.setHeader("X-Content-Type-Options", "nosniff");
			response.setHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
			content.length().ifPresent(response::setContentLengthLong);
			stream.transferTo(response.getOutputStream());
		}
		catch (NotFound ex) {
			// Instead of a broken image, whatever the status.
			response.setStatus(HttpServletResponse.SC_NOT_FOUND);
			response.setContentType("image/svg+xml");
			response.getWriter().write("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 3 4\"/>");
		}
	}

	@PostMapping(consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
	String upload(@RequestParam String name, @RequestParam MultipartFile cover, RedirectAttributes messages)
			throws IOException {
		messages.addAttribute("name", name);
		Optional<ImageType> type = typeOf(cover);
		if (type.isEmpty()) {
			messages.addFlashAttribute("problem",
					cover.isEmpty() ? "Choose a file first."
							: "“%s” is not an image. A cover is a PNG, JPEG, GIF or WebP file."
								.formatted(cover.getOriginalFilename()));
			return REDIRECT;
		}
		cover(name).write(cover.getResource(), type.get().mediaType(), type.get().fileName("cover"));
		messages.addFlashAttribute("message", "The cover was stored.");
		return REDIRECT;
	}

	@PostMapping("/delete")
	String delete(@RequestParam String name, RedirectAttributes messages) {
		messages.addAttribute("name", name);
		try {
			cover(name).delete();
			messages.addFlashAttribute("message", "The cover was deleted.");
		}
		catch (NotFound ex) {
			messages.addFlashAttribute("message", "The cover was already deleted.");
		}
		return REDIRECT;
	}

	private static Optional<ImageType> typeOf(MultipartFile file) throws IOException {
		try (InputStream content = file.getInputStream()) {
			return ImageType.of(content);
		}
	}

	private HostedFile cover(String name) {
		return this.finder.cookbook(name).cover();
	}

}
