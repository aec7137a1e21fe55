package dev.hyperclient;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.hyperclient.convert.ValueConverter;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ParamType;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.document.UriEncoding;
import dev.hyperclient.internal.error.NameSuggestions;
import dev.hyperclient.internal.error.PrintableText;
import dev.hyperclient.internal.json.Json;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;
import org.springframework.util.Assert;
import org.springframework.web.util.UriUtils;

/**
 * The arguments of a named operation, checked against the description. Immutable.
 *
 * @param operation the name of the operation, for messages
 * @param params the parameters
 * @param given the arguments, as texts to send or files
 * @param references the URLs of the references among them
 * @param converter converts values of other types
 * @param check checks values
 */
record OperationArguments(String operation, List<Param> params, Map<String, Object> given, List<URI> references,
		ValueConverter converter, ValueCheck check) {

	static OperationArguments none(String operation, WadlMethod method, ValueConverter converter, ValueCheck check) {
		return new OperationArguments(operation, method.operationParams(), Map.of(), List.of(), converter, check);
	}

	/** Return the names of the parameters without fixed value. */
	List<String> names() {
		return this.params.stream().filter((param) -> param.fixed() == null).map(Param::name).toList();
	}

	/**
	 * Return these arguments and one more.
	 * @param entries the entries in the value, some of which are fetched when it is
	 * converted
	 */
	OperationArguments with(String name, @Nullable Object value, Supplier<List<EntryState>> entries, TypeLookup types) {
		Param param = param(name);
		Object checked = checked(param, value,
				() -> this.check.unlike(types.findType(param.linkType().orElse(null)), entries.get()));
		Map<String, Object> more = new LinkedHashMap<>(this.given);
		more.put(name, checked);
		List<URI> links = new ArrayList<>(this.references);
		links.addAll(EntryState.references(entries.get()));
		return new OperationArguments(this.operation, this.params, more, links, this.converter, this.check);
	}

	private Param param(String name) {
		Assert.notNull(name, "'name' must not be null");
		return this.params.stream()
			.filter((candidate) -> candidate.name().equals(name))
			.findFirst()
			.orElseThrow(() -> invalid("Unrecognized parameter(s): '%s'%s".formatted(line(name),
					NameSuggestions.question(name, names()))));
	}

	private Object checked(Param param, @Nullable Object value, Supplier<Optional<ValueCheck.Problem>> unlike) {
		if (param.type() == ParamType.BINARY) {
			return file(param, value);
		}
		@Nullable Object json = json(param, value);
		if (param.fixed() != null && !param.fixed().equals(String.valueOf(value))) {
			throw invalid("Value '%s' for parameter '%s' conflicts with fixed value '%s'".formatted(line(value),
					line(param.name()), line(param.fixed())));
		}
		this.check.problem(param, json).or(unlike).ifPresent((problem) -> {
			throw new IllegalArgumentException("%s. If the service accepts it, set %s to false"
				.formatted(takes("Invalid value '%s' for parameter '%s': %s".formatted(line(problem.value()),
						line(param.name()), problem.reason())), this.check.setting()));
		});
		return text(param, json);
	}

	/**
	 * Return the text to send: JSON, so that the text {@code "1.234"} remains a text, but
	 * the plain value if the description lists the allowed values. A list of these is
	 * JSON again.
	 */
	private static String text(Param param, @Nullable Object json) {
		return (param.options().isEmpty() || json instanceof List) ? Json.write(json) : String.valueOf(json);
	}

	private @Nullable Object json(Param param, @Nullable Object value) {
		try {
			return JsonValues.of(value, this.converter);
		}
		catch (IllegalArgumentException ex) {
			throw invalid("Invalid value for parameter '%s': %s".formatted(line(param.name()), line(ex.getMessage())));
		}
	}

	private FileArgument file(Param param, @Nullable Object value) {
		if (value instanceof FileArgument file) {
			if (file.fileName() != null && !UriEncoding.isWellFormed(file.fileName())) {
				throw invalid("Invalid value for parameter '%s': its file name has an unpaired surrogate"
					.formatted(line(param.name())));
			}
			return file;
		}
		if (value instanceof byte[] bytes) {
			return FileArgument.of(bytes);
		}
		if (value instanceof Path path) {
			return FileArgument.of(path);
		}
		if (value instanceof Resource resource) {
			return FileArgument.of(resource);
		}
		throw invalid("Invalid value for parameter '%s': it is a file, to be given as byte[], Path or FileArgument"
			.formatted(line(param.name())));
	}

	void requireAll() {
		for (Param param : this.params) {
			if (param.required() && param.fixed() == null && !this.given.containsKey(param.name())) {
				throw invalid("No value for required parameter '%s'".formatted(line(param.name())));
			}
		}
	}

	/** Return a query or a form without files, sorted by name. */
	String form() {
		SortedMap<String, String> texts = new TreeMap<>();
		for (Param param : this.params) {
			@Nullable Object value = value(param);
			if (value instanceof FileArgument) {
				throw invalid(
						"The description does not define how to send the file '%s'".formatted(line(param.name())));
			}
			if (value != null) {
				texts.put(param.name(), value.toString());
			}
		}
		return texts.entrySet()
			.stream()
			.map((argument) -> encoded(argument.getKey()) + "=" + encoded(argument.getValue()))
			.collect(Collectors.joining("&"));
	}

	private static String encoded(String text) {
		return UriUtils.encode(text, StandardCharsets.UTF_8).replace("%20", "+");
	}

	/** Return a form with files, in the order of the description. */
	MultipartForm multipart() {
		MultipartForm form = new MultipartForm();
		for (Param param : this.params) {
			@Nullable Object value = value(param);
			if (value instanceof FileArgument file) {
				add(form, param.name(), file);
			}
			else if (value != null) {
				form.add(param.name(), value.toString());
			}
		}
		return form.end();
	}

	private void add(MultipartForm form, String name, FileArgument file) {
		try {
			form.add(name, file);
		}
		catch (IOException ex) {
			throw new IllegalArgumentException(
					"The file for parameter '%s' of '%s' cannot be read: %s (%s)".formatted(line(name),
							line(this.operation), file.content().getDescription(), ex.getClass().getSimpleName()),
					ex);
		}
	}

	private @Nullable Object value(Param param) {
		return (param.fixed() != null) ? param.fixed() : this.given.get(param.name());
	}

	/** Names and options come from the service, values from the application. */
	private static String line(@Nullable Object text) {
		return PrintableText.line(String.valueOf(text));
	}

	private List<String> described() {
		return this.params.stream()
			.filter((param) -> param.fixed() == null)
			.map((param) -> param.required() ? param.name() + " (required)" : param.name())
			.toList();
	}

	private IllegalArgumentException invalid(String problem) {
		return new IllegalArgumentException(takes(problem));
	}

	private String takes(String problem) {
		return "%s '%s' takes: %s".formatted(problem.endsWith("?") ? problem : problem + ";", line(this.operation),
				NameSuggestions.list(described()));
	}

}
