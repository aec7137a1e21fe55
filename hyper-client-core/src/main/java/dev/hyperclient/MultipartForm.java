package dev.hyperclient;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

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

	/** The lengths of the parts in the current attempt. */
	private final List<Long> lengths = new ArrayList<>();

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

	/** Return the form if it is in memory, or {@code null} if a file is read. */
	byte @Nullable [] bytes() {
		if (!this.parts.stream().allMatch(ByteArrayResource.class::isInstance)) {
			return null;
		}
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		this.parts.forEach((part) -> bytes.writeBytes(((ByteArrayResource) part).getByteArray()));
		return bytes.toByteArray();
	}

	/** Measure the files anew for each attempt: they may change between two. */
	@Override
	public long contentLength() throws IOException {
		this.lengths.clear();
		long length = 0;
		for (Resource part : this.parts) {
			long partLength = part.contentLength();
			this.lengths.add(partLength);
			length += partLength;
		}
		return length;
	}

	@Override
	public InputStream getInputStream() throws IOException {
		List<InputStream> streams = new ArrayList<>();
		try {
			for (int i = 0; i < this.parts.size(); i++) {
				// A log may grow while it is sent.
				streams.add(new Beginning(this.parts.get(i).getInputStream(), this.lengths.get(i)));
			}
			return new SequenceInputStream(Collections.enumeration(streams));
		}
		catch (IOException | RuntimeException ex) {
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

	/** The beginning of a stream. */
	private static final class Beginning extends FilterInputStream {

		private long left;

		Beginning(InputStream stream, long length) {
			super(stream);
			this.left = length;
		}

		@Override
		public int read() throws IOException {
			byte[] one = new byte[1];
			return (read(one, 0, 1) > 0) ? one[0] & 0xff : -1;
		}

		@Override
		public int read(byte[] target, int offset, int length) throws IOException {
			int count = (this.left > 0) ? super.read(target, offset, (int) Math.min(length, this.left)) : -1;
			this.left -= Math.max(count, 0);
			return count;
		}

	}

}
