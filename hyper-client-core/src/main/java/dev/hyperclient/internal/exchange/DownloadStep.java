package dev.hyperclient.internal.exchange;

import java.time.Duration;
import java.util.OptionalLong;

import dev.hyperclient.cache.api.ResponseContent;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.ResponseEntity;

/**
 * Sends requests with WebClient and streams the content of 2xx responses. The content of
 * any other response is collected.
 *
 * @param webClient sends requests
 * @param readTimeout the maximum wait for the next bytes, {@code null} for the limit of
 * the HTTP client
 */
record DownloadStep(WebClientStep webClient, @Nullable Duration readTimeout) implements Step {

	@Override
	public ServiceResponse exchange(ServiceRequest request, CallState call) {
		ResponseEntity<Flux<DataBuffer>> response = this.webClient.send(request, call, (spec) -> spec,
				(received) -> received);
		if (!response.getStatusCode().is2xxSuccessful()) {
			return this.webClient.await(request, this.webClient.read(request, response));
		}
		Flux<DataBuffer> content = WebClientStep.content(response);
		OptionalLong length = ResponseContent.contentLength(response.getHeaders());
		return ServiceResponse.to(request, response.getStatusCode().value(), response.getHeaders(),
				ResponseContent.of(WebClientInputStream.of(request, length, content, this.readTimeout), length));
	}

}
