package dev.hyperclient;

import java.math.BigDecimal;
import java.net.URI;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.wadl.Param;
import dev.hyperclient.wadl.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * An entry that moves from one {@link EntryState} to the next. Two threads that meet in
 * an unfetched entry may both fetch it; neither waits for the other.
 */
final class DefaultEntry implements Entry, OperationTarget {

	private final ServiceContext context;

	private final @Nullable PrefetchedLinks prefetched;

	private volatile EntryState state;

	DefaultEntry(ServiceContext context, EntryState state) {
		this(context, state, null);
	}

	private DefaultEntry(ServiceContext context, EntryState state, @Nullable PrefetchedLinks prefetched) {
		this.context = context;
		this.state = state;
		this.prefetched = prefetched;
	}

	/** An entry of its own in the same state, with linked entries at hand. */
	DefaultEntry with(List<DefaultEntry> linked) {
		EntryState now = this.state;
		return new DefaultEntry(this.context, now, new PrefetchedLinks(now, linked));
	}

	@Override
	public URI uri() {
		return this.state.uri();
	}

	@Override
	public boolean isFetched() {
		return this.state instanceof EntryState.Fetched fetched && fetched.current();
	}

	@Override
	public URI selfLink() {
		return link(getString("self_link"), "self_link");
	}

	@Override
	public URI resourceTypeLink() {
		return link(getString(Description.TYPE_LINK), Description.TYPE_LINK);
	}

	private URI link(@Nullable String link, String name) {
		if (link == null) {
			throw new UnexpectedResponseException(uri(), "%s has a %s that is null".formatted(uri(), name));
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

	private ResourceType type() {
		@Nullable ResourceType known = this.state.type();
		return (known != null) ? known : fetched().type();
	}

	@Override
	public NamedOperation operation(String name) {
		if (!type().operation(name).isPresent()) {
			fetched();
		}
		return DefaultNamedOperation.of(this.context, this, type(), name);
	}

	@Override
	public void svcRefresh() {
		refresh(this.state);
	}

	@Override
	public void changed() {
		if (this.state instanceof EntryState.Fetched fetched) {
			this.state = fetched.outdated();
		}
	}

	@Override
	public void moved(URI uri, @Nullable JsonObject representation) {
		this.state = (representation != null) ? fetched(uri, representation)
				: new EntryState.Unfetched(uri, this.state.type());
	}

	private EntryState.Fetched fetched() {
		EntryState now = this.state;
		return (now instanceof EntryState.Fetched fetched && fetched.current()) ? fetched : fetch(now);
	}

	private EntryState.Fetched fetch(EntryState now) {
		if (now instanceof EntryState.Fetched) {
			return refresh(now);
		}
		EntryState.Fetched next = fetched(now.uri(), this.context.getObject(now.uri(), now.type()));
		this.state = next;
		return next;
	}

	private EntryState.Fetched refresh(EntryState now) {
		EntryState.@Nullable Fetched known = (now instanceof EntryState.Fetched fetched) ? fetched : null;
		EntryState.Fetched next = this.context
			.changedObject(now.uri(), now.type(), (known != null) ? known.etag() : null)
			.map((representation) -> fetched(now.uri(), representation))
			.orElseGet(() -> confirmed(now, known));
		this.state = next;
		return next;
	}

	private static EntryState.Fetched confirmed(EntryState now, EntryState.@Nullable Fetched known) {
		if (known == null) {
			throw new UnexpectedResponseException(now.uri(),
					"%s was answered with 304, but not asked on a condition".formatted(now.uri()));
		}
		return known.confirmed();
	}

	private EntryState.Fetched fetched(URI uri, JsonObject representation) {
		ResourceType type = this.context.description().typeOf(representation, null, uri);
		return new EntryState.Fetched(uri, type, representation, true);
	}

	@Override
	public @Nullable Object get(String name) {
		return value(fetched(), name);
	}

	private @Nullable Object value(EntryState.Fetched fetched, String name) {
		JsonObject representation = fetched.representation();
		Object value = representation.get(name);
		if (value == null && !representation.containsKey(name)) {
			throw noSuchAttribute(fetched, name);
		}
		return value;
	}

	private NoSuchAttributeException noSuchAttribute(EntryState.Fetched fetched, String name) {
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
		@Nullable BigDecimal exact = reader(name).decimal();
		return (exact != null) ? Double.valueOf(exact.doubleValue()) : null;
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
		return linked(name, "_link").map((link) -> linkedEntry(name, link));
	}

	private Entry linkedEntry(String name, URI link) {
		@Nullable Entry known = (this.prefetched != null) ? this.prefetched.find(this.state, link) : null;
		return (known != null) ? known : unfetched(name, link);
	}

	private DefaultEntry unfetched(String name, URI link) {
		return ResourceFactory.unfetchedEntry(this.context, link, promisedType(name + "_link"));
	}

	/**
	 * The entries behind links, unfetched, without those that nobody could follow. Makes
	 * no request.
	 */
	List<DefaultEntry> linkedEntries(List<String> names) {
		if (!(this.state instanceof EntryState.Fetched fetched && fetched.current())) {
			return List.of();
		}
		List<DefaultEntry> linked = new ArrayList<>(names.size());
		for (String name : names) {
			@Nullable String link = fetched.representation().text(name + "_link");
			if (link != null && !AttributeReader.isRedacted(link)) {
				try {
					linked.add(unfetched(name, Links.parse(link, uri())));
				}
				catch (UnexpectedResponseException ex) {
					// Said to whoever reads the link.
				}
			}
		}
		return linked;
	}

	@Override
	public EntryCollection collection(String name) {
		String key = name + "_collection_link";
		URI link = linked(name, "_collection_link")
			.orElseThrow(() -> new UnexpectedResponseException(uri(), "'%s' of %s is null".formatted(key, uri())));
		return ResourceFactory.collection(this.context, link, promisedType(key));
	}

	private Optional<URI> linked(String name, String suffix) {
		EntryState.Fetched fetched = fetched();
		String key = name + suffix;
		if (!fetched.representation().containsKey(key)) {
			throw noSuchAttribute(fetched, name);
		}
		@Nullable Object value = fetched.representation().get(key);
		if (AttributeReader.isRedacted(value)) {
			throw new RedactedValueException(uri(),
					"'%s' of %s: You tried to access a resource that you don't have the server-side permission to see."
						.formatted(name, uri()));
		}
		return Optional.ofNullable(new AttributeReader(uri(), key, value).text())
			.map((link) -> Links.parse(link, uri()));
	}

	private @Nullable ResourceType promisedType(String key) {
		return this.context.description().promised(type().attribute(key).flatMap(Param::linkType).orElse(null));
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Entry entry && entry.uri().equals(uri());
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
