package dev.hyperclient;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.hyperclient.internal.error.NameSuggestions;
import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.text.LinkName;

import org.springframework.util.Assert;

/**
 * Hint in the message about an attribute or link that a resource does not have.
 */
enum AttributeHint {

	/** An attribute was requested. */
	ATTRIBUTE(TypeDescription::attributeNames),

	/** A linked entry or file was requested. */
	ENTRY((type) -> names(type, LinkDescription.Kind.ENTRY, LinkDescription.Kind.FILE)),

	/** A linked collection was requested. */
	COLLECTION((type) -> names(type, LinkDescription.Kind.COLLECTION)),

	/** A value was to be set. */
	WRITABLE(TypeDescription::names);

	private final Function<TypeDescription, List<String>> candidates;

	AttributeHint(Function<TypeDescription, List<String>> candidates) {
		this.candidates = candidates;
	}

	/**
	 * Return the hint: how to read what has this name, or else the names that there are.
	 * @return the text with a semicolon before it, empty if the type describes nothing
	 */
	String of(TypeDescription type, String name) {
		Assert.notNull(name, "'name' must not be null");
		boolean described = this.candidates.apply(type).contains(name);
		if (described && (this != WRITABLE || type.attribute(name).isPresent())) {
			return "; '%s' is described, but this representation does not have it".formatted(PrintableText.line(name));
		}
		Optional<LinkDescription> link = type.link(LinkName.of(name));
		if (link.isPresent()) {
			return "; " + use(link.get());
		}
		if (this != ATTRIBUTE && type.attribute(name).isPresent()) {
			return "; '%1$s' is an attribute: use get(\"%1$s\")".formatted(PrintableText.line(name));
		}
		return type.names().isEmpty() ? "" : NameSuggestions.hint(name, type.id(), this.candidates.apply(type));
	}

	private static String use(LinkDescription link) {
		String advice = switch (link.kind()) {
			case ENTRY -> "'%1$s' is a link: use entry(\"%1$s\")";
			case COLLECTION -> "'%1$s' is a collection: use collection(\"%1$s\")";
			case FILE -> "'%1$s' is a file: use file(\"%1$s\")";
		};
		return advice.formatted(PrintableText.line(link.name()));
	}

	private static List<String> names(TypeDescription type, LinkDescription.Kind... kinds) {
		return type.links()
			.stream()
			.filter((link) -> List.of(kinds).contains(link.kind()))
			.map(LinkDescription::name)
			.toList();
	}

}
