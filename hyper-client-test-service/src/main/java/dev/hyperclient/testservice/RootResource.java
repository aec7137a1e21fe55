package dev.hyperclient.testservice;

import java.util.List;

import dev.hyperclient.testservice.OutgoingResponse.Status;

/**
 * The root of a version: the links to collections and entries, or the WADL document.
 *
 * @param definition the declaration of the service
 * @param <D> the data of the service
 */
record RootResource<D>(ServiceDefinition<D> definition) implements ResourceHandler<D> {

	@Override
	public Outcome<D> handle(IncomingRequest request, D data) {
		request.requireMethod("GET");
		String mediaType = ContentNegotiation.choose(request, List.of(OutgoingResponse.JSON, ContentNegotiation.WADL));
		byte[] body = mediaType.equals(ContentNegotiation.WADL)
				? new WadlDocument<>(this.definition, request.uris()).write()
				: ServiceJson.bytes(new Representations<>(this.definition, data, request.uris()).root());
		long lifetime = this.definition.version(request.uris().version()).orElseThrow().rootLifetime().toSeconds();
		return new Outcome<>(data,
				OutgoingResponse.of(Status.OK, mediaType, body)
					.with("ETag", EntityTags.of(body))
					.with("Cache-Control", "max-age=" + lifetime)
					.with("Vary", "Accept"));
	}

}
