package dev.hyperclient.cookbook.service;

/**
 * The cover of a cookbook: readers are sent to where the file is kept, and writers store
 * a new one.
 *
 * @param cookbook the cookbook
 */
record CoverResource(Cookbook cookbook) implements Resource {

	private static final String FIELD = "cover";

	@Override
	public Outcome answer(Request request, Library library) {
		return switch (request.method()) {
			case "GET" -> new Outcome(library, Response.elsewhere(Status.SEE_OTHER, request.links().toFile(stored())));
			case "PUT" -> store(request, library);
			case "DELETE" -> new Outcome(library.removeCover(this.cookbook, stored()), Response.empty(Status.OK));
			default -> throw RequestRefusedException.methodNotAllowed("GET", "PUT", "DELETE");
		};
	}

	private Outcome store(Request request, Library library) {
		String contentType = request.header("Content-Type");
		String mediaType = (contentType != null) ? FileHeaders.mediaType(contentType) : FileHeaders.ANY_BYTES;
		String name = FileHeaders.name(request.header("Content-Disposition"), FIELD);
		return new Outcome(library.storeCover(this.cookbook, mediaType, name, request.body()),
				Response.empty(Status.OK));
	}

	private int stored() {
		Integer number = this.cookbook.cover();
		if (number == null) {
			throw RequestRefusedException.notFound(this.cookbook.name(), FIELD);
		}
		return number;
	}

}
