package dev.hyperclient;

import java.net.URI;
import java.nio.file.Path;

import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;

/**
 * A file that a service keeps for an entry: a cover, an attachment, a build log. It is
 * read and written as a stream and never in memory as a whole, however long it is;
 * {@link ServiceRootBuilder#maxResponseSize} does not concern it.
 * <p>
 * Two files are equal if their {@link #uri() URLs} are. Thread-safe.
 *
 * @see Entry#file(String)
 */
public interface HostedFile {

	/**
	 * Return the URL that the entry links to.
	 * @return the absolute URL
	 */
	URI uri();

	/**
	 * Open the file for reading: one request, and one more for each redirect, which is
	 * followed as everywhere: to {@link ServiceRootBuilder#allowedOrigins listed origins}
	 * only, and without credentials to any but the service's own. A file of up to 100 MiB
	 * that is read to its end is stored; the next time the service is asked whether that
	 * one still holds.
	 * <p>
	 * {@link ServiceRootBuilder#callTimeout} bounds the time until the content begins,
	 * and after that the wait for the next bytes.
	 * @return the content, to be closed by the caller
	 * @throws dev.hyperclient.error.NotFound if nothing is stored
	 * @throws dev.hyperclient.error.ForeignOriginException if the file is kept on an
	 * origin that is not listed
	 */
	FileContent open();

	/**
	 * Write the file, in place of the one that may be stored. The content is read while
	 * it is sent. If it can be read only once ({@link Resource#isOpen()}), it is sent
	 * only once; otherwise a refusal is retried as the retry policy says.
	 * {@link ServiceRootBuilder#callTimeout} bounds all of it.
	 * @param content where the bytes are
	 * @param contentType the type, without wildcards, for instance {@code image/png}
	 * @param fileName what the service is told as the file's name: not blank, without
	 * control characters
	 * @throws IllegalArgumentException if the type or the name is not like that; nothing
	 * is sent then
	 * @throws java.io.UncheckedIOException if the content cannot be read, or its length
	 * changes meanwhile. The request is broken off then, so that a service can tell that
	 * it did not get all
	 * @throws dev.hyperclient.error.MethodNotAllowed if the file cannot be written
	 */
	void write(Resource content, MediaType contentType, String fileName);

	/**
	 * As {@link #write(Resource, MediaType, String)}, for a file on this machine and
	 * under its name.
	 * @param content the file
	 * @param contentType the type, without wildcards
	 */
	void write(Path content, MediaType contentType);

	/**
	 * Delete the file from the service.
	 * @throws dev.hyperclient.error.NotFound if nothing is stored
	 * @throws dev.hyperclient.error.MethodNotAllowed if the file stays
	 */
	void delete();

}
