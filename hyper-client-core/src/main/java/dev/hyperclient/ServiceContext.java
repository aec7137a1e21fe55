package dev.hyperclient;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.CallDescription;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.exchange.StreamedResponse;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.json.JsonReader;
import dev.hyperclient.wadl.ResourceType;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * What the resources of one root share: the way to the service, its description, and what
 * the client declared. Thread-safe.
 */
final class ServiceContext {

	static final String JSON = "application/json";

	private static final int NOT_MODIFIED = 304;

	private static final HttpHeaders ACCEPT_JSON = accept(JSON);

	private final ExchangeClient exchange;

	private final URI serviceRoot;

	private final Map<String, CollectionType> collectionTypes;

	private final RootDocuments documents;

	private final ValueConverter converter;

	private final CallThreads threads;

	private final JsonReader reader;

	ServiceContext(ExchangeClient exchange, URI serviceRoot, Map<String, CollectionType> collectionTypes,
			RootDocuments documents, ValueConverter converter, CallThreads threads, JsonReader reader) {
		this.exchange = exchange;
		this.serviceRoot = serviceRoot;
		this.collectionTypes = Map.copyOf(collectionTypes);
		this.documents = documents;
		this.converter = converter;
		this.threads = threads;
		this.reader = reader;
	}

	CallThreads threads() {
		return this.threads;
	}

	URI serviceRoot() {
		return this.serviceRoot;
	}

	ValueConverter converter() {
		return this.converter;
	}

	/** Create requests if the root has not been fetched before. */
	Description description() {
		return this.documents.get().description();
	}

	@Nullable CollectionType declaredType(String collection) {
		return this.collectionTypes.get(collection);
	}

	static HttpHeaders accept(String mediaType) {
		HttpHeaders headers = new HttpHeaders();
		headers.set(HttpHeaders.ACCEPT, mediaType);
		return headers;
	}

	/** Return what is done with a resource of a type, {@code null} for an unknown one. */
	static CallDescription call(@Nullable ResourceType type, String operation) {
		return CallDescription.of((type != null) ? type.id() : null, operation);
	}

	/**
	 * Fetch a JSON object and read it. What cannot be read does not stay in the cache.
	 * @param type the declared type, {@code null} for an unknown one
	 */
	<T> T getObject(URI uri, @Nullable ResourceType type, Function<JsonObject, T> reader) {
		return read(get(uri, call(type, "get")), (response) -> reader.apply(object(uri, response)));
	}

	/** Return the JSON value at a URL, empty for the word null. */
	Optional<Object> value(URI uri, CallDescription call) {
		return read(get(uri, call), (response) -> Optional.ofNullable(json(this.reader, uri, response)));
	}

	/** Return the JSON value of an answer that is known to have one. */
	@Nullable Object read(URI uri, ServiceResponse response) {
		return this.reader.read(response.body(), uri);
	}

	private static ServiceRequest get(URI uri, CallDescription call) {
		return ServiceRequest.get(uri, ACCEPT_JSON).withCall(call);
	}

	<T> T read(ServiceRequest request, Function<ServiceResponse, T> reader) {
		return this.exchange.read(request, reader);
	}

	/** Run a call of the user: all its requests and waits share one deadline. */
	<T extends @Nullable Object> T call(Supplier<T> work) {
		return this.exchange.call(work);
	}

	/** As {@link #call(Supplier)}, without a result. */
	void run(Runnable work) {
		this.exchange.call(() -> {
			work.run();
			return null;
		});
	}

	/** Return a part of the present call that another thread may run. */
	<T> Callable<T> partOfCall(Callable<T> work) {
		return this.exchange.partOfCall(work);
	}

	/** Wait within the time that is left of the present call. */
	<T> T await(Future<T> work, URI what) {
		return this.exchange.await(work, what);
	}

	ServiceResponse send(ServiceRequest request) {
		return this.exchange.exchange(request);
	}

	StreamedResponse open(ServiceRequest request) {
		return this.exchange.open(request);
	}

	ServiceResponse upload(ServiceRequest request, org.springframework.core.io.Resource source) {
		return this.exchange.upload(request, source);
	}

	/**
	 * Read the JSON object at a URL if it is not what the tag stands for; empty if it is.
	 */
	<T> Optional<T> changedObject(URI uri, @Nullable ResourceType type, @Nullable String etag,
			Function<JsonObject, T> reader) {
		HttpHeaders headers = accept(JSON);
		headers.setCacheControl("no-cache");
		if (etag != null) {
			headers.set(HttpHeaders.IF_NONE_MATCH, condition(uri, etag));
		}
		return read(ServiceRequest.get(uri, headers).withCall(call(type, "refresh")),
				(response) -> (response.status() == NOT_MODIFIED) ? Optional.empty()
						: Optional.of(reader.apply(object(uri, response))));
	}

	/**
	 * Return a tag as the condition of a request: not all that JSON holds fits into a
	 * line.
	 */
	static String condition(URI uri, String etag) {
		if (etag.chars().anyMatch(Character::isISOControl)) {
			throw new UnexpectedResponseException(uri, "%s has an http_etag with control characters".formatted(uri));
		}
		return etag;
	}

	JsonObject object(URI uri, ServiceResponse response) {
		return object(this.reader, uri, response);
	}

	static JsonObject object(JsonReader reader, URI uri, ServiceResponse response) {
		if (json(reader, uri, response) instanceof JsonObject object) {
			return object;
		}
		throw new UnexpectedResponseException(uri, "%s was answered with JSON that is no object".formatted(uri));
	}

	private static @Nullable Object json(JsonReader reader, URI uri, ServiceResponse response) {
		if (!isJson(response)) {
			throw new UnexpectedResponseException(uri,
					"%s doesn't serve a JSON document but %s; is there such a service at this URL?".formatted(uri,
							mediaType(response)));
		}
		return reader.read(response.body(), uri);
	}

	static boolean isJson(ServiceResponse response) {
		return mediaType(response).equals(JSON);
	}

	/** Return whether an answer is written for a browser. */
	static boolean isPage(ServiceResponse response) {
		String type = mediaType(response);
		return type.equals("text/html") || type.equals("application/xhtml+xml");
	}

	/**
	 * Return the media type without its parameters, which say nothing about how to read
	 * JSON.
	 */
	static String mediaType(ServiceResponse response) {
		String type = response.headers().getFirst(HttpHeaders.CONTENT_TYPE);
		if (type == null) {
			return "an unnamed type";
		}
		int parameters = type.indexOf(';');
		return ((parameters < 0) ? type : type.substring(0, parameters)).strip().toLowerCase(java.util.Locale.ROOT);
	}

}
