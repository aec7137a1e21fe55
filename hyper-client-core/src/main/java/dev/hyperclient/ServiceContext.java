package dev.hyperclient;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.Setting;
import dev.hyperclient.http.CallDescription;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.exchange.SettingNames;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.json.JsonReader;
import dev.hyperclient.wadl.ResourceType;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.util.ConcurrentReferenceHashMap;

/**
 * Shared by all resources of one root: requests, the description, and the declarations of
 * the application. Thread-safe.
 */
final class ServiceContext {

	private static final int NOT_MODIFIED = 304;

	private static final HttpHeaders ACCEPT_JSON = ServiceMessages.accept(ServiceMessages.JSON);

	private final ExchangeClient exchange;

	private final URI baseUrl;

	private final Map<String, CollectionType> collectionTypes;

	private final RootDocuments documents;

	private final ValueConverter converter;

	/**
	 * Of types of the application, which can be unloaded, and of earlier descriptions.
	 */
	private final Map<MappingKey, EntryMapping> mappings = new ConcurrentReferenceHashMap<>();

	private final CallThreads threads;

	private final JsonReader reader;

	private final SettingNames names;

	private final ValueCheck check;

	/** Number of finished writes, shared by the roots of one client. */
	private final AtomicLong writes;

	ServiceContext(ExchangeClient exchange, URI baseUrl, Map<String, CollectionType> collectionTypes,
			RootDocuments documents, ValueConverter converter, CallThreads threads, JsonReader reader,
			SettingNames names, ValueCheck check) {
		this(exchange, baseUrl, collectionTypes, documents, converter, threads, reader, names, check, new AtomicLong());
	}

	private ServiceContext(ExchangeClient exchange, URI baseUrl, Map<String, CollectionType> collectionTypes,
			RootDocuments documents, ValueConverter converter, CallThreads threads, JsonReader reader,
			SettingNames names, ValueCheck check, AtomicLong writes) {
		this.exchange = exchange;
		this.baseUrl = baseUrl;
		this.collectionTypes = Map.copyOf(collectionTypes);
		this.documents = documents;
		this.converter = converter;
		this.threads = threads;
		this.reader = reader;
		this.names = names;
		this.check = check;
		this.writes = writes;
	}

	/** Return a context with the same declarations, for another client. */
	ServiceContext with(ExchangeClient otherExchange, RootDocuments otherDocuments) {
		return new ServiceContext(otherExchange, this.baseUrl, this.collectionTypes, otherDocuments, this.converter,
				this.threads.shared(), this.reader, this.names, this.check, this.writes);
	}

	/** Return the name of a setting in the configuration, if it has one. */
	Optional<String> configured(Setting setting) {
		return Optional.ofNullable(this.names.configured().apply(setting));
	}

	CallThreads threads() {
		return this.threads;
	}

	URI baseUrl() {
		return this.baseUrl;
	}

	ValueConverter converter() {
		return this.converter;
	}

	ValueCheck check() {
		return this.check;
	}

	/**
	 * Return how entries of a resource type are converted to a type.
	 * @param links the types of linked resources, always the same
	 */
	EntryMapping mapping(Class<?> target, ResourceType type, Map<Class<?>, LinkDescription.Kind> links) {
		MappingKey key = new MappingKey(target, type);
		@Nullable EntryMapping known = this.mappings.get(key);
		if (known != null) {
			return known;
		}
		EntryMapping mapping = EntryMapping.of(target, type, this.converter, links);
		this.mappings.put(key, mapping);
		return mapping;
	}

	/** Return the description. Fetches the root if necessary. */
	TypeLookup description() {
		return this.documents.get().description();
	}

	@Nullable CollectionType declaredType(String collection) {
		return this.collectionTypes.get(collection);
	}

	/**
	 * Fetch a JSON object and read it. A response that cannot be read is removed from the
	 * cache.
	 * @param type the declared type, {@code null} for an unknown one
	 */
	<T> T getObject(URI uri, @Nullable ResourceType type, Function<JsonObject, T> reader) {
		return read(ServiceRequest.get(uri, ACCEPT_JSON).withCall(ServiceMessages.call(type, "get")),
				(response) -> reader.apply(object(uri, response)));
	}

