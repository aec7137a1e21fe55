package dev.hyperclient;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.BiConsumer;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.error.HTTPError;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.CallTags;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.error.NameSuggestions;
import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.http.Origin;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.text.LinkName;
import dev.hyperclient.internal.text.UrlText;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.util.Assert;

/**
 * Default {@link ServiceRoot}.
 */
final class DefaultServiceRoot extends DescribedResource implements ServiceRoot {

	private static final CallTags VALIDATE = CallTags.of(CallTags.ROOT_TYPE, "validate");

	private final @Nullable HttpAuthorizer authorizer;

	/** Whether the last segment of the URL of this root is a version. */
	private final boolean versioned;

	private final @Nullable BackgroundStart start;

	DefaultServiceRoot(@Nullable HttpAuthorizer authorizer, ServiceContext context, boolean versioned,
			@Nullable BackgroundStart start) {
		super(context);
		this.authorizer = authorizer;
		this.versioned = versioned;
		this.start = start;
	}

	@Override
	public Optional<HttpAuthorizer> credentials() {
		return Optional.ofNullable(this.authorizer);
	}

	@Override
	public URI uri() {
		return context().baseUrl();
	}

	@Override
	public TypeDescription type() {
		return describe(resourceType());
	}

	@Override
	public List<TypeDescription> types() {
		return context().description().application().resourceTypes().stream().map(this::describe).toList();
	}

	@Override
	public TypeDescription type(String id) {
		return context().description().application().findResourceTypeById(id).map(this::describe).orElseThrow(() -> {
			List<String> known = types().stream().map(TypeDescription::id).toList();
			return new NoSuchElementException("%s has no resource type '%s'%s".formatted(uri(), PrintableText.line(id),
					NameSuggestions.hint(id, known)));
		});
	}

	@Override
	ResourceType resourceType() {
		return context().description().application().rootType();
	}

	@Override
	Map<String, @Nullable Object> json() {
		throw ResourceJson.refused(uri(), "it is the root of a service. Return an entry, or a record: entry.to(...)");
	}

	@Override
	public Optional<String> documentation() {
		return context().description().application().documentation();
	}

	@Override
	public String descriptionText() {
		return context().documents().descriptionText();
	}

	@Override
	public Entry entry(String name) {
		String key = name + LinkName.SUFFIX;
		return DefaultEntry.unfetched(context(), link(name, key, AttributeHint.ENTRY), linkedType(key),
				EntryState.Source.ROOT);
	}

	@Override
	public EntryCollection collection(String name) {
		String key = name + LinkName.COLLECTION_SUFFIX;
		return DefaultEntryCollection.unfetched(context(), link(name, key, AttributeHint.COLLECTION), linkedType(key),
				context().collectionTypes().get(name));
	}

	private URI link(String name, String key, AttributeHint hint) {
		JsonObject root = context().documents().get().representation();
		if (AttributeReader.isRedacted(root.get(key))) {
			throw new RedactedValueException(uri(),
					"'%s' of %s is hidden from this user by the service".formatted(name, uri()));
		}
		@Nullable String link = root.text(key);
		if (link == null) {
			throw new NoSuchAttributeException(uri(), name, hint.of(type(), name));
		}
		return Links.parse(link, uri());
	}

	@Override
	public ServiceResource load(String url) {
		URI given = absolute(url);
		URI uri = inThisVersion(given);
		return context().exchange().call(() -> {
			// First, so that no other request is made if the root cannot be fetched.
			context().documents().get();
			long writes = context().writes();
			try {
				return context().getObject(uri, null,
						(representation, staleTime) -> resource(uri, representation, writes, staleTime));
			}
			catch (HTTPError ex) {
				context().documents().requireServed(ex);
				if (!uri.equals(given)) {
					ex.addAdvice("%s was loaded in the version of %s".formatted(UrlText.of(given), uri()));
				}
				throw ex;
			}
		});
	}

	/**
	 * Return the URL in the version of this root, if an application has stored that of
	 * another version: the description and the equality of entries are of one version.
	 */
	private URI inThisVersion(URI given) {
		String root = uri().getRawPath();
		String path = given.getRawPath();
		int version = root.lastIndexOf('/', root.length() - 2) + 1;
		int rest = path.indexOf('/', version) + 1;
		boolean other = this.versioned && rest > 0 && path.startsWith(root.substring(0, version))
				&& !path.startsWith(root) && Character.isLetterOrDigit(path.charAt(version))
				&& Origin.of(given).equals(Origin.of(uri()));
		if (!other) {
			return given;
		}
		String url = given.toString();
		int start = url.indexOf("//") + 2 + given.getRawAuthority().length();
		return URI.create(url.substring(0, start) + root + url.substring(start + rest));
	}

