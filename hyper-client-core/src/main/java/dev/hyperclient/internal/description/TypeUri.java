package dev.hyperclient.internal.description;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * The URL of a resource type, which is created when it is first needed: a description has
 * hundreds of types, and most programs use few. Thread-safe.
 */
final class TypeUri {

	private final DocumentUri document;

	private final String id;

	private volatile @Nullable URI uri;

	TypeUri(DocumentUri document, String id) {
		this.document = document;
		this.id = id;
	}

	String id() {
		return this.id;
	}

	URI uri() {
		URI known = this.uri;
		if (known == null) {
			known = this.document.withFragment(this.id);
			this.uri = known;
		}
		return known;
	}

}