	/**
	 * Return the JSON value at a URL, empty for JSON null.
	 * @param outdated whether a stored response must be validated
	 */
	Optional<Object> value(URI uri, CallDescription call, boolean outdated) {
		return read(ServiceRequest.get(uri, outdated ? validating() : ACCEPT_JSON).withCall(call),
				(response) -> Optional.ofNullable(ServiceMessages.json(this.reader, uri, response)));
	}

	/** Return the JSON value of a response that is known to be JSON. */
	@Nullable Object read(URI uri, ServiceResponse response) {
		return this.reader.read(response.bytes(), uri);
	}

	private static HttpHeaders validating() {
		HttpHeaders headers = ServiceMessages.accept(ServiceMessages.JSON);
		headers.setCacheControl("no-cache");
		return headers;
	}

	<T> T read(ServiceRequest request, Function<ServiceResponse, T> reader) {
		return this.exchange.read(request, reader);
	}

	/** Run a call: all its requests and waits share one deadline. */
	<T extends @Nullable Object> T call(Supplier<T> work) {
		return this.exchange.call(work);
	}

	/** Run a call without a result, as {@link #call(Supplier)}. */
	void run(Runnable work) {
		this.exchange.call(() -> {
			work.run();
			return null;
		});
	}

	/** Return a part of the current call that another thread may run. */
	<T> Callable<T> partOfCall(Callable<T> work) {
		return this.exchange.partOfCall(work);
	}

	/** Wait until the deadline of the current call. */
	<T> T await(Future<T> work, URI uri) {
		return this.exchange.await(work, uri);
	}

	/** Return the number of writes that have finished, successfully or not. */
	long writes() {
		return this.writes.get();
	}

	/** Send a request that may change something. */
	ServiceResponse send(ServiceRequest request) {
		return written(() -> this.exchange.exchange(request));
	}

	/**
	 * Count a write after it has finished: a page that is requested while it is in
	 * progress may be older than its effect.
	 */
	private ServiceResponse written(Supplier<ServiceResponse> write) {
		try {
			return write.get();
		}
		finally {
			this.writes.incrementAndGet();
		}
	}

	ServiceResponse open(ServiceRequest request) {
		return this.exchange.open(request);
	}

	ServiceResponse upload(ServiceRequest request, org.springframework.core.io.Resource source) {
		return written(() -> this.exchange.upload(request, source));
	}

	/**
	 * Read the JSON object at a URL, empty if it still has the entity tag, which must be
	 * usable.
	 */
	<T> Optional<T> changedObject(URI uri, @Nullable ResourceType type, @Nullable String etag,
			Function<JsonObject, T> reader) {
		HttpHeaders headers = validating();
		if (etag != null) {
			headers.set(HttpHeaders.IF_NONE_MATCH, etag);
		}
		return read(ServiceRequest.get(uri, headers).withCall(ServiceMessages.call(type, "refresh")),
				(response) -> (response.status() == NOT_MODIFIED) ? Optional.empty()
						: Optional.of(reader.apply(object(uri, response))));
	}

	/** Read the JSON object at a URL as the service has it now. */
	<T> T currentObject(URI uri, @Nullable ResourceType type, Function<JsonObject, T> reader) {
		return changedObject(uri, type, null, reader).orElseThrow(() -> ServiceMessages.unconditional304(uri));
	}

	/**
	 * Follow a link of a stored JSON document. If no request may go where it leads, the
	 * document is not used again.
	 * @param document the URL of the document
	 * @param request follows the link
	 */
	<T> T follow(URI document, Supplier<T> request) {
		try {
			return request.get();
		}
		catch (ForeignOriginException ex) {
			forget(document);
			throw ex;
		}
	}

	/** Remove the stored response of a URL. */
	void forget(URI document) {
		this.exchange.forget(ServiceRequest.get(document, ACCEPT_JSON));
	}

	/** Require that requests may be sent to a URL. */
	void requireAllowed(URI uri) {
		this.exchange.requireAllowed(uri);
	}

	JsonObject object(URI uri, ServiceResponse response) {
		return ServiceMessages.object(this.reader, uri, response);
	}

	/**
	 * A type of the application and a resource type.
	 *
	 * @param target the type of the application
	 * @param type the resource type
	 */
	private record MappingKey(Class<?> target, ResourceType type) {
	}

}
