package dev.hyperclient.cookbook.service;

import java.util.List;

/**
 * The request cannot be answered as it is; the response tells why.
 */
class RequestRefusedException extends RuntimeException {

	private final transient Response response;

	private RequestRefusedException(Response response, String reason) {
		super(reason, null, false, false);
		this.response = response;
	}

	Response response() {
		return this.response;
	}

	static RequestRefusedException with(Status status, String reason) {
		return new RequestRefusedException(Response.text(status, reason), reason);
	}

	static RequestRefusedException badRequest(String reason) {
		return with(Status.BAD_REQUEST, reason);
	}

	static RequestRefusedException badRequest(List<String> problems) {
		return badRequest(String.join("\n", problems));
	}

	static RequestRefusedException notFound(String where, String name) {
		return with(Status.NOT_FOUND, "Object: " + where + ", name: '" + name + "'");
	}

	static RequestRefusedException methodNotAllowed(String... allowed) {
		String list = String.join(" ", allowed);
		String reason = "This resource knows the methods: " + list;
		return new RequestRefusedException(Response.text(Status.METHOD_NOT_ALLOWED, reason).with("Allow", list),
				reason);
	}

	/**
	 * The caller may not do this. The guard of the service adds its challenge.
	 * @param reason what to tell the caller
	 * @return the refusal
	 */
	static RequestRefusedException unauthorized(String reason) {
		return with(Status.UNAUTHORIZED, reason);
	}

	/**
	 * Two things of one type may not have the same name.
	 * @param shelf where they stand
	 * @param entry the one that is to be put there
	 * @param type what to call it
	 * @param <E> what stands on the shelf
	 */
	static <E extends Named> void ifTaken(NamedShelf<E> shelf, E entry, String type) {
		shelf.find(entry.name()).filter((other) -> other.number() != entry.number()).ifPresent((other) -> {
			throw with(Status.CONFLICT, "A " + type + " called \"" + entry.name() + "\" already exists.");
		});
	}

}
