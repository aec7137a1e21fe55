package dev.hyperclient.wadl;

import java.net.URI;
import java.util.List;
import java.util.Optional;

import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * A {@code param} of the description: a key of a JSON representation, an argument of an
 * operation or a header field. Immutable.
 */
public final class Param {

	private final String name;

	private final ParamStyle style;

	private final ParamType type;

	private final @Nullable String typeName;

	private final boolean required;

	private final @Nullable String fixed;

	private final List<String> options;

	private final boolean link;

	private final @Nullable TypeUri target;

	private final @Nullable String path;

	private final @Nullable String documentation;

	Param(String name, ParamStyle style, ParamType type, @Nullable String typeName, boolean required,
			@Nullable String fixed, List<String> options, boolean link, @Nullable TypeUri target, @Nullable String path,
			@Nullable String documentation) {
		this.name = name;
		this.style = style;
		this.type = type;
		this.typeName = typeName;
		this.required = required;
		this.fixed = fixed;
		this.options = List.copyOf(options);
		this.link = link;
		this.target = target;
		this.path = path;
		this.documentation = documentation;
	}

	/**
	 * Return the JSON key, the argument's name or the header field's name.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Return the kind of place that the value has.
	 * @return the style
	 */
	public ParamStyle style() {
		return this.style;
	}

	/**
	 * Return the type of the value.
	 * @return the type
	 */
	public ParamType type() {
		return this.type;
	}

	/**
	 * Return the name of the type, for types that {@link #type()} does not distinguish.
	 * @return the text of the description without a prefix, such as {@code boolean};
	 * empty if there is none
	 */
	public Optional<String> typeName() {
		return Optional.ofNullable(this.typeName);
	}

	/**
	 * Return whether an argument of an operation is required. For a JSON key, it only
	 * means that the key is present: its value may be null.
	 * @return whether this is required
	 */
	public boolean required() {
		return this.required;
	}

	/**
	 * Return the only value allowed. The fixed value of {@code ws.op} names an operation.
	 * @return the value, or {@code null} if there is no such value
	 */
	public @Nullable String fixed() {
		return this.fixed;
	}

	/**
	 * Return the allowed values in document order, including blanks and quotes.
	 * @return the values, unmodifiable; empty if any value is allowed
	 */
	public List<String> options() {
		return this.options;
	}

	/**
	 * Return whether the value is a URL.
	 * @return whether it is
	 */
	public boolean link() {
		return this.link;
	}

	/**
	 * Return the absolute URL of the type of the linked resource.
	 * @return the URL; empty if the value is not a URL, or a URL outside of the service
	 */
	public Optional<URI> linkType() {
		return Optional.ofNullable(this.target).map(TypeUri::uri);
	}

	/**
	 * Return the path of the value in the JSON document.
	 * @return the path, or {@code null} if the description does not contain it
	 */
	public @Nullable String path() {
		return this.path;
	}

	/**
	 * Return the documentation of this param.
	 * @return the plain text, created by each call, or empty if there is none
	 */
	public Optional<String> documentation() {
		return DocumentationText.plain(this.documentation);
	}

	/**
	 * Return whether this is the key of a link to an entry, a collection or a file of the
	 * service, besides the type of the entry itself.
	 * @return whether it is
	 */
	public boolean isResourceLink() {
		return this.target != null && this.name.endsWith(LinkName.SUFFIX) && !this.name.equals(LinkName.SELF);
	}

	@Nullable TypeUri target() {
		return this.target;
	}

	@Nullable String rawDocumentation() {
		return this.documentation;
	}

	@Override
	public String toString() {
		return "param " + this.name;
	}

}
