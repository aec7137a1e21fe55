package dev.hyperclient.explorer;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.FileContent;
import dev.hyperclient.LinkDescription;
import dev.hyperclient.ServiceResource;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.explorer.ServicePage.Reply;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;

/**
 * Pages of entries and collections, and forms that change entries.
 */
final class ResourcePages {

	private ResourcePages() {
	}

	static Reply resource(ServicePage page) {
		ServiceResource resource = page.resource();
		if (resource instanceof Entry entry) {
			return entry(page, entry, HttpStatus.OK, fields(entry), Map.of());
		}
		if (resource instanceof EntryCollection collection) {
			return collection(page, collection);
		}
		return DescriptionPages.overview(page);
	}

	private static Reply collection(ServicePage page, EntryCollection collection) {
		Views.CollectionView shown = Views.CollectionView.of(collection, page,
				(start) -> page.links().slice(collection.uri(), start));
		Map<String, Object> view = new HashMap<>();
		view.put("url", collection.uri().toString());
		view.put("collection", shown);
		TypeDescription type = collection.type().orElse(null);
		if (type != null) {
			view.put("type", type.id());
			view.put("typeLink", page.links().type(type.id()));
			view.put("operations", Views.operations(type, collection.uri(), page));
		}
		int start = Math.max(0, shown.pages().from() - 1);
		view.put("java", page.java().slice(collection, start, start + Views.PAGE));
		return page.reply("collection", page.shortened(collection.uri()), view);
	}

	private static Reply entry(ServicePage page, Entry entry, HttpStatus status, List<FormField> fields,
			Map<String, Object> more) {
		TypeDescription type = entry.type();
		Map<String, Object> view = new HashMap<>(more);
		view.put("url", entry.uri().toString());
		view.put("tag", entry.httpEtag().orElse(""));
		view.put("type", type.id());
		view.put("typeLink", page.links().type(type.id()));
		view.put("documentation", ServiceModel.summary(type.documentation().orElse("")));
		view.put("entry", Views.EntryView.of(entry, page));
		view.put("operations", Views.operations(type, entry.uri(), page));
		view.put("java", page.java().entry(entry));
		view.put("fields", fields);
		view.put("editable", page.writable() && !fields.isEmpty());
		view.put("deletable", page.writable() && page.model().isDeletable(type.id()));
		view.put("action", page.links().overview());
		return page.reply("entry", page.shortened(entry.uri()), status, view);
	}

	/** Return the fields of what can be changed, with the current values. */
	private static List<FormField> fields(Entry entry) {
		List<FormField> fields = new ArrayList<>();
		for (ValueDescription attribute : entry.type().attributes()) {
			if (attribute.isWritable()) {
				ValueText.EntryValue.of(entry, attribute.name())
					.ifPresent((value) -> fields.add(FormField.attribute(attribute, value.json())));
			}
		}
		for (LinkDescription link : entry.type().links()) {
			String key = link.kind().key(link.name());
			if (link.isWritable() && link.kind() == LinkDescription.Kind.ENTRY) {
				ValueText.EntryValue.of(entry, key)
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
				if (!field.isSameAs(current)) {
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
			return entry(page, entry, HttpStatus.BAD_REQUEST, fields, Map.of("open", true));
		}
		if (!entry.httpEtag().orElse("").equals(page.param("tag"))) {
			return entry(page, entry, HttpStatus.PRECONDITION_FAILED, fields, Map.of("open", true, "conflict", true));
		}
		if (changes.isEmpty()) {
			return entry(page, entry, HttpStatus.OK, fields(entry), Map.of("message", "Nothing was changed."));
		}
		return save(page, entry, fields, changes);
	}

	private static Reply save(ServicePage page, Entry entry, List<FormField> fields,
			Map<String, @Nullable Object> changes) {
		JavaExpressions.Snippet java = page.java().save(entry, changes);
		try {
			changes.forEach((name, value) -> entry.set(name, (value instanceof URI uri) ? uri.toString() : value));
			entry.save();
			return entry(page, entry, HttpStatus.OK, fields(entry),
					Map.of("message", "Saved: " + String.join(", ", changes.keySet()) + ".", "savedJava", java));
		}
		catch (HyperClientException | IllegalArgumentException ex) {
			entry.discardChanges();
			Failure failure = Failure.of(ex);
			return entry(page, entry, failure.status(), FormField.marked(fields, failure.fields()),
					Map.of("failure", failure, "open", true, "savedJava", java));
		}
	}

	static Reply delete(ServicePage page) {
		Entry entry = writableEntry(page);
		try {
			entry.delete();
		}
		catch (HyperClientException ex) {
			Failure failure = Failure.of(ex);
			return entry(page, entry, failure.status(), fields(entry), Map.of("failure", failure));
		}
		return page.reply("deleted", "Deleted", Map.of("url", page.shortened(entry.uri())));
	}

	private static Entry writableEntry(ServicePage page) {
		page.requireWritable();
		return page.load(Entry.class);
	}

	/** Open a file of an entry. */
	static FileContent file(ServicePage page) {
		return page.load(Entry.class).file(page.param("name")).open();
	}

}
