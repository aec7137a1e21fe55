package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.hyperclient.testservice.FakeData.EntryLink;
import dev.hyperclient.testservice.FileStore.OwnedFile;
import dev.hyperclient.testservice.OutgoingResponse.Outcome;
import dev.hyperclient.testservice.OutgoingResponse.Status;
import dev.hyperclient.testservice.ServiceDefinition.RootLink;
import dev.hyperclient.testservice.ServiceDefinition.TopCollection;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The resources of a service: the root, the collections, the entries, the files, and what
 * was recorded of another service.
 *
 * @param definition the declaration
 */
record ServiceResources(ServiceDefinition definition) {

	private static final List<String> JSON_AND_WADL = List.of(OutgoingResponse.JSON, OutgoingResponse.WADL);

	Outcome handle(IncomingRequest request, FakeData data) {
		List<String> segments = request.path().segments();
		if (segments.isEmpty() || segments.equals(List.of(""))) {
			return new Outcome(data, root(request));
		}
		if (segments.get(0).equals(HostedFileResource.FILES) && segments.size() == 2) {
			OwnedFile file = data.files().file(segments.get(1));
			visible(file.owner().resourcePath(), request, data);
			return new Outcome(data, content(request, file.file()));
		}
		if (recording().isEmpty()) {
			return respond(request, data);
		}
		try {
			Outcome outcome = respond(request, data);
			return new Outcome(outcome.data(), outcome.response().localized(request));
		}
		catch (RequestRefusedException ex) {
			return new Outcome(data, ex.response().localized(request));
		}
	}

	private Outcome respond(IncomingRequest request, FakeData data) {
		ResourcePath path = request.path();
		for (RootLink link : this.definition.rootLinks()) {
			if (path.equals(ResourcePath.of(link.plural(), link.segment()))) {
				return new Outcome(data, redirect(request, data.target(link)));
			}
		}
		Optional<FakeEntry> entry = data.find(path)
			.or(() -> recording().flatMap((recording) -> recording.redirected(path)).flatMap(data::find));
		if (entry.isPresent()) {
			return new EntryResource(visible(entry.get(), request)).handle(request, data);
		}
		Optional<TopCollection> top = this.definition.collectionAt(path);
		if (top.isPresent()) {
			String type = top.get().type();
			List<FakeEntry> entries = this.definition.find(type).map(data::entries).orElse(List.of());
			return collection(request, data, new Members(type, entries, top.get().resourceType()), type,
					top.get().operations());
		}
		EntryLink link = data.link(path).orElse(null);
		if (link == null) {
			return recorded(request, data, "entry(\"%s\", \"<type>\", Map.of(...)), or ".formatted(path));
		}
		visible(link.entry(), request);
		ValueDefinition attribute = link.attribute();
		if (attribute.kind() == Kind.FILE) {
			return new HostedFileResource(link.entry(), attribute).handle(request, data);
		}
		List<FakeEntry> entries = recording().isPresent() ? List.of() : data.entries(link.entry(), attribute);
		return collection(request, data, new Members(null, entries, attribute.resourceType()), attribute.target(),
				List.of());
	}

	private Optional<Recording> recording() {
		return Optional.ofNullable(this.definition.recording());
	}

	private OutgoingResponse root(IncomingRequest request) {
		request.requireMethod("GET");
		String mediaType = request.choose(JSON_AND_WADL);
		byte[] body = mediaType.equals(OutgoingResponse.WADL)
				? recording().map((recording) -> recording.wadl().getBytes(StandardCharsets.UTF_8))
					.orElseGet(() -> WadlDocument.of(this.definition, request.uris()))
				: ServiceJson.bytes(Representations.root(this.definition, request.uris()));
		OutgoingResponse response = OutgoingResponse.of(Status.OK, mediaType, body).localized(request);
		long lifetime = this.definition.versions().getOrDefault(request.uris().version(), Duration.ZERO).toSeconds();
		return response.with("ETag", EntityTags.of(response.body()))
			.with("Cache-Control", "max-age=" + lifetime)
			.with("Vary", "Accept");
	}

	/**
	 * Redirect to an entry. The query is kept, because clients invoke operations on the
	 * URL that they know.
	 */
	private static OutgoingResponse redirect(IncomingRequest request, FakeEntry entry) {
		request.requireMethod("GET");
		String query = request.rawQuery().isEmpty() ? "" : "?" + request.rawQuery();
		return OutgoingResponse.located(Status.MOVED_PERMANENTLY, request.uris().to(entry.resourcePath()) + query);
	}

	private static OutgoingResponse content(IncomingRequest request, FakeFile file) {
		request.requireMethod("GET");
		String disposition = "attachment; filename=\"" + file.name().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
		byte[] metadata = (file.mediaType() + disposition).getBytes(StandardCharsets.UTF_8);
		return OutgoingResponse.of(Status.OK, file.mediaType(), file.content())
			.with("ETag", EntityTags.of(metadata, file.content()))
			.with("Last-Modified", file.stored().toString())
			.with("Content-Disposition", disposition)
			.with("X-Content-Type-Options", "nosniff");
	}

