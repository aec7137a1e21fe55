package dev.hyperclient;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.hyperclient.convert.TypeProperty;
import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.OfflineException;
import dev.hyperclient.error.PreconditionFailed;
import dev.hyperclient.error.ServerError;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.internal.description.DescribedMembers;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;
import org.springframework.util.ObjectUtils;

/**
 * Default {@link Entry}: reads its state, with unsaved changes in place of fetched
 * values.
 */
final class DefaultEntry extends DescribedResource implements Entry, DescribedMembers {

	private static final Map<Class<?>, LinkDescription.Kind> LINK_TYPES = Map.of(Entry.class,
			LinkDescription.Kind.ENTRY, EntryCollection.class, LinkDescription.Kind.COLLECTION, HostedFile.class,
			LinkDescription.Kind.FILE);

	/** After that many conflicts, something else is wrong. */
	private static final int MAX_UPDATE_ATTEMPTS = 5;

	private static final int TOO_MANY_REQUESTS = 429;

	private static final Duration FIRST_WAIT = Duration.ofSeconds(10);

	private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

	private final EntryStateHolder holder;

	private final LinkPrefetch.Fetched prefetched;

	DefaultEntry(ServiceContext context, EntryState state, LinkPrefetch.Fetched prefetched) {
		super(context);
		this.holder = new EntryStateHolder(context, state);
		this.prefetched = prefetched;
	}

	private DefaultEntry(ServiceContext context, EntryState state) {
		this(context, state, LinkPrefetch.Fetched.NONE);
	}

	static DefaultEntry unfetched(ServiceContext context, URI uri, @Nullable ResourceType declared,
			EntryState.Source source) {
		return new DefaultEntry(context, new EntryState.Unfetched(uri, declared, source));
	}

	static DefaultEntry fetched(ServiceContext context, URI uri, JsonObject representation,
			@Nullable ResourceType declared, @Nullable Instant staleTime) {
		ResourceType type = context.description().typeOf(representation, declared, uri);
		return new DefaultEntry(context, new EntryState.Fetched(uri, type, representation, staleTime));
	}

	/** Return an entry of a page. */
	static DefaultEntry listed(ServiceContext context, URI page, JsonObject representation,
			@Nullable ResourceType declared, @Nullable Instant staleTime) {
		String selfLink = representation.text(LinkName.SELF);
		if (selfLink == null) {
			throw new UnexpectedResponseException(page, "%s lists an entry without a self_link".formatted(page));
		}
		return fetched(context, Links.parse(selfLink, page), representation, declared, staleTime);
	}

