package dev.hyperclient;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * An operation that the description offers on a resource, together with the arguments
 * given so far. Immutable and thread-safe: {@link #with} returns another one.
 */
public interface NamedOperation {

	/**
	 * Return the name of the operation.
	 * @return the {@code ws.op} of the description
	 */
	String name();

	/**
	 * Return the names of all the arguments that the operation takes, in the order of the
	 * description.
	 * @return the names
	 */
	List<String> parameters();

	/**
	 * Return the same operation with one argument more.
	 * @param parameter the argument's name
	 * @param value the value: text, number, boolean, date ({@link java.time.LocalDate}),
	 * date-time ({@link java.time.OffsetDateTime}, {@link java.time.Instant},
	 * {@link java.time.LocalDateTime}), an {@link Entry}, which is fetched only if its
	 * own URL is not known otherwise, an enum constant for its name, a list or map of
	 * these, or {@code null}. A file is a {@link FileArgument}, {@code byte[]},
	 * {@link java.nio.file.Path} or {@link org.springframework.core.io.Resource}
	 * @return the operation with the argument
	 * @throws IllegalArgumentException if the operation takes no such argument, or not
	 * this value
	 */
	NamedOperation with(String parameter, @Nullable Object value);

	/**
	 * Carry the operation out: one request, and one more for an entry that it made or
	 * moved.
	 * @return what came back
	 * @throws IllegalArgumentException if a required argument is missing, or a file
	 * cannot be read; no request is made then
	 */
	OperationResult invoke();

}
