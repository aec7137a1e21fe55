package dev.hyperclient;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A named operation of a resource, with its arguments. Immutable and thread-safe:
 * {@link #with} returns a new operation.
 */
public interface NamedOperation {

	/**
	 * Return the name of the operation.
	 * @return the {@code ws.op} of the description
	 */
	String name();

	/**
	 * Return the documentation of the operation.
	 * @return the plain text, empty if there is none
	 */
	Optional<String> documentation();

	/**
	 * Return the parameters with types, allowed values and documentation.
	 * @return the parameters in the order of the description, unmodifiable
	 */
	List<ValueDescription> parameters();

	/**
	 * Return a parameter.
	 * @param name the name
	 * @return the parameter, empty if the operation has none of that name
	 */
	Optional<ValueDescription> parameter(String name);

	/**
	 * Return the same operation with one more argument.
	 * @param parameter the name of the parameter
	 * @param value the value: text, number, boolean, date ({@link java.time.LocalDate}),
	 * date-time ({@link java.time.OffsetDateTime}, {@link java.time.Instant},
	 * {@link java.time.LocalDateTime}), an {@link Entry}, which is sent as its URL and
	 * fetched only if that is unknown, an enum constant, which is sent as its name, a
	 * list or map of these, or {@code null}. A file is a {@link FileArgument},
	 * {@code byte[]}, {@link java.nio.file.Path} or
	 * {@link org.springframework.core.io.Resource}
	 * @return the operation with the argument
	 * @throws IllegalArgumentException if the operation has no such parameter, or does
	 * not accept the value
	 */
	NamedOperation with(String parameter, @Nullable Object value);

	/**
	 * Invoke the operation: one request, and one more to fetch an entry that it created
	 * or moved.
	 * @return the result
	 * @throws IllegalArgumentException if a required argument is missing, or a file
	 * cannot be read; no request is made
	 */
	OperationResult invoke();

}
