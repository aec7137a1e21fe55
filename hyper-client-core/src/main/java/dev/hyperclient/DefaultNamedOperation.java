package dev.hyperclient;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.hyperclient.http.CallDescription;
import dev.hyperclient.http.Deadline;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.wadl.Param;
import dev.hyperclient.wadl.ResourceType;
import dev.hyperclient.wadl.WadlMethod;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * Checks arguments, sends the request and hands the answer to {@link OperationAnswer}.
 */
final class DefaultNamedOperation implements NamedOperation {

	private static final String FORM = "application/x-www-form-urlencoded";

	private final ServiceContext context;

	private final OperationTarget target;

	private final WadlMethod method;

	private final CallDescription call;

	private final Map<String, String> arguments;

	private DefaultNamedOperation(ServiceContext context, OperationTarget target, WadlMethod method,
			CallDescription call, Map<String, String> arguments) {
		this.context = context;
		this.target = target;
		this.method = method;
		this.call = call;
		this.arguments = arguments;
	}

	static DefaultNamedOperation of(ServiceContext context, OperationTarget target, @Nullable ResourceType type,
			String name) {
		WadlMethod method = (type != null) ? type.operation(name).orElse(null) : null;
		if (method == null) {
			throw new NoSuchElementException("%s has no operation '%s'; it has: %s".formatted(target.uri(), name,
					(type != null) ? String.join(", ", type.operationNames()) : ""));
		}
		return new DefaultNamedOperation(context, target, method, ServiceContext.call(type, name), Map.of());
	}

	@Override
	public String name() {
		return this.call.operation();
	}

	@Override
	public List<String> parameters() {
		return this.method.operationParams()
			.stream()
			.filter((param) -> param.fixed() == null)
			.map(Param::name)
			.toList();
	}

	@Override
	public NamedOperation with(String parameter, @Nullable Object value) {
		Param param = param(parameter);
		String text = ArgumentEncoder.encode(param, value);
		if (param.fixed() != null && !param.fixed().equals(String.valueOf(value))) {
			throw new IllegalArgumentException("Value '%s' for parameter '%s' conflicts with fixed value '%s'"
				.formatted(value, parameter, param.fixed()));
		}
		if (!param.options().isEmpty() && value != null && !param.options().contains(text)) {
			throw new IllegalArgumentException("Invalid value '%s' for parameter '%s': valid values are: %s".formatted(
					value, parameter, param.options().stream().collect(Collectors.joining("\", \"", "\"", "\""))));
		}
		Map<String, String> more = new LinkedHashMap<>(this.arguments);
		more.put(parameter, text);
		return new DefaultNamedOperation(this.context, this.target, this.method, this.call, more);
	}

	private Param param(String parameter) {
		return this.method.operationParams()
			.stream()
			.filter((candidate) -> candidate.name().equals(parameter))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("Unrecognized parameter(s): '%s'; '%s' takes: %s"
				.formatted(parameter, name(), String.join(", ", parameters()))));
	}

	@Override
	public OperationResult invoke() {
		ServiceRequest request = request(ArgumentEncoder.form(allArguments()));
		ServiceResponse response = this.context.send(request);
		return new OperationAnswer(this.context, this.target, this.method).read(request, response);
	}

	private SortedMap<String, String> allArguments() {
		SortedMap<String, String> all = new TreeMap<>(this.arguments);
		for (Param param : this.method.operationParams()) {
			if (param.fixed() != null) {
				all.put(param.name(), param.fixed());
			}
			else if (param.required() && !all.containsKey(param.name())) {
				throw new IllegalArgumentException("No value for required parameter '%s'; '%s' takes: %s"
					.formatted(param.name(), name(), String.join(", ", parameters())));
			}
		}
		return all;
	}

	private ServiceRequest request(String form) {
		HttpHeaders headers = ServiceContext.accept(ServiceContext.JSON);
		if (this.method.name().equals("GET")) {
			return ServiceRequest.get(Links.withQuery(this.target.uri(), form), headers)
				.withCall(this.call.withOperationInUri());
		}
		String mediaType = this.method.requestMediaType().orElse(FORM);
		if (!mediaType.equals(FORM)) {
			throw new UnsupportedOperationException("'%s' of %s takes %s, which this version cannot send yet"
				.formatted(name(), this.target.uri(), mediaType));
		}
		headers.set(HttpHeaders.CONTENT_TYPE, FORM);
		return new ServiceRequest(HttpMethod.POST, this.target.uri(), headers, form.getBytes(StandardCharsets.UTF_8),
				"", Deadline.NONE, this.call);
	}

	@Override
	public String toString() {
		return this.target.uri() + " " + name();
	}

}
