package dev.hyperclient.testservice;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The name and the permitted values of an attribute or of an operation's parameter.
 * Optional unless {@link #mandatory()} is applied.
 *
 * @param name the name
 * @param kind the kind of the values
 * @param type the Java type of the values
 * @param required whether a value is required
 * @param options the permitted values of a choice
 * @param target the name of the entry type that a link or a collection refers to
 * @param documentation the documentation as plain text, empty if there is none
 * @param <T> the Java type of the values
 */
public record ValueDefinition<T>(String name, Kind kind, Class<T> type, boolean required, List<String> options,
		@Nullable String target, String documentation) {

	/**
	 * Create a text.
	 * @param name the name
	 * @return the definition
	 */
	public static ValueDefinition<String> text(String name) {
		return of(name, Kind.TEXT, String.class);
	}

	/**
	 * Create a single-line text that is used as a path segment.
	 * @param name the name
	 * @return the definition
	 */
	public static ValueDefinition<String> key(String name) {
		return of(name, Kind.KEY, String.class);
	}

	/**
	 * Create an integer.
	 * @param name the name
	 * @return the definition
	 */
	public static ValueDefinition<Integer> integer(String name) {
		return of(name, Kind.INTEGER, Integer.class);
	}

	/**
	 * Create a decimal number.
	 * @param name the name
	 * @return the definition
	 */
	public static ValueDefinition<BigDecimal> decimal(String name) {
		return of(name, Kind.DECIMAL, BigDecimal.class);
	}

	/**
	 * Create a boolean.
	 * @param name the name
	 * @return the definition
	 */
	public static ValueDefinition<Boolean> bool(String name) {
		return of(name, Kind.BOOLEAN, Boolean.class);
	}

	/**
	 * Create a date.
	 * @param name the name
	 * @return the definition
	 */
	public static ValueDefinition<LocalDate> date(String name) {
		return of(name, Kind.DATE, LocalDate.class);
	}

	/**
	 * Create a text that is one of several options.
	 * @param name the name
	 * @param options the options
	 * @return the definition
	 */
	public static ValueDefinition<String> choice(String name, List<String> options) {
		return new ValueDefinition<>(name, Kind.CHOICE, String.class, false, List.copyOf(options), null, "");
	}

	/**
	 * Create a link to an entry.
	 * @param name the name, without the suffix {@code _link}
	 * @param type the class of the stored entry
	 * @param entryType the name of the entry type
	 * @param <E> the class of the stored entry
	 * @return the definition
	 */
	public static <E> ValueDefinition<E> link(String name, Class<E> type, String entryType) {
		return new ValueDefinition<>(name, Kind.LINK, type, false, List.of(), entryType, "");
	}

	/**
	 * Create a parameter whose value is the content of a file.
	 * @param name the name
	 * @return the definition
	 */
	public static ValueDefinition<byte[]> file(String name) {
		return of(name, Kind.FILE, byte[].class);
	}

	static ValueDefinition<EntryList<?>> collection(String name, String entryType) {
		@SuppressWarnings("unchecked")
		Class<EntryList<?>> type = (Class<EntryList<?>>) (Class<?>) EntryList.class;
		return new ValueDefinition<>(name, Kind.COLLECTION, type, false, List.of(), entryType, "");
	}

	/**
	 * Return the same definition with a required value.
	 * @return the definition
	 */
	public ValueDefinition<T> mandatory() {
		return new ValueDefinition<>(this.name, this.kind, this.type, true, this.options, this.target,
				this.documentation);
	}

	/**
	 * Return the same definition with documentation.
	 * @param text the documentation as plain text
	 * @return the definition
	 */
	public ValueDefinition<T> documented(String text) {
		return new ValueDefinition<>(this.name, this.kind, this.type, this.required, this.options, this.target, text);
	}

	/**
	 * Return the WADL id of the resource type that a value refers to.
	 * @return the id, or {@code null} for a plain value
	 */
	@Nullable String resourceType() {
		return switch (this.kind) {
			case FILE -> WadlDocument.HOSTED_FILE;
			case COLLECTION -> this.target + EntryType.PAGE_RESOURCE;
			default -> this.target;
		};
	}

	private static <T> ValueDefinition<T> of(String name, Kind kind, Class<T> type) {
		return new ValueDefinition<>(name, kind, type, false, List.of(), null, "");
	}

	/**
	 * The kinds of values.
	 */
	public enum Kind {

		/** Text of any length. */
		TEXT("", null),

		/** Single-line text that is used as a path segment. */
		KEY("", null),

		/** Integer of 32 bits. */
		INTEGER("", null),

		/** Decimal number. */
		DECIMAL("", null),

		/** Boolean. */
		BOOLEAN("", null),

		/** One of several texts. */
		CHOICE("", null),

		/** Date without a time. */
		DATE("", "xsd:date"),

		/** Link to an entry. */
		LINK("_link", null),

		/** Link to a collection. */
		COLLECTION("_collection_link", null),

		/** Link to a hosted file, or the content of a file in a multipart form. */
		FILE("_link", "binary");

		private final String keySuffix;

		private final @Nullable String wadlType;

		Kind(String keySuffix, @Nullable String wadlType) {
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

}
