package dev.hyperclient;

import org.jspecify.annotations.Nullable;

/**
 * A named operation of a resource, with its arguments. Immutable and thread-safe:
 * {@link #with} returns a new operation. <pre class="code">{@code
 * Entry created = root.collection("recipes")
 * 	.operation("create")
 * 	.with("dish", root.collection("dishes").getReference("Soup"))
 * 	.with("instructions", "Boil it")
 * 	.invoke()
 * 	.entry();
 * }</pre>
 */
public interface NamedOperation {

	/**
	 * Return the name of the operation. Makes no request.
	 * @return the {@code ws.op} of the description
	 */
	String name();

	/**
	 * Return the description of the operation by the service: documentation, parameters
	 * with types and allowed values, and the type of the result. Makes no request.
	 * @return the description
	 */
	OperationDescription description();

	/**
	 * Return the same operation with one more argument, in place of an earlier one of
	 * that name. Makes no request, except for one GET if the value is an entry whose URL
	 * is unknown.
	 * @param parameter the name of the parameter
	 * @param value the value: text, number, boolean, date ({@link java.time.LocalDate}),
	 * date-time ({@link java.time.OffsetDateTime}, {@link java.time.Instant},
	 * {@link java.time.LocalDateTime}), an {@link Entry}, which is sent as its URL and
	 * fetched only if the URL is unknown, an enum constant, which is sent as its name, a
	 * list or map of these, or {@code null}, which is sent as JSON null. A file is a
	 * {@link FileArgument}, {@code byte[]}, {@link java.nio.file.Path} or
	 * {@link org.springframework.core.io.Resource}
	 * @return the operation with the argument
	 * @throws IllegalArgumentException if the operation has no such parameter, or does
	 * not accept the value
	 */
	NamedOperation with(String parameter, @Nullable Object value);

	/**
	 * Invoke the operation. Makes one GET or one POST, according to the description, and
	 * one more GET for an entry that the operation created or moved, or that it redirects
	 * to (201, 301, 303).
	 * @return the result
	 * @throws IllegalArgumentException if a required argument is missing, or a file
	 * cannot be read; no request is made
	 * @throws java.io.UncheckedIOException if a file cannot be read to its end while it
	 * is sent, or its length has changed; the service has received a part of the request
	 */
	OperationResult invoke();

}
