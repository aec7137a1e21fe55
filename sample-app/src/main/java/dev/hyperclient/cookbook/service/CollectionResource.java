package dev.hyperclient.cookbook.service;

import java.util.List;

/**
 * A list of entries, with the operations it offers.
 *
 * @param type the type of the entries
 * @param entries the entries
 * @param pageType the type of the pages
 * @param operations the operations
 * @param <E> what is stored for an entry
 */
record CollectionResource<E>(TypeDescription<E> type, Listing<E> entries, String pageType,
		List<OperationDescription<Library>> operations) implements Resource {

	static <E> CollectionResource<E> topLevel(TypeDescription<E> type, Library library) {
		return new CollectionResource<>(type, type.access().list(library), type.plural(), type.collectionOperations());
	}

	static <E> CollectionResource<E> scoped(TypeDescription<E> type, Listing<E> entries) {
		return new CollectionResource<>(type, entries, type.pageType(), List.of());
	}

	@Override
	public Outcome answer(Request request, Library library) {
		Operations<Library> named = new Operations<>(this.operations, library);
		if (named.isMeantBy(request)) {
			return named.invoke(request, library);
		}
		if (!request.method().equals("GET")) {
			throw RequestRefusedException.methodNotAllowed(named.withMethods("GET"));
		}
		String mediaType = Accept.choose(request, List.of(Response.JSON, Accept.WADL));
		byte[] body = mediaType.equals(Accept.WADL) ? WadlDocument.pointer(request, this.pageType)
				: page(request, library);
		return new Outcome(library, Response.of(Status.OK, mediaType, body).with("Vary", "Accept"));
	}

	private byte[] page(Request request, Library library) {
		Pages pages = new Pages(new Representations(library, request.links()), request);
		return Json.bytes(pages.page(this.type, this.entries, this.pageType));
	}

}
