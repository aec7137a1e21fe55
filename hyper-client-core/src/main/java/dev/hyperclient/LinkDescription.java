package dev.hyperclient;

import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * Description of a link of a resource type by its service. Immutable and thread-safe.
 * Makes no request.
 *
 * @see TypeDescription#links()
 */
public final class LinkDescription {

	private final String name;

	private final Kind kind;

	private final @Nullable TypeDescription type;

	private final Param param;

	private final boolean writable;

	LinkDescription(String name, Kind kind, @Nullable TypeDescription type, Param param, boolean writable) {
		this.name = name;
		this.kind = kind;
		this.type = type;
		this.param = param;
		this.writable = writable;
	}

	/**
	 * Return the name of the link.
	 * @return the name without {@code _link} and {@code _collection_link}
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Return the kind of the link's target.
	 * @return the kind
	 */
	public Kind kind() {
		return this.kind;
	}

	/**
	 * Return the declared type of the linked resource, whose real type may be more
	 * specific.
	 * @return the type, empty if the service does not describe it
	 */
	public Optional<TypeDescription> type() {
		return Optional.ofNullable(this.type);
	}

	/**
	 * Return whether the description allows a new link when an entry is saved.
	 * @return whether it can be set
	 */
	public boolean isWritable() {
		return this.writable;
	}

	/**
	 * Return the documentation.
	 * @return the plain text, empty if there is none
	 */
	public Optional<String> documentation() {
		return this.param.documentation();
	}

	/** A mapper of the application must not write the properties of this class. */
	@JsonValue
	Object json() {
		throw ResourceJson.refusedDescription("link '%s'".formatted(name()));
	}

	/**
	 * Return the name.
	 */
	@Override
	public String toString() {
		return this.name;
	}

	/**
	 * The kind of a link's target.
	 */
	public enum Kind {

		/**
		 * An entry, see {@link Entry#entry}.
		 */
		ENTRY(LinkName.SUFFIX),

		/**
		 * A collection, see {@link Entry#collection}.
		 */
		COLLECTION(LinkName.COLLECTION_SUFFIX),

		/**
		 * A hosted file, see {@link Entry#file}.
		 */
		FILE(LinkName.SUFFIX);

		private final String suffix;

		Kind(String suffix) {
			this.suffix = suffix;
		}

		/**
		 * Return the key of a link in the representation.
		 * @param name the name of the link
		 * @return the key, such as {@code dish_link}
		 */
		public String key(String name) {
			return name + this.suffix;
		}

	}

}
