package dev.hyperclient;

import java.net.URI;
import java.util.Locale;

import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.CallTags;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.http.HeaderFields;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.json.JsonReader;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * Header fields of requests, and checks and content of responses.
 */
final class ServiceMessages {

	static final String JSON = "application/json";

	private ServiceMessages() {
	}

	static HttpHeaders accept(String mediaType) {
		HttpHeaders headers = HeaderFields.create();
		headers.set(HttpHeaders.ACCEPT, mediaType);
		return headers;
	}

	/** Return the description of a call for a resource type, {@code null} if unknown. */
	static CallTags call(@Nullable ResourceType type, String operation) {
		return CallTags.of((type != null) ? type.id() : null, operation);
	}

	/** Return the JSON object of a response. */
	static JsonObject object(JsonReader reader, URI uri, ServiceResponse response) {
		if (json(reader, uri, response) instanceof JsonObject object) {
			return object;
		}
		throw new UnexpectedResponseException(uri, "%s was answered with JSON that is not an object".formatted(uri));
	}

	/** Return the JSON value of a response. */
	static @Nullable Object json(JsonReader reader, URI uri, ServiceResponse response) {
		if (!mediaType(response).equals(JSON)) {
			throw new UnexpectedResponseException(uri,
					"%s doesn't serve a JSON document but %s; is there such a service at this URL?".formatted(uri,
							mediaType(response)));
		}
		byte[] document = response.bytes();
		return response.reused() ? reader.readStored(document, uri) : reader.read(document, uri);
	}

	/** Return the media type without parameters, in lower case. */
	static String mediaType(ServiceResponse response) {
		String type = response.headers().getFirst(HttpHeaders.CONTENT_TYPE);
		if (type == null) {
			return "an unnamed type";
		}
		int parameters = type.indexOf(';');
		return ((parameters < 0) ? type : type.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
	}

	/**
	 * Reject a response to a write request that is a redirect, or an HTML page as proxies
	 * and login forms return it.
	 */
	static void requireSuccess(ServiceRequest request, ServiceResponse response) {
		if (response.status() >= 300) {
			throw ExchangeClient.notFollowed(request, response);
		}
		if (response.bytes().length > 0 && isPage(response)) {
			throw new UnexpectedResponseException(request.uri(),
					"%s was answered with a page (%s); is there a login form or a proxy in between?".formatted(request,
							mediaType(response)));
		}
	}

	private static boolean isPage(ServiceResponse response) {
		String type = mediaType(response);
		return type.equals("text/html") || type.equals("application/xhtml+xml");
	}

	static UnexpectedResponseException unconditional304(URI uri) {
		return new UnexpectedResponseException(uri,
				"%s was answered with 304, but the request was not conditional".formatted(uri));
	}

}
