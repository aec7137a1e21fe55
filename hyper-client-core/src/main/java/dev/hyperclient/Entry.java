package dev.hyperclient;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.RedactedValueException;
import org.jspecify.annotations.Nullable;

/**
 * One resource with attributes: a recipe, a person, a bug. It is fetched with one GET
 * when the first attribute is read; its type is then the type that the service reports,
 * which may differ from the declared type. Getters make no further request, except for
 * one conditional request by the first getter after an operation on this entry.
 * <p>
 * Each getter throws {@link NoSuchAttributeException} if the real type has no such
 * attribute, {@link AttributeValueException} if the value has another type, and
 * {@link RedactedValueException} if the service hides it. A null value is returned as
 * {@code null}.
 * <p>
 * {@link #set Setting} an attribute makes no request; getters return the new value
 * immediately. {@link #save()} sends the changes. If a save fails, the entry keeps its
 * state and its changes.
 * <p>
 * Two entries are equal if their {@link #uri() URLs} and their types, if known, are
 * equal; comparing them makes no request. The URL changes when the service moves the
 * entry.
 * <p>
 * Thread-safe: a change that is set while another thread saves is kept as a change. To
 * save independent changes concurrently, use an entry for each thread.
 * <pre class="code">{@code
 * Entry recipe = root.collection("recipes").get(4);
 * System.out.println(recipe.getString("instructions") + recipe.entry("dish").getString("name"));
 * recipe.set("instructions", "Boil it").save();
 * }</pre>
 */
