package dev.hyperclient;

import java.net.URI;
import java.nio.file.Path;

import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;

/**
 * A file that a service hosts for an entry: a cover, an attachment, a build log. It is
 * read and written as a stream and never held in memory as a whole;
 * {@link ServiceRootBuilder#maxResponseSize} does not apply.
 * <p>
 * Two files are equal if their {@link #uri() URLs} are. Thread-safe.
 * <pre class="code">{@code
 * HostedFile cover = recipe.file("cover");
 * cover.write(Path.of("cover.png"), MediaType.IMAGE_PNG);
 * try (FileContent content = cover.open()) {
 * 	content.transferTo(Path.of("copy.png"));
 * }
 * }</pre>
 *
 * @see Entry#file(String)
 */
public interface HostedFile {

	/**
	 * Return the URL that the entry links to. Makes no request.
	 * @return the absolute URL
	 */
	URI uri();

	/**
	 * Open the file for reading. Makes one GET, and one more for each redirect. Redirects
	 * are followed to {@link ServiceRootBuilder#allowedOrigins allowed origins} only,
	 * without credentials unless it is the origin of the service. A file of up to 100 MiB
	 * that is read to its end is stored in the cache and validated the next time.
	 * <p>
	 * {@link ServiceRootBuilder#callTimeout} limits the time until the content begins,
	 * and then each wait for more bytes.
	 * @return the content; the caller must close it
	 * @throws dev.hyperclient.error.NotFound if there is no file
	 * @throws dev.hyperclient.error.ForeignOriginException if the file is hosted by an
	 * origin that is not allowed
	 */
	FileContent open();

	/**
	 * Create or replace the file. Makes one PUT. The content is read while it is sent. If
	 * it can be read only once ({@link Resource#isOpen()}), the request is not retried;
	 * otherwise the retry policy applies. {@link ServiceRootBuilder#callTimeout} limits
	 * the whole transfer.
	 * @param content the content to send
	 * @param contentType the media type, without wildcards, for instance
	 * {@code image/png}
	 * @param fileName the file name to send, not blank, without control characters
	 * @throws IllegalArgumentException if the type or the name is invalid; nothing is
	 * sent
	 * @throws java.io.UncheckedIOException if the content cannot be read, or its length
	 * changes. The request is then aborted, so that the service can detect that it is
	 * incomplete
	 * @throws dev.hyperclient.error.MethodNotAllowed if the file cannot be written
	 */
	void write(Resource content, MediaType contentType, String fileName);

	/**
	 * Create or replace the file as {@link #write(Resource, MediaType, String)} does,
	 * with the content and name of a local file. Makes one PUT.
	 * @param content the local file
	 * @param contentType the media type, without wildcards
	 * @throws IllegalArgumentException if the type is invalid; nothing is sent
	 * @throws java.io.UncheckedIOException if the file cannot be read
	 * @throws dev.hyperclient.error.MethodNotAllowed if the file cannot be written
	 */
	void write(Path content, MediaType contentType);

	/**
	 * Delete the file from the service. Makes one DELETE.
	 * @throws dev.hyperclient.error.NotFound if there is no file
	 * @throws dev.hyperclient.error.MethodNotAllowed if the file cannot be deleted
	 */
	void delete();

}
