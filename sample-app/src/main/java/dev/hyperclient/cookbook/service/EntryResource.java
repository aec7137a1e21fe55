package dev.hyperclient.cookbook.service;

import java.util.List;
import java.util.Objects;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One entry.
 *
 * @param type its type
 * @param entry the entry as it is stored
 * @param <E> what is stored
 */
record EntryResource<E>(TypeDescription<E> type, E entry) implements Resource {

	@Override
	public Outcome answer(Request request, Library library) {
		Operations<E> named = new Operations<>(this.type.operations(), this.entry);
		Representations representations = new Representations(library, request.links());
		if (!request.method().equals("GET")) {
			EntityTags.require(request.header("If-Match"), tag(representations.entry(this.type, this.entry)));
		}
		if (named.isMeantBy(request)) {
			return named.invoke(request, library);
		}
		return switch (request.method()) {
			case "GET" -> new Outcome(library, read(request, representations));
			case "PATCH", "PUT" -> write(request, representations);
			case "DELETE" -> delete(library, named);
			default -> throw notAllowed(named);
		};
	}

	private Response read(Request request, Representations representations) {
		ObjectNode representation = representations.entry(this.type, this.entry);
		String mediaType = Accept.choose(request, List.of(Response.JSON, Accept.XHTML, Accept.WADL));
		byte[] body = switch (mediaType) {
			case Accept.WADL -> WadlDocument.pointer(request, this.type.name());
			case Accept.XHTML -> XhtmlDocument.of(representation);
			default -> Json.bytes(representation);
		};
		String tag = mediaType.equals(Response.JSON) ? tag(representation) : EntityTags.of(body);
		return Response.of(Status.OK, mediaType, body).with("ETag", tag).with("Vary", "Accept");
	}

	private Outcome write(Request request, Representations representations) {
		JsonNode document = document(request);
		EntryChanges<E> changes = new EntryChanges<>(this.type, this.entry, representations);
		E changed = request.method().equals("PUT") ? changes.replacedBy(document) : changes.changedBy(document);
		Library library = representations.library();
		if (!changed.equals(this.entry)) {
			library = this.type.access().replace(library, this.entry, changed);
		}
		ResourcePath path = this.type.pathOf(changed);
		if (!path.equals(this.type.pathOf(this.entry))) {
			return new Outcome(library, Response.moved(request.links().to(path)));
		}
		E stored = this.type.access().find(library, this.type.access().keyOf(changed)).orElseThrow();
		ObjectNode body = new Representations(library, request.links()).entry(this.type, stored);
		return new Outcome(library, Response.of(Status.CONTENT_RETURNED, Response.JSON, Json.bytes(body)));
	}

	private static JsonNode document(Request request) {
		if (!request.mediaType().startsWith(Response.JSON)) {
			throw RequestRefusedException.with(Status.UNSUPPORTED_MEDIA_TYPE,
					"Expected a media type of " + Response.JSON + ".");
		}
		JsonNode document = Json.parse(request.body())
			.orElseThrow(() -> RequestRefusedException.badRequest("Entity-body was not a well-formed JSON document."));
		if (!document.isObject()) {
			throw RequestRefusedException.badRequest("Expected a JSON hash.");
		}
		return document;
	}

	private Outcome delete(Library library, Operations<E> named) {
		if (!this.type.deletable()) {
			throw notAllowed(named);
		}
		return new Outcome(this.type.access().remove(library, this.entry), Response.nothing());
	}

	private static String tag(ObjectNode representation) {
		return Objects.requireNonNull(representation.get("http_etag").stringValue());
	}

	private RequestRefusedException notAllowed(Operations<E> named) {
		return RequestRefusedException.methodNotAllowed(named.withMethods(this.type.deletable()
				? new String[] { "GET", "PUT", "PATCH", "DELETE" } : new String[] { "GET", "PUT", "PATCH" }));
	}

}
