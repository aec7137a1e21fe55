package dev.hyperclient.autoconfigure.endpoint;

import java.util.List;
import java.util.Set;

import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Refuses removals with a parameter that does not exist, which the actuator ignores: what
 * remains may select more than was meant. Thread-safe.
 */
final class UnknownParameterAdvisor implements OperationInvokerAdvisor {

	private static final Set<EndpointId> ENDPOINTS = Set.of(EndpointId.of("httpcache"), EndpointId.of("hyperclient"));

	@Override
	public OperationInvoker apply(EndpointId endpoint, OperationType operation, OperationParameters parameters,
			OperationInvoker invoker) {
		if (operation != OperationType.DELETE || !ENDPOINTS.contains(endpoint)) {
			return invoker;
		}
		List<String> known = parameters.stream().map(OperationParameter::getName).toList();
		return (context) -> known.containsAll(context.getArguments().keySet()) ? invoker.invoke(context)
				: EndpointProblem.respond(() -> {
					throw new InvalidEndpointRequestException("Unknown parameter",
							"Expected no other parameters than " + known);
				});
	}

}
