package dev.hyperclient;

import java.nio.file.Path;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;

/**
 * A file as the argument of a named operation that takes one. It is read each time that
 * the operation is carried out, into memory as a whole. Immutable, as far as the content
 * is.
 *
 * @param content where the bytes are
 * @param fileName what the service is told as its name, {@code null} for that of the
 * content, or else that of the argument
 * @param contentType what the service is told as its type
 */
public record FileArgument(Resource content, @Nullable String fileName, MediaType contentType) {

	public FileArgument {
		Objects.requireNonNull(content, "'content' must not be null");
		Objects.requireNonNull(contentType, "'contentType' must not be null");
	}

	/**
	 * Return a file of any kind, {@code application/octet-stream}.
	 * @param content where the bytes are
	 * @return the argument
	 */
	public static FileArgument of(Resource content) {
		return new FileArgument(content, null, MediaType.APPLICATION_OCTET_STREAM);
	}

	/**
	 * As {@link #of(Resource)}, for a file on this machine.
	 * @param file the file
	 * @return the argument
	 */
	public static FileArgument of(Path file) {
		return of(new FileSystemResource(file));
	}

	/**
	 * As {@link #of(Resource)}, for bytes.
	 * @param content the bytes, which are not copied
	 * @return the argument
	 */
	public static FileArgument of(byte[] content) {
		return of(new ByteArrayResource(content));
	}

	/**
	 * Return the same file under another name.
	 * @param name the name, without directories
	 * @return the argument
	 */
	public FileArgument withFileName(String name) {
		return new FileArgument(this.content, name, this.contentType);
	}

	/**
	 * Return the same file of another type.
	 * @param type the type, for instance {@code image/png}
	 * @return the argument
	 */
	public FileArgument withContentType(MediaType type) {
		return new FileArgument(this.content, this.fileName, type);
	}

}
