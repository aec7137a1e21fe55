package dev.hyperclient.autoconfigure.endpoint;

import java.util.Collection;
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
 * Refuses requests with a parameter that does not exist, which the actuator ignores: what
 * remains may select more than was meant. So are several values of one parameter, which
 * it joins. Thread-safe.
 */
final class UnknownParameterAdvisor implements OperationInvokerAdvisor {

	private static final Set<EndpointId> ENDPOINTS = Set.of(EndpointId.of("httpcache"), EndpointId.of("hyperclient"));

	@Override
	public OperationInvoker apply(EndpointId endpoint, OperationType operation, OperationParameters parameters,
			OperationInvoker invoker) {
		if (operation == OperationType.WRITE || !ENDPOINTS.contains(endpoint)) {
			return invoker;
		}
		List<String> known = parameters.stream().map(OperationParameter::getName).toList();
		return (context) -> known.containsAll(context.getArguments().keySet())
				&& context.getArguments().values().stream().noneMatch(Collection.class::isInstance)
						? invoker.invoke(context) : EndpointProblem.respond(() -> {
							throw new InvalidEndpointRequestException("Unknown parameter",
									"Expected no other parameters than " + known + ", each at most once");
						});
	}

}
