package dev.hyperclient;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.json.Json;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.wadl.ResourceType;
import dev.hyperclient.wadl.WadlMethod;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Makes the result of a named operation out of what the service answered.
 *
 * @param context the way to the service
 * @param target what the operation was carried out on
 * @param method the operation as the description has it
 */
record OperationAnswer(ServiceContext context, OperationTarget target, WadlMethod method) {

	OperationResult read(ServiceRequest request, ServiceResponse response) {
		boolean get = request.method() == HttpMethod.GET;
		if (!get && leadsElsewhere(response)) {
			return elsewhere(response);
		}
		if (!get) {
			this.target.changed();
		}
		return new OperationResult(content(request.uri(), response));
	}

	private static boolean leadsElsewhere(ServiceResponse response) {
		boolean status = switch (response.status()) {
			case 201, 301, 303 -> true;
			default -> false;
		};
		return status && response.headers().containsHeader(HttpHeaders.LOCATION);
	}

	private OperationResult elsewhere(ServiceResponse response) {
		URI location = ExchangeClient.locationOf(response);
		boolean movedAway = response.status() == 301;
		if (movedAway) {
			this.target.moved(location, null);
		}
		else {
			this.target.changed();
		}
		JsonObject representation = this.context.getObject(location, locationType());
		if (movedAway) {
			this.target.moved(location, representation);
		}
		return new OperationResult(ResourceFactory.loaded(this.context, location, representation));
	}

	private @Nullable ResourceType locationType() {
		return this.context.description().promised(this.method.locationType().orElse(null));
	}

	private @Nullable Object content(URI uri, ServiceResponse response) {
		if (response.body().length == 0) {
			return null;
		}
		if (!ServiceContext.isJson(response)) {
			boolean text = ServiceContext.mediaType(response).startsWith("text/");
			return text ? new String(response.body(), StandardCharsets.UTF_8) : response.body();
		}
		@Nullable Object value = Json.read(response.body(), uri);
		return (value instanceof JsonObject object && promisesJson()) ? resource(uri, object) : value;
	}

	/**
	 * Only what the description promises becomes a resource; other objects are values.
	 */
	private boolean promisesJson() {
		return this.method.responseRepresentations()
			.stream()
			.anyMatch((representation) -> representation.mediaType().filter(ServiceContext.JSON::equals).isPresent());
	}

	private Object resource(URI uri, JsonObject object) {
		String selfLink = object.text("self_link");
		if (selfLink != null && object.text(Description.TYPE_LINK) != null) {
			return ResourceFactory.fetchedEntry(this.context, Links.parse(selfLink, uri), object, null);
		}
		return (object.get("entries") instanceof List<?>)
				? ResourceFactory.pagedCollection(this.context, uri, pageType(), object) : object;
	}

	/**
	 * The type whose plain GET answers with the same page, so that the entries' type is
	 * known.
	 */
	private @Nullable ResourceType pageType() {
		return this.context.description().pageTypeOf(this.method);
	}

}