	private ServiceResource resource(URI uri, JsonObject representation, long writes, @Nullable Instant staleTime) {
		ResourceType type = context().description().typeOf(representation, null, uri);
		return type.isCollection()
				? DefaultEntryCollection.fetched(context(), uri, type, representation, writes, staleTime)
				: DefaultEntry.fetched(context(), uri, representation, type, staleTime);
	}

	@Override
	public <R extends ServiceResource> R load(String url, Class<R> kind) {
		ServiceResource resource = load(url);
		if (kind.isInstance(resource)) {
			return kind.cast(resource);
		}
		String found = (resource instanceof Entry entry) ? "an entry (%s)".formatted(entry.type())
				: "a collection" + described(resource);
		throw new UnexpectedResponseException(resource.uri(), "%s is %s, not %s %s".formatted(resource.uri(), found,
				kind.getSimpleName().startsWith("Entry") ? "an" : "a", kind.getSimpleName()));
	}

	private static String described(ServiceResource resource) {
		return (resource instanceof EntryCollection collection) ? collection.type().map(" (%s)"::formatted).orElse("")
				: "";
	}

	/**
	 * Return an absolute URL. Joined as texts, since {@code a:b} is not a relative
	 * reference (RFC 3986, 4.2).
	 */
	private URI absolute(String url) {
		Assert.notNull(url, "'url' must not be null");
		boolean absolute = url.regionMatches(true, 0, "http://", 0, 7) || url.regionMatches(true, 0, "https://", 0, 8);
		return Links.parse(absolute ? url : uri() + (url.startsWith("/") ? url.substring(1) : url), uri());
	}

	@Override
	public ServiceRoot withAdditionalResponseListener(BiConsumer<ServiceRequest, ServiceResponse> listener) {
		ExchangeClient listening = context().exchange().withAdditionalResponseListener(listener);
		return new DefaultServiceRoot(this.authorizer, context().with(listening, context().documents().with(listening)),
				this.versioned, null);
	}

	@Override
	public HttpCache cache() {
		return context().exchange().cache();
	}

	@Override
	public void switchOffline(boolean offline) {
		context().exchange().switchOffline(offline);
	}

	@Override
	public boolean isOffline() {
		return context().exchange().isOffline();
	}

	@Override
	public Optional<Instant> staleSince() {
		return context().exchange().staleSince();
	}

	@Override
	public boolean isFetched() {
		return context().documents().loaded() != null;
	}

	@Override
	public void whenFetched(Runnable action) {
		context().documents().whenLoaded(action);
	}

	@Override
	public void svcRefresh() {
		context().documents().refresh();
	}

	@Override
	public ServiceStatus validate(Duration timeout) {
		Assert.isTrue(timeout.compareTo(Duration.ZERO) > 0, () -> "'timeout' must be positive but is " + timeout);
		long begin = System.nanoTime();
		HttpHeaders headers = ServiceMessages.accept(ServiceMessages.JSON);
		headers.setCacheControl("no-cache");
		RootLoader.Loaded known = context().documents().loaded();
		URI url = (known != null) ? known.description().application().base() : uri();
		JsonObject found = context().exchange()
			.probe(ServiceRequest.get(url, headers).withCall(VALIDATE), timeout,
					(response) -> context().object(url, response));
		return new Status(known != null, known != null && found.equals(known.representation()),
				Optional.ofNullable(context().documents().confirmation()).map(RootDocuments.Confirmation::time),
				(known != null) ? known.description().application().resourceTypes().size() : 0,
				Duration.ofNanos(System.nanoTime() - begin));
	}

	@Override
	void changed() {
		// The links of the root do not depend on its operations.
	}

	@Override
	void moved(URI target, @Nullable JsonObject representation) {
		// The URL of the root is configured by the application.
	}

	@Override
	public void close() {
		context().exchange().close();
		context().threads().close();
		if (this.start != null) {
			this.start.close();
		}
	}

	/**
	 * The only implementation of {@link ServiceStatus}.
	 */
	private record Status(boolean fetched, boolean current, Optional<Instant> validated, int resourceTypes,
			Duration latency) implements ServiceStatus {

	}

}