	EntryState state() {
		return this.holder.state();
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
	public void await(Predicate<? super Entry> condition, Duration timeout) {
		Assert.notNull(condition, "'condition' must not be null");
		Assert.isTrue(timeout.compareTo(Duration.ZERO) > 0, () -> "'timeout' must be positive but is " + timeout);
		Assert.state(changes().isEmpty(), () -> "%s has unsaved changes: save or discard them first".formatted(uri()));
		context().exchange().refuseIfClosedOrOnEventLoop(uri());
		Deadline deadline = Deadline.after(timeout);
		HyperClientException failure = null;
		Duration wait = FIRST_WAIT;
		while (failure != null || !condition.test(this)) {
			Duration left = deadline.remaining();
			if (left.compareTo(Duration.ZERO) <= 0) {
				throw new CallTimeoutException(uri(),
						"The condition did not hold for %s within 'timeout' (%s)".formatted(uri(), timeout), failure);
			}
			context().exchange().sleep(Collections.min(List.of(wait, left)), uri(), "for a condition");
			failure = refreshFailure();
			wait = Collections.min(List.of(wait.multipliedBy(2), LONGEST_WAIT));
		}
	}

	/** Refresh the entry, and return the failure if the service is away. */
	private @Nullable HyperClientException refreshFailure() {
		try {
			svcRefresh();
			return null;
		}
		catch (TransportException | HTTPError ex) {
			boolean away = !(ex instanceof HTTPError error) || error instanceof ServerError
					|| error.status() == TOO_MANY_REQUESTS;
			if (!away || ex instanceof OfflineException || Thread.currentThread().isInterrupted()) {
				throw ex;
			}
			return ex;
		}
	}

	@Override
	public Optional<Instant> staleTime() {
		return (state() instanceof EntryState.Fetched fetched) ? Optional.ofNullable(fetched.staleTime())
				: Optional.empty();
	}

	/** Fetch the entry unless it is fetched. */
	void fetch() {
		this.holder.fetched();
	}

	/** Fetch the entry, as part of a call. */
	void fetchWithinCall() {
		this.holder.fetch();
	}

	@Override
	public URI selfLink() {
		return this.holder.link(this.holder.known(), EntryState.Fetched::selfLink);
	}

	/**
	 * Return the URL of an entry for links to it. Makes no request if the canonical URL
	 * is known, or the entry is a reference: the service resolves its URL.
	 */
	private static URI linkTo(Entry entry) {
		return (entry instanceof DefaultEntry own && own.state() instanceof EntryState.Unfetched unfetched
				&& unfetched.source() != EntryState.Source.ROOT) ? unfetched.uri() : entry.selfLink();
	}

	/** Return the states of the entries in a value that is sent. */
	static List<EntryState> states(@Nullable Object value) {
		// Not those in lists of lists, which may contain themselves.
		return elements(value).stream()
			.map(DefaultEntry::unwrapped)
			.filter(DefaultEntry.class::isInstance)
			.map((element) -> ((DefaultEntry) element).state())
			.toList();
	}

	private static Collection<?> elements(@Nullable Object value) {
		if (value instanceof Collection<?> elements) {
			return elements;
		}
		return (value instanceof Object[] elements) ? Arrays.asList(elements)
				: Collections.singletonList(ObjectUtils.unwrapOptional(value));
	}

	private static @Nullable Object unwrapped(@Nullable Object value) {
		return DescribedMembers.OF_TYPED_ENTRY.of(value).orElse(value);
	}

	@Override
	public void requireType(String id) {
		if (!(state() instanceof EntryState.Fetched fetched) || fetched.type().id().equals(id)) {
			return;
		}
		ResourceType required = context().description().application().findResourceTypeById(id).orElse(null);
		context().check().unlike(required, states(this)).ifPresent((problem) -> {
			throw new IllegalArgumentException("%s cannot be used as '%s': %s. To use it nevertheless, set %s to false"
				.formatted(uri(), id, problem.reason(), context().check().setting()));
		});
	}

	@Override
	public Entry linked(String name, String url, String type) {
		String text = Objects.requireNonNull(new AttributeReader(uri(), name, url).text());
		return unfetched(context(), Links.parse(text, uri(), "'%s' of %s".formatted(name, uri())),
				context().description().application().findResourceTypeById(type).orElse(null), EntryState.Source.LINK);
	}

	@Override
	public Object toWire() {
		return linkTo(this).toString();
	}

	@Override
	public URI resourceTypeLink() {
		String link = this.holder.known().representation().text(LinkName.TYPE);
		if (link == null) {
			throw new UnexpectedResponseException(uri(), "%s has no %s".formatted(uri(), LinkName.TYPE));
		}
		return Links.parse(link, uri());
	}

	@Override
	public Optional<String> httpEtag() {
		return Optional.ofNullable(this.holder.fetched().etag());
	}

	@Override
	public TypeDescription type() {
		return describe(resourceType());
	}

	@Override
	ResourceType resourceType() {
		@Nullable ResourceType known = state().type();
		return (known != null) ? known : this.holder.fetched().type();
	}

	@Override
	public NamedOperation operation(String name) {
		if (resourceType().operation(name).isEmpty()) {
			fetch();
		}
		return super.operation(name);
	}

	@Override
	void changed() {
		this.holder.changed();
	}

	@Override
	void moved(URI target, @Nullable JsonObject representation) {
		this.holder.moved(target, representation);
	}

	@Override
	public void svcRefresh() {
		this.holder.refresh();
	}

	@Override
	public Entry set(String name, @Nullable Object value) {
		context().run(() -> editor().set(name, value, unwrapped(value) instanceof Entry, () -> states(value)));
		return this;
	}

	@Override
	public void update(Consumer<? super Entry> change) {
		Assert.notNull(change, "'change' must not be null");
		context().run(() -> updateWithinCall(change));
	}

	private void updateWithinCall(Consumer<? super Entry> change) {
		if (state().changes().refused()) {
			svcRefresh();
		}
		EntryChanges pending = state().changes();
		if (!pending.isEmpty()) {
			throw new IllegalStateException(
					"%s has changes that are not saved (%s); save or discard them before an update".formatted(uri(),
							String.join(", ", pending.values().keySet())));
		}
		boolean saved = false;
		try {
			for (int attempt = 1; !saved; attempt++) {
				change.accept(this);
				saved = isSaved(attempt);
			}
		}
		finally {
			if (!saved) {
				discardChanges();
			}
		}
	}

	private boolean isSaved(int attempt) {
		try {
			save();
			return true;
		}
		catch (PreconditionFailed ex) {
			if (attempt == MAX_UPDATE_ATTEMPTS) {
				ex.addAdvice("update(...) has tried that %d times: call it again later".formatted(attempt));
				throw ex;
			}
			svcRefresh();
			return false;
		}
	}

	@Override
	public Map<String, @Nullable Object> changes() {
		return state().changes().values();
	}

	@Override
	public void discardChanges() {
		this.holder.discardChanges();
	}

	@Override
	public void save() {
		context().run(editor()::save);
	}

	@Override
	public void replace() {
		context().run(editor()::replace);
	}

	@Override
	public void delete() {
		context().run(editor()::delete);
	}

	private EntryEditor editor() {
		return new EntryEditor(context(), this.holder);
	}

	@Override
	public List<Notification> notifications() {
		return this.holder.notifications();
	}

	@Override
	public @Nullable Object get(String name) {
		EntryState.Fetched fetched = this.holder.fetched();
		if (!fetched.has(name)) {
			throw noSuchAttribute(fetched, name, AttributeHint.ATTRIBUTE);
		}
		return new AttributeReader(uri(), name, fetched.value(name)).any();
	}

	@Override
	public boolean lacks(String key) {
		EntryState.Fetched fetched = this.holder.fetched();
		return !fetched.has(key) && fetched.type().attribute(key).isPresent();
	}

	@Override
	public @Nullable String visibleText(String key) {
		return (this.holder.fetched().value(key) instanceof String text && !AttributeReader.isRedacted(text)) ? text
				: null;
	}

	private NoSuchAttributeException noSuchAttribute(EntryState.Fetched fetched, String name, AttributeHint hint) {
		return fetched.noSuchAttribute(name, hint.of(describe(fetched.type()), name));
	}

	/** Return the state, which has the link. */
	private EntryState.Fetched fetchedWith(String name, String suffix, AttributeHint hint) {
		EntryState.Fetched fetched = this.holder.fetched();
		if (!fetched.has(name + suffix)) {
			throw noSuchAttribute(fetched, name, hint);
		}
		return fetched;
	}

	@Override
	public <T> T to(Class<T> type) {
		EntryState.Fetched fetched = this.holder.fetched();
		try {
			EntryMapping mapping = context().mapping(type, fetched.type(), LINK_TYPES);
			return context().converter().fromWire(mapping.values(fetched, this::linked), type);
		}
		catch (IllegalArgumentException ex) {
			throw new AttributeValueException(uri(),
					"%s does not fit %s: %s".formatted(uri(), type.getName(), ex.getMessage()), ex);
		}
	}

	private Object linked(LinkDescription.Kind kind, String name) {
		return switch (kind) {
			case ENTRY -> entry(name);
			case COLLECTION -> collection(name);
			case FILE -> file(name);
		};
	}

	@Override
	Map<String, @Nullable Object> json() {
		return ResourceJson.of(state());
	}

	@Override
	public Entry entry(String name) {
		return findEntry(name).orElseThrow(() -> nullLink(name, "entry", "findEntry"));
	}

	@Override
	public Optional<Entry> findEntry(String name) {
		EntryState.Fetched fetched = fetchedWith(name, LinkName.SUFFIX, AttributeHint.ENTRY);
		Entry found = this.prefetched.find(fetched, name + LinkName.SUFFIX);
		return (found != null) ? Optional.of(found)
				: link(fetched, name, LinkName.SUFFIX).map((link) -> linkedEntry(name, link));
	}

	private Optional<URI> link(EntryState.Fetched fetched, String name, String suffix) {
		return this.holder.link(fetched, (state) -> state.link(name, suffix));
	}

	/** Return whether the fetched representation has a link. */
	boolean hasLink(String name) {
		return state() instanceof EntryState.Fetched fetched && fetched.has(name + LinkName.SUFFIX);
	}

	/** Return the unfetched entry for a link. */
	DefaultEntry linkedEntry(String name, URI link) {
		return unfetched(context(), link, linkedType(name + LinkName.SUFFIX), EntryState.Source.LINK);
	}

	@Override
	public HostedFile file(String name) {
		return findFile(name).orElseThrow(() -> nullLink(name, "file", "findFile"));
	}

	@Override
	public Optional<HostedFile> findFile(String name) {
		return link(fetchedWith(name, LinkName.SUFFIX, AttributeHint.ENTRY), name, LinkName.SUFFIX)
			.map((link) -> new DefaultHostedFile(context(), link, linkedType(name + LinkName.SUFFIX)));
	}

	private NoSuchElementException nullLink(String name, String kind, String alternative) {
		return new NoSuchElementException("'%s' of %s is null: no %s is linked; %s returns an empty Optional instead"
			.formatted(name, uri(), kind, alternative));
	}

	@Override
	public EntryCollection collection(String name) {
		String suffix = LinkName.COLLECTION_SUFFIX;
		URI link = link(fetchedWith(name, suffix, AttributeHint.COLLECTION), name, suffix).orElseThrow(
				() -> new UnexpectedResponseException(uri(), "'%s' of %s is null".formatted(name + suffix, uri())));
		return DefaultEntryCollection.unfetched(context(), link, linkedType(name + suffix), null);
	}

	@Override
	public boolean sameState(Entry other) {
		return context().exchange().call(() -> hasSameState(other));
	}

	private boolean hasSameState(Entry other) {
		if (!selfLink().equals(other.selfLink()) || !changes().equals(other.changes())) {
			return false;
		}
		Optional<String> etag = httpEtag();
		return (etag.isPresent() || !(other instanceof DefaultEntry entry)) ? etag.equals(other.httpEtag())
				: this.holder.fetched().representation().equals(entry.holder.fetched().representation());
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof DefaultEntry entry && entry.uri().equals(uri());
	}

	@Override
	public int hashCode() {
		return uri().hashCode();
	}

	/**
	 * Converts entries to their URLs, and other values with another converter.
	 *
	 * @param other the other converter
	 */
	record LinkConverter(ValueConverter other) implements ValueConverter {

		@Override
		public @Nullable Object toWire(Object value) {
			return (value instanceof Entry entry) ? linkTo(entry).toString() : this.other.toWire(value);
		}

		@Override
		public Optional<List<TypeProperty>> properties(Class<?> type) {
			return this.other.properties(type);
		}

		@Override
		public <T> T fromWire(Map<String, ? extends @Nullable Object> representation, Class<T> type) {
			return this.other.fromWire(representation, type);
		}

	}

}
