package dev.hyperclient;

import java.math.BigDecimal;
import java.net.URI;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

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
 * {@link #set Setting} an attribute makes no request but shows in the getters at once;
 * {@link #save()} sends what was set. A save that fails, in whatever way, leaves the
 * entry as it was, with its changes.
 * <p>
 * Two entries are equal if their {@link #uri() URLs} and their types, as far as these are
 * known, are; comparing them makes no request. The URL changes when the service moves the
 * entry.
 * <p>
 * Thread-safe: what a thread sets while another one saves is not lost but remains set. To
 * save different things at the same time, take an entry for each thread.
 */
public non-sealed interface Entry extends ServiceResource {

	/**
	 * Return whether the representation is there, so that reading an attribute costs no
	 * request.
	 * @return whether it was fetched
	 */
	boolean isFetched();

	/**
	 * Return the canonical URL of this entry, its {@code self_link}.
	 * @return the absolute URL
	 */
	URI selfLink();

	/**
	 * Return the entity tag of the representation, its quotes included.
	 * @return the {@code http_etag}, empty if the service gives none
	 */
	Optional<String> httpEtag();

	/**
	 * Return the URL of the real type.
	 * @return the {@code resource_type_link}
	 */
	URI resourceTypeLink();

	/**
	 * Return a value of any kind.
	 * @param name the attribute's name on the wire, also one of a link such as
	 * {@code dish_link}
	 * @return a {@link String}, {@link Boolean}, {@link Long},
	 * {@link java.math.BigInteger}, {@link BigDecimal}, {@link java.util.List},
	 * {@link java.util.Map} or {@code null}; a redacted value as the text that the
	 * service sends
	 */
	@Nullable Object get(String name);

	/**
	 * Return the representation as a value of a type of the application's own, for
	 * instance a record: its component {@code dateCreated} is the attribute
	 * {@code date_created}, and {@code dishLink} the URL behind a link. What was set and
	 * is not saved is in it, what is redacted is left out.
	 * @param <T> the type
	 * @param type the type
	 * @return a new value, which does not follow the entry
	 * @throws AttributeValueException if the type does not fit
	 * @see ServiceRootBuilder#valueConverter
	 */
	<T> T to(Class<T> type);

	/**
	 * Return whether the service hides the value of an attribute from this user.
	 * @param name the attribute's name on the wire
	 * @return whether it is redacted
	 */
	boolean isRedacted(String name);

	/**
	 * Return a text.
	 * @param name the attribute's name
	 * @return the text, or {@code null}
	 */
	@Nullable String getString(String name);

	/**
	 * Return a whole number.
	 * @param name the attribute's name
	 * @return the number, or {@code null}; one with a fraction or beyond the range is an
	 * {@link AttributeValueException}
	 */
	@Nullable Long getLong(String name);

	/**
	 * Return a number, to the precision of a double.
	 * @param name the attribute's name
	 * @return the number, or {@code null}
	 */
	@Nullable Double getDouble(String name);

	/**
	 * Return a number, exactly as the service wrote it.
	 * @param name the attribute's name
	 * @return the number, or {@code null}
	 */
	@Nullable BigDecimal getDecimal(String name);

	/**
	 * Return a truth value.
	 * @param name the attribute's name
	 * @return the value, or {@code null}
	 */
	@Nullable Boolean getBoolean(String name);

	/**
	 * Return a date. Of a date-time the date part.
	 * @param name the attribute's name
	 * @return the date, or {@code null}
	 */
	@Nullable LocalDate getDate(String name);

	/**
	 * Return a date-time. One without offset is taken as UTC, a mere date as its midnight
	 * in UTC.
	 * @param name the attribute's name
	 * @return the date-time, or {@code null}
	 */
	@Nullable OffsetDateTime getDateTime(String name);

	/**
	 * Return the entry behind a link. Fetches this entry if need be, not the linked one.
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
	 * Return the file behind a link. Fetches this entry if need be, and asks nothing
	 * about the file; there may be none stored yet.
	 * @param name the link's name without {@code _link}
	 * @return the linked file
	 * @throws java.util.NoSuchElementException if the link is null
	 */
	HostedFile file(String name);

	/**
	 * As {@link #file(String)}, for a link that may be null.
	 * @param name the link's name without {@code _link}
	 * @return the linked file, empty if the link is null
	 */
	Optional<HostedFile> findFile(String name);

	/**
	 * Return the collection behind a link. Fetches this entry if need be, not the
	 * collection.
	 * @param name the link's name without {@code _collection_link}
	 * @return the linked collection
	 */
	EntryCollection collection(String name);

	/**
	 * Return the values that the description allows for an attribute. No request if the
	 * declared type has it.
	 * @param attribute the attribute's name on the wire
	 * @return the values in the order of the description, empty if it lists none
	 * @throws NoSuchAttributeException if there is no such attribute
	 */
	List<String> allowedValues(String attribute);

	/**
	 * Ask the service whether what was fetched is still current, and takes the new state
	 * if not. What was set and not saved is dropped.
	 */
	@Override
	void svcRefresh();

	/**
	 * Set an attribute, without telling the service yet. Fetches this entry if need be.
	 * Whether the attribute may be written and the value is allowed is for the service to
	 * say. Setting the value that is there already undoes a change.
	 * @param name the attribute's name, or the link's name with or without {@code _link}
	 * @param value a text, number, boolean, date ({@link LocalDate}), date-time
	 * ({@link OffsetDateTime}, {@link java.time.Instant},
	 * {@link java.time.LocalDateTime}, {@link java.time.ZonedDateTime}), an enum constant
	 * for its name, a list or map of these, or {@code null}; for a link an entry or an
	 * URL ({@link URI} or text)
	 * @return this entry
	 * @throws NoSuchAttributeException if there is no such attribute
	 * @throws IllegalArgumentException if the value has no counterpart in JSON
	 */
	Entry set(String name, @Nullable Object value);

	/**
	 * Return what was set and not saved yet.
	 * @return the values as {@link #get} gives them, by their names on the wire, in the
	 * order they were set; unmodifiable, empty if there are none
	 */
	Map<String, @Nullable Object> changes();

	/**
	 * Forget what was set and not saved. No request.
	 */
	void discardChanges();

	/**
	 * Save the {@link #changes()}, and only these, with a PATCH to {@link #selfLink()}.
	 * Without changes nothing is sent. The service takes them only if the entry is as it
	 * was when the first of them was set ({@code If-Match}).
	 * <p>
	 * Then this entry has the state that the service gives back (209), or, with one
	 * request more, the one that it asks for: at its URL (200, 204), or at a new one if
	 * the entry has moved (301). If that second request fails, its error is thrown and
	 * the changes are still there, although the service has them: a {@link #svcRefresh()}
	 * tells.
	 * @throws dev.hyperclient.error.PreconditionFailed if somebody else has changed the
	 * entry: refresh it and set again, or use {@link #update}
	 * @throws dev.hyperclient.error.BadRequest if the service does not like the values;
	 * its {@link dev.hyperclient.error.BadRequest#invalidFields() invalidFields()} name
	 * them
	 * @throws dev.hyperclient.error.RedirectException if the service answered with
	 * another redirect, which is not followed
	 */
	void save();

	/**
	 * As {@link #save()}, but sends the whole representation with the changes in it, in a
	 * PUT: for services that know no PATCH.
	 */
	void replace();

	/**
	 * Change this entry and saves it; if somebody else was faster, refreshes it and tries
	 * again, up to five times in all. If it fails, the entry is without changes, as
	 * before.
	 * @param change sets attributes of the entry that it is given, looking at their
	 * present values if it likes; called once for each attempt
	 * @throws dev.hyperclient.error.PreconditionFailed if somebody else was faster each
	 * time
	 * @throws IllegalStateException if there are changes already
	 */
	void update(Consumer<? super Entry> change);

	/**
	 * Delete this entry from the service, whatever its state, with a DELETE of
	 * {@link #selfLink()}. What was fetched can still be read.
	 * @throws dev.hyperclient.error.MethodNotAllowed if entries of this type stay
	 */
	void delete();

	/**
	 * Return what the service told beside its answer to the last save, replacement or
	 * deletion through this object. That of an operation is in its
	 * {@link OperationResult}.
	 * @return the notifications, unmodifiable, perhaps none
	 */
	List<Notification> notifications();

	/**
	 * Return whether another entry is the same one in the same state: same
	 * {@link #selfLink()}, same {@link #httpEtag()} (same representation if there is
	 * none), same {@link #changes()}. Fetches either if need be.
	 * @param other the other entry
	 * @return whether nothing tells them apart
	 */
	boolean sameState(Entry other);

}
