package dev.hyperclient.internal.description;

import java.net.URI;
import java.util.List;
import java.util.Optional;

import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * A {@code param} of the description: a key of a JSON representation, an argument of an
 * operation or a header field. Immutable.
 *
 * @param name the JSON key, the argument's name or the header field's name
 * @param type the type of the value
 * @param typeName the name of the type, for types that {@code type} does not distinguish:
 * the text of the description without a prefix, such as {@code boolean}
 * @param required whether an argument of an operation is required. For a JSON key, it
 * only means that the key is present: its value may be null
 * @param fixed the only value allowed, or {@code null} if there is no such value. The
 * fixed value of {@code ws.op} names an operation
 * @param options the allowed values in document order, including blanks and quotes; empty
 * if any value is allowed
 * @param link whether the value is a URL
 * @param target the type of the linked resource
 * @param rawDocumentation the documentation with marks in place of markup
 */
public record Param(String name, ParamType type, @Nullable String typeName, boolean required, @Nullable String fixed,
		List<String> options, boolean link, @Nullable TypeUri target, @Nullable String rawDocumentation) {

	public Param {
		options = List.copyOf(options);
	}

	/**
	 * Return the absolute URL of the type of the linked resource.
	 * @return the URL; empty if the value is not a URL, or a URL outside of the service
	 */
	public Optional<URI> linkType() {
		return Optional.ofNullable(this.target).map(TypeUri::uri);
	}

	/**
	 * Return the documentation of this param.
	 * @return the plain text, created by each call, or empty if there is none
	 */
	public Optional<String> documentation() {
		return DocumentationText.plain(this.rawDocumentation);
	}

	/**
	 * Return whether this is the key of a link to an entry, a collection or a file of the
	 * service, besides the type of the entry itself.
	 * @return whether it is
	 */
	public boolean isResourceLink() {
		return this.target != null && this.name.endsWith(LinkName.SUFFIX) && !this.name.equals(LinkName.SELF);
	}

}
