package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

import dev.hyperclient.convert.TypeProperty;
import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.error.NameSuggestions;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Nullness;

/**
 * Prepares entries of one resource type for conversion to one type of the application:
 * checks that nothing that the type requires is unknown, null or redacted, and adds the
 * linked resources. Immutable.
 *
 * @param target the type of the application
 * @param members what the type requires
 */
record EntryMapping(Class<?> target, List<Member> members) {

	/**
	 * Compare a type with a resource type.
	 * @param links the types of linked resources
	 */
	static EntryMapping of(Class<?> target, ResourceType type, ValueConverter converter,
			Map<Class<?>, LinkDescription.Kind> links) {
		List<Member> members = new ArrayList<>();
		converter.properties(target).orElse(List.of()).forEach((property) -> {
			LinkDescription.@Nullable Kind link = links.get(property.type());
			List<String> keys = (link != null) ? property.fields().stream().map(link::key).toList() : property.fields();
			boolean described = keys.stream().anyMatch((key) -> type.attribute(key).isPresent());
			members.add(new Member(property, keys, link, described));
		});
		return new EntryMapping(target, List.copyOf(members));
	}

	/**
	 * Return the values to convert, by their names in the representation.
	 * @param links returns the linked resource of a name, without a request
	 */
	Map<String, @Nullable Object> values(EntryState.Fetched fetched,
			BiFunction<LinkDescription.Kind, String, Object> links) {
		Map<String, @Nullable Object> values = new LinkedHashMap<>(fetched.representation());
		values.putAll(fetched.changes().values());
		values.values().removeIf(AttributeReader::isRedacted);
		this.members.forEach((member) -> requireKnown(member, fetched));
		this.members.forEach((member) -> add(member, fetched, links, values));
		return values;
	}

	/** An entry may also have members that the description does not contain. */
	private void requireKnown(Member member, EntryState.Fetched fetched) {
		if (!member.described() && member.present(fetched) < 0) {
			throw new AttributeValueException(fetched.uri(),
					new UnknownPropertyMessage(this.target, member.property(), member.link(), fetched).text(), null);
		}
	}

	private void add(Member member, EntryState.Fetched fetched, BiFunction<LinkDescription.Kind, String, Object> links,
			Map<String, @Nullable Object> values) {
		TypeProperty property = member.property();
		int present = member.present(fetched);
		if (present < 0) {
			if (property.nullness() == Nullness.NON_NULL && !property.defaulted()) {
				throw rejected(property, fetched, "missing in the representation");
			}
			return;
		}
		@Nullable Object value = fetched.value(member.keys().get(present));
		if (AttributeReader.isRedacted(value)) {
			if (property.nullness() != Nullness.NULLABLE) {
				throw new RedactedValueException(fetched.uri(),
						"'%s' of %s is hidden from this user by the service, but %s does not accept its absence; declare it as nullable or as Optional"
							.formatted(member.keys().get(present), fetched.uri(), described(property)));
			}
			values.put(property.fields().get(0), null);
		}
		else if (value == null) {
			if (property.nullness() == Nullness.NON_NULL) {
				throw rejected(property, fetched, "null");
			}
			values.put(property.fields().get(0), null);
		}
		else if (member.link() != null) {
			values.put(property.fields().get(0), links.apply(member.link(), property.fields().get(present)));
		}
		else if (containsRedacted(value)) {
			throw new RedactedValueException(fetched.uri(),
					"A value within '%s' of %s is hidden from this user by the service, so it cannot be read as %s"
						.formatted(member.keys().get(present), fetched.uri(), described(property)));
		}
	}

	/** Values are as deep as the reader of documents allows. */
	private static boolean containsRedacted(@Nullable Object value) {
		if (value instanceof List<?> elements) {
			return elements.stream().anyMatch(EntryMapping::containsRedacted);
		}
		return (value instanceof Map<?, ?> members) ? members.values().stream().anyMatch(EntryMapping::containsRedacted)
				: AttributeReader.isRedacted(value);
	}

	private AttributeValueException rejected(TypeProperty property, EntryState.Fetched fetched, String value) {
		return new AttributeValueException(fetched.uri(),
				"'%s' of %s is %s, but %s does not accept null; declare it %s as Optional".formatted(
						property.fields().get(0), fetched.uri(), value, described(property),
						property.type().isPrimitive() ? "with a nullable type or" : "as nullable or"),
				null);
	}

	private String described(TypeProperty property) {
		return "the %s '%s' of %s".formatted(UnknownPropertyMessage.kind(this.target), property.name(),
				this.target.getName());
	}