public non-sealed interface Entry extends ServiceResource {

	/**
	 * Return whether the representation has been fetched, so that reading an attribute
	 * makes no request. It is {@code false} again after an operation that may have
	 * changed this entry. Makes no request.
	 * @return whether the entry is fetched
	 */
	boolean isFetched();

	/**
	 * Return the canonical URL of this entry, its {@code self_link}. Makes one GET if
	 * this entry was never fetched.
	 * @return the absolute URL
	 */
	URI selfLink();

	/**
	 * Return the entity tag of the representation, including quotes. Makes one GET if
	 * this entry is not fetched.
	 * @return the {@code http_etag}, empty if there is none or it is not an entity tag
	 * (RFC 9110, 8.8.3)
	 */
	Optional<String> httpEtag();

	/**
	 * Return the URL of the real resource type. Makes one GET if this entry was never
	 * fetched.
	 * @return the {@code resource_type_link}
	 */
	URI resourceTypeLink();

	/**
	 * Return the value of an attribute. Makes one GET if this entry is not fetched.
	 * @param name the name of the attribute in the representation; may be the name of a
	 * link such as {@code dish_link}
	 * @return a {@link String}, {@link Boolean}, {@link Long},
	 * {@link java.math.BigInteger}, {@link BigDecimal}, {@link java.util.List},
	 * {@link java.util.Map} or {@code null}
	 */
	@Nullable Object get(String name);

	/**
	 * Return the representation as an instance of a type of the application, for instance
	 * a record: its component {@code dateCreated} is the attribute {@code date_created},
	 * and {@code dishLink} the URL of a link. A component of the type {@link Entry},
	 * {@link EntryCollection} or {@link HostedFile} is the linked resource, without a
	 * request: {@code dish} is the entry of {@code dish_link}. Includes changes that are
	 * not saved.
	 * <p>
	 * Nothing is invented: each component must be an attribute or link of the resource
	 * type. A null value is not accepted for primitives and for types that are not
	 * nullable by JSpecify or Kotlin; a redacted value is accepted for {@code Optional}
	 * and nullable types only. Both are then empty or {@code null}. Makes one GET if this
	 * entry is not fetched.
	 * @param <T> the type
	 * @param type the type
	 * @return a new instance, independent of the entry
	 * @throws AttributeValueException if the type has a component that the resource type
	 * does not have, if a value is null that must not be, or if the representation cannot
	 * be converted to the type
	 * @throws RedactedValueException if the service hides a value that is required
	 * @see ServiceRootBuilder#valueConverter
	 */
	<T> T to(Class<T> type);

	/**
	 * Return whether the service hides the value of an attribute from this user. Makes
	 * one GET if this entry is not fetched.
	 * @param name the name of the attribute in the representation
	 * @return whether it is redacted
	 */
	default boolean isRedacted(String name) {
		try {
			get(name);
			return false;
		}
		catch (RedactedValueException ex) {
			return true;
		}
	}

	/**
	 * Return a text attribute. Makes one GET if this entry is not fetched.
	 * @param name the name of the attribute
	 * @return the text, or {@code null}
	 */
	default @Nullable String getString(String name) {
		return new AttributeReader(uri(), name, get(name)).text();
	}

	/**
	 * Return an integer attribute. Makes one GET if this entry is not fetched.
	 * @param name the name of the attribute
	 * @return the number, or {@code null}
	 * @throws AttributeValueException if it has a fraction or is out of range
	 */
	default @Nullable Long getLong(String name) {
		return new AttributeReader(uri(), name, get(name)).wholeNumber();
	}

	/**
	 * Return a number attribute, rounded to a double. Makes one GET if this entry is not
	 * fetched.
	 * @param name the name of the attribute
	 * @return the number, or {@code null}
	 */
	default @Nullable Double getDouble(String name) {
		return new AttributeReader(uri(), name, get(name)).floatingPoint();
	}

	/**
	 * Return a number attribute with its exact value. Makes one GET if this entry is not
	 * fetched.
	 * @param name the name of the attribute
	 * @return the number, or {@code null}
	 */
	default @Nullable BigDecimal getDecimal(String name) {
		return new AttributeReader(uri(), name, get(name)).decimal();
	}

	/**
	 * Return a boolean attribute. Makes one GET if this entry is not fetched.
	 * @param name the name of the attribute
	 * @return the value, or {@code null}
	 */
	default @Nullable Boolean getBoolean(String name) {
		return new AttributeReader(uri(), name, get(name)).truth();
	}

	/**
	 * Return a date attribute, or the date part of a date-time attribute. Makes one GET
	 * if this entry is not fetched.
	 * @param name the name of the attribute
	 * @return the date, or {@code null}
	 */
	default @Nullable LocalDate getDate(String name) {
		return new AttributeReader(uri(), name, get(name)).date();
	}

	/**
	 * Return a date-time attribute. A date-time without offset is in UTC; a date is its
	 * midnight in UTC. Makes one GET if this entry is not fetched.
	 * @param name the name of the attribute
	 * @return the date-time, or {@code null}
	 */
	default @Nullable OffsetDateTime getDateTime(String name) {
		return new AttributeReader(uri(), name, get(name)).dateTime();
	}

	/**
	 * Return a linked entry, unfetched unless it was prefetched. Makes one GET if this
	 * entry is not fetched, and none for the linked one.
	 * @param name the name of the link without {@code _link}
	 * @return the linked entry
	 * @throws java.util.NoSuchElementException if the link is null
	 */
	Entry entry(String name);

	/**
	 * Return a linked entry, for a link that may be null. Makes the requests of
	 * {@link #entry(String)}.
	 * @param name the name of the link without {@code _link}
	 * @return the linked entry, empty if the link is null
	 */
	Optional<Entry> findEntry(String name);

	/**
	 * Return a linked file. Makes one GET if this entry is not fetched, and none for the
	 * file, which need not exist.
	 * @param name the name of the link without {@code _link}
	 * @return the linked file
	 * @throws java.util.NoSuchElementException if the link is null
	 */
	HostedFile file(String name);

	/**
	 * Return a linked file, for a link that may be null. Makes the requests of
	 * {@link #file(String)}.
	 * @param name the name of the link without {@code _link}
	 * @return the linked file, empty if the link is null
	 */
	Optional<HostedFile> findFile(String name);

	/**
	 * Return a linked collection. Makes one GET if this entry is not fetched, and none
	 * for the collection.
	 * @param name the name of the link without {@code _collection_link}
	 * @return the linked collection
	 */
	EntryCollection collection(String name);

	/**
	 * Return the description of the type: attributes, links and operations. It is the
	 * declared type while the entry is unfetched, then its real type. Makes one GET if
	 * the type is unknown, otherwise no request.
	 * @return the type
	 */
	TypeDescription type();

	/**
	 * Refresh the state of this entry, and discard changes that are not saved. Makes one
	 * GET, even if a stored response is fresh. It is conditional if a validator is known
	 * (RFC 9110, 13).
	 */
	@Override
	void svcRefresh();

	/**
	 * Wait until a condition holds, for instance until a build has ended. Makes one
	 * conditional GET after 10, 20 and 40 seconds and then every minute until the
	 * condition holds, each by {@link #svcRefresh()}; none if it holds at the beginning.
	 * The wait continues after a refresh that fails because the service is not available
	 * ({@link dev.hyperclient.error.TransportException},
	 * {@link dev.hyperclient.error.ServerError} or a 429), but ends if the root is
	 * offline. Changes that are set meanwhile are discarded. Blocks the thread; the call
	 * timeout applies to each refresh alone.
	 * @param condition reads this entry
	 * @param timeout the maximum time to wait, positive
	 * @throws dev.hyperclient.error.CallTimeoutException if the condition does not hold
	 * within the timeout; its cause is the failure of the last refresh, if it failed
	 * @throws IllegalStateException if there are unsaved changes
	 * @throws IllegalArgumentException if the timeout is not positive
	 */
	void await(Predicate<? super Entry> condition, Duration timeout);

	/**
	 * Set an attribute, without saving it. Makes one GET if this entry is not fetched.
	 * The value is compared with the description: dates, allowed values, links, and
	 * whether the attribute can be written. The service checks everything else when the
	 * entry is saved. Setting the original value removes the change.
	 * @param name the name of the attribute, or of the link with or without {@code _link}
	 * @param value a text, number, boolean, date ({@link LocalDate}), date-time
	 * ({@link OffsetDateTime}, {@link java.time.Instant},
	 * {@link java.time.LocalDateTime}, {@link java.time.ZonedDateTime}), an enum
	 * constant, which is saved as its name, a list or map of these, or {@code null},
	 * which is saved as JSON null. For a link, an entry or a URL ({@link URI} or text)
	 * that is absolute with a host, or a path that begins with a slash
	 * @return this entry
	 * @throws NoSuchAttributeException if there is no such attribute
	 * @throws IllegalArgumentException if the value cannot be represented in JSON, or if
	 * the description excludes it or says that the attribute is read-only
	 * @see ServiceRootBuilder#checkValues
	 */
	Entry set(String name, @Nullable Object value);

	/**
	 * Return the changes that are not saved. Makes no request.
	 * @return the values as {@link #get} returns them, by their names in the
	 * representation, in the order in which they were set; unmodifiable, empty if there
	 * are none
	 */
	Map<String, @Nullable Object> changes();

	/**
	 * Discard the changes that are not saved. Makes no request.
	 */
	void discardChanges();

	/**
	 * Save the {@link #changes()}. Makes one PATCH to {@link #selfLink()}, and at most
	 * one GET after it; no request if there are no changes. The service accepts the
	 * changes only if the entry has not changed since the first of them was set
	 * ({@code If-Match}).
	 * <p>
	 * The entry then has the state that the service returned (209), or the state that it
	 * fetches with one more request: from its URL (200, 204), or from a new one if the
	 * entry has moved (301). If that request fails, its exception is thrown and the
	 * changes are kept, although the service has accepted them; call
	 * {@link #svcRefresh()}.
	 * <p>
	 * If the entity tag or the URL that the service sent cannot be used, the entry is
	 * fetched first, and saved if nothing else has changed.
	 * @throws dev.hyperclient.error.PreconditionFailed if the entry was changed in the
	 * meantime: call {@link #update}, which then drops these changes, or refresh the
	 * entry and set the changes again
	 * @throws dev.hyperclient.error.UnexpectedResponseException if the service still
	 * sends no entity tag or URL that can be used, or has another state; nothing is sent
	 * then
	 * @throws dev.hyperclient.error.BadRequest if the service rejects the values;
	 * {@link dev.hyperclient.error.BadRequest#invalidFields() invalidFields()} names them
	 * @throws dev.hyperclient.error.RedirectException if the service answers with another
	 * redirect, which is not followed
	 */
	void save();

	/**
	 * Save the changes as {@link #save()} does, but with the whole representation, for
	 * services that do not support PATCH. Makes one PUT in place of the PATCH.
	 * @throws dev.hyperclient.error.PreconditionFailed if the entry was changed in the
	 * meantime
	 * @throws dev.hyperclient.error.UnexpectedResponseException as {@link #save()}
	 * @throws dev.hyperclient.error.BadRequest if the service rejects the values
	 * @throws dev.hyperclient.error.MethodNotAllowed if the service does not support PUT
	 */
	void replace();

	/**
	 * Change this entry and save it. If it was changed in the meantime, refresh it and
	 * try again, up to five times in total. If it fails, the changes are discarded.
	 * <p>
	 * Changes that the service has refused with
	 * {@link dev.hyperclient.error.PreconditionFailed} are discarded first, and the entry
	 * is refreshed: after a conflict, this method changes the current state, which the
	 * refused changes would overwrite. If the refresh fails, they are kept.
	 * <p>
	 * Makes the requests of {@link #save()} for each attempt, and the requests of
	 * {@link #svcRefresh()} before each attempt that follows a conflict.
	 * @param change sets attributes of the entry, which it may read; called once for each
	 * attempt
	 * @throws dev.hyperclient.error.PreconditionFailed if the entry was changed in the
	 * meantime in each attempt
	 * @throws IllegalStateException if there are unsaved changes, other than exactly the
	 * changes of a refused save; nothing is changed
	 */
	void update(Consumer<? super Entry> change);

	/**
	 * Delete this entry. Makes one unconditional DELETE to {@link #selfLink()}, and one
	 * GET before it if this entry was never fetched. A fetched representation can still
	 * be read.
	 * @throws dev.hyperclient.error.MethodNotAllowed if entries of this type cannot be
	 * deleted
	 */
	void delete();

	/**
	 * Return the notifications of the response to the last save, replacement or deletion
	 * through this object. The notifications of an operation are in its
	 * {@link OperationResult}. Makes no request.
	 * @return the notifications, unmodifiable, may be empty
	 */
	List<Notification> notifications();

	/**
	 * Return whether another entry has the same state: the same {@link #selfLink()}, the
	 * same {@link #httpEtag()} (the same representation if there is none), and the same
	 * {@link #changes()}. Makes one GET for each of the two entries that is not fetched.
	 * @param other the other entry
	 * @return whether both have the same state
	 */
	boolean sameState(Entry other);

}
