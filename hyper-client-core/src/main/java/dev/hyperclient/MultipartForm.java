package dev.hyperclient;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Writes a form with files (RFC 7578).
 */
final class MultipartForm {

	private final String boundary = "hyper-client-" + UUID.randomUUID();

	private final ByteArrayOutputStream body = new ByteArrayOutputStream();

	String contentType() {
		return "multipart/form-data; boundary=\"" + this.boundary + "\"";
	}

	void add(String name, String value) {
		begin("name=\"" + quoted(name) + "\"", "text/plain; charset=\"utf-8\"");
		write(value);
		write("\r\n");
	}

	void add(String name, FileArgument file) throws IOException {
		String given = (file.fileName() != null) ? file.fileName() : file.content().getFilename();
		String fileName = (given != null) ? given : name;
		begin("name=\"" + quoted(name) + "\"; filename=\"" + quoted(fileName) + "\"", file.contentType().toString());
		try (InputStream content = file.content().getInputStream()) {
			content.transferTo(this.body);
		}
		write("\r\n");
	}

	private void begin(String disposition, String contentType) {
		write("--" + this.boundary + "\r\nContent-Disposition: form-data; " + disposition + "\r\nContent-Type: "
				+ contentType + "\r\n\r\n");
	}

	/**
	 * Return what would end the quotes or the line, as browsers write it (HTML,
	 * "multipart form data").
	 */
	private static String quoted(String name) {
		return name.replace("\r", "%0D").replace("\n", "%0A").replace("\"", "%22");
	}

	byte[] end() {
		write("--" + this.boundary + "--\r\n");
		return this.body.toByteArray();
	}

	private void write(String text) {
		this.body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
	}

}
