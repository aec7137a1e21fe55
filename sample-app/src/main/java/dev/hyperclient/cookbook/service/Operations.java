package dev.hyperclient.cookbook.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The named operations of one resource.
 *
 * @param offered the operations
 * @param subject what they are invoked on
 * @param <S> what they are invoked on
 */
record Operations<S>(List<OperationDescription<S>> offered, S subject) {

	private static final String OPERATION = "ws.op";

	/**
	 * Whether a request means an operation: a POST always does where there are operations
	 * to post.
	 * @param request the request
	 * @return whether it does
	 */
	boolean isMeantBy(Request request) {
		return switch (request.method()) {
			case "GET" -> request.query().text(OPERATION) != null;
			case "POST" -> takesPost();
			default -> false;
		};
	}

	String[] withMethods(String... methods) {
		List<String> all = new ArrayList<>(List.of(methods));
		if (takesPost()) {
			all.add("POST");
		}
		return all.toArray(String[]::new);
	}

	Outcome invoke(Request request, Library library) {
		FormFields fields = request.method().equals("POST") ? FormBody.read(request).or(request.query())
				: request.query();
		String name = fields.text(OPERATION);
		if (name == null || name.isEmpty()) {
			throw RequestRefusedException.badRequest("No operation name given.");
		}
		OperationDescription<S> operation = this.offered.stream()
			.filter((candidate) -> candidate.name().equals(name)
					&& candidate.method().httpMethod().equals(request.method()))
			.findFirst()
			.orElseThrow(() -> RequestRefusedException.badRequest("No such operation: " + name));
		Arguments arguments = arguments(operation, fields, request, library);
		return outcome(operation.handler().invoke(library, this.subject, arguments), request, library);
	}

	private boolean takesPost() {
		return this.offered.stream().anyMatch((operation) -> operation.method() != OperationMethod.GET);
	}

	private Arguments arguments(OperationDescription<S> operation, FormFields fields, Request request,
			Library library) {
		ValueDecoder decoder = new ValueDecoder(library, request.links());
		Map<String, Object> values = new LinkedHashMap<>();
		List<String> problems = new ArrayList<>();
		for (ValueDescription argument : operation.arguments()) {
			try {
				Object value = value(argument, fields, decoder);
				if (value != null) {
					values.put(argument.name(), value);
				}
				else if (argument.required()) {
					problems.add(argument.name() + ": Required input is missing.");
				}
			}
			catch (InvalidValueException ex) {
				problems.add(argument.name() + ": " + ex.getMessage());
			}
		}
		if (!problems.isEmpty()) {
			throw RequestRefusedException.badRequest(problems);
		}
		return new Arguments(values, request.caller());
	}

	private static @Nullable Object value(ValueDescription argument, FormFields fields, ValueDecoder decoder) {
		byte[] sent = fields.bytes(argument.name());
		if (sent == null || argument.kind() == ValueKind.FILE) {
			return sent;
		}
		// Arguments are JSON, but what people type by hand is taken literally.
		JsonNode json = (sent.length != 0) ? Json.parse(sent).orElse(null) : null;
		if (json == null) {
			json = Json.node(Percent.utf8(sent));
		}
		return json.isNull() ? null : decoder.decode(argument, json);
	}

	private Outcome outcome(OperationResult result, Request request, Library library) {
		if (result instanceof OperationResult.Found<?> found) {
			return new Outcome(library, json(page(found, request, library)));
		}
		if (result instanceof OperationResult.Single<?> single) {
			return new Outcome(library, json(entry(single, request, library)));
		}
		if (result instanceof OperationResult.Created created) {
			return new Outcome(created.library(),
					Response.elsewhere(Status.CREATED, request.links().to(created.path())));
		}
		if (result instanceof OperationResult.Moved moved) {
			return new Outcome(moved.library(), Response.moved(request.links().to(moved.path())));
		}
		return new Outcome(((OperationResult.Done) result).library(), Response.nothing());
	}

	private static <E> JsonNode page(OperationResult.Found<E> found, Request request, Library library) {
		Pages pages = new Pages(new Representations(library, request.links()), request);
		return pages.page(found.type(), found.entries(), null);
	}

	private static <E> JsonNode entry(OperationResult.Single<E> single, Request request, Library library) {
		E entry = single.entry();
		return (entry != null) ? new Representations(library, request.links()).entry(single.type(), entry)
				: Json.nothing();
	}

	private static Response json(JsonNode body) {
		return Response.of(Status.OK, Response.JSON, Json.bytes(body));
	}

}
