package dev.hyperclient.testservice;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A declared attribute of an entry type or parameter of an operation. Immutable.
 *
 * @param name the name, without the suffix of links
 * @param key the JSON key
 * @param kind the kind of the values
 * @param required whether the value must not be {@code null}
 * @param readOnly whether clients cannot change it
 * @param redacted whether representations carry {@link #REDACTED} instead of the value
 * @param stripped whether white space around texts of clients is removed
 * @param options the permitted texts of a choice, or of any value if there are some
 * @param target the name of the entry type that a link or collection refers to
 * @param link the declared link of the target that a collection consists of, or
 * {@code null} if the target has one only
 * @param documentation the documentation, empty if there is none
 */
record ValueDefinition(String name, String key, Kind kind, boolean required, boolean readOnly, boolean redacted,
		boolean stripped, List<String> options, @Nullable String target, @Nullable String link, String documentation) {

	static final String REDACTED = "tag:launchpad.net:2008:redacted";

	ValueDefinition asKey() {
		return new ValueDefinition(this.name, this.key, (this.kind == Kind.TEXT) ? Kind.KEY : this.kind, true,
				this.readOnly || this.kind == Kind.INTEGER, this.redacted, this.stripped, this.options, this.target,
				this.link, this.documentation);
	}

	boolean isWritable() {
		return !this.readOnly && this.kind != Kind.COLLECTION;
	}

	/**
	 * Return the WADL id of the type of the linked resource.
	 * @return the id, or {@code null} if this is no link
	 */
	@Nullable String resourceType() {
		return switch (this.kind) {
			case FILE -> WadlDocument.HOSTED_FILE;
			case COLLECTION -> this.target + FakeType.PAGE_RESOURCE;
			default -> this.target;
		};
	}

	/**
	 * The kind of a value, with what it takes in Java, the suffix of its JSON key, and
	 * its WADL type. Numbers, booleans, lists and objects have no WADL type. The last
	 * three are the kinds of values that another service describes: its description does
	 * not distinguish texts, numbers, booleans, lists and objects, and its links may
	 * refer to what the fake service does not have.
	 */
	enum Kind {

		TEXT("a text"), KEY("a text that can be a path segment"), INTEGER("an integer of 32 bits"),
		DECIMAL("a finite number"), BOOLEAN("a Boolean"), CHOICE("one of "),
		DATE("a LocalDate or a text such as \"2026-01-31\"", "", "xsd:date"),
		DATE_TIME("an Instant or a text such as \"2026-01-31T10:15:30Z\"", "", "xsd:dateTime"),
		TEXTS("a list of texts"), OBJECT("a map with texts as keys"), LINK("the key of an entry", "_link", null),
		COLLECTION("no value", "_collection_link", null), FILE("the content of a file as byte[]", "_link", "binary"),
		ANY("a JSON value"), DATE_TEXT("a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00+00:00"),
		REFERENCE("the path of an entry such as 'bugs/4'", "_link", null);

		final String javaType;

		final String keySuffix;

		final @Nullable String wadlType;

		Kind(String javaType) {
			this(javaType, "", null);
		}

		Kind(String javaType, String keySuffix, @Nullable String wadlType) {
			this.javaType = javaType;
			this.keySuffix = keySuffix;
			this.wadlType = wadlType;
		}

	}

}
