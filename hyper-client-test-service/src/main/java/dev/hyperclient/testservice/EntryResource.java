package dev.hyperclient.testservice;

import java.util.List;
import java.util.Objects;

import dev.hyperclient.testservice.OutgoingResponse.Status;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An entry.
 *
 * @param definition the declaration of the service
 * @param type the type of the entry
 * @param entry the stored entry
 * @param <D> the data of the service
 * @param <E> the stored entry
 */
record EntryResource<D, E>(ServiceDefinition<D> definition, EntryType<D, E> type,
		E entry) implements ResourceHandler<D> {

	@Override
	public Outcome<D> handle(IncomingRequest request, D data) {
		OperationInvoker<D, E> invoker = new OperationInvoker<>(this.definition, this.type.operations(), this.entry);
		Representations<D> representations = new Representations<>(this.definition, data, request.uris());
		if (!request.method().equals("GET")) {
			EntityTags.requireMatch(request.header("If-Match"), tag(representations.entry(this.type, this.entry)));
		}
		if (invoker.accepts(request)) {
			return invoker.invoke(request, data);
		}
		return switch (request.method()) {
			case "GET" -> new Outcome<>(data, read(request, representations));
			case "PATCH", "PUT" -> write(request, representations);
			case "DELETE" -> delete(data, invoker);
			default -> throw methodNotAllowed(invoker);
		};
	}

	private OutgoingResponse read(IncomingRequest request, Representations<D> representations) {
		ObjectNode representation = representations.entry(this.type, this.entry);
		String mediaType = ContentNegotiation.choose(request,
				List.of(OutgoingResponse.JSON, ContentNegotiation.XHTML, ContentNegotiation.WADL));
		byte[] body = switch (mediaType) {
			case ContentNegotiation.WADL -> WadlDocument.resourceDocument(request, this.type.name());
			case ContentNegotiation.XHTML -> Representations.xhtml(representation);
			default -> ServiceJson.bytes(representation);
		};
		String tag = mediaType.equals(OutgoingResponse.JSON) ? tag(representation) : EntityTags.of(body);
		return OutgoingResponse.of(Status.OK, mediaType, body).with("ETag", tag).with("Vary", "Accept");
	}

	private Outcome<D> write(IncomingRequest request, Representations<D> representations) {
		JsonNode document = document(request);
		EntryUpdate<D, E> update = new EntryUpdate<>(this.type, this.entry, representations);
		E changed = request.method().equals("PUT") ? update.replace(document) : update.patch(document);
		D data = representations.data();
		if (!changed.equals(this.entry)) {
			data = this.type.store().replace(data, this.entry, changed);
		}
		ResourcePath path = this.type.pathOf(changed);
		if (!path.equals(this.type.pathOf(this.entry))) {
			return new Outcome<>(data, OutgoingResponse.moved(request.uris().to(path)));
		}
		E stored = this.type.store().find(data, this.type.store().keyOf(changed)).orElseThrow();
		ObjectNode body = new Representations<>(this.definition, data, request.uris()).entry(this.type, stored);
		return new Outcome<>(data,
				OutgoingResponse.of(Status.CONTENT_RETURNED, OutgoingResponse.JSON, ServiceJson.bytes(body)));
	}

	private static JsonNode document(IncomingRequest request) {
		if (!request.mediaType().startsWith(OutgoingResponse.JSON)) {
			throw RequestRefusedException.with(Status.UNSUPPORTED_MEDIA_TYPE,
					"Expected a media type of " + OutgoingResponse.JSON + ".");
		}
		JsonNode document = ServiceJson.parse(request.body())
			.orElseThrow(() -> RequestRefusedException.badRequest("Entity-body was not a well-formed JSON document."));
		if (!document.isObject()) {
			throw RequestRefusedException.badRequest("Expected a JSON hash.");
		}
		return document;
	}

	private Outcome<D> delete(D data, OperationInvoker<D, E> invoker) {
		if (!this.type.isDeletable()) {
			throw methodNotAllowed(invoker);
		}
		return new Outcome<>(this.type.store().remove(data, this.entry), OutgoingResponse.done());
	}

	private static String tag(ObjectNode representation) {
		return Objects.requireNonNull(representation.get("http_etag").stringValue());
	}

	private RequestRefusedException methodNotAllowed(OperationInvoker<D, E> invoker) {
		return RequestRefusedException.methodNotAllowed(invoker.allowedMethods(this.type.isDeletable()
				? new String[] { "GET", "PUT", "PATCH", "DELETE" } : new String[] { "GET", "PUT", "PATCH" }));
	}

}
