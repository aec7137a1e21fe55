package dev.hyperclient.testservice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.hyperclient.testservice.OperationDefinition.Method;
import dev.hyperclient.testservice.OutgoingResponse.Status;
import dev.hyperclient.testservice.ResourceHandler.Outcome;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Invokes the named operations of one resource.
 *
 * @param definition the declaration of the service
 * @param operations the operations
 * @param subject the entry, or the data for a collection
 * @param <D> the data of the service
 * @param <S> the subject
 */
record OperationInvoker<D, S>(ServiceDefinition<D> definition, List<OperationDefinition<D, S>> operations, S subject) {

	private static final String OPERATION = "ws.op";

	/**
	 * Return whether a request invokes an operation. Every POST does if the resource has
	 * operations for POST.
	 * @param request the request
	 * @return whether it does
	 */
	boolean accepts(IncomingRequest request) {
		return switch (request.method()) {
			case "GET" -> request.query().text(OPERATION) != null;
			case "POST" -> hasPost();
			default -> false;
		};
	}

	String[] allowedMethods(String... methods) {
		List<String> all = new ArrayList<>(List.of(methods));
		if (hasPost()) {
			all.add("POST");
		}
		return all.toArray(String[]::new);
	}

	Outcome<D> invoke(IncomingRequest request, D data) {
		FormFields fields = request.method().equals("POST") ? FormFields.ofBody(request).or(request.query())
				: request.query();
		String name = fields.text(OPERATION);
		if (name == null || name.isEmpty()) {
			throw RequestRefusedException.badRequest("No operation name given.");
		}
		OperationDefinition<D, S> operation = this.operations.stream()
			.filter((candidate) -> candidate.name().equals(name)
					&& candidate.method().httpMethod().equals(request.method()))
			.findFirst()
			.orElseThrow(() -> RequestRefusedException.badRequest("No such operation: " + name));
		ArgumentValues arguments = arguments(operation, fields, request, data);
		return outcome(operation.handler().invoke(data, this.subject, arguments), request, data);
	}

	private boolean hasPost() {
		return this.operations.stream().anyMatch((operation) -> operation.method() != Method.GET);
	}

	private ArgumentValues arguments(OperationDefinition<D, S> operation, FormFields fields, IncomingRequest request,
			D data) {
		ValueDecoder<D> decoder = new ValueDecoder<>(this.definition, data, request.uris());
		Map<String, Object> values = new LinkedHashMap<>();
		List<String> problems = new ArrayList<>();
		for (ValueDefinition<?> parameter : operation.parameters()) {
			try {
				Object value = value(parameter, fields, decoder);
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
		if (!problems.isEmpty()) {
			throw RequestRefusedException.badRequest(problems);
		}
		return new ArgumentValues(values, request.caller());
	}

	private @Nullable Object value(ValueDefinition<?> parameter, FormFields fields, ValueDecoder<D> decoder) {
		byte[] sent = fields.bytes(parameter.name());
		if (sent == null || parameter.kind() == ValueDefinition.Kind.FILE) {
			return sent;
		}
		// Arguments are JSON. Anything else is taken as text, as users type it.
		JsonNode json = (sent.length != 0) ? ServiceJson.parse(sent).orElse(null) : null;
		if (json == null) {
			json = ServiceJson.node(PercentDecoder.utf8(sent));
		}
		return json.isNull() ? null : decoder.decode(parameter, json);
	}

	private Outcome<D> outcome(OperationOutcome<D> outcome, IncomingRequest request, D data) {
		if (outcome instanceof OperationOutcome.Found<D, ?> found) {
			return new Outcome<>(data, json(page(found, request, data)));
		}
		if (outcome instanceof OperationOutcome.Single<D, ?> single) {
			return new Outcome<>(data, json(entry(single, request, data)));
		}
		if (outcome instanceof OperationOutcome.Value<D> value) {
			return new Outcome<>(data, json(ServiceJson.node(value.value())));
		}
		if (outcome instanceof OperationOutcome.Changed<D> changed) {
			return outcome(changed.result(), request, changed.data());
		}
		if (outcome instanceof OperationOutcome.Created<D, ?> created) {
			return new Outcome<>(created.data(),
					OutgoingResponse.located(Status.CREATED, request.uris().to(path(created))));
		}
		if (outcome instanceof OperationOutcome.Moved<D, ?> moved) {
			return new Outcome<>(moved.data(), OutgoingResponse.moved(request.uris().to(path(moved))));
		}
		return new Outcome<>(((OperationOutcome.Done<D>) outcome).data(), OutgoingResponse.done());
	}

	private static <D, E> ResourcePath path(OperationOutcome.Created<D, E> created) {
		return created.type().pathOf(created.entry());
	}

	private static <D, E> ResourcePath path(OperationOutcome.Moved<D, E> moved) {
		return moved.type().pathOf(moved.entry());
	}

	private <E> JsonNode page(OperationOutcome.Found<D, E> found, IncomingRequest request, D data) {
		PageWriter<D> writer = new PageWriter<>(new Representations<>(this.definition, data, request.uris()), request);
		return writer.page(found.type(), found.entries(), null);
	}

	private <E> JsonNode entry(OperationOutcome.Single<D, E> single, IncomingRequest request, D data) {
		E entry = single.entry();
		return (entry != null)
				? new Representations<>(this.definition, data, request.uris()).entry(single.type(), entry)
				: ServiceJson.nullNode();
	}

	private static OutgoingResponse json(JsonNode body) {
		return OutgoingResponse.of(Status.OK, OutgoingResponse.JSON, ServiceJson.bytes(body));
	}

}
