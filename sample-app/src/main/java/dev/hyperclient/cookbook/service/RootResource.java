package dev.hyperclient.cookbook.service;

import java.util.List;

/**
 * The root of a version: its description or its links, whichever is asked for.
 *
 * @param version the version
 */
record RootResource(ServiceVersion version) implements Resource {

	@Override
	public Outcome answer(Request request, Library library) {
		if (!request.method().equals("GET")) {
			throw RequestRefusedException.methodNotAllowed("GET");
		}
		String mediaType = Accept.choose(request, List.of(Response.JSON, Accept.WADL));
		byte[] body = mediaType.equals(Accept.WADL) ? new WadlDocument(request.links()).write()
				: Json.bytes(new Representations(library, request.links()).root());
		return new Outcome(library,
				Response.of(Status.OK, mediaType, body)
					.with("ETag", EntityTags.of(body))
					.with("Cache-Control", "max-age=" + this.version.rootLifetime())
					.with("Vary", "Accept"));
	}

}
