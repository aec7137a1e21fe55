package dev.hyperclient.cookbook.service;

/**
 * Sends readers on to the featured cookbook.
 */
record FeaturedResource() implements Resource {

	@Override
	public Outcome answer(Request request, Library library) {
		if (!request.method().equals("GET")) {
			throw RequestRefusedException.methodNotAllowed("GET");
		}
		Cookbook featured = library.cookbooks().get(1);
		String location = request.links().to(CookbookType.DESCRIPTION.pathOf(featured));
		// Clients invoke operations on the address they know, which may be this one.
		String query = request.rawQuery().isEmpty() ? "" : "?" + request.rawQuery();
		return new Outcome(library, Response.elsewhere(Status.MOVED_PERMANENTLY, location + query));
	}

}
