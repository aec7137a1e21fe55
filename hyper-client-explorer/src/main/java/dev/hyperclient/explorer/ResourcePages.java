package dev.hyperclient.explorer;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.FileContent;
import dev.hyperclient.LinkDescription;
import dev.hyperclient.ServiceResource;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.explorer.ServicePage.Pages;
import dev.hyperclient.explorer.ServicePage.Reply;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;

/**
 * Pages of entries and collections, and forms that change entries.
 */
final class ResourcePages {

	private static final int PAGE = 25;

	private static final int COLUMNS = 4;

	private ResourcePages() {
	}

	static Reply resource(ServicePage page) {
		ServiceResource resource = page.resource();
		if (resource instanceof Entry entry) {
			return entry(page, entry, HttpStatus.OK, Map.of("fields", fields(entry)));
		}
		if (resource instanceof EntryCollection collection) {
			return collection(page, collection);
		}
		return DescriptionPages.overview(page);
	}

	private static Reply collection(ServicePage page, EntryCollection collection) {
		CollectionView shown = CollectionView.of(collection, page,
				(start) -> page.links().slice(collection.uri(), start));
		Map<String, Object> view = new HashMap<>();
		view.put("url", collection.uri().toString());
		view.put("collection", shown);
		TypeDescription type = collection.type().orElse(null);
		if (type != null) {
			view.put("type", type.id());
			view.put("typeLink", page.links().type(type.id()));
			view.put("operations", TypeViews.operations(type, collection.uri(), page));
		}
		int start = page.start();
		view.put("java", page.java().slice(collection, start, start + PAGE));
		return page.reply("collection", page.shortened(collection.uri()), view);
	}

	private static Reply entry(ServicePage page, Entry entry, HttpStatus status, Map<String, Object> more) {
		TypeDescription type = entry.type();
		Map<String, Object> view = new HashMap<>(more);
		view.put("url", entry.uri().toString());
		view.put("tag", entry.httpEtag().orElse(""));
		view.put("type", type.id());
		view.put("typeLink", page.links().type(type.id()));
		view.put("documentation", ServiceModel.summary(type.documentation().orElse("")));
		view.put("entry", EntryView.of(entry, page));
		view.put("operations", TypeViews.operations(type, entry.uri(), page));
		view.put("java", page.java().entry(entry));
		view.put("editable", page.writable() && !((List<?>) view.get("fields")).isEmpty());
		view.put("deletable", page.writable() && page.model().isDeletable(type.id()));
		view.put("action", page.links().overview());
		return page.reply("entry", page.shortened(entry.uri()), status, view);
	}

	/** Return the fields of what can be changed, with the current values. */
	private static List<FormField> fields(Entry entry) {
		List<FormField> fields = new ArrayList<>();
		for (ValueDescription attribute : entry.type().attributes()) {
			if (attribute.isWritable()) {
				EntryValue.of(entry, attribute.name())
					.ifPresent((value) -> fields.add(FormField.attribute(attribute, value.json())));
			}
		}
		for (LinkDescription link : entry.type().links()) {
			String key = link.name() + "_link";
			if (link.isWritable() && link.kind() == LinkDescription.Kind.ENTRY) {
				EntryValue.of(entry, key)
					.ifPresent(
							(value) -> fields.add(FormField.link(key, link.type().map(TypeDescription::id).orElse(""),
									link.documentation().orElse(""), value.json())));
			}
		}
		return fields;
	}

	static Reply edit(ServicePage page) {
		Entry entry = writableEntry(page);
		List<FormField> fields = new ArrayList<>();
		Map<String, @Nullable Object> changes = new LinkedHashMap<>();
		boolean valid = true;
		for (FormField current : fields(entry)) {
			FormField field = current.with(page.request());
			try {
				if (!field.text().equals(current.text()) || field.empty() != current.empty()) {
					changes.put(field.name(), field.value(page.root()));
				}
				fields.add(field);
			}
			catch (IllegalArgumentException ex) {
				valid = false;
				fields.add(field.withError(String.valueOf(ex.getMessage())));
			}
		}
		if (!valid) {
			return entry(page, entry, HttpStatus.BAD_REQUEST, Map.of("fields", fields, "open", true));
		}
		if (!entry.httpEtag().orElse("").equals(page.param("tag"))) {
			return entry(page, entry, HttpStatus.PRECONDITION_FAILED,
					Map.of("fields", fields, "open", true, "conflict", true));
		}
		if (changes.isEmpty()) {
			return entry(page, entry, HttpStatus.OK, Map.of("fields", fields, "message", "Nothing was changed."));
		}
		return save(page, entry, fields, changes);
	}

