package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.testservice.OutgoingResponse.Outcome;
import dev.hyperclient.testservice.OutgoingResponse.Status;
import dev.hyperclient.testservice.ValueDecoder.InvalidValueException;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An entry.
 *
 * @param entry the entry
 */
record EntryResource(FakeEntry entry) {

	Outcome handle(IncomingRequest request, FakeData data) {
		OperationInvoker invoker = new OperationInvoker(this.entry.fakeType().operations(), this.entry);
		Representations representations = new Representations(data, request.uris());
		if (!request.method().equals("GET")) {
			EntityTags.requireMatch(request.header("If-Match"), tag(representations.entry(this.entry)));
		}
		if (invoker.accepts(request)) {
			return invoker.handle(request, data);
		}
		List<String> methods = this.entry.fakeType().methods();
		if (!methods.contains(request.method())) {
			throw invoker.methodNotAllowed(String.join(" ", methods));
		}
		return switch (request.method()) {
			case "GET" -> new Outcome(data, read(request, representations));
			case "DELETE" -> new Outcome(removed(data), OutgoingResponse.done());
			default -> write(request, representations);
		};
	}

	private FakeData removed(FakeData data) {
		try {
			return data.remove(this.entry);
		}
		catch (IllegalArgumentException ex) {
			throw RequestRefusedException.badRequest(String.valueOf(ex.getMessage()));
		}
	}

	private OutgoingResponse read(IncomingRequest request, Representations representations) {
		ObjectNode representation = representations.entry(this.entry);
		String mediaType = request
			.choose(List.of(OutgoingResponse.JSON, OutgoingResponse.XHTML, OutgoingResponse.WADL));
		byte[] body = switch (mediaType) {
			case OutgoingResponse.WADL -> WadlDocument.ofResource(request, this.entry.type());
			case OutgoingResponse.XHTML -> Representations.xhtml(representation);
			default -> ServiceJson.bytes(representation);
		};
		String tag = mediaType.equals(OutgoingResponse.JSON) ? tag(representation) : EntityTags.of(body);
		OutgoingResponse response = OutgoingResponse.of(Status.OK, mediaType, body).with("Vary", "Accept");
		response = representation.path(FakeEntry.TAG).isString() ? response.with("ETag", tag) : response;
		long maxAge = this.entry.fakeType().maxAge().toSeconds();
		return (maxAge > 0) ? response.with("Cache-Control", "max-age=" + maxAge) : response;
	}

	private Outcome write(IncomingRequest request, Representations representations) {
		JsonNode document = document(request);
		Update update = new Update(this.entry, representations.entry(this.entry), representations, new ArrayList<>());
		FakeEntry changed = update.apply(document, request.method().equals("PUT"));
		FakeData data = representations.data();
		data.requireNoConflict(changed, this.entry);
		if (!changed.equals(this.entry)) {
			data = data.change(this.entry, changed);
		}
		if (!changed.key().equals(this.entry.key())) {
			return new Outcome(data, OutgoingResponse.moved(request.uris().to(changed.resourcePath())));
		}
		ObjectNode body = new Representations(data, request.uris()).entry(data.present(changed));
		return new Outcome(data,
				OutgoingResponse.of(Status.CONTENT_RETURNED, OutgoingResponse.JSON, ServiceJson.bytes(body)));
	}

	/**
	 * Parse the document of a PUT or PATCH.
	 * @param request the request
	 * @return the document, an object
	 * @throws RequestRefusedException if it is none
	 */
	private static JsonNode document(IncomingRequest request) {
		if (!request.mediaType().startsWith(OutgoingResponse.JSON)) {
			throw RequestRefusedException.with(Status.UNSUPPORTED_MEDIA_TYPE,
					"Expected a media type of " + OutgoingResponse.JSON + ".");
		}
		// URLs are ASCII, and the parser refuses malformed UTF-8.
		byte[] json = request.canonical(new String(request.body(), StandardCharsets.ISO_8859_1))
			.getBytes(StandardCharsets.ISO_8859_1);
		JsonNode document = ServiceJson.parse(json)
			.orElseThrow(() -> RequestRefusedException.badRequest("Entity-body was not a well-formed JSON document."));
		RequestRefusedException.require(document.isObject(), "Expected a JSON hash.");
		return document;
	}

	private static String tag(ObjectNode representation) {
		return representation.path(FakeEntry.TAG).asString("\"\"");
	}

	/**
	 * Applies a PUT or PATCH document to an entry. All problems are reported together,
	 * and then nothing is changed.
	 *
	 * @param entry the entry
	 * @param representation the representation of the entry
	 * @param representations converts values
	 * @param problems collects the problems
	 */
	private record Update(FakeEntry entry, ObjectNode representation, Representations representations,
			List<String> problems) {

		/**
		 * Apply a document.
		 * @param document the document, an object
		 * @param complete whether the document must have all attributes
		 * @return the changed entry
		 * @throws RequestRefusedException if the document is refused
		 */
		FakeEntry apply(JsonNode document, boolean complete) {
			for (ValueDefinition attribute : this.entry.fakeType().attributes().values()) {
				String key = attribute.key();
				if (complete && !document.has(key) && this.representation.hasNonNull(key)) {
					this.problems.add("You didn't specify a value for the attribute '" + key + "'.");
				}
			}
			Map<String, @Nullable Object> changes = new HashMap<>();
			for (Map.Entry<String, JsonNode> change : document.properties()) {
				String key = change.getKey();
				try {
					// Clients may return everything they received, including redacted
					// values.
					if (!change.getValue().equals(this.representation.get(key))) {
						apply(attribute(key), change.getValue(), changes);
					}
				}
				catch (InvalidValueException ex) {
					this.problems.add(key + ": " + ex.getMessage());
				}
			}
			RequestRefusedException.require(this.problems.isEmpty(), "%s", String.join("\n", this.problems));
			return this.entry.with(changes);
		}

		private ValueDefinition attribute(String key) {
			return this.entry.fakeType()
				.attributeWithKey(key)
				.orElseThrow(() -> new InvalidValueException("You tried to modify a "
						+ (Representations.COMMON_KEYS.contains(key) ? "read-only" : "nonexistent") + " attribute."));
		}

		private void apply(ValueDefinition attribute, JsonNode value, Map<String, @Nullable Object> changes) {
			InvalidValueException.require(attribute.kind() != Kind.COLLECTION,
					"You tried to modify a collection attribute.");
			if (attribute.readOnly()) {
				requireUnchanged(attribute, value);
				return;
			}
			InvalidValueException.require(attribute.kind() != Kind.FILE,
					"To modify this field you need to send a PUT request to its URI (%s).",
					this.representation.path(attribute.key()).asString(""));
			InvalidValueException.require(!value.isNull() || !attribute.required(), "Missing required value.");
			Object decoded = value.isNull() ? null : this.representations.decode(attribute, value);
			this.representations.requireTarget(attribute, decoded);
			changes.put(attribute.name(), decoded);
		}

		/**
		 * Refuse a value unless it is the present one in another spelling, such as a date
		 * with a time.
		 */
		private void requireUnchanged(ValueDefinition attribute, JsonNode value) {
			Object sent = null;
			try {
				sent = (value.isNull() || attribute.kind() == Kind.FILE) ? null
						: this.representations.decode(attribute, value);
			}
			catch (InvalidValueException ex) {
				// It is not the present value.
			}
			Object present = this.entry.raw().get(attribute.name());
			InvalidValueException.require(
					present != null && present.equals((sent instanceof FakeEntry target) ? target.key() : sent),
					"You tried to modify a read-only attribute.");
		}

	}

}
