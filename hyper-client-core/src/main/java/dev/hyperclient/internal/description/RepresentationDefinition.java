package dev.hyperclient.internal.description;

import java.util.List;
import java.util.Optional;

import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * A {@code representation} of the description: the content of a document of one media
 * type. Immutable.
 *
 * @param id the id of this definition, such as {@code cookbook-full}, or {@code null} if
 * it has none
 * @param mediaType the media type as the description writes it, or {@code null} if the
 * description does not contain it
 * @param params the parameters in document order
 * @param rawDocumentation the documentation with marks in place of markup
 */
public record RepresentationDefinition(@Nullable String id, @Nullable String mediaType, List<Param> params,
		@Nullable String rawDocumentation) {

	public RepresentationDefinition {
		params = List.copyOf(params);
	}

	/**
	 * Look up a parameter by its name.
	 * @param name the name in the representation, such as {@code dish_link}
	 * @return the first parameter of that name, or empty if there is none
	 */
	public Optional<Param> param(String name) {
		return this.params.stream().filter((param) -> param.name().equals(name)).findFirst();
	}

	/**
	 * Return whether this is a page of a collection: it has entries and a start position,
	 * but no {@code self_link}, unlike an entry with fields of these names. Ids are
	 * chosen by services and not considered.
	 * @return whether this is a page of a collection
	 */
	public boolean isPage() {
		return param("entries").isPresent() && param(LinkName.SELF).isEmpty()
				&& (param("entry_links").isPresent() || param("start").isPresent());
	}

	/**
	 * Return the documentation of this representation.
	 * @return the plain text, created by each call, or empty if there is none
	 */
	public Optional<String> documentation() {
		return DocumentationText.plain(this.rawDocumentation);
	}

	boolean hasMediaType(String expected) {
		return this.mediaType != null && this.mediaType.split(";", 2)[0].strip().equalsIgnoreCase(expected);
	}

}
