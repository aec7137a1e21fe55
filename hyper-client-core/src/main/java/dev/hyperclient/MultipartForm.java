package dev.hyperclient;

import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

import org.springframework.core.io.AbstractResource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;

/**
 * A form with files (RFC 7578). Local files are read while it is sent, each time it is
 * sent; all else is in memory.
 */
final class MultipartForm extends AbstractResource {

	private final String boundary = "hyper-client-" + UUID.randomUUID();

	private final List<Resource> parts = new ArrayList<>();

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
			// The length must be known, and the form may be sent again: not so of pipes.
			boolean regular = file.content().isFile() && file.content().contentLength() > 0;
			// A directory can be opened, but not read.
			this.parts
				.add((regular && content.read() >= 0) ? file.content() : new ByteArrayResource(content.readAllBytes()));
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

	MultipartForm end() {
		write("--" + this.boundary + "--\r\n");
		return this;
	}

	private void write(String text) {
		this.parts.add(new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8)));
	}

	@Override
	public long contentLength() throws IOException {
		long length = 0;
		for (Resource part : this.parts) {
			length += part.contentLength();
		}
		return length;
	}

	@Override
	public InputStream getInputStream() throws IOException {
		List<InputStream> streams = new ArrayList<>();
		try {
			for (Resource part : this.parts) {
				streams.add(part.getInputStream());
			}
			return new SequenceInputStream(Collections.enumeration(streams));
		}
		catch (IOException ex) {
			for (InputStream stream : streams) {
				stream.close();
			}
			throw ex;
		}
	}

	@Override
	public String getDescription() {
		return this.parts.stream()
			.filter(Resource::isFile)
			.map(Resource::getDescription)
			.collect(Collectors.joining(", ", "form with ", ""));
	}

}
