package dev.hyperclient;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.json.Json;
import dev.hyperclient.internal.json.JsonObject;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Sends what was set on an entry, or its end. The entry hears of it only when all of it
 * has succeeded, the fetching of the new state included, so that one that failed is as it
 * was.
 *
 * @param entry the entry
 */
record EntryWriter(StatefulEntry entry) {

	private static final int CONTENT_RETURNED = 209;

	private static final int MOVED_PERMANENTLY = 301;

	/** PATCH of the changes alone. */
	void save() {
		EntryChanges changes = this.entry.state().changes();
		if (!changes.isEmpty()) {
			write(HttpMethod.PATCH, "save", changes, changes.values());
		}
	}

	/** PUT of the whole representation, members that nobody has described included. */
	void replace() {
		EntryChanges changes = this.entry.state().changes();
		if (!changes.isEmpty()) {
			Map<String, @Nullable Object> whole = new LinkedHashMap<>(this.entry.known().representation());
			whole.putAll(changes.values());
			write(HttpMethod.PUT, "replace", changes, whole);
		}
	}

	private void write(HttpMethod method, String call, EntryChanges changes, Map<String, @Nullable Object> document) {
		HttpHeaders headers = ServiceContext.accept(ServiceContext.JSON);
		headers.set(HttpHeaders.CONTENT_TYPE, ServiceContext.JSON);
		if (changes.etag() != null) {
			headers.set(HttpHeaders.IF_MATCH, ServiceContext.condition(this.entry.uri(), changes.etag()));
		}
		byte[] body = Json.write(document).getBytes(StandardCharsets.UTF_8);
		ServiceRequest request = request(method, call, headers, body);
		ServiceResponse response = this.entry.context().send(request);
		take(request, response, changes);
		this.entry.notified(Notifications.of(response));
	}

	private ServiceRequest request(HttpMethod method, String call, HttpHeaders headers, byte @Nullable [] body) {
		EntryState.Fetched known = this.entry.known();
		return new ServiceRequest(method, selfLink(known), headers, body, "", Deadline.NONE,
				ServiceContext.call(known.type(), call));
	}

	/** Not the URL that it was fetched from: that may only lead to the entry. */
	static URI selfLink(EntryState.Fetched known) {
		String link = known.representation().text("self_link");
		if (link == null) {
			throw new UnexpectedResponseException(known.uri(), "%s has no self_link".formatted(known.uri()));
		}
		return Links.parse(link, known.uri());
	}

	private void take(ServiceRequest request, ServiceResponse response, EntryChanges changes) {
		URI uri = this.entry.uri();
		if (response.status() == CONTENT_RETURNED) {
			this.entry.saved(uri, newState(response), changes);
		}
		else if (response.status() == MOVED_PERMANENTLY) {
			URI moved = ExchangeClient.locationOf(response);
			this.entry.saved(moved, fetch(moved), changes);
		}
		else {
			requireSuccess(request, response);
			this.entry.saved(uri, fetch(uri), changes);
		}
	}

	private JsonObject newState(ServiceResponse response) {
		JsonObject representation = this.entry.context().object(response.uri(), response);
		if (representation.text("self_link") == null) {
			throw new UnexpectedResponseException(response.uri(),
					"%s was answered with 209, but not with an entry".formatted(response.uri()));
		}
		return representation;
	}

	/** Past the cache and without a condition, since the entry was changed just now. */
	private JsonObject fetch(URI uri) {
		return this.entry.context()
			.changedObject(uri, this.entry.state().type(), null, Function.identity())
			.orElseThrow(() -> new UnexpectedResponseException(uri,
					"%s was answered with 304, but not asked on a condition".formatted(uri)));
	}

	void delete() {
		ServiceRequest request = request(HttpMethod.DELETE, "delete", ServiceContext.accept(ServiceContext.JSON), null);
		ServiceResponse response = this.entry.context().send(request);
		requireSuccess(request, response);
		this.entry.notified(Notifications.of(response));
	}

	/** A page is what proxies and login forms answer with. */
	static void requireSuccess(ServiceRequest request, ServiceResponse response) {
		if (response.status() >= 300) {
			throw ExchangeClient.notFollowed(request, response);
		}
		if (response.body().length > 0 && ServiceContext.isPage(response)) {
			throw new UnexpectedResponseException(request.uri(),
					"%s was answered with a page (%s); is there a login form or a proxy in between?".formatted(request,
							ServiceContext.mediaType(response)));
		}
	}

}
