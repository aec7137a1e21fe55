package dev.hyperclient;

import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.http.CallTags;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.exchange.SettingNames;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.json.JsonReader;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Shared by all resources of one root: requests, the description, and the declarations of
 * the application. Thread-safe.
 *
 * @param exchange makes calls and sends requests
 * @param baseUrl the URL of the root
 * @param collectionTypes the declared types of collections by name
 * @param documents the documents of the root
 * @param converter converts values of the application
 * @param threads the threads for concurrent requests
 * @param reader reads JSON
 * @param names the names of settings in messages
 * @param check checks values before they are sent
 * @param mappings the known mappings, of types of the application, which can be unloaded,
 * and of earlier descriptions
 * @param finishedWrites the number of finished writes, shared by the roots of one client
 */
record ServiceContext(ExchangeClient exchange, URI baseUrl, Map<String, CollectionType> collectionTypes,
		RootDocuments documents, ValueConverter converter, CallThreads threads, JsonReader reader, SettingNames names,
		ValueCheck check, Map<MappingKey, EntryMapping> mappings, AtomicLong finishedWrites) {

	private static final int NOT_MODIFIED = 304;

	private static final HttpHeaders ACCEPT_JSON = ServiceMessages.accept(ServiceMessages.JSON);

	/** Return a context with the same declarations, for another client. */
	ServiceContext with(ExchangeClient otherExchange, RootDocuments otherDocuments) {
		return new ServiceContext(otherExchange, this.baseUrl, this.collectionTypes, otherDocuments, this.converter,
				this.threads.shared(), this.reader, this.names, this.check, this.mappings, this.finishedWrites);
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

	/**
	 * Fetch a JSON object and read it. A response that cannot be read is removed from the
	 * cache.
	 * @param type the declared type, {@code null} for an unknown one
	 * @param reader reads the object, and when the service sent it if it is stale
	 */
	<T> T getObject(URI uri, @Nullable ResourceType type, BiFunction<JsonObject, @Nullable Instant, T> reader) {
		return this.exchange.read(ServiceRequest.get(uri, ACCEPT_JSON).withCall(ServiceMessages.call(type, "get")),
				(response) -> reader.apply(object(uri, response), response.staleTime().orElse(null)));
	}

	/**
	 * Return the JSON value at a URL, empty for JSON null.
	 * @param outdated whether a stored response must be validated
	 */
	Optional<Object> value(URI uri, CallTags call, boolean outdated) {
		return this.exchange.read(ServiceRequest.get(uri, outdated ? validating() : ACCEPT_JSON).withCall(call),
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

	/** Run a call without a result. */
	void run(Runnable work) {
		this.exchange.call(() -> {
			work.run();
			return null;
		});
	}

	/** Return the number of writes that have finished, successfully or not. */
	long writes() {
		return this.finishedWrites.get();
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
			this.finishedWrites.incrementAndGet();
		}
	}

	/**
	 * Read what a write has led to. A failure says that the write was carried out: it
	 * must not be repeated. A redirect to another origin may be one of a proxy.
	 * @param advice how the result can be read, a sentence without its full stop
	 */
	<T extends @Nullable Object> T afterWrite(ServiceRequest write, ServiceResponse response, String advice,
			Supplier<T> result) {
		try {
			return result.get();
		}
		catch (HyperClientException ex) {
			boolean unknown = ex instanceof ForeignOriginException && response.status() >= 300;
			ex.addAdvice((unknown ? "It is unknown whether the %s was carried out: svcRefresh() of an entry shows it"
					: "The %s was carried out before that: do not repeat it; %s")
				.formatted(write.method(), advice));
			throw ex;
		}
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
		return this.exchange.read(ServiceRequest.get(uri, headers).withCall(ServiceMessages.call(type, "refresh")),
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

	JsonObject object(URI uri, ServiceResponse response) {
		return ServiceMessages.object(this.reader, uri, response);
	}

	/**
	 * A type of the application and a resource type.
	 *
	 * @param target the type of the application
	 * @param type the resource type
	 */
	record MappingKey(Class<?> target, ResourceType type) {
	}

}
