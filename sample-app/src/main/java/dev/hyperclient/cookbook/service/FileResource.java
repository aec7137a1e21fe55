package dev.hyperclient.cookbook.service;

import java.nio.charset.StandardCharsets;

/**
 * A stored file.
 *
 * @param file the file
 */
record FileResource(StoredFile file) implements Resource {

	@Override
	public Outcome answer(Request request, Library library) {
		if (!request.method().equals("GET")) {
			throw RequestRefusedException.methodNotAllowed("GET");
		}
		String disposition = FileHeaders.attachment(this.file.name());
		byte[] described = (this.file.mediaType() + disposition).getBytes(StandardCharsets.UTF_8);
		return new Outcome(library,
				Response.of(Status.OK, this.file.mediaType(), this.file.content())
					.with("ETag", EntityTags.of(described, this.file.content()))
					.with("Last-Modified", this.file.stored().toString())
					.with("Content-Disposition", disposition)
					.with("X-Content-Type-Options", "nosniff"));
	}

}
