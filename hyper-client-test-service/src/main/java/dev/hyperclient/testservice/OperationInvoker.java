package dev.hyperclient.testservice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.hyperclient.testservice.FakeType.Reference;
import dev.hyperclient.testservice.OperationDefinition.Result;
import dev.hyperclient.testservice.OutgoingResponse.Outcome;
import dev.hyperclient.testservice.OutgoingResponse.Status;
import dev.hyperclient.testservice.ValueDefinition.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Invokes the named operations of a resource.
 *
 * @param operations the operations
 * @param entry the entry that has them, or {@code null} for the operations of a
 * collection
 */
record OperationInvoker(List<OperationDefinition> operations, @Nullable FakeEntry entry) {

	static final String OPERATION = "ws.op";

	boolean accepts(IncomingRequest request) {
		return request.method().equals("GET") ? request.query().text(OPERATION) != null
				: request.method().equals("POST") && hasPost();
	}

	RequestRefusedException methodNotAllowed(String others) {
		return RequestRefusedException.methodNotAllowed(hasPost() ? others + " POST" : others);
	}

	Outcome handle(IncomingRequest request, FakeData data) {
		FormFields fields = request.method().equals("POST") ? FormFields.ofBody(request).or(request.query())
				: request.query();
		String name = fields.text(OPERATION);
		if (name == null || name.isEmpty()) {
			throw RequestRefusedException.badRequest("No operation name given.");
		}
		OperationDefinition operation = this.operations.stream()
			.filter((candidate) -> candidate.name().equals(name) && candidate.method().equals(request.method()))
			.findFirst()
			.orElseThrow(() -> RequestRefusedException.badRequest("No such operation: " + name));
		Function<OperationCall, ? extends @Nullable Object> behavior = operation.behavior();
		if (behavior == null) {
			return new Outcome(data, recorded(operation, request, data));
		}
		OperationCall call = new OperationCall(operation, data, this.entry,
				arguments(operation, fields, request, data));
		try {
			OutgoingResponse response = response(operation, call, behavior.apply(call), request);
			return new Outcome(call.data(), response);
		}
		catch (RequestRefusedException ex) {
			throw ex;
		}
		catch (RuntimeException | Error ex) {
			// The test sees the text, which the client has in its exception.
			boolean mistake = ex instanceof IllegalStateException || ex instanceof IllegalArgumentException;
			throw RequestRefusedException.with(Status.SERVER_ERROR, "The behavior of " + operation.subject()
					+ " failed: " + (mistake ? ex.getMessage() : RequestDispatcher.text(ex)));
		}
	}

	private static OutgoingResponse recorded(OperationDefinition operation, IncomingRequest request, FakeData data) {
		Recording recording = operation.isPost() ? null : data.definition().recording();
		String answer = (recording != null) ? ", or its answer: representation(\"" + request.target() + "\", ...)" : "";
		return Optional.ofNullable(recording)
			.flatMap((known) -> known.representation(request, data))
			.map(ServiceResources::json)
			.orElseThrow(() -> RequestRefusedException.with(Status.NOT_IMPLEMENTED, "%s has no behavior. %s%s"
				.formatted(Advice.capitalized(operation.subject()), operation.remedy(), answer)));
	}

	private boolean hasPost() {
		return this.operations.stream().anyMatch(OperationDefinition::isPost);
	}

	private static ArgumentValues arguments(OperationDefinition operation, FormFields fields, IncomingRequest request,
			FakeData data) {
		Representations representations = new Representations(data, request.uris());
		String key = (operation.result() == Result.CREATED)
				? data.definition().find(operation.resultType()).map(FakeType::key).orElse("") : "";
		Map<String, Object> values = new LinkedHashMap<>();
		List<String> problems = new ArrayList<>();
		for (ValueDefinition parameter : operation.parameters()) {
			try {
				Object value = value(parameter.name().equals(key) ? parameter.asKey() : parameter, fields, request,
						representations);
				if (value != null) {
					values.put(parameter.name(), value);
				}
				else if (parameter.required()) {
					problems.add(parameter.name() + ": Required input is missing.");
				}
			}
			catch (ValueDecoder.InvalidValueException ex) {
				problems.add(parameter.name() + ": " + ex.getMessage());
			}
		}
		RequestRefusedException.require(problems.isEmpty(), "%s", String.join("\n", problems));
		return new ArgumentValues(values,
				operation.parameters().stream().map(ValueDefinition::name).collect(Collectors.toSet()),
				request.caller());
	}

	private static @Nullable Object value(ValueDefinition parameter, FormFields fields, IncomingRequest request,
			Representations representations) {
		byte[] sent = fields.bytes(parameter.name());
		if (sent == null || parameter.kind() == Kind.FILE) {
			return sent;
		}
		// Arguments are JSON, but for options of other services. Anything else is taken
		// as text, as users type it.
		String text = request.canonical(FormFields.utf8(sent));
		boolean raw = parameter.kind() == Kind.ANY && !parameter.options().isEmpty();
		JsonNode json = Optional.of(text)
			.filter((one) -> !raw)
			.flatMap(ServiceJson::parse)
			.orElseGet(() -> ServiceJson.node(text));
		Object value = json.isNull() ? null : representations.decode(parameter, json);
		return (value instanceof Reference reference)
				? representations.data().find(reference).<Object>map((found) -> found).orElse(reference.path()) : value;
	}

	private static OutgoingResponse response(OperationDefinition operation, OperationCall call,
			@Nullable Object returned, IncomingRequest request) {
		ServiceUris uris = request.uris();
		if (operation.result() == Result.CREATED) {
			FakeEntry created = require(returned, FakeEntry.class, "the entry that it creates");
			return OutgoingResponse.located(Status.CREATED, uris.to(created.resourcePath()));
		}
		if (operation.result() == Result.PAGE) {
			require(returned, List.class, "a list of entries");
		}
		else if (operation.result() == Result.ENTRY && returned != null) {
			require(returned, FakeEntry.class, "an entry or null");
		}
		if (returned == null) {
			return call.renamed()
				.map(FakeEntry::resourcePath)
				.map(uris::to)
				.map(OutgoingResponse::moved)
				.orElseGet(OutgoingResponse::done);
		}
		Representations representations = new Representations(call.data(), uris);
		JsonNode body;
		if (returned instanceof FakeEntry found) {
			body = representations.entry(found);
		}
		else if (returned instanceof List<?> list
				&& (operation.result() == Result.PAGE || (!list.isEmpty() && list.get(0) instanceof FakeEntry))) {
			List<FakeEntry> found = list.stream().map((one) -> require(one, FakeEntry.class, "entries")).toList();
			// The links of a page are read with GET, which does not invoke this
			// operation.
			int size = operation.isPost() ? Math.max(1, found.size()) : call.data().definition().pageSize();
			body = new PageWriter(representations, request, size).page(found, null);
		}
		else {
			body = ServiceJson.node(returned);
		}
		return OutgoingResponse.of(Status.OK, OutgoingResponse.JSON, ServiceJson.bytes(body));
	}

	private static <T> T require(@Nullable Object returned, Class<T> type, String expected) {
		if (!type.isInstance(returned)) {
			throw new IllegalStateException("it must return " + expected + " but returned " + returned);
		}
		return type.cast(returned);
	}

}
