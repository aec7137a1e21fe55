package dev.hyperclient.explorer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.FileArgument;
import dev.hyperclient.NamedOperation;
import dev.hyperclient.OperationDescription;
import dev.hyperclient.OperationResult;
import dev.hyperclient.ServiceResource;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.explorer.ServicePage.Reply;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * The page of a named operation: a form, and the result.
 */
final class OperationPages {

	private OperationPages() {
	}

	static Reply operation(ServicePage page) {
		boolean post = page.request().method().name().equals("POST");
		ServiceResource resource = page.resource();
		String name = page.param("name");
		TypeDescription type = Views.typeOf(resource)
			.orElseThrow(() -> new NoSuchElementException("The service does not describe the type of this resource"));
		OperationDescription operation = type.operation(name)
			.orElseThrow(() -> new NoSuchElementException("There is no operation '%s'".formatted(name)));
		if (operation.isWrite()) {
			page.requireWritable();
		}
		List<FormField> fields = operation.parameters()
			.stream()
			.map((parameter) -> FormField.parameter(parameter, page.request()))
			.toList();
		Map<String, Object> view = view(page, resource.uri(), type, operation);
		HttpStatus status = HttpStatus.OK;
		if (operation.isWrite() ? post : page.request().param("invoke").isPresent()) {
			Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
			fields = read(page, fields, arguments);
			view.put("java", page.java().operation(resource.uri(), type, operation, arguments));
			if (fields.stream().allMatch((field) -> field.error().isEmpty())) {
				try {
					view.put("result", result(page, invoke(resource.operation(name), arguments)));
				}
				catch (HyperClientException | IllegalArgumentException ex) {
					Failure failure = Failure.of(ex);
					view.put("failure", failure);
					status = failure.status();
					fields = FormField.marked(fields, failure.fields());
					// The Java for what the form would send now.
					if (fields.stream().anyMatch((field) -> !field.advice().isEmpty())) {
						fields.stream()
							.filter((field) -> !field.advice().isEmpty())
							.forEach((field) -> arguments.put(field.name(), field.value(page.root())));
						view.put("java", page.java().operation(resource.uri(), type, operation, arguments));
					}
				}
			}
			else {
				status = HttpStatus.BAD_REQUEST;
			}
		}
		view.put("fields", fields);
		return page.reply("operation", name, status, view);
	}

	private static Map<String, Object> view(ServicePage page, URI uri, TypeDescription type,
			OperationDescription operation) {
		Map<String, Object> view = new HashMap<>();
		view.put("url", uri.toString());
		view.put("shortUrl", page.shortened(uri));
		view.put("resourceLink", page.links().resource(uri));
		view.put("type", type.id());
		view.put("typeLink", page.links().type(type.id()));
		view.put("write", operation.isWrite());
		view.put("documentation", operation.documentation().orElse(""));
		view.put("multipart",
				operation.parameters().stream().anyMatch((param) -> param.type() == ValueDescription.Type.FILE));
		view.put("action", page.links().overview() + "/operation");
		view.put("java", page.java().operation(uri, type, operation, Map.of()));
		return view;
	}

	/** Read the arguments: an empty text is none. */
	private static List<FormField> read(ServicePage page, List<FormField> fields,
			Map<String, @Nullable Object> arguments) {
		List<FormField> checked = new ArrayList<>();
		for (FormField field : fields) {
			try {
				if (field.input().equals("file")) {
					file(page, field.name()).ifPresent((file) -> arguments.put(field.name(), file));
				}
				else if (!field.text().isEmpty()) {
					arguments.put(field.name(), field.value(page.root()));
				}
				checked.add(field);
			}
			catch (IllegalArgumentException ex) {
				checked.add(field.withError(String.valueOf(ex.getMessage())));
			}
		}
		return checked;
	}

	private static Optional<FileArgument> file(ServicePage page, String name) {
		if (page.request().headers().contentType().filter(MediaType.MULTIPART_FORM_DATA::isCompatibleWith).isEmpty()) {
			return Optional.empty();
		}
		try {
			@Nullable Part part = page.request().servletRequest().getPart("p." + name);
			return (part != null) ? FormField.file(part) : Optional.empty();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (ServletException ex) {
			throw new IllegalArgumentException("cannot be read: %s".formatted(ex.getMessage()), ex);
		}
	}

	private static OperationResult invoke(NamedOperation operation, Map<String, @Nullable Object> arguments) {
		NamedOperation prepared = operation;
		for (Map.Entry<String, @Nullable Object> argument : arguments.entrySet()) {
			@Nullable Object value = argument.getValue();
			prepared = prepared.with(argument.getKey(), (value instanceof URI uri) ? uri.toString() : value);
		}
		return prepared.invoke();
	}

	private static Map<String, Object> result(ServicePage page, OperationResult result) {
		Map<String, Object> view = new HashMap<>();
		@Nullable Object content = result.content();
		if (content instanceof Entry entry) {
			view.put("kind", "entry");
			view.put("entry", Views.EntryView.of(entry, page));
			view.put("link", page.links().resource(entry.uri()));
			view.put("url", page.shortened(entry.uri()));
		}
		else if (content instanceof EntryCollection collection) {
			view.put("kind", "collection");
			view.put("collection", Views.CollectionView.of(collection, page,
					(start) -> page.request().uri().getRawPath() + "?" + query(page, start)));
		}
		else {
			view.put("kind", (content != null) ? "value" : "nothing");
			view.put("text", ValueText.of(content));
		}
		view.put("notifications",
				result.notifications().stream().map((notification) -> notification.message()).toList());
		return view;
	}

	/** Only the form of an operation by GET has pages: the others are not repeated. */
	private static String query(ServicePage page, int start) {
		return page.request()
			.params()
			.entrySet()
			.stream()
			.filter((param) -> !param.getKey().equals("start"))
			.map((param) -> Links.encoded(param.getKey()) + "=" + Links.encoded(param.getValue().get(0)))
			.collect(Collectors.joining("&")) + "&start=" + start;
	}

}
