package dev.hyperclient.internal.exchange;

import java.time.Duration;

import dev.hyperclient.http.Exchange;
import dev.hyperclient.http.PendingContent;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;

/**
 * The wire, but for the content of a success, which stays there until it is read. All
 * other content is short, and collected as usual. There is one for each call.
 */
final class DownloadExchange implements Exchange {

	private static final byte[] NO_BODY = new byte[0];

	private final WebClientExchange wire;

	private final PendingContent content;

	private final @Nullable Duration longestWait;

	/**
	 * The wire for a call.
	 * @param wire sends requests
	 * @param content gets the content
	 * @param longestWait how long to wait for the next bytes, {@code null} for as long as
	 * the wire itself waits
	 */
	DownloadExchange(WebClientExchange wire, PendingContent content, @Nullable Duration longestWait) {
		this.wire = wire;
		this.content = content;
		this.longestWait = longestWait;
	}

	@Override
	public ServiceResponse exchange(ServiceRequest request) {
		// What an earlier attempt has left.
		this.content.close();
		ResponseEntity<Flux<DataBuffer>> answer = this.wire.await(request,
				this.wire.spec(request)
					.retrieve()
					.onStatus(HttpStatusCode::isError, (response) -> Mono.empty())
					.toEntityFlux(DataBuffer.class));
		@Nullable Flux<DataBuffer> body = answer.getBody();
		Flux<DataBuffer> arriving = (body != null) ? body : Flux.empty();
		if (!answer.getStatusCode().is2xxSuccessful()) {
			return this.wire.await(request,
					this.wire.read(request, answer.getStatusCode(), answer.getHeaders(), arriving));
		}
		this.content.put(WireInputStream.of(request, answer.getHeaders(), arriving, this.longestWait));
		return new ServiceResponse(request.uri(), answer.getStatusCode().value(), answer.getHeaders(), NO_BODY);
	}

}
