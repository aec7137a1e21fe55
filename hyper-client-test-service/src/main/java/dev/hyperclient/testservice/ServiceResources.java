package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import dev.hyperclient.testservice.FileStore.OwnedFile;
import dev.hyperclient.testservice.OutgoingResponse.Status;
import dev.hyperclient.testservice.ServiceDefinition.RootLink;
import dev.hyperclient.testservice.ValueDefinition.Kind;

/**
 * The resources of a declared service: the root, the collections, the stored files, and
 * what is below them.
 *
 * @param definition the declaration
 */
record ServiceResources(ServiceDefinition definition) implements ResourceHandler {

	@Override
	public Outcome handle(IncomingRequest request, FakeData data) {
		List<String> segments = request.path().segments();
		String first = segments.isEmpty() ? "" : segments.get(0);
		if (first.isEmpty() && segments.size() < 2) {
			return new Outcome(data, root(request));
		}
		String second = (segments.size() == 2) ? segments.get(1) : "";
		for (RootLink link : this.definition.rootLinks()) {
			if (link.plural().equals(first) && link.segment().equals(second)) {
				return new Outcome(data, redirect(request, data.target(link)));
			}
		}
		if (first.equals(HostedFileResource.FILES) && segments.size() == 2) {
			OwnedFile file = data.files().file(second);
			if (file.owner() != null) {
				entry(request, data, file.owner().fakeType(), file.owner().key());
			}
			return new Outcome(data, content(request, file.file()));
		}
		FakeType type = this.definition.typeWithPlural(first)
			.orElseThrow(() -> RequestRefusedException.notFound("service", first));
		return switch (segments.size()) {
			case 1 -> collection(request, data, data.entries(type), type.plural(), type.collectionOperations());
			case 2 -> new EntryResource(entry(request, data, type, second)).handle(request, data);
			case 3 -> below(request, data, entry(request, data, type, segments.get(1)), segments.get(2));
			default -> throw RequestRefusedException.notFound(first, segments.get(3));
		};
	}

	private OutgoingResponse root(IncomingRequest request) {
		request.requireMethod("GET");
		String mediaType = ContentNegotiation.choose(request, List.of(OutgoingResponse.JSON, ContentNegotiation.WADL));
		byte[] body = mediaType.equals(ContentNegotiation.WADL) ? WadlDocument.of(this.definition, request.uris())
				: ServiceJson.bytes(Representations.root(this.definition, request.uris()));
		long lifetime = this.definition.versions().getOrDefault(request.uris().version(), Duration.ZERO).toSeconds();
		return OutgoingResponse.of(Status.OK, mediaType, body)
			.with("ETag", EntityTags.of(body))
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
		return OutgoingResponse.located(Status.MOVED_PERMANENTLY, request.uris().to(entry) + query);
	}

	static OutgoingResponse content(IncomingRequest request, FakeFile file) {
		request.requireMethod("GET");
		String disposition = "attachment; filename=\"" + file.name().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
		byte[] metadata = (file.mediaType() + disposition).getBytes(StandardCharsets.UTF_8);
		return OutgoingResponse.of(Status.OK, file.mediaType(), file.content())
			.with("ETag", EntityTags.of(metadata, file.content()))
			.with("Last-Modified", file.stored().toString())
			.with("Content-Disposition", disposition)
			.with("X-Content-Type-Options", "nosniff");
	}

	private static Outcome collection(IncomingRequest request, FakeData data, List<FakeEntry> entries,
			String resourceType, List<OperationDefinition> operations) {
		OperationInvoker invoker = new OperationInvoker(operations, null);
		if (invoker.accepts(request)) {
			return invoker.handle(request, data);
		}
		if (!request.method().equals("GET")) {
			throw invoker.methodNotAllowed("GET");
		}
		String mediaType = ContentNegotiation.choose(request, List.of(OutgoingResponse.JSON, ContentNegotiation.WADL));
		byte[] body = mediaType.equals(ContentNegotiation.WADL) ? WadlDocument.ofResource(request, resourceType)
				: ServiceJson.bytes(new Representations(data, request.uris()).page(entries, resourceType, request,
						data.definition().pageSize()));
		return new Outcome(data, OutgoingResponse.of(Status.OK, mediaType, body).with("Vary", "Accept"));
	}

	private static FakeEntry entry(IncomingRequest request, FakeData data, FakeType type, String key) {
		FakeEntry entry = data.find(type, key).orElseThrow(() -> RequestRefusedException.notFound(type.plural(), key));
		if (!entry.fakeType().visibility().test(entry, request.caller())) {
			throw RequestRefusedException.unauthorized("You may not see this " + entry.type() + ".");
		}
		return entry;
	}

	private static Outcome below(IncomingRequest request, FakeData data, FakeEntry entry, String name) {
		ValueDefinition attribute = entry.fakeType().attributes().get(name);
		if (attribute != null && attribute.kind() == Kind.COLLECTION) {
			return collection(request, data, data.entries(entry, attribute), String.valueOf(attribute.resourceType()),
					List.of());
		}
		if (attribute != null && attribute.kind() == Kind.FILE) {
			return new HostedFileResource(entry, attribute).handle(request, data);
		}
		throw RequestRefusedException.notFound(entry.type(), name);
	}

}
