package dev.hyperclient.test;

import java.net.URI;
import java.util.Locale;

import reactor.core.publisher.Mono;

import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;

/**
 * Refuses requests to other machines, so that a test does not depend on the network.
 *
 * @param service the name of the service
 */
record LocalRequestsFilter(String service) implements ExchangeFilterFunction {

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		if (isLocal(request.url())) {
			return next.exchange(request);
		}
		boolean isDefault = this.service.equals(FakeServiceFields.DEFAULT_SERVICE);
		return Mono.error(new IllegalStateException(
				"A test with @HyperClientTest or @AutoConfigureFakeService sends no requests to %s. Declare a static field of the type FakeService in the test class%s, or a bean."
					.formatted(request.url().getHost(),
							isDefault ? "" : " with @Qualifier(\"%s\")".formatted(this.service))));
	}

	/** Compares texts, since the name of another machine must not be looked up. */
	private static boolean isLocal(URI url) {
		String host = (url.getHost() != null) ? url.getHost().toLowerCase(Locale.ROOT) : "";
		return host.equals("localhost") || host.endsWith(".localhost") || host.equals("[::1]")
				|| host.matches("127(\\.\\d{1,3}){3}");
	}

}
