package dev.hyperclient.explorer;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.LinkDescription;
import dev.hyperclient.OperationDescription;
import dev.hyperclient.ServiceResource;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * The members of a type as pages show them.
 */
final class TypeViews {

	private TypeViews() {
	}

	static List<ValueView> values(List<ValueDescription> values, Links links) {
		return values.stream().map((value) -> ValueView.of(value, links)).toList();
	}

	static List<LinkView> links(TypeDescription type, Links links) {
		return type.links().stream().map((link) -> LinkView.of(link, links)).toList();
	}

	static List<OperationView> operations(TypeDescription type, @Nullable URI resource, ServicePage page) {
		JavaCode java = page.java();
		return type.operations()
			.stream()
			.map((operation) -> OperationView.of(operation, type, resource, page, java))
			.toList();
	}

	/** Return the type of a resource, if the service describes it. */
	static Optional<TypeDescription> typeOf(ServiceResource resource) {
		if (resource instanceof Entry entry) {
			return Optional.of(entry.type());
		}
		return (resource instanceof EntryCollection collection) ? collection.type()
				: Optional.of(((ServiceRoot) resource).type());
	}

	/**
	 * An attribute or parameter.
	 *
	 * @param type the id of the type of an entry, empty for other values
	 */
	record ValueView(String name, String kind, boolean writable, boolean required, List<String> options,
			String documentation, String type, String typeLink) {

		private static ValueView of(ValueDescription value, Links links) {
			String type = value.name().equals(LinkName.SELF) ? ""
					: value.entryType().map(TypeDescription::id).orElse("");
			return new ValueView(value.name(), kind(value, type), value.isWritable(), value.isRequired(),
					value.options(), value.documentation().orElse(""), type, type.isEmpty() ? "" : links.type(type));
		}

		private static String kind(ValueDescription value, String type) {
			if (!type.isEmpty()) {
				return "entry";
			}
			if (!value.options().isEmpty()) {
				return "one of";
			}
			return switch (value.type()) {
				case DATE -> "date";
				case DATE_TIME -> "date and time";
				case FILE -> "file";
				case ANY -> value.typeName().orElse("any");
			};
		}

	}

	/**
	 * A link.
	 *
	 * @param type the id of the type of the entry, or of the entries of the collection
	 */
	record LinkView(String name, String kind, boolean writable, String documentation, String type, String typeLink,
			String collectionType, String collectionTypeLink) {

		private static LinkView of(LinkDescription link, Links links) {
			Optional<TypeDescription> target = link.type();
			boolean collection = link.kind() == LinkDescription.Kind.COLLECTION;
			String type = (collection ? target.flatMap(TypeDescription::entryType) : target)
				.filter((found) -> link.kind() != LinkDescription.Kind.FILE)
				.map(TypeDescription::id)
				.orElse("");
			String collectionType = target.filter((found) -> collection && !found.operations().isEmpty())
				.map(TypeDescription::id)
				.orElse("");
			return new LinkView(link.name(), link.kind().name().toLowerCase(Locale.ROOT), link.isWritable(),
					link.documentation().orElse(""), type, type.isEmpty() ? "" : links.type(type), collectionType,
					collectionType.isEmpty() ? "" : links.type(collectionType));
		}

	}

	/**
	 * An operation.
	 *
	 * @param form the page with its form, empty if that needs a resource first, or if
	 * writing is switched off
	 */
	record OperationView(String name, boolean write, String documentation, List<ValueView> parameters, String result,
			String resultLink, boolean many, String form, JavaExpressions.Snippet java) {

		private static OperationView of(OperationDescription operation, TypeDescription owner, @Nullable URI resource,
				ServicePage page, JavaCode java) {
			Optional<TypeDescription> result = operation.resultType();
			boolean many = result.filter(TypeDescription::isCollection).isPresent();
			String type = (many ? result.flatMap(TypeDescription::entryType) : result).map(TypeDescription::id)
				.orElse("");
			return new OperationView(operation.name(), operation.isWrite(), operation.documentation().orElse(""),
					values(operation.parameters(), page.links()), type, type.isEmpty() ? "" : page.links().type(type),
					many,
					(resource != null && (page.writable() || !operation.isWrite()))
							? page.links().operation(resource, operation.name()) : "",
					java.operation(resource, owner, operation, Map.of()));
		}

	}

}
