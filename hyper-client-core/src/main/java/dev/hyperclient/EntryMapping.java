package dev.hyperclient;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.convert.TypeProperty;
import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.error.AttributeValueException;
import dev.hyperclient.error.RedactedValueException;
import dev.hyperclient.wadl.ResourceType;
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

	static EntryMapping of(Class<?> target, ResourceType type, ValueConverter converter) {
		List<Member> members = new ArrayList<>();
		converter.properties(target).orElse(List.of()).forEach((property) -> {
			Reference reference = Reference.of(property.type());
			List<String> keys = (reference != null) ? property.fields().stream().map(reference::key).toList()
					: property.fields();
			boolean described = keys.stream().anyMatch((key) -> type.attribute(key).isPresent());
			members.add(new Member(property, keys, reference, described));
		});
		return new EntryMapping(target, List.copyOf(members));
	}

	/** Return the values to convert, by their names in the representation. */
	Map<String, @Nullable Object> values(DefaultEntry entry, EntryState.Fetched fetched) {
		Map<String, @Nullable Object> values = new LinkedHashMap<>(fetched.representation());
		values.putAll(fetched.changes().values());
		values.values().removeIf(AttributeReader::isRedacted);
		this.members.forEach((member) -> requireKnown(member, fetched));
		this.members.forEach((member) -> add(member, entry, fetched, values));
		return values;
	}

	/** An entry may also have members that the description does not contain. */
	private void requireKnown(Member member, EntryState.Fetched fetched) {
		if (!member.described() && member.present(fetched) < 0) {
			throw new AttributeValueException(fetched.uri(),
					new UnknownPropertyMessage(this.target, member.property(), fetched).text(), null);
		}
	}

	private void add(Member member, DefaultEntry entry, EntryState.Fetched fetched,
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
							.formatted(member.keys().get(present), fetched.uri(), described(property)),
						null);
			}
			values.put(property.fields().get(0), null);
		}
		else if (value == null) {
			if (property.nullness() == Nullness.NON_NULL) {
				throw rejected(property, fetched, "null");
			}
			values.put(property.fields().get(0), null);
		}
		else if (member.reference() != null) {
			values.put(property.fields().get(0), member.reference().read(entry, property.fields().get(present)));
		}
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
	 * What the type requires of a representation.
	 *
	 * @param property the property of the type
	 * @param keys the names in the representation, with the suffix of a link
	 * @param reference how a linked resource is read, {@code null} for an attribute
	 * @param described whether the resource type has one of the keys
	 */
	record Member(TypeProperty property, List<String> keys, @Nullable Reference reference, boolean described) {

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
	 * The types of linked resources. Reading one makes no request.
	 */
	enum Reference {

		ENTRY(Entry.class, "_link") {

			@Override
			ServiceResource read(DefaultEntry entry, String name) {
				return entry.entry(name);
			}

		},

		COLLECTION(EntryCollection.class, "_collection_link") {

			@Override
			ServiceResource read(DefaultEntry entry, String name) {
				return entry.collection(name);
			}

		},

		FILE(HostedFile.class, "_link") {

			@Override
			Object read(DefaultEntry entry, String name) {
				return entry.file(name);
			}

		};

		private final Class<?> type;

		private final String suffix;

		Reference(Class<?> type, String suffix) {
			this.type = type;
			this.suffix = suffix;
		}

		static @Nullable Reference of(Class<?> type) {
			for (Reference reference : values()) {
				if (reference.type == type) {
					return reference;
				}
			}
			return null;
		}

		String key(String name) {
			return name + this.suffix;
		}

		abstract Object read(DefaultEntry entry, String name);

	}

}
