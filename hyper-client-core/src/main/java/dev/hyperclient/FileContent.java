package dev.hyperclient;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.files.AtomicReplacement;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * The content of a {@link HostedFile} as a stream. Holds a connection or an open file
 * until it is read to its end or closed. Closing it early discards the rest. Not
 * thread-safe.
 */
public final class FileContent implements AutoCloseable {

	private final URI uri;

	private final HttpHeaders headers;

	private final ResponseContent body;

	private final InputStream stream;

	FileContent(ServiceResponse response) {
		this.uri = response.uri();
		this.headers = response.headers();
		this.body = response.body();
		this.stream = this.body.stream();
	}

	/**
	 * Return the URL of the content, after redirects.
	 * @return the absolute URL
	 */
	public URI uri() {
		return this.uri;
	}

	/**
	 * Return the content as a stream. It must not be read on an event-loop thread.
	 * @return the same stream for each call. If the content ends early, reading throws
	 * {@link dev.hyperclient.error.IncompleteContentException}
	 */
	public InputStream stream() {
		return this.stream;
	}

	/**
	 * Write the whole content to a file. The file is created or replaced only when the
	 * content is complete.
	 * @param target the file, in a directory that exists
	 * @return the number of bytes
	 * @throws dev.hyperclient.error.IncompleteContentException if the content is
	 * incomplete
	 * @throws IOException if the file cannot be written
	 */
	public long transferTo(Path target) throws IOException {
		Path temporary = target.resolveSibling(".hyper-client-" + UUID.randomUUID() + ".part");
		try {
			long length;
			try (OutputStream out = Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW,
					StandardOpenOption.WRITE)) {
				length = this.stream.transferTo(out);
			}
			AtomicReplacement.move(temporary, target);
			return length;
		}
		finally {
			Files.deleteIfExists(temporary);
		}
	}

	/**
	 * Return the name of the file: the decoded last segment of the
	 * {@code Content-Location} or else of {@link #uri()}. The service chooses it, and it
	 * may differ from the name with which the file was written.
	 * @return the name, without slashes, backslashes and control characters; may be empty
	 */
	public String fileName() {
		return AttachmentName.of(this.uri, this.headers);
	}

	/**
	 * Return the media type.
	 * @return the {@code Content-Type}, empty if there is none or if it is invalid
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
	 * Return the time of the last modification.
	 * @return the {@code Last-Modified}, in HTTP or ISO 8601 format; empty if there is
	 * none or if it has another format
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
	 * @return the number of bytes, empty if unknown
	 */
	public OptionalLong length() {
		return this.body.length();
	}

	/**
	 * Return the header fields of the response.
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
		this.body.close();
	}

	/**
	 * Return the URL.
	 */
	@Override
	public String toString() {
		return this.uri.toString();
	}

}