	private Outcome collection(IncomingRequest request, FakeData data, Members described, @Nullable String entryType,
			List<OperationDefinition> operations) {
		OperationInvoker invoker = new OperationInvoker(operations, null);
		Optional<Recording> recording = recording();
		if (invoker.accepts(request) && (recording.isEmpty() || !operations.isEmpty())) {
			return invoker.handle(request, data);
		}
		if (!request.method().equals("GET") && recording.isEmpty()) {
			throw invoker.methodNotAllowed("GET");
		}
		Members members = recording.isPresent() ? recording.get().members(request, described, data) : described;
		if (members == null) {
			boolean operation = request.query().text(OperationInvoker.OPERATION) != null;
			return recorded(request, data,
					operation ? "" : "collection(\"%s\", \"<path of an entry>\"), or ".formatted(request.path()));
		}
		String type = members.resourceType();
		String mediaType = (type != null) ? request.choose(JSON_AND_WADL) : OutgoingResponse.JSON;
		byte[] body = mediaType.equals(OutgoingResponse.WADL) ? WadlDocument.ofResource(request, String.valueOf(type))
				: ServiceJson.bytes(
						new PageWriter(new Representations(data, request.uris()), request, data.definition().pageSize())
							.page(members.entries(), type));
		OutgoingResponse response = OutgoingResponse.of(Status.OK, mediaType, body).with("Vary", "Accept");
		return new Outcome(data,
				this.definition.find(entryType)
					.filter((listed) -> !listed.listMaxAge().isZero())
					.map((listed) -> response.with("Cache-Control", "max-age=" + listed.listMaxAge().toSeconds())
						.with("Cache-Groups", listed.cacheGroup()))
					.orElse(response));
	}

	/**
	 * Return what was recorded for a resource that has no entries.
	 * @param advice what else could be declared, followed by a comma
	 * @throws RequestRefusedException if nothing was recorded
	 */
	private Outcome recorded(IncomingRequest request, FakeData data, String advice) {
		Recording recording = recording().orElseThrow(() -> notFound(request, data));
		if (data.removed().contains(request.path())) {
			throw RequestRefusedException.notFound(recording.name(), request.path().encoded());
		}
		Optional<JsonNode> representation = request.method().equals("GET") ? recording.representation(request, data)
				: Optional.empty();
		if (representation.isEmpty() && recording.isUnknownKey(request, data)) {
			throw RequestRefusedException.notFound(request.path().parent().toString(), request.path().last());
		}
		if (!request.method().equals("GET")) {
			throw recording.noAnswer(request, "entry(\"%s\", \"<type>\", Map.of(...))".formatted(request.path()));
		}
		return representation.map((found) -> new Outcome(data, json(found)))
			.orElseThrow(() -> recording.noAnswer(request,
					"%srepresentation(\"%s\", ...), or record it".formatted(advice, request.target())));
	}

	static OutgoingResponse json(JsonNode body) {
		OutgoingResponse response = OutgoingResponse.of(Status.OK, OutgoingResponse.JSON, ServiceJson.bytes(body))
			.with("Vary", "Accept");
		JsonNode tag = body.path(FakeEntry.TAG);
		return tag.isString() ? response.with("ETag", tag.stringValue()) : response;
	}

	private RequestRefusedException notFound(IncomingRequest request, FakeData data) {
		ResourcePath path = request.path();
		String first = path.segments().get(0);
		int size = path.segments().size();
		if (this.definition.collectionAt(ResourcePath.of(first)).isEmpty()) {
			return RequestRefusedException.notFound("service", first);
		}
		return (size == 3) ? RequestRefusedException.notFound(visible(path.parent(), request, data).type(), path.last())
				: RequestRefusedException.notFound(first, path.segments().get(Math.min(size - 1, 3)));
	}

	private static FakeEntry visible(ResourcePath path, IncomingRequest request, FakeData data) {
		return visible(
				data.find(path)
					.orElseThrow(() -> RequestRefusedException.notFound(path.parent().toString(), path.last())),
				request);
	}

	private static FakeEntry visible(FakeEntry entry, IncomingRequest request) {
		if (!entry.fakeType().visibility().test(entry, request.caller())) {
			throw RequestRefusedException.unauthorized("You may not see this " + entry.type() + ".");
		}
		return entry;
	}

	/**
	 * The entries of a collection.
	 *
	 * @param type the name of the type of the entries, or {@code null} if it is not that
	 * of a top-level collection
	 * @param entries the entries
	 * @param resourceType the WADL id of the collection's type, or {@code null} if it is
	 * unknown
	 */
	record Members(@Nullable String type, List<FakeEntry> entries, @Nullable String resourceType) {
	}

}
