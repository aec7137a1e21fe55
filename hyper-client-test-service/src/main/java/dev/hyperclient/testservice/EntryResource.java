package dev.hyperclient.testservice;

import java.util.List;

import dev.hyperclient.testservice.OutgoingResponse.Status;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An entry.
 *
 * @param entry the entry
 */
record EntryResource(FakeEntry entry) implements ResourceHandler {

	@Override
	public Outcome handle(IncomingRequest request, FakeData data) {
		OperationInvoker invoker = new OperationInvoker(this.entry.fakeType().operations(), this.entry);
		Representations representations = new Representations(data, request.uris());
		if (!request.method().equals("GET")) {
			EntityTags.requireMatch(request.header("If-Match"), tag(representations.entry(this.entry)));
		}
		if (invoker.accepts(request)) {
			return invoker.handle(request, data);
		}
		boolean deletable = this.entry.fakeType().deletable();
		if (request.method().equals("DELETE") && deletable) {
			return new Outcome(removed(data), OutgoingResponse.done());
		}
		return switch (request.method()) {
			case "GET" -> new Outcome(data, read(request, representations));
			case "PATCH", "PUT" -> write(request, representations);
			default -> throw invoker.methodNotAllowed(deletable ? "GET PUT PATCH DELETE" : "GET PUT PATCH");
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
		String mediaType = ContentNegotiation.choose(request,
				List.of(OutgoingResponse.JSON, ContentNegotiation.XHTML, ContentNegotiation.WADL));
		byte[] body = switch (mediaType) {
			case ContentNegotiation.WADL -> WadlDocument.ofResource(request, this.entry.type());
			case ContentNegotiation.XHTML -> Representations.xhtml(representation);
			default -> ServiceJson.bytes(representation);
		};
		String tag = mediaType.equals(OutgoingResponse.JSON) ? tag(representation) : EntityTags.of(body);
		OutgoingResponse response = OutgoingResponse.of(Status.OK, mediaType, body)
			.with("ETag", tag)
			.with("Vary", "Accept");
		long maxAge = this.entry.fakeType().maxAge().toSeconds();
		return (maxAge > 0) ? response.with("Cache-Control", "max-age=" + maxAge) : response;
	}

	private Outcome write(IncomingRequest request, Representations representations) {
		JsonNode document = document(request, request.body());
		FakeEntry changed = EntryUpdate.of(this.entry, representations).apply(document, request.method().equals("PUT"));
		boolean moved = !changed.key().equals(this.entry.key());
		FakeData data = representations.data();
		data.requireNoConflict(changed, this.entry);
		if (!changed.equals(this.entry)) {
			data = data.change(this.entry, changed);
		}
		if (moved) {
			return new Outcome(data, OutgoingResponse.moved(request.uris().to(changed)));
		}
		ObjectNode body = new Representations(data, request.uris()).entry(data.present(changed));
		return new Outcome(data,
				OutgoingResponse.of(Status.CONTENT_RETURNED, OutgoingResponse.JSON, ServiceJson.bytes(body)));
	}

	/**
	 * Parse the document of a PUT or PATCH.
	 * @param request the request
	 * @param json the content
	 * @return the document, an object
	 * @throws RequestRefusedException if it is none
	 */
	static JsonNode document(IncomingRequest request, byte[] json) {
		if (!request.mediaType().startsWith(OutgoingResponse.JSON)) {
			throw RequestRefusedException.with(Status.UNSUPPORTED_MEDIA_TYPE,
					"Expected a media type of " + OutgoingResponse.JSON + ".");
		}
		JsonNode document = ServiceJson.parse(json)
			.orElseThrow(() -> RequestRefusedException.badRequest("Entity-body was not a well-formed JSON document."));
		RequestRefusedException.require(document.isObject(), "Expected a JSON hash.");
		return document;
	}

	private static String tag(ObjectNode representation) {
		return representation.path("http_etag").stringValue();
	}

}