	private static Reply save(ServicePage page, Entry entry, List<FormField> fields,
			Map<String, @Nullable Object> changes) {
		JavaCode.Snippets java = page.java().save(entry, changes);
		try {
			changes.forEach((name, value) -> entry.set(name, (value instanceof URI uri) ? uri.toString() : value));
			entry.save();
			return entry(page, entry, HttpStatus.OK, Map.of("fields", fields(entry), "message",
					"Saved: " + String.join(", ", changes.keySet()) + ".", "savedJava", java));
		}
		catch (HyperClientException | IllegalArgumentException ex) {
			entry.discardChanges();
			Failure failure = Failure.of(ex);
			return entry(page, entry, failure.status(),
					Map.of("fields", OperationPages.marked(fields, failure.fields()), "failure", failure, "open", true,
							"savedJava", java));
		}
	}

	static Reply delete(ServicePage page) {
		Entry entry = writableEntry(page);
		try {
			entry.delete();
		}
		catch (HyperClientException ex) {
			Failure failure = Failure.of(ex);
			return entry(page, entry, failure.status(), Map.of("fields", fields(entry), "failure", failure));
		}
		return page.reply("deleted", "Deleted", Map.of("url", page.shortened(entry.uri())));
	}

	private static Entry writableEntry(ServicePage page) {
		if (!page.writable()) {
			throw new ReadOnlyException();
		}
		return page.root().load(page.param("url"), Entry.class);
	}

	/** Open a file of an entry. */
	static FileContent file(ServicePage page) {
		return page.root().load(page.param("url"), Entry.class).file(page.param("name")).open();
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
			Optional<EntryValue> value = EntryValue.of(entry, name);
			@Nullable Object json = value.map(EntryValue::json).orElse(null);
			if (json == null) {
				String state = value.isPresent() ? "null" : EntryValue.isHidden(entry, name) ? "redacted" : "missing";
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
			String key = link.name()
					+ ((link.kind() == LinkDescription.Kind.COLLECTION) ? "_collection_link" : "_link");
			Optional<String> url = EntryValue.of(entry, key).map(EntryValue::json).map(Object::toString);
			String href = url
				.map((text) -> (link.kind() == LinkDescription.Kind.FILE) ? page.links().file(entry.uri(), link.name())
						: page.links().overview() + "/resource?url=" + Links.encoded(text))
				.orElse("");
			String base = page.root().uri().toString();
			return new LinkRow(link.name(), kind,
					url.map((text) -> text.startsWith(base) ? text.substring(base.length()) : text).orElse(""), href,
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
			List<String> columns = collection.entryType()
				.or(() -> entries.stream().findFirst().map(Entry::type))
				.map(CollectionView::columns)
				.orElse(List.of());
			return new CollectionView(Pages.of(start, PAGE, collection.size(), link), columns,
					entries.stream().map((entry) -> Row.of(entry, columns, page)).toList());
		}

		private static List<String> columns(TypeDescription type) {
			return type.attributes()
				.stream()
				.map(ValueDescription::name)
				.filter((name) -> !name.endsWith("_link") && !name.equals("http_etag"))
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
			@Nullable Object value = EntryValue.of(entry, name).map(EntryValue::json).orElse(null);
			String text = (value != null) ? ValueText.of(value) : EntryValue.isHidden(entry, name) ? "(hidden)" : "";
			return (text.length() <= MAX_TEXT) ? text : text.substring(0, MAX_TEXT) + " …";
		}

	}

}
