package dev.hyperclient;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.hyperclient.convert.TypeProperty;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.message.NameSuggestions;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * The message for a property that the resource type of an entry does not have.
 *
 * @param target the type of the application
 * @param property its property
 * @param link the kind of linked resource that it is, {@code null} for an attribute
 * @param entry the entry
 */
record UnknownPropertyMessage(Class<?> target, TypeProperty property, LinkDescription.@Nullable Kind link,
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
		return "the resource type '%s' has no such link".formatted(type().id()) + NameSuggestions.hint(field, links);
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
