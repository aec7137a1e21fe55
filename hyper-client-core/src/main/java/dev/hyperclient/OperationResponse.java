package dev.hyperclient;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Converts the response of a named operation to its result, and updates the target.
 *
 * @param target the resource of the operation
 * @param method the description of the operation
 */
record OperationResponse(DescribedResource target, WadlMethod method) {

	private static final int CREATED = 201;

	private static final int MOVED_PERMANENTLY = 301;

	private static final int SEE_OTHER = 303;

	OperationResult read(ServiceRequest request, ServiceResponse response) {
		return new OperationResult(
				(request.method() == HttpMethod.GET) ? content(request.uri(), response) : posted(request, response),
				Notifications.of(response));
	}

	private @Nullable Object posted(ServiceRequest request, ServiceResponse response) {
		boolean moved = response.status() == MOVED_PERMANENTLY;
		boolean created = response.status() == SEE_OTHER
				|| (response.status() == CREATED && response.headers().containsHeader(HttpHeaders.LOCATION));
		if (!moved || ExchangeClient.changesScheme(request, response)) {
			this.target.changed();
		}
		if ((response.status() >= 300 && !moved && !created) || ExchangeClient.changesScheme(request, response)) {
			throw ExchangeClient.notFollowed(request, response);
		}
		return this.target.context().afterWrite(request, response, "load its result", () -> {
			if (!moved && !created) {
				return content(request.uri(), response);
			}
			URI location = ExchangeClient.locationOf(response);
			return moved ? moved(location) : this.target.context()
				.getObject(location, locationType(), (representation) -> entry(location, representation));
		});
	}

	/**
	 * Return the target moves along, also if the new place cannot be read just now; but
	 * not to where no request may go.
	 */
	private Object moved(URI location) {
		try {
			return this.target.context().getObject(location, locationType(), (representation) -> {
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
		return DefaultEntry.fetched(this.target.context(), location, representation, null);
	}

	private @Nullable ResourceType locationType() {
		return this.target.context().description().findType(this.method.locationType().orElse(null));
	}

	private @Nullable Object content(URI uri, ServiceResponse response) {
		if (response.bytes().length == 0) {
			return null;
		}
		String type = ServiceMessages.mediaType(response);
		if (!type.equals(ServiceMessages.JSON)) {
			boolean text = type.startsWith("text/");
			return text ? new String(response.bytes(), StandardCharsets.UTF_8) : response.bytes();
		}
		@Nullable Object value = this.target.context().read(uri, response);
		return (value instanceof JsonObject object && declaresJson()) ? resource(uri, object) : value;
	}

	/**
	 * Only JSON that the description declares becomes a resource; other objects are
	 * values.
	 */
	private boolean declaresJson() {
		return this.method.responseRepresentations()
			.stream()
			.anyMatch((representation) -> ServiceMessages.JSON.equals(representation.mediaType()));
	}

	private Object resource(URI uri, JsonObject object) {
		String selfLink = object.text(LinkName.SELF);
		if (selfLink != null && object.text(LinkName.TYPE) != null) {
			return DefaultEntry.fetched(this.target.context(), Links.parse(selfLink, uri), object, null);
		}
		return (object.get("entries") instanceof List<?>)
				? DefaultEntryCollection.result(this.target.context(), uri, pageType(), object) : object;
	}

	/**
	 * Return the type whose plain GET returns the same page, which determines the entry
	 * type.
	 */
	private @Nullable ResourceType pageType() {
		return this.target.context().description().pageTypeOf(this.method);
	}

}
