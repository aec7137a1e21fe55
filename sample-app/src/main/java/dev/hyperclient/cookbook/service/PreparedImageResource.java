package dev.hyperclient.cookbook.service;

/**
 * The picture of a prepared recipe, which nobody has taken yet and no client may store.
 */
record PreparedImageResource() implements Resource {

	@Override
	public Outcome answer(Request request, Library library) {
		if (!request.method().equals("GET")) {
			throw RequestRefusedException.methodNotAllowed("GET");
		}
		throw RequestRefusedException.notFound("recipe", "prepared_image");
	}

}
