package dev.hyperclient;

import java.math.BigDecimal;
import java.net.URI;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;

import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.RedactedValueException;
import org.jspecify.annotations.Nullable;

/**
 * One resource with attributes: a recipe, a person, a bug. The first attribute that is
 * read fetches it; then it takes the type that the service reports, which need not be the
 * declared one.
 * <p>
 * Every getter throws {@link NoSuchAttributeException} if the real type lacks the
 * attribute, {@link AttributeValueException} if the value is of another kind, and
 * {@link RedactedValueException} if the service hides it. A value that is null is
 * returned as {@code null}.
 * <p>
 * Two entries are equal if their {@link #uri() addresses} are; comparing them makes no
 * request.
 */
public non-sealed interface Entry extends Resource {

	/**
	 * Whether the representation is there, so that reading an attribute costs no request.
	 * @return whether it was fetched
	 */
	boolean isFetched();

	/**
	 * The canonical address of this entry, its {@code self_link}.
	 * @return the absolute address
	 */
	URI selfLink();

	/**
	 * The entity tag of the representation, its quotes included.
	 * @return the {@code http_etag}, empty if the service gives none
	 */
	Optional<String> httpEtag();

	/**
	 * The address of the real type.
	 * @return the {@code resource_type_link}
	 */
	URI resourceTypeLink();

	/**
	 * A value of any kind.
	 * @param name the attribute's name on the wire, also one of a link such as
	 * {@code dish_link}
	 * @return a {@link String}, {@link Boolean}, {@link Long},
	 * {@link java.math.BigInteger}, {@link BigDecimal}, {@link java.util.List},
	 * {@link java.util.Map} or {@code null}; a redacted value as the text that the
	 * service sends
	 */
	@Nullable Object get(String name);

	/**
	 * Whether the service hides the value of an attribute from this user.
	 * @param name the attribute's name on the wire
	 * @return whether it is redacted
	 */
	boolean isRedacted(String name);

	/**
	 * A text.
	 * @param name the attribute's name
	 * @return the text, or {@code null}
	 */
	@Nullable String getString(String name);

	/**
	 * A whole number.
	 * @param name the attribute's name
	 * @return the number, or {@code null}; one with a fraction or beyond the range is an
	 * {@link AttributeValueException}
	 */
	@Nullable Long getLong(String name);

	/**
	 * A number, to the precision of a double.
	 * @param name the attribute's name
	 * @return the number, or {@code null}
	 */
	@Nullable Double getDouble(String name);

	/**
	 * A number, exactly as the service wrote it.
	 * @param name the attribute's name
	 * @return the number, or {@code null}
	 */
	@Nullable BigDecimal getDecimal(String name);

	/**
	 * A truth value.
	 * @param name the attribute's name
	 * @return the value, or {@code null}
	 */
	@Nullable Boolean getBoolean(String name);

	/**
	 * A date. Of a date-time the date part.
	 * @param name the attribute's name
	 * @return the date, or {@code null}
	 */
	@Nullable LocalDate getDate(String name);

	/**
	 * A date-time. One without offset is taken as UTC, a mere date as its midnight in
	 * UTC.
	 * @param name the attribute's name
	 * @return the date-time, or {@code null}
	 */
	@Nullable OffsetDateTime getDateTime(String name);

	/**
	 * The entry behind a link. Fetches this entry if need be, not the linked one.
	 * @param name the link's name without {@code _link}
	 * @return the linked entry
	 * @throws java.util.NoSuchElementException if the link is null: there is no such
	 * entry
	 */
	Entry entry(String name);

	/**
	 * As {@link #entry(String)}, for a link that may be null.
	 * @param name the link's name without {@code _link}
	 * @return the linked entry, empty if the link is null
	 */
	Optional<Entry> findEntry(String name);

	/**
	 * The collection behind a link. Fetches this entry if need be, not the collection.
	 * @param name the link's name without {@code _collection_link}
	 * @return the linked collection
	 */
	EntryCollection collection(String name);

}