	/**
	 * Requirement of the type for a representation.
	 *
	 * @param property the property of the type
	 * @param keys the names in the representation, with the suffix of a link
	 * @param link the kind of a linked resource, {@code null} for an attribute
	 * @param described whether the resource type has one of the keys
	 */
	record Member(TypeProperty property, List<String> keys, LinkDescription.@Nullable Kind link, boolean described) {

		/** Return the index of the key that the entry has, -1 if it has none. */
		int present(EntryState.Fetched fetched) {
			for (int i = 0; i < this.keys.size(); i++) {
				if (fetched.has(this.keys.get(i))) {
					return i;
				}
			}
			return -1;
		}

	}

	/**
	 * The message for a property that the resource type of an entry does not have.
	 *
	 * @param target the type of the application
	 * @param property its property
	 * @param link the kind of linked resource that it is, {@code null} for an attribute
	 * @param entry the entry
	 */
	private record UnknownPropertyMessage(Class<?> target, TypeProperty property, LinkDescription.@Nullable Kind link,
			EntryState.Fetched entry) {

		/** The types of the URL of a link. */
		private static final Set<Class<?>> URLS = Set.of(URI.class, String.class);

		static String kind(Class<?> target) {
			return target.isRecord() ? "component" : "property";
		}

		String text() {
			return "%s %s has the %s %s, but %s".formatted(this.target.isRecord() ? "Record" : "Class",
					this.target.getName(), kind(this.target), named(), reason());
		}

		private String named() {
			String name = this.property.name();
			String field = field();
			return name.equals(field) ? "'%s'".formatted(name) : "'%s' (%s)".formatted(name, field);
		}

		private String field() {
			return this.property.fields().get(0);
		}

		private String reason() {
			String field = field();
			if (this.link != LinkDescription.Kind.COLLECTION && has(LinkDescription.Kind.COLLECTION.key(field))) {
				return "'%s' is a linked collection; declare the %s as EntryCollection, or read it with collection(\"%s\")"
					.formatted(field, kind(this.target), field);
			}
			if (this.link == LinkDescription.Kind.COLLECTION && has(LinkDescription.Kind.ENTRY.key(field))) {
				return "'%s' is a link to an entry; declare the %s as Entry".formatted(field, kind(this.target));
			}
			if (this.link == null) {
				return has(LinkDescription.Kind.ENTRY.key(field)) ? linkAdvice() : noSuchAttribute();
			}
			if (has(field)) {
				return field.endsWith(LinkName.SUFFIX) ? "a link is named without '_link'"
						: "'%s' of the resource type '%s' is an attribute, not a link".formatted(field, type().id());
			}
			List<String> links = (this.link == LinkDescription.Kind.COLLECTION) ? type().svcCollections()
					: type().svcEntries();
			return "the resource type '%s' has no such link".formatted(type().id())
					+ NameSuggestions.hint(field, links);
		}

		private String linkAdvice() {
			if (isFile()) {
				return "'%s' is a link to a file; declare the %s as HostedFile".formatted(field(), kind(this.target));
			}
			boolean url = URLS.contains(this.property.type());
			return "'%1$s' is a link to an entry; declare the %2$s as Entry, %3$s".formatted(field(), kind(this.target),
					url ? "or name it '%sLink' for the URL".formatted(this.property.name())
							: "or read it with entry(\"%s\").to(%s.class)".formatted(field(),
									this.property.type().getSimpleName()));
		}

		private boolean isFile() {
			return type().attribute(LinkDescription.Kind.FILE.key(field()))
				.flatMap(Param::linkType)
				.filter((type) -> "HostedFile".equals(type.getFragment()))
				.isPresent();
		}

		private String noSuchAttribute() {
			List<String> known = new ArrayList<>(type().svcAttributes());
			known.addAll(type().svcEntries());
			known.addAll(type().svcCollections());
			String lead = "the resource type '%s' has no such attribute".formatted(type().id());
			String field = field();
			String bare = field.startsWith("is_") ? field.substring("is_".length()) : field.replaceAll("^_+|_+$", "");
			if (!bare.equals(field) && known.contains(bare)) {
				return "%s; annotate the %s with @JsonProperty(\"%s\") to read '%s'. It has: %s".formatted(lead,
						kind(this.target), bare, bare, NameSuggestions.list(known));
			}
			return lead + NameSuggestions.hint(field, known);
		}

		private boolean has(String key) {
			return type().attribute(key).isPresent() || this.entry.has(key);
		}

		private ResourceType type() {
			return this.entry.type();
		}

	}

}
