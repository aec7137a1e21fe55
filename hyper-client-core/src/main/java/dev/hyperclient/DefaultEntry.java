package dev.hyperclient;

import java.math.BigDecimal;
import java.net.URI;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.wadl.Param;
import dev.hyperclient.wadl.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * The public face of an entry: reads its representation, with what was set laid over it.
 */
final class DefaultEntry extends StatefulEntry implements Entry {

	private static final String LINK = "_link";

	private final PrefetchedLinks prefetched;

	DefaultEntry(ServiceContext context, EntryState state) {
		this(context, state, PrefetchedLinks.NONE);
	}

	DefaultEntry(ServiceContext context, EntryState state, PrefetchedLinks prefetched) {
		super(context, state);
		this.prefetched = prefetched;
	}

	@Override
	public URI uri() {
		return state().uri();
	}

	@Override
	public boolean isFetched() {
		return state() instanceof EntryState.Fetched fetched && fetched.current();
	}

	@Override
	public URI selfLink() {
		return EntryWriter.selfLink(known());
	}

	/**
	 * Return what links to this entry are written as. No request if that is known without
	 * one.
	 */
	URI url() {
		return (state() instanceof EntryState.Unfetched unfetched && unfetched.canonical()) ? unfetched.uri()
				: selfLink();
	}

	@Override
	public URI resourceTypeLink() {
		String link = known().representation().text(Description.TYPE_LINK);
		if (link == null) {
			throw new UnexpectedResponseException(uri(), "%s has no %s".formatted(uri(), Description.TYPE_LINK));
		}
		return Links.parse(link, uri());
	}

	@Override
	public Optional<String> httpEtag() {
		return Optional.ofNullable(fetched().etag());
	}

	@Override
	public List<String> svcAttributes() {
		return type().svcAttributes();
	}

	@Override
	public List<String> svcEntries() {
		return type().svcEntries();
	}

	@Override
	public List<String> svcCollections() {
		return type().svcCollections();
	}

	@Override
	public List<String> svcOperations() {
		return type().operationNames();
	}

	@Override
	public List<String> allowedValues(String attribute) {
		if (type().attribute(attribute).isEmpty()) {
			get(attribute);
		}
		return type().attribute(attribute).map(Param::options).orElse(List.of());
	}

	private ResourceType type() {
		@Nullable ResourceType known = state().type();
		return (known != null) ? known : fetched().type();
	}

	@Override
	public NamedOperation operation(String name) {
		if (!type().operation(name).isPresent()) {
			fetched();
		}
		return DefaultNamedOperation.of(context(), this, type(), name);
	}

	@Override
	public void svcRefresh() {
		refresh();
	}

	@Override
	public Entry set(String name, @Nullable Object value) {
		context().run(() -> new EntryEditor(this).set(name, value));
		return this;
	}

	@Override
	public void update(Consumer<? super Entry> change) {
		context().run(() -> new EntryEditor(this).update(change));
	}

	@Override
	public Map<String, @Nullable Object> changes() {
		return state().changes().values();
	}

	@Override
	public void discardChanges() {
		forgetChanges();
	}

	@Override
	public void save() {
		context().run(new EntryWriter(this)::save);
	}

	@Override
	public void replace() {
		context().run(new EntryWriter(this)::replace);
	}

	@Override
	public void delete() {
		context().run(new EntryWriter(this)::delete);
	}

	@Override
	public List<Notification> notifications() {
		return lastNotifications();
	}

	@Override
	public @Nullable Object get(String name) {
		return value(fetched(), name);
	}

	@Override
	public <T> T to(Class<T> type) {
		EntryState.Fetched fetched = fetched();
		Map<String, @Nullable Object> readable = new LinkedHashMap<>(fetched.representation());
		readable.putAll(fetched.changes().values());
		readable.values().removeIf(AttributeReader::isRedacted);
		try {
			return context().converter().fromWire(readable, type);
		}
		catch (IllegalArgumentException ex) {
			throw new AttributeValueException(uri(),
					"%s does not fit %s: %s".formatted(uri(), type.getName(), ex.getMessage()), ex);
		}
	}

	private @Nullable Object value(EntryState.Fetched fetched, String name) {
		Object value = fetched.value(name);
		if (value == null && !fetched.has(name)) {
			throw noSuchAttribute(fetched, name);
		}
		return value;
	}

