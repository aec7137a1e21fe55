package dev.hyperclient.internal.description;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * An operation whose result, which the description leaves open, generated code reads.
 */
public interface DescribedOperation {

	/** Return the URL of the resource that has the operation. */
	URI uri();

	/** Return the id of the resource type that has the operation. */
	String type();

	/**
	 * Return a part of the result as a plain value.
	 * @param value the value, as a JSON document has it
	 * @param type the class: String, Long, BigDecimal, Double, Boolean, LocalDate,
	 * OffsetDateTime, URI or Object
	 * @return the value, or {@code null} if it is something else
	 */
	@Nullable Object plain(@Nullable Object value, Class<?> type);

	/**
	 * Return the entry that a part of the result represents or whose URL it is. Makes no
	 * request.
	 * @param value the value, as a JSON document has it
	 * @param type the id of the resource type of an entry that is not fetched
	 * @return the entry, or {@code null} if the value is something else
	 */
	@Nullable Object entry(@Nullable Object value, String type);

}
