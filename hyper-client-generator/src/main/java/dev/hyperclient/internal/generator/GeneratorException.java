package dev.hyperclient.internal.generator;

import java.nio.file.Path;
import java.util.OptionalInt;

import org.jspecify.annotations.Nullable;

/**
 * Nothing can be generated: the description, the overlay or the output directory is
 * invalid. The message begins with the file and, if it is known, the line.
 */
public final class GeneratorException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient Path file;

	private final int line;

	GeneratorException(Path file, int line, String problem, @Nullable Throwable cause) {
		super(((line > 0) ? file + ":" + line : file) + ": " + problem, cause);
		this.file = file;
		this.line = line;
	}

	GeneratorException(Path file, String problem) {
		this(file, 0, problem, null);
	}

	/**
	 * Return the file or directory that is invalid.
	 * @return the path as it was given
	 */
	public Path file() {
		return this.file;
	}

	/**
	 * Return the line of the problem.
	 * @return the line from 1, empty if it is unknown
	 */
	public OptionalInt line() {
		return (this.line > 0) ? OptionalInt.of(this.line) : OptionalInt.empty();
	}

}