	NoSuchAttributeException noSuchAttribute(EntryState.Fetched fetched, String name) {
		String selfLink = fetched.representation().text("self_link");
		return new NoSuchAttributeException((selfLink != null) ? Links.parse(selfLink, uri()) : uri(), name);
	}

	@Override
	public boolean isRedacted(String name) {
		return AttributeReader.isRedacted(get(name));
	}

	@Override
	public @Nullable String getString(String name) {
		return reader(name).text();
	}

	@Override
	public @Nullable Long getLong(String name) {
		return reader(name).wholeNumber();
	}

	@Override
	public @Nullable Double getDouble(String name) {
		return reader(name).floatingPoint();
	}

	@Override
	public @Nullable BigDecimal getDecimal(String name) {
		return reader(name).decimal();
	}

	@Override
	public @Nullable Boolean getBoolean(String name) {
		return reader(name).truth();
	}

	@Override
	public @Nullable LocalDate getDate(String name) {
		return reader(name).date();
	}

	@Override
	public @Nullable OffsetDateTime getDateTime(String name) {
		return reader(name).dateTime();
	}

	private AttributeReader reader(String name) {
		return new AttributeReader(uri(), name, get(name));
	}

	@Override
	public Entry entry(String name) {
		return findEntry(name).orElseThrow(() -> new NoSuchElementException(
				"'%s' of %s is null: no entry is linked; findEntry allows for that".formatted(name, uri())));
	}

	@Override
	public Optional<Entry> findEntry(String name) {
		return linked(name, LINK)
			.map((link) -> this.prefetched.find(state(), link).orElseGet(() -> linkedEntry(name, link)));
	}

	/** Return the entry behind a link, unfetched. */
	DefaultEntry linkedEntry(String name, URI link) {
		return ResourceFactory.linkedEntry(context(), link, promisedType(name + LINK));
	}

	@Override
	public HostedFile file(String name) {
		return findFile(name).orElseThrow(() -> new NoSuchElementException(
				"'%s' of %s is null: no file is linked; findFile allows for that".formatted(name, uri())));
	}

	@Override
	public Optional<HostedFile> findFile(String name) {
		return linked(name, LINK).map((link) -> new DefaultHostedFile(context(), link, promisedType(name + LINK)));
	}

	@Override
	public EntryCollection collection(String name) {
		String key = name + "_collection_link";
		URI link = linked(name, "_collection_link")
			.orElseThrow(() -> new UnexpectedResponseException(uri(), "'%s' of %s is null".formatted(key, uri())));
		return ResourceFactory.collection(context(), link, promisedType(key));
	}

	private Optional<URI> linked(String name, String suffix) {
		EntryState.Fetched fetched = fetched();
		String key = name + suffix;
		if (!fetched.has(key)) {
			throw noSuchAttribute(fetched, name);
		}
		@Nullable Object value = fetched.value(key);
		if (AttributeReader.isRedacted(value)) {
			throw new RedactedValueException(uri(),
					"'%s' of %s: You tried to access a resource that you don't have the server-side permission to see."
						.formatted(name, uri()));
		}
		return Optional.ofNullable(new AttributeReader(uri(), key, value).text())
			.map((link) -> Links.parse(link, uri()));
	}

	private @Nullable ResourceType promisedType(String key) {
		return context().description().promised(type().attribute(key).flatMap(Param::linkType).orElse(null));
	}

	@Override
	public boolean sameState(Entry other) {
		return context().call(() -> hasSameState(other));
	}

	private boolean hasSameState(Entry other) {
		if (!selfLink().equals(other.selfLink()) || !changes().equals(other.changes())) {
			return false;
		}
		Optional<String> etag = httpEtag();
		return (etag.isPresent() || !(other instanceof DefaultEntry entry)) ? etag.equals(other.httpEtag())
				: fetched().representation().equals(entry.fetched().representation());
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof DefaultEntry entry && entry.uri().equals(uri())
				&& Objects.equals(entry.typeLink(), typeLink());
	}

	private @Nullable URI typeLink() {
		@Nullable ResourceType known = state().type();
		return (known != null) ? known.uri() : null;
	}

	@Override
	public int hashCode() {
		return uri().hashCode();
	}

	@Override
	public String toString() {
		return uri().toString();
	}

}
