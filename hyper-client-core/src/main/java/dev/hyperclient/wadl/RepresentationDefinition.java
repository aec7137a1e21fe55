package dev.hyperclient.wadl;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * A {@code representation} of the description: the content of a document of one media
 * type. Immutable.
 */
public final class RepresentationDefinition {

	static final String JSON = "application/json";

	private final @Nullable String id;

	private final @Nullable String mediaType;

	private final OptionalInt status;

	private final List<Param> params;

	private final boolean page;

	private volatile @Nullable Map<String, Param> paramsByName;

	private final @Nullable String documentation;

	RepresentationDefinition(@Nullable String id, @Nullable String mediaType, OptionalInt status, List<Param> params,
			@Nullable String documentation) {
		this.id = id;
		this.mediaType = mediaType;
		this.status = status;
		this.params = List.copyOf(params);
		this.documentation = documentation;
		this.page = isPage(this.params);
	}

	private static boolean isPage(List<Param> params) {
		boolean entries = false;
		boolean position = false;
		for (Param param : params) {
			switch (param.name()) {
				case LinkName.SELF -> {
					return false;
				}
				case "entries" -> entries = true;
				case "entry_links", "start" -> position = true;
				default -> {
				}
			}
		}
		return entries && position;
	}

	/**
	 * Return the id of this definition, such as {@code cookbook-full}.
	 * @return the id, or empty if it has none
	 */
	public Optional<String> id() {
		return Optional.ofNullable(this.id);
	}

	/**
	 * Return the media type as the description writes it.
	 * @return the media type, or empty if the description does not contain it
	 */
	public Optional<String> mediaType() {
		return Optional.ofNullable(this.mediaType);
	}

	/**
	 * Return the status code of the responses that have this representation.
	 * @return the status code, or empty if the description does not contain it
	 */
	public OptionalInt status() {
		return this.status;
	}

	/**
	 * Return the parameters in document order.
	 * @return the parameters, unmodifiable
	 */
	public List<Param> params() {
		return this.params;
	}

	/**
	 * Look up a parameter by its name.
	 * @param name the name in the representation, such as {@code dish_link}
	 * @return the first parameter of that name, or empty if there is none
	 */
	public Optional<Param> param(String name) {
		Map<String, Param> byName = this.paramsByName;
		if (byName == null) {
			byName = byName(this.params);
			this.paramsByName = byName;
		}
		return Optional.ofNullable(byName.get(name));
	}

	private static Map<String, Param> byName(List<Param> params) {
		Map<String, Param> byName = new HashMap<>();
		for (Param param : params) {
			byName.putIfAbsent(param.name(), param);
		}
		return byName;
	}

	/**
	 * Return whether this is a page of a collection: it has entries and a start position,
	 * but no {@code self_link}, unlike an entry with fields of these names. Ids are
	 * chosen by services and not considered.
	 * @return whether this is a page of a collection
	 */
	public boolean isPage() {
		return this.page;
	}

	/**
	 * Return the documentation of this representation.
	 * @return the plain text, created by each call, or empty if there is none
	 */
	public Optional<String> documentation() {
		return DocumentationText.plain(this.documentation);
	}

	boolean hasMediaType(String expected) {
		if (this.mediaType == null) {
			return false;
		}
		int semicolon = this.mediaType.indexOf(';');
		String bare = (semicolon < 0) ? this.mediaType : this.mediaType.substring(0, semicolon);
		return bare.strip().equalsIgnoreCase(expected);
	}

	@Nullable String rawDocumentation() {
		return this.documentation;
	}

	@Override
	public String toString() {
		return "representation " + ((this.id != null) ? this.id : this.mediaType);
	}

}
