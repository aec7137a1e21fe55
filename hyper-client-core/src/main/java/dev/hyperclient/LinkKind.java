package dev.hyperclient;

/**
 * The kinds of linked resources.
 */
enum LinkKind {

	ENTRY("_link"), COLLECTION("_collection_link"), FILE("_link");

	private final String suffix;

	LinkKind(String suffix) {
		this.suffix = suffix;
	}

	/** Return the key of a link in the representation. */
	String key(String name) {
		return name + this.suffix;
	}

}
