package dev.hyperclient.typed;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.net.URI;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.HostedFile;
import dev.hyperclient.NamedOperation;
import dev.hyperclient.OperationResult;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.internal.description.DescribedMembers;
import dev.hyperclient.internal.description.DescribedOperation;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Reads and writes entries for generated types; applications do not call it. It is public
 * because generated types are in packages of the application. A field that the real type
 * of an entry has and its representation lacks is read as {@code null}. Thread-safe.
 * Getters make the requests of {@link Entry#get}.
 */
public final class TypedValues {

	private static final int MAX_LEVELS = 100;

	private TypedValues() {
	}

	/**
	 * Return an attribute as {@link Entry#get} returns it.
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @return the value, or {@code null}
	 */
	public static @Nullable Object any(Entry entry, String name) {
		return read(entry, name, name, Entry::get);
	}

	/**
	 * Return a text.
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @return the text, or {@code null}
	 */
	public static @Nullable String text(Entry entry, String name) {
		String text = (entry instanceof DescribedMembers members) ? members.visibleText(name) : null;
		return (text != null) ? text : read(entry, name, name, Entry::getString);
	}

	/**
	 * Return an integer.
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @return the number, or {@code null}
	 */
	public static @Nullable Long integer(Entry entry, String name) {
		return read(entry, name, name, Entry::getLong);
	}

	/**
	 * Return a number, rounded to a double.
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @return the number, or {@code null}
	 */
	public static @Nullable Double floating(Entry entry, String name) {
		return read(entry, name, name, Entry::getDouble);
	}

	/**
	 * Return a number with its exact value.
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @return the number, or {@code null}
	 */
	public static @Nullable BigDecimal decimal(Entry entry, String name) {
		return read(entry, name, name, Entry::getDecimal);
	}

	/**
	 * Return a boolean.
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @return the value, or {@code null}
	 */
	public static @Nullable Boolean bool(Entry entry, String name) {
		return read(entry, name, name, Entry::getBoolean);
	}

	/**
	 * Return a date.
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @return the date, or {@code null}
	 */
	public static @Nullable LocalDate date(Entry entry, String name) {
		return read(entry, name, name, Entry::getDate);
	}

	/**
	 * Return a date-time.
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @return the date-time, or {@code null}
	 */
	public static @Nullable OffsetDateTime dateTime(Entry entry, String name) {
		return read(entry, name, name, Entry::getDateTime);
	}

	/**
	 * Return a URL.
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @return the URL, or {@code null}
	 * @throws AttributeValueException if the text is not a URL
	 */
	public static @Nullable URI uri(Entry entry, String name) {
		@Nullable String text = text(entry, name);
		try {
			return (text != null) ? URI.create(text) : null;
		}
		catch (IllegalArgumentException ex) {
			throw unlike(entry, name, "a URL", ex);
		}
	}

	/**
	 * Return one of the values that the description lists, or another value.
	 * @param <V> the type
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @param type makes a value of a text
	 * @return the value, or {@code null}
	 */
	public static <V extends ExtensibleEnum> @Nullable V option(Entry entry, String name, Function<String, V> type) {
		@Nullable String text = text(entry, name);
		return (text != null) ? type.apply(text) : null;
	}

	/**
	 * Return a list with any elements.
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @return the list, unmodifiable, or {@code null}
	 * @throws AttributeValueException if it is not a list
	 */
	public static @Nullable List<@Nullable Object> list(Entry entry, String name) {
		@Nullable List<?> elements = container(entry, name, List.class, "a list");
		return (elements != null) ? Collections.unmodifiableList(new ArrayList<@Nullable Object>(elements)) : null;
	}

	/**
	 * Return a list.
	 * @param <V> the type of the elements
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @param type the class of the elements, as {@link Entry#get} returns them
	 * @return the list, unmodifiable, or {@code null}
	 * @throws AttributeValueException if it is not a list, or an element is null or of
	 * another class
	 */
	public static <V> @Nullable List<V> list(Entry entry, String name, Class<V> type) {
		@Nullable List<?> elements = container(entry, name, List.class, "a list");
		if (elements == null) {
			return null;
		}
		List<V> typed = new ArrayList<>(elements.size());
		for (Object element : elements) {
			typed.add(member(entry, name, element, type));
		}
		return Collections.unmodifiableList(typed);
	}

	/**
	 * Return the entries whose URLs are in a list, unfetched.
	 * @param <E> the type
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @param id the id of the resource type of the entries in the list
	 * @param type makes a typed entry
	 * @return the entries, unmodifiable, or {@code null}
	 * @throws AttributeValueException if it is not a list of texts
	 * @throws dev.hyperclient.error.UnexpectedResponseException if a text is not an
	 * absolute URL
	 */
	public static <E> @Nullable List<E> entries(Entry entry, String name, String id,
			Function<? super Entry, ? extends E> type) {
		@Nullable List<String> urls = list(entry, name, String.class);
		if (urls == null) {
			return null;
		}
		DescribedMembers members = (DescribedMembers) entry;
		List<E> typed = new ArrayList<>(urls.size());
		urls.forEach((url) -> typed.add(type.apply((Entry) members.linked(name, url, id))));
		return Collections.unmodifiableList(typed);
	}

	/**
	 * Return a map with any values.
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @return the map in the order of the representation, unmodifiable, or {@code null}
	 * @throws AttributeValueException if it is not a map
	 */
	public static @Nullable Map<String, @Nullable Object> map(Entry entry, String name) {
		@Nullable Map<?, ?> members = container(entry, name, Map.class, "a map");
		if (members == null) {
			return null;
		}
		Map<String, @Nullable Object> copy = new LinkedHashMap<>();
		members.forEach((key, member) -> copy.put(String.valueOf(key), member));
		return Collections.unmodifiableMap(copy);
	}

	/**
	 * Return a map.
	 * @param <V> the type of the values
	 * @param entry the entry
	 * @param name the name of the attribute
	 * @param type the class of the values, as {@link Entry#get} returns them
	 * @return the map in the order of the representation, unmodifiable, or {@code null}
	 * @throws AttributeValueException if it is not a map, or a value is null or of
	 * another class
	 */
	public static <V> @Nullable Map<String, V> map(Entry entry, String name, Class<V> type) {
		@Nullable Map<?, ?> members = container(entry, name, Map.class, "a map");
		if (members == null) {
			return null;
		}
		Map<String, V> typed = new LinkedHashMap<>();
		members.forEach((key, member) -> typed.put(String.valueOf(key), member(entry, name, member, type)));
		return Collections.unmodifiableMap(typed);
	}

	private static <C> @Nullable C container(Entry entry, String name, Class<C> type, String wanted) {
		@Nullable Object value = any(entry, name);
		if (value == null || type.isInstance(value)) {
			return type.cast(value);
		}
		throw unlike(entry, name, wanted, null);
	}

	private static <V> V member(Entry entry, String name, @Nullable Object member, Class<V> type) {
		if (!type.isInstance(member)) {
			throw unlike(entry, name, "a list or map of " + type.getSimpleName(), null);
		}
		return type.cast(member);
	}

	/**
	 * Return a value that must not be null.
	 * @param <V> the type
	 * @param entry the entry
	 * @param name the name of the attribute, for the message
	 * @param value the value, or {@code null}
	 * @return the value
	 * @throws AttributeValueException if it is {@code null}
	 */
	public static <V> V required(Entry entry, String name, @Nullable V value) {
		if (value == null) {
			throw nullButRequired(entry, name);
		}
		return value;
	}

	/**
	 * Return a linked entry.
	 * @param <E> the type
	 * @param entry the entry
	 * @param name the name of the link without {@code _link}
	 * @param type makes a typed entry
	 * @return the linked entry, empty if the link is null
	 */
	public static <E> Optional<E> link(Entry entry, String name, Function<? super Entry, ? extends E> type) {
		@Nullable Optional<Entry> link = read(entry, name, name + LinkName.SUFFIX, Entry::findEntry);
		return (link != null) ? link.map(type) : Optional.empty();
	}

	/**
	 * Return a linked entry that must not be null.
	 * @param entry the entry
	 * @param name the name of the link without {@code _link}
	 * @return the linked entry
	 * @throws AttributeValueException if the link is null
	 */
	public static Entry requiredEntry(Entry entry, String name) {
		return entry.findEntry(name).orElseThrow(() -> nullButRequired(entry, name));
	}

	/**
	 * Return a linked file that must not be null.
	 * @param entry the entry
	 * @param name the name of the link without {@code _link}
	 * @return the linked file
	 * @throws AttributeValueException if the link is null
	 */
	public static HostedFile requiredFile(Entry entry, String name) {
		return entry.findFile(name).orElseThrow(() -> nullButRequired(entry, name));
	}

	private static AttributeValueException nullButRequired(Entry entry, String name) {
		return new AttributeValueException(entry.uri(),
				"'%s' of %s is null, but declared as required; remove 'required' from its rule in the overlay"
					.formatted(name, entry.uri()),
				null);
	}

	/**
	 * Return a linked collection.
	 * @param entry the entry
	 * @param name the name of the link without {@code _collection_link}
	 * @return the collection; if the representation lacks the link, its methods throw
	 * {@link NoSuchAttributeException}
	 */
	public static EntryCollection collection(Entry entry, String name) {
		@Nullable EntryCollection collection = read(entry, name, name + LinkName.COLLECTION_SUFFIX, Entry::collection);
		return (collection != null) ? collection : AbsentCollection.of(entry.uri(), name);
	}

	/**
	 * Return a linked file.
	 * @param entry the entry
	 * @param name the name of the link without {@code _link}
	 * @return the linked file, empty if the link is null
	 */
	public static Optional<HostedFile> file(Entry entry, String name) {
		@Nullable Optional<HostedFile> link = read(entry, name, name + LinkName.SUFFIX, Entry::findFile);
		return (link != null) ? link : Optional.empty();
	}

	/**
	 * Return an operation with an argument.
	 * @param operation the operation
	 * @param parameter the name of the parameter
	 * @param value the value, or {@code null} to send null; may be typed
	 * @return the operation with the argument
	 */
	public static NamedOperation with(NamedOperation operation, String parameter, @Nullable Object value) {
		return operation.with(parameter, untyped(value));
	}

	/**
	 * Return an operation with optional arguments.
	 * @param operation the operation
	 * @param options the arguments
	 * @return the operation with the arguments
	 */
	public static NamedOperation with(NamedOperation operation, OperationOptions options) {
		return options.on(operation);
	}

	/**
	 * Return the entry of a result.
	 * @param <E> the type
	 * @param result the result
	 * @param type makes a typed entry
	 * @return the entry, empty if the operation returned nothing
	 * @throws IllegalStateException if the result is something else
	 */
	public static <E> Optional<E> result(OperationResult result, Function<? super Entry, ? extends E> type) {
		return result.findEntry().map(type);
	}

	/**
	 * Invoke an operation that returns a plain value.
	 * @param <V> the type
	 * @param operation the operation
	 * @param type the class: {@code String}, {@code Long}, {@code Boolean}, another one
	 * that an attribute may have, or {@code Object} for any result
	 * @param required whether the operation always returns something
	 * @return the value, or {@code null} if the operation returned nothing
	 * @throws AttributeValueException if the result is something else
	 */
	public static <V> @Nullable V value(NamedOperation operation, Class<V> type, boolean required) {
		@Nullable Object content = content(operation, type.getSimpleName(), required);
		return (content != null) ? plain(operation, content, type, "") : null;
	}

	/**
	 * Invoke an operation that returns a list.
	 * @param <V> the type of the elements
	 * @param operation the operation
	 * @param type the class of the elements, {@code Object} for any elements
	 * @param required whether the operation always returns something
	 * @return the list, unmodifiable, or {@code null} if the operation returned nothing
	 * @throws AttributeValueException if the result is something else
	 */
	public static <V> @Nullable List<V> values(NamedOperation operation, Class<V> type, boolean required) {
		return elements(operation, required, (element) -> plain(operation, element, type, "a list of "));
	}

	/**
	 * Invoke an operation that returns a list of entries or of their URLs. Makes no
	 * request for the entries.
	 * @param <E> the type
	 * @param operation the operation
	 * @param id the id of the resource type of the entries
	 * @param required whether the operation always returns something
	 * @param type makes a typed entry
	 * @return the entries, unmodifiable, or {@code null} if the operation returned
	 * nothing
	 * @throws AttributeValueException if the result is something else
	 */
	public static <E> @Nullable List<E> entries(NamedOperation operation, String id, boolean required,
			Function<? super Entry, ? extends E> type) {
		return elements(operation, required, (element) -> {
			if (operation instanceof DescribedOperation described
					&& described.entry(element, id) instanceof Entry entry) {
				return type.apply(entry);
			}
			throw unlike(operation, element, "a list of entries", true);
		});
	}

	/**
	 * Invoke an operation that returns a map.
	 * @param <V> the type of the values
	 * @param operation the operation
	 * @param type the class of the values, {@code Object} for any values
	 * @param required whether the operation always returns something
	 * @return the map in the order of the response, unmodifiable, or {@code null} if the
	 * operation returned nothing
	 * @throws AttributeValueException if the result is something else
	 */
	public static <V> @Nullable Map<String, V> map(NamedOperation operation, Class<V> type, boolean required) {
		@Nullable Object content = content(operation, "a map", required);
		if (content == null) {
			return null;
		}
		if (!(content instanceof Map<?, ?> members)) {
			throw unlike(operation, content, "a map", false);
		}
		Map<String, V> typed = new LinkedHashMap<>();
		members.forEach((key, member) -> typed.put(String.valueOf(key), plain(operation, member, type, "a map of ")));
		return Collections.unmodifiableMap(typed);
	}

	private static <V> @Nullable List<V> elements(NamedOperation operation, boolean required,
			Function<@Nullable Object, @Nullable V> reader) {
		@Nullable Object content = content(operation, "a list", required);
		if (content == null) {
			return null;
		}
		if (!(content instanceof List<?> elements)) {
			throw unlike(operation, content, "a list", false);
		}
		List<V> typed = new ArrayList<>(elements.size());
		elements.forEach((element) -> typed.add(reader.apply(element)));
		return Collections.unmodifiableList(typed);
	}

	private static @Nullable Object content(NamedOperation operation, String wanted, boolean required) {
		@Nullable Object content = operation.invoke().content();
		if (content == null && required) {
			throw unlike(operation, null, wanted, false);
		}
		return content;
	}

	/** Only an element of any type may be null. */
	private static <V> @Nullable V plain(NamedOperation operation, @Nullable Object value, Class<V> type,
			String container) {
		if (type.isInstance(value) || type == Object.class) {
			return type.cast(value);
		}
		@Nullable Object converted = (operation instanceof DescribedOperation described) ? described.plain(value, type) : null;
		if (converted == null) {
			throw unlike(operation, value, container + type.getSimpleName(), !container.isEmpty());
		}
		return type.cast(converted);
	}

	/** Values are not shown, since they may be secret. */
	private static RuntimeException unlike(NamedOperation operation, @Nullable Object value, String wanted,
			boolean element) {
		String found = (value == null && element) ? "an element that is null" : kind(value);
		if (!(operation instanceof DescribedOperation described)) {
			// A mock or a decorator, whose URL and type are not known.
			return new IllegalStateException("'%s' returned %s, not %s".formatted(operation.name(), found, wanted));
		}
		return new AttributeValueException(described.uri(),
				"'%1$s' of %2$s returned %3$s, not %4$s; its 'result' in the overlay or preset of the generator is wrong: correct it in the overlay with \"types\": { \"%5$s\": { \"operations\": { \"%1$s\": %6$s } } }, or call operation(\"%1$s\") of the untyped entry(), collection() or root()"
					.formatted(operation.name(), described.uri(), found, wanted, described.type(),
							(value != null || element) ? "{ \"result\": \"any\" }" : "{ \"required\": false }"),
				null);
	}

	private static String kind(@Nullable Object value) {
		if (value instanceof Entry || value instanceof EntryCollection) {
			return (value instanceof Entry) ? "an entry" : "a collection";
		}
		if (value instanceof List<?> || value instanceof Map<?, ?>) {
			return (value instanceof List<?>) ? "a list" : "a map";
		}
		return (value != null) ? "a " + value.getClass().getSimpleName() : "nothing";
	}

	/**
	 * Return a value as {@link Entry#set} and {@link NamedOperation#with} accept it:
	 * typed entries as entries, extensible enums as texts, also in lists and maps.
	 * @param value the value, or {@code null}
	 * @return the value without generated types, {@code null} for {@code null}
	 * @throws IllegalArgumentException if lists and maps are nested more than 100 levels
	 * deep, or contain themselves
	 */
	public static @Nullable Object untyped(@Nullable Object value) {
		return untyped(value, 0);
	}

	private static @Nullable Object untyped(@Nullable Object value, int level) {
		Assert.isTrue(level <= MAX_LEVELS,
				() -> "lists and maps may be nested at most %d levels deep".formatted(MAX_LEVELS));
		if (value instanceof TypedEntry<?> typed) {
			return typed.entry();
		}
		if (value instanceof ExtensibleEnum constant) {
			return constant.value();
		}
		if (value instanceof Collection<?> elements) {
			List<@Nullable Object> untyped = new ArrayList<>(elements.size());
			elements.forEach((element) -> untyped.add(untyped(element, level + 1)));
			return untyped;
		}
		if (value instanceof Map<?, ?> members) {
			Map<@Nullable Object, @Nullable Object> untyped = new LinkedHashMap<>();
			members.forEach((key, member) -> untyped.put(key, untyped(member, level + 1)));
			return untyped;
		}
		return value;
	}

	/**
	 * Return {@code null} for a member that is described and absent. Such a member is
	 * common, so it is found without an exception for entries that implement
	 * DescribedMembers.
	 */
	private static <V> @Nullable V read(Entry entry, String name, String key, Getter<V> getter) {
		if (entry instanceof DescribedMembers members && members.lacks(key)) {
			return null;
		}
		try {
			return getter.read(entry, name);
		}
		catch (NoSuchAttributeException ex) {
			if (!isDescribed(entry.type(), name)) {
				throw ex;
			}
			return null;
		}
		catch (AttributeValueException ex) {
			throw ex.advice().map((advice) -> inTypedCode(entry, name, ex.problem(), advice, ex)).orElse(ex);
		}
	}

	/** Return an exception with the advice for typed code. */
	private static AttributeValueException inTypedCode(Entry entry, String name, String problem, String advice,
			@Nullable Exception cause) {
		return new AttributeValueException(entry.uri(),
				"%s; its type in the description, overlay or preset of the generator is wrong: correct it in the overlay with \"types\": { \"%s\": { \"attributes\": { \"%s\": \"any\" } } }, or %s of entry()"
					.formatted(problem, entry.type().id(), name, advice),
				cause);
	}

	private static boolean isDescribed(TypeDescription type, String name) {
		return type.attribute(name).isPresent() || type.link(name).isPresent()
				|| type.links().stream().anyMatch((link) -> name.equals(link.name() + LinkName.SUFFIX));
	}

	private static AttributeValueException unlike(Entry entry, String name, String wanted, @Nullable Exception cause) {
		return inTypedCode(entry, name, "'%s' of %s is not %s".formatted(name, entry.uri(), wanted),
				"use get(\"%s\")".formatted(name), cause);
	}

	/**
	 * A getter of {@link Entry}.
	 *
	 * @param <V> the type of the value
	 */
	private interface Getter<V> {

		@Nullable V read(Entry entry, String name);

	}

	/**
	 * A collection that an entry should have, but whose link its representation lacks: so
	 * its getter does not fail, but whatever needs the collection does.
	 *
	 * @param entry the URL of the entry that lacks it
	 * @param name the name of the link without {@code _collection_link}
	 */
	private record AbsentCollection(URI entry, String name) implements InvocationHandler {

		static EntryCollection of(URI entry, String name) {
			return (EntryCollection) Proxy.newProxyInstance(EntryCollection.class.getClassLoader(),
					new Class<?>[] { EntryCollection.class }, new AbsentCollection(entry, name));
		}

		@Override
		public Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments) {
			return switch (method.getName()) {
				case "equals" -> arguments != null && proxy == arguments[0];
				case "hashCode" -> System.identityHashCode(proxy);
				case "toString" -> "absent";
				default -> throw new NoSuchAttributeException(this.entry, this.name,
						"; it is described, but this representation does not have it");
			};
		}

	}

}
