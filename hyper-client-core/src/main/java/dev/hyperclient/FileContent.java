package dev.hyperclient;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.OptionalLong;

import dev.hyperclient.http.ContentLength;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * The content of a {@link HostedFile}, on its way. It holds a connection or an open file
 * until it is read to its end or closed; closing it early gives the rest up. For one
 * thread at a time.
 */
public final class FileContent implements AutoCloseable {

	private final URI uri;

	private final HttpHeaders headers;

	private final InputStream stream;

	FileContent(URI uri, HttpHeaders headers, InputStream stream) {
		this.uri = uri;
		this.headers = headers;
		this.stream = stream;
	}

	/**
	 * Return the URL that the content comes from, after redirects.
	 * @return the absolute URL
	 */
	public URI uri() {
		return this.uri;
	}

	/**
	 * Return the content. It must not be read on an event-loop thread.
	 * @return the same stream each time. It ends where the file ends; if it has to end
	 * before, reading throws {@link dev.hyperclient.error.IncompleteContentException}
	 */
	public InputStream stream() {
		return this.stream;
	}

	/**
	 * Read the whole content into a file, which is there only when it is complete; until
	 * then another one of that name stays as it is.
	 * @param target the file, in a directory that exists
	 * @return the number of bytes
	 * @throws dev.hyperclient.error.IncompleteContentException if the content is not
	 * whole
	 * @throws IOException if the file cannot be written
	 */
	public long transferTo(Path target) throws IOException {
		return WholeFile.write(target, this.stream);
	}

	/**
	 * Return the name of the file: the last segment, decoded, of the
	 * {@code Content-Location} or else of {@link #uri()}. Other than the name it was
	 * written with, it is for the service to choose.
	 * @return the name, without slashes, backslashes and control characters; perhaps
	 * empty
	 */
	public String fileName() {
		return AttachmentName.of(this.uri, this.headers);
	}

	/**
	 * Return the type.
	 * @return the {@code Content-Type}, empty if there is none or none that makes sense
	 */
	public Optional<MediaType> contentType() {
		try {
			return Optional.ofNullable(this.headers.getContentType());
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Return when the file was changed last.
	 * @return the {@code Last-Modified}, as HTTP or ISO 8601 write it, empty if there is
	 * none or it is written otherwise; {@link #headers()} has it as it is
	 */
	public Optional<Instant> lastModified() {
		@Nullable String text = this.headers.getFirst(HttpHeaders.LAST_MODIFIED);
		if (text == null) {
			return Optional.empty();
		}
		try {
			return Optional.ofNullable(this.headers.getFirstZonedDateTime(HttpHeaders.LAST_MODIFIED))
				.map(ZonedDateTime::toInstant);
		}
		catch (IllegalArgumentException ex) {
			return isoDate(text);
		}
	}

	private static Optional<Instant> isoDate(String text) {
		try {
			return Optional.of(OffsetDateTime.parse(text).toInstant());
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Return the length of the content.
	 * @return the number of bytes, empty if the service does not tell
	 */
	public OptionalLong length() {
		return ContentLength.of(this.headers);
	}

	/**
	 * Return the header fields of the answer.
	 * @return the fields, read-only
	 */
	public HttpHeaders headers() {
		return this.headers;
	}

	/**
	 * Close the {@link #stream()}. Closing twice has no effect.
	 */
	@Override
	public void close() {
		try {
			this.stream.close();
		}
		catch (IOException ex) {
			// What is only read loses nothing by not being closed well.
		}
	}

	/**
	 * Return the URL alone.
	 */
	@Override
	public String toString() {
		return this.uri.toString();
	}

}
