package dev.hyperclient;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.exchange.ExchangeClient;
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

	private static final int CREATED = 201;

	private static final int MOVED_PERMANENTLY = 301;

	private static final int SEE_OTHER = 303;

	OperationResult read(ServiceRequest request, ServiceResponse response) {
		return new OperationResult(
				(request.method() == HttpMethod.GET) ? content(request.uri(), response) : posted(request, response),
				Notifications.of(response));
	}

	private @Nullable Object posted(ServiceRequest request, ServiceResponse response) {
		boolean located = response.headers().containsHeader(HttpHeaders.LOCATION);
		if (response.status() == MOVED_PERMANENTLY) {
			return moved(ExchangeClient.locationOf(response));
		}
		this.target.changed();
		if ((response.status() == CREATED && located) || response.status() == SEE_OTHER) {
			URI location = ExchangeClient.locationOf(response);
			return this.context.getObject(location, locationType(),
					(representation) -> entry(location, representation));
		}
		if (response.status() >= 300) {
			throw ExchangeClient.notFollowed(request, response);
		}
		return content(request.uri(), response);
	}

	/**
	 * Return the target moves along, also if the new place cannot be read just now; but
	 * not to where no request may go.
	 */
	private Object moved(URI location) {
		try {
			return this.context.getObject(location, locationType(), (representation) -> {
				this.target.moved(location, representation);
				return entry(location, representation);
			});
		}
		catch (ForeignOriginException ex) {
			this.target.changed();
			throw ex;
		}
		catch (HyperClientException ex) {
			this.target.moved(location, null);
			throw ex;
		}
	}

	private Entry entry(URI location, JsonObject representation) {
		return ResourceFactory.fetchedEntry(this.context, location, representation, null);
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
		@Nullable Object value = this.context.read(uri, response);
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
	 * Return the type whose plain GET answers with the same page, so that the entries'
	 * type is known.
	 */
	private @Nullable ResourceType pageType() {
		return this.context.description().pageTypeOf(this.method);
	}

}
