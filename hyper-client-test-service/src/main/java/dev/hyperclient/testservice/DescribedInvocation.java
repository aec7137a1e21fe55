package dev.hyperclient.testservice;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import dev.hyperclient.testservice.DescribedOperation.Result;
import dev.hyperclient.testservice.DescribedValue.Kind;
import dev.hyperclient.testservice.OutgoingResponse.Status;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request for a named operation of a described service.
 *
 * @param declaration the declaration of the service
 * @param operation the operation
 * @param fields the fields of the query or the form
 * @param request the request
 */
record DescribedInvocation(ReplayedService declaration, DescribedOperation operation, FormFields fields,
		IncomingRequest request) {

	private static final String OPERATION = "ws.op";

	/**
	 * Find the operation of a request.
	 * @param declaration the declaration of the service
	 * @param type the type of the requested resource
	 * @param request the request
	 * @return the invocation, or {@code null} if the request invokes no operation
	 * @throws RequestRefusedException if the type has no such operation
	 */
	static @Nullable DescribedInvocation of(ReplayedService declaration, DescribedType type, IncomingRequest request) {
		boolean post = request.method().equals("POST");
		FormFields fields = post ? FormFields.ofBody(request).or(request.query()) : request.query();
		String name = fields.text(OPERATION);
		if (!post && (name == null || !request.method().equals("GET"))) {
			return null;
		}
		if (name == null || name.isEmpty()) {
			throw RequestRefusedException.badRequest("No operation name given.");
		}
		DescribedOperation operation = type.operations().get(name);
		if (operation == null || !operation.method().equals(request.method())) {
			throw RequestRefusedException.badRequest("No such operation: " + name);
		}
		return new DescribedInvocation(declaration, operation, fields, request);
	}

	boolean hasBehavior() {
		return this.declaration.operations().containsKey(this.operation);
	}

	RequestRefusedException withoutBehavior(String target) {
		String recorded = this.operation.changesData() ? ""
				: ", or its answer: representation(\"" + target + "\", ...)";
		return RequestRefusedException.with(Status.NOT_IMPLEMENTED,
				"%s has no behavior. Give it one where the fake service '%s' is declared: operation(\"%s\", \"%s\", (call) -> ...)%s"
					.formatted(Advice.capitalized(this.operation.toString()), this.declaration.name(),
							this.operation.type(), this.operation.name(), recorded));
	}

	/**
	 * Call the behavior.
	 * @param entry the entry whose operation is called, or {@code null}
	 * @param data the present entries
	 * @return the response and the entries after it
	 * @throws RequestRefusedException if an argument is invalid or the behavior fails
	 */
	Answer invoke(@Nullable DescribedEntry entry, DescribedData data) {
		DescribedCall call = new DescribedCall(this.declaration.description(), this.operation, entry, arguments(),
				data);
		Function<DescribedCall, ? extends @Nullable Object> behavior = this.declaration.operations()
			.get(this.operation);
		try {
			Object returned = (behavior != null) ? behavior.apply(call) : null;
			return new Answer(call.data(), response(returned));
		}
		catch (IllegalStateException | IllegalArgumentException | NullPointerException | ClassCastException ex) {
			// The test sees the text, which the client has in its exception.
			throw RequestRefusedException.with(Status.SERVER_ERROR,
					"The behavior of " + this.operation + " failed: " + ex.getMessage());
		}
	}

	private ArgumentValues arguments() {
		Map<String, Object> values = new LinkedHashMap<>();
		List<String> problems = new ArrayList<>();
		this.operation.parameters().forEach((name, parameter) -> {
			byte[] sent = this.fields.bytes(name);
			JsonNode value = (sent != null) ? json(sent, parameter) : ServiceJson.nullNode();
			if (sent != null && parameter.kind() == Kind.FILE) {
				values.put(name, sent);
			}
			else if (value.isNull()) {
				if (parameter.required()) {
					problems.add(name + ": Required input is missing.");
				}
			}
			else {
				String problem = DescribedUpdate.problem(parameter, value, this.declaration.base());
				if (problem != null) {
					problems.add(name + ": " + problem);
				}
				else {
					values.put(name, argument(parameter, value));
				}
			}
		});
		if (!problems.isEmpty()) {
			throw RequestRefusedException.badRequest(String.join("\n", problems));
		}
		return new ArgumentValues(values, this.operation.parameters().keySet(), this.request.caller());
	}

	/**
	 * Return an argument as JSON. Anything else is taken as text, as users type it.
	 */
	private JsonNode json(byte[] sent, DescribedValue parameter) {
		String text = PercentDecoder.utf8(sent).replace(this.request.uris().root(), this.declaration.base().toString());
		if (text.isEmpty() || WadlDescription.isRaw(parameter)) {
			return ServiceJson.node(text);
		}
		return ServiceJson.parse(text.getBytes(StandardCharsets.UTF_8)).orElseGet(() -> ServiceJson.node(text));
	}

	private Object argument(DescribedValue parameter, JsonNode value) {
		if (parameter.kind() == Kind.ENTRY) {
			return DescribedPath.of(this.declaration.base(), value.stringValue());
		}
		if (parameter.kind() == Kind.DATE) {
			return LocalDate.parse(value.stringValue().substring(0, "2026-01-31".length()));
		}
		return Objects.requireNonNull(ServiceJson.value(value));
	}

	private OutgoingResponse response(@Nullable Object returned) {
		if (this.operation.result() == Result.CREATED) {
			DescribedEntry created = require(returned, DescribedEntry.class, "the entry that it creates");
			return OutgoingResponse.located(Status.CREATED, this.declaration.base() + created.path());
		}
		if (this.operation.result() == Result.PAGE) {
			return page(require(returned, List.class, "a list of entries"));
		}
		if (this.operation.result() == Result.ENTRY && returned != null) {
			require(returned, DescribedEntry.class, "an entry or null");
		}
		if (returned instanceof DescribedEntry found) {
			return DescribedResources.json(found.representation());
		}
		if (returned instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof DescribedEntry) {
			return page(list);
		}
		return (returned != null) ? DescribedResources.json(ServiceJson.node(returned)) : OutgoingResponse.done();
	}

	private OutgoingResponse page(List<?> entries) {
		List<ObjectNode> found = entries.stream()
			.map((one) -> require(one, DescribedEntry.class, "entries").representation())
			.toList();
		return DescribedResources.page(this.request, this.declaration.base() + this.request.path().encoded(), found,
				null);
	}

	private static <T> T require(@Nullable Object returned, Class<T> type, String expected) {
		if (!type.isInstance(returned)) {
			throw new IllegalStateException("it must return " + expected + " but returned " + returned);
		}
		return type.cast(returned);
	}

	/**
	 * The answer of an operation.
	 *
	 * @param data the entries after it
	 * @param response the response
	 */
	record Answer(DescribedData data, OutgoingResponse response) {
	}

}
