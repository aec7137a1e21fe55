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
 * The kinds of pictures that a cover may be: those that browsers show and that cannot
 * carry a script.
 */
enum ImageType {

	PNG((start) -> start.startsWith("\u0089PNG\r\n\u001a\n")),

	JPEG((start) -> start.startsWith("\u00ff\u00d8\u00ff")),

	GIF((start) -> start.startsWith("GIF87a") || start.startsWith("GIF89a")),

	WEBP((start) -> start.startsWith("RIFF") && start.startsWith("WEBP", 8));

	private static final int LONGEST_START = 12;

	private final Predicate<String> start;

	ImageType(Predicate<String> start) {
		this.start = start;
	}

	/**
	 * The kind that the first bytes tell, whatever the name or the sender says.
	 */
	static Optional<ImageType> of(InputStream content) throws IOException {
		String start = new String(content.readNBytes(LONGEST_START), StandardCharsets.ISO_8859_1);
		return Arrays.stream(values()).filter((type) -> type.start.test(start)).findFirst();
	}

	static Optional<ImageType> of(MediaType mediaType) {
		return Arrays.stream(values()).filter((type) -> type.mediaType().equalsTypeAndSubtype(mediaType)).findFirst();
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
