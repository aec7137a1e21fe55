package dev.hyperclient.cookbook.service;

import org.jspecify.annotations.Nullable;

/**
 * The kinds of values that fields and arguments have.
 */
enum ValueKind {

	TEXT("", null),

	/** A text of one line that becomes part of an address. */
	NAME("", null),

	INTEGER("", null),

	NUMBER("", null),

	TRUTH("", null),

	CHOICE("", null),

	DATE("", "xsd:date"),

	LINK("_link", null),

	COLLECTION("_collection_link", null),

	FILE("_link", "binary");

	private final String keySuffix;

	private final @Nullable String wadlType;

	ValueKind(String keySuffix, @Nullable String wadlType) {
		this.keySuffix = keySuffix;
		this.wadlType = wadlType;
	}

	String keySuffix() {
		return this.keySuffix;
	}

	@Nullable String wadlType() {
		return this.wadlType;
	}

}
