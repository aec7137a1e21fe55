package dev.hyperclient;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.error.NoSuchAttributeException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.CallDescription;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.wadl.Param;
import dev.hyperclient.wadl.ResourceType;
import dev.hyperclient.wadl.WadlApplication;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The root: two documents, fetched at the latest by the first use, and everything that is
 * reached from them.
 */
final class DefaultServiceRoot implements ServiceRoot, OperationTarget {

	private static final CallDescription VALIDATE = CallDescription.of(CallDescription.ROOT_TYPE, "validate");

	private final @Nullable HttpAuthorizer authorizer;

	private final ExchangeClient exchange;

	private final ServiceContext context;

	private final RootDocuments documents;

	private final @Nullable BackgroundStart start;

	DefaultServiceRoot(@Nullable HttpAuthorizer authorizer, ExchangeClient exchange, ServiceContext context,
			RootDocuments documents, @Nullable BackgroundStart start) {
		this.authorizer = authorizer;
		this.exchange = exchange;
		this.context = context;
		this.documents = documents;
		this.start = start;
	}

	@Override
	public Optional<HttpAuthorizer> credentials() {
		return Optional.ofNullable(this.authorizer);
	}

	@Override
	public URI uri() {
		return this.context.serviceRoot();
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
	public WadlApplication description() {
		return this.context.description().application();
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
	public NamedOperation operation(String name) {
		return DefaultNamedOperation.of(this.context, this, type(), name);
	}

	private ResourceType type() {
		return this.context.description().rootType();
	}

	@Override
	public Entry entry(String name) {
		String key = name + "_link";
		return ResourceFactory.unfetchedEntry(this.context, link(name, key), promisedType(key));
	}

	@Override
	public EntryCollection collection(String name) {
		String key = name + "_collection_link";
		return ResourceFactory.collection(this.context, link(name, key), promisedType(key), name);
	}

	private URI link(String name, String key) {
		JsonObject root = this.documents.get().representation();
		if (AttributeReader.isRedacted(root.get(key))) {
			throw new RedactedValueException(uri(),
					"'%s' of %s is hidden from this user by the service".formatted(name, uri()));
		}
		@Nullable String link = root.text(key);
		if (link == null) {
			throw new NoSuchAttributeException(uri(), name);
		}
		return Links.parse(link, uri());
	}

	private @Nullable ResourceType promisedType(String key) {
		return this.context.description().promised(type().attribute(key).flatMap(Param::linkType).orElse(null));
	}

	@Override
	public ServiceResource load(String url) {
		URI uri = absolute(url);
		return this.context.call(() -> {
			// First, so that a root that cannot be fetched costs no other request.
			this.documents.get();
			return this.context.getObject(uri, null,
					(representation) -> ResourceFactory.loaded(this.context, uri, representation));
		});
	}

	@Override
	public <R extends ServiceResource> R load(String url, Class<R> kind) {
		ServiceResource resource = load(url);
		if (kind.isInstance(resource)) {
			return kind.cast(resource);
		}
		throw new UnexpectedResponseException(resource.uri(),
				"%s is no %s".formatted(resource.uri(), kind.getSimpleName()));
	}

	/**
	 * Joined as texts: a relative URL such as {@code a:b} is not one by RFC 3986, 4.2.
	 */
	private URI absolute(String url) {
		boolean absolute = url.regionMatches(true, 0, "http://", 0, 7) || url.regionMatches(true, 0, "https://", 0, 8);
		return Links.parse(absolute ? url : uri() + (url.startsWith("/") ? url.substring(1) : url), uri());
	}

	@Override
	public HttpCache cache() {
		return this.exchange.cache();
	}

	@Override
	public void svcRefresh() {
		this.documents.refresh();
	}

	@Override
	public ServiceStatus validate(Duration timeout) {
		if (timeout.isZero() || timeout.isNegative()) {
			throw new IllegalArgumentException("'timeout' must be positive but is " + timeout);
		}
		long begin = System.nanoTime();
		HttpHeaders headers = ServiceContext.accept(ServiceContext.JSON);
		headers.setCacheControl("no-cache");
		RootLoader.Loaded known = this.documents.loaded();
		URI url = (known != null) ? known.description().base() : uri();
		JsonObject found = this.exchange.probe(ServiceRequest.get(url, headers).withCall(VALIDATE), timeout,
				(response) -> this.context.object(url, response));
		return new ServiceStatus(known != null, known != null && found.equals(known.representation()),
				(known != null) ? known.description().resourceTypes() : 0, Duration.ofNanos(System.nanoTime() - begin));
	}

	@Override
	public void changed() {
		// The root's links do not depend on its operations.
	}

	@Override
	public void moved(URI uri, @Nullable JsonObject moved) {
		// The root is where the application was told that it is.
	}

	@Override
	public void close() {
		this.exchange.close();
		this.context.threads().close();
		if (this.start != null) {
			this.start.close();
		}
	}

	@Override
	public String toString() {
		return uri().toString();
	}

}
