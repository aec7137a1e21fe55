package dev.hyperclient;

import java.nio.file.Path;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;

/**
 * A file as argument of a named operation. A local file ({@link Resource#isFile()}) is
 * read while it is sent, and again if the request is repeated; other content is read into
 * memory each time the operation is invoked. Immutable if the content is.
 *
 * @param content the content of the file
 * @param fileName the file name to send, {@code null} for the name of the content, or
 * else the name of the parameter
 * @param contentType the media type to send
 */
public record FileArgument(Resource content, @Nullable String fileName, MediaType contentType) {

	public FileArgument {
		Objects.requireNonNull(content, "'content' must not be null");
		Objects.requireNonNull(contentType, "'contentType' must not be null");
	}

	/**
	 * Return an argument of the type {@code application/octet-stream}.
	 * @param content the content of the file
	 * @return the argument
	 */
	public static FileArgument of(Resource content) {
		return new FileArgument(content, null, MediaType.APPLICATION_OCTET_STREAM);
	}

	/**
	 * Return an argument as {@link #of(Resource)}, for a local file.
	 * @param file the file
	 * @return the argument
	 */
	public static FileArgument of(Path file) {
		return of(new FileSystemResource(file));
	}

	/**
	 * Return an argument as {@link #of(Resource)}, for bytes.
	 * @param content the bytes, which are not copied
	 * @return the argument
	 */
	public static FileArgument of(byte[] content) {
		return of(new ByteArrayResource(content));
	}

	/**
	 * Return the same argument with another file name.
	 * @param name the name, without directories
	 * @return the argument
	 */
	public FileArgument withFileName(String name) {
		return new FileArgument(this.content, name, this.contentType);
	}

	/**
	 * Return the same argument with another media type.
	 * @param type the media type, for instance {@code image/png}
	 * @return the argument
	 */
	public FileArgument withContentType(MediaType type) {
		return new FileArgument(this.content, this.fileName, type);
	}

}
