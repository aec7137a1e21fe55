package dev.hyperclient.cookbook.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

import org.springframework.http.MediaType;

/**
 * The permitted image types of a cover: types that browsers display and that cannot
 * contain scripts.
 */
enum ImageType {

	PNG((start) -> start.startsWith("\u0089PNG\r\n\u001a\n")),

	JPEG((start) -> start.startsWith("\u00ff\u00d8\u00ff")),

	GIF((start) -> start.startsWith("GIF87a") || start.startsWith("GIF89a")),

	WEBP((start) -> start.startsWith("RIFF") && start.startsWith("WEBP", 8));

	/** The number of bytes that decide. */
	static final int SIGNATURE_LENGTH = 12;

	private final Predicate<String> start;

	ImageType(Predicate<String> start) {
		this.start = start;
	}

	/**
	 * Detect the type from the first bytes. File name and media type are ignored.
	 */
	static Optional<ImageType> of(InputStream content) throws IOException {
		String start = new String(content.readNBytes(SIGNATURE_LENGTH), StandardCharsets.ISO_8859_1);
		return Arrays.stream(values()).filter((type) -> type.start.test(start)).findFirst();
	}

	MediaType mediaType() {
		return new MediaType("image", subtype());
	}

	String fileName(String base) {
		return base + "." + subtype();
	}

	private String subtype() {
		return name().toLowerCase(Locale.ROOT);
	}

}
