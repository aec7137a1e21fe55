package dev.hyperclient;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.hyperclient.error.BadRequest;
import dev.hyperclient.error.PreconditionFailed;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.exchange.ExchangeClient;
import dev.hyperclient.internal.json.Json;
import dev.hyperclient.internal.json.JsonObject;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.util.Assert;

/**
 * Sets attributes of an entry, saves its changes, and deletes it. The state of the entry
 * changes only when a save has succeeded as a whole, including the request for the new
 * state.
 *
 * @param context what resources of one root share
 * @param entry the entry
 */
record EntryEditor(ServiceContext context, EntryStateHolder entry) {

	private static final int CONTENT_RETURNED = 209;

	private static final int MOVED_PERMANENTLY = 301;

	/**
	 * Set an attribute or a link.
	 * @param linkOnly whether the value is valid for links only
	 * @param sent the entries in the value, some of which are fetched when it is
	 * converted
	 */
	void set(String name, @Nullable Object value, boolean linkOnly, Supplier<List<EntryState>> sent) {
		EntryState.Fetched fetched = this.entry.fetched();
		String key = key(fetched, name);
		Assert.isTrue(!linkOnly || key.endsWith(LinkName.SUFFIX),
				() -> "'%s' of %s is not a link, so it cannot be set to the entry %s".formatted(key, uri(), value));
		@Nullable Object json = json(key, value);
		List<EntryState> entries = sent.get();
		requireSendable(fetched, key, json, entries);
		if (!entries.isEmpty()) {
			this.entry.addReferences(EntryState.references(entries));
		}
		this.entry.change((changes, present) -> isUnchanged(present, key, json) ? changes.without(key)
				: changes.with(key, json, present.receivedEtag()));
	}

	private String key(EntryState.Fetched fetched, String name) {
		if (isAttribute(fetched, name)) {
			return name;
		}
		String link = name + LinkName.SUFFIX;
		if (isAttribute(fetched, link)) {
			return link;
		}
		throw fetched.noSuchAttribute(name,
				AttributeHint.WRITABLE.of(new TypeDescription(fetched.type(), this.context.description()), name));
	}

	private static boolean isAttribute(EntryState.Fetched fetched, String key) {
		return fetched.has(key) || fetched.type().attribute(key).isPresent();
	}

	private @Nullable Object json(String key, @Nullable Object value) {
		try {
			return JsonValues.of(value, this.context.converter());
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("'%s' of %s cannot be set: %s".formatted(key, uri(), ex.getMessage()),
					ex);
		}
	}

	/**
	 * Check a change against the description. A value that is not changed is not sent.
	 */
	private void requireSendable(EntryState.Fetched fetched, String key, @Nullable Object json,
			List<EntryState> entries) {
		ValueCheck check = this.context.check();
		Param param = fetched.type().attribute(key).orElse(null);
		if (!check.enabled() || param == null || isUnchanged(fetched, key, json)) {
			return;
		}
		String reason = check.problem(param, json)
			.or(() -> check.unlike(this.context.description().findType(param.linkType().orElse(null)), entries))
			.map((problem) -> "to %s: %s".formatted(new AttributeReader(uri(), key, problem.value()).shown(),
					problem.reason()))
			.orElse(null);
		if (fetched.type().isReadOnly(param)) {
			reason = "since the description of the service says that it is read-only";
		}
		if (reason != null) {
			throw new IllegalArgumentException("'%s' of %s cannot be set %s. If the service accepts it, set %s to false"
				.formatted(key, uri(), reason, check.setting()));
		}
	}

	private static boolean isUnchanged(EntryState.Fetched present, String key, @Nullable Object value) {
		return present.representation().containsKey(key) && Objects.equals(present.representation().get(key), value);
	}

	/** Send a PATCH request with the changes. */
	void save() {
		if (!this.entry.state().changes().isEmpty()) {
			EntryChanges changes = this.entry.writable().changes();
			write(HttpMethod.PATCH, "save", changes, changes.values());
		}
	}

	/**
	 * Send a PUT request with the whole representation, including undescribed members.
	 */
	void replace() {
		if (!this.entry.state().changes().isEmpty()) {
			EntryState.Fetched present = this.entry.writable();
			Map<String, @Nullable Object> whole = new LinkedHashMap<>(present.representation());
			whole.putAll(present.changes().values());
			write(HttpMethod.PUT, "replace", present.changes(), whole);
		}
	}

	void delete() {
		this.entry.requireOwnUrl();
		ServiceRequest request = request(HttpMethod.DELETE, "delete", ServiceMessages.accept(ServiceMessages.JSON),
				null);
		ServiceResponse response = this.context.send(request);
		ServiceMessages.requireSuccess(request, response);
		this.entry.notifications(Notifications.of(response));
	}

	private void write(HttpMethod method, String call, EntryChanges changes, Map<String, @Nullable Object> document) {
		HttpHeaders headers = ServiceMessages.accept(ServiceMessages.JSON);
		headers.set(HttpHeaders.CONTENT_TYPE, ServiceMessages.JSON);
		if (changes.etag() != null) {
			headers.set(HttpHeaders.IF_MATCH, changes.etag());
		}
		byte[] body = Json.write(document).getBytes(StandardCharsets.UTF_8);
		ServiceRequest request = request(method, call, headers, body);
		ServiceResponse response = send(request, changes);
		accept(request, response, changes);
		this.entry.notifications(Notifications.of(response));
	}

	private ServiceResponse send(ServiceRequest request, EntryChanges changes) {
		try {
			return this.context.send(request);
		}
		catch (PreconditionFailed ex) {
			this.entry.refused(changes);
			throw ex;
		}
		catch (BadRequest ex) {
			throw EntryState.naming(this.entry.references()
				.stream()
				.filter((reference) -> changes.values().containsValue(reference.toString()))
				.toList(), ex);
		}
	}

	private ServiceRequest request(HttpMethod method, String call, HttpHeaders headers, byte @Nullable [] body) {
		EntryState.Fetched known = this.entry.known();
		return ServiceRequest.of(method, known.selfLink(), headers, body)
			.withCall(ServiceMessages.call(known.type(), call));
	}

	private void accept(ServiceRequest request, ServiceResponse response, EntryChanges changes) {
		boolean returned = response.status() == CONTENT_RETURNED;
		boolean moved = response.status() == MOVED_PERMANENTLY && !ExchangeClient.changesScheme(request, response);
		if (!returned && !moved) {
			ServiceMessages.requireSuccess(request, response);
		}
		this.context.afterWrite(request, response, "svcRefresh() reads the new state and discards the changes", () -> {
			URI uri = moved ? ExchangeClient.locationOf(response) : uri();
			this.entry.saved(uri, returned ? newState(response) : fetch(uri), changes);
			return true;
		});
	}

	private JsonObject newState(ServiceResponse response) {
		JsonObject representation = this.context.object(response.uri(), response);
		if (representation.text(LinkName.SELF) == null) {
			throw new UnexpectedResponseException(response.uri(),
					"%s was answered with 209, but not with an entry".formatted(response.uri()));
		}
		return representation;
	}

	/** Fetch the new state from the service; the cache validates what it still has. */
	private JsonObject fetch(URI uri) {
		return this.context.currentObject(uri, this.entry.state().type(), Function.identity());
	}

	private URI uri() {
		return this.entry.state().uri();
	}

}
