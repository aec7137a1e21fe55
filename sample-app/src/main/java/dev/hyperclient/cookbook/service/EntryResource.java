package dev.hyperclient.cookbook.service;

import java.util.List;
import java.util.Objects;

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
		if (request.method().equals("POST")) {
			EntityTags.require(request.header("If-Match"), tag(representations.entry(this.type, this.entry)));
		}
		if (named.isMeantBy(request)) {
			return named.invoke(request, library);
		}
		return switch (request.method()) {
			case "GET" -> new Outcome(library, read(request, representations));
			default -> throw RequestRefusedException.methodNotAllowed(allowed(named));
		};
	}

	private Response read(Request request, Representations representations) {
		ObjectNode representation = representations.entry(this.type, this.entry);
		String mediaType = Accept.choose(request, List.of(Response.JSON, Accept.WADL));
		byte[] body = mediaType.equals(Accept.WADL) ? WadlDocument.pointer(request, this.type.name())
				: Json.bytes(representation);
		String tag = mediaType.equals(Accept.WADL) ? EntityTags.of(body) : tag(representation);
		return Response.of(Status.OK, mediaType, body).with("ETag", tag).with("Vary", "Accept");
	}

	private static String tag(ObjectNode representation) {
		return Objects.requireNonNull(representation.get("http_etag").stringValue());
	}

	private String[] allowed(Operations<E> named) {
		return named.withMethods(this.type.deletable() ? new String[] { "GET", "PUT", "PATCH", "DELETE" }
				: new String[] { "GET", "PUT", "PATCH" });
	}

}
