package dev.hyperclient.explorer;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.LinkDescription;
import dev.hyperclient.OperationDescription;
import dev.hyperclient.ServiceResource;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.explorer.ServicePage.Pages;
import dev.hyperclient.internal.text.LinkName;
import org.jspecify.annotations.Nullable;

/**
 * Types, entries and collections as pages show them.
 */
final class Views {

	/** Number of entries of a collection that a page shows. */
	static final int PAGE = 25;

	private static final int COLUMNS = 4;

	private Views() {
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

	/**
	 * An entry with its values.
	 */
	record EntryView(List<ValueRow> values, List<LinkRow> links) {

		static EntryView of(Entry entry, ServicePage page) {
			TypeDescription type = entry.type();
			return new EntryView(type.attributes().stream().map((attribute) -> ValueRow.of(entry, attribute)).toList(),
					type.links().stream().map((link) -> LinkRow.of(entry, link, page)).toList());
		}

	}

	/**
	 * A value.
	 *
	 * @param state value, null, redacted or missing
	 * @param json whether the text is a list or an object
	 * @param href a URL outside of the service, empty for none
	 */
	record ValueRow(String name, String state, String text, boolean json, String href, String documentation) {

		private static ValueRow of(Entry entry, ValueDescription attribute) {
			String name = attribute.name();
			String documentation = attribute.documentation().orElse("");
			Optional<ValueText.EntryValue> value = ValueText.EntryValue.of(entry, name);
			@Nullable Object json = value.map(ValueText.EntryValue::json).orElse(null);
			if (json == null) {
				String state = value.isPresent() ? "null"
						: ValueText.EntryValue.isHidden(entry, name) ? "redacted" : "missing";
				return new ValueRow(name, state, "", false, "", documentation);
			}
			String text = ValueText.of(json);
			boolean web = name.equals("web_link") && text.matches("https?://\\S+");
			return new ValueRow(name, "value", text, json instanceof List || json instanceof Map, web ? text : "",
					documentation);
		}

	}

	/**
	 * A link.
	 *
	 * @param url empty if there is none
	 */
	record LinkRow(String name, String kind, String url, String href, String documentation) {

		private static LinkRow of(Entry entry, LinkDescription link, ServicePage page) {
			String kind = link.kind().name().toLowerCase(Locale.ROOT);
			Optional<String> url = ValueText.EntryValue.of(entry, link.kind().key(link.name()))
				.map(ValueText.EntryValue::json)
				.map(Object::toString);
			String href = url.map((text) -> (link.kind() == LinkDescription.Kind.FILE)
					? page.links().file(entry.uri(), link.name()) : page.links().resource(text))
				.orElse("");
			return new LinkRow(link.name(), kind,
					url.map((text) -> Links.shortened(text, page.root().uri())).orElse(""), href,
					link.documentation().orElse(""));
		}

	}

	/**
	 * A part of a collection.
	 *
	 * @param columns the names of the attributes that are shown
	 */
	record CollectionView(Pages pages, List<String> columns, List<Row> rows) {

		static CollectionView of(EntryCollection collection, ServicePage page, IntFunction<String> link) {
			int start = page.start();
			List<Entry> entries = collection.slice(start, start + PAGE);
			int size = collection.size();
			if (start >= size && size > 0) {
				start = Pages.start(start, PAGE, size);
				entries = collection.slice(start, start + PAGE);
			}
			@Nullable TypeDescription first = entries.isEmpty() ? null : entries.get(0).type();
			List<String> columns = collection.entryType()
				.or(() -> Optional.ofNullable(first))
				.map(CollectionView::columns)
				.orElse(List.of());
			return new CollectionView(Pages.of(start, PAGE, size, link), columns,
					entries.stream().map((entry) -> Row.of(entry, columns, page)).toList());
		}

		private static List<String> columns(TypeDescription type) {
			return type.attributes()
				.stream()
				.map(ValueDescription::name)
				.filter((name) -> !name.endsWith(LinkName.SUFFIX) && !name.equals("http_etag"))
				.limit(COLUMNS)
				.toList();
		}

	}

	/**
	 * An entry of a collection.
	 */
	record Row(String url, String href, List<String> texts) {

		private static final int MAX_TEXT = 120;

		private static Row of(Entry entry, List<String> columns, ServicePage page) {
			return new Row(page.shortened(entry.uri()), page.links().resource(entry.uri()),
					columns.stream().map((name) -> text(entry, name)).toList());
		}

		private static String text(Entry entry, String name) {
			@Nullable Object value = ValueText.EntryValue.of(entry, name).map(ValueText.EntryValue::json).orElse(null);
			String text = (value != null) ? ValueText.of(value)
					: ValueText.EntryValue.isHidden(entry, name) ? "(hidden)" : "";
			return (text.length() <= MAX_TEXT) ? text : text.substring(0, MAX_TEXT) + " …";
		}

	}

}
