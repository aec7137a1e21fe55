package dev.hyperclient;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.TransportException;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.core.io.buffer.PooledDataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that buffers of responses are released.
 */
class ResponseBufferTests {

	@RegisterExtension
	private final StubService service = new StubService();

	private final NettyDataBufferFactory factory = new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT);

	private final List<PooledDataBuffer> buffers = new CopyOnWriteArrayList<>();

	@Test
	void tooLongContentIsReleased() {
		Flux<DataBuffer> content = Flux.range(0, 4).map((i) -> part());
		try (ServiceRoot root = answering(content).maxResponseSize(DataSize.ofKilobytes(64)).build()) {
			assertThatExceptionOfType(ResponseTooLargeException.class).isThrownBy(() -> get(root));
		}
		assertThat(this.buffers).isNotEmpty().noneMatch(PooledDataBuffer::isAllocated);
	}

	@Test
	void failureOfAFilterIsATransportException() {
		WebClient webClient = WebClient.builder()
			.filter((request, next) -> request.url().getPath().endsWith("/recipes/4")
					? Mono.error(new IOException("refused by a filter")) : next.exchange(request))
			.build();
		ServiceRoot root = this.service.open(this.service.client().webClient(() -> webClient));
		assertThatExceptionOfType(TransportException.class).isThrownBy(() -> get(root))
			.withMessageContaining("/recipes/4")
			.withMessageContaining("refused by a filter");
	}

	private static void get(ServiceRoot root) {
		root.collection("recipes").get(4).getString("instructions");
	}

	private DataBuffer part() {
		DataBuffer buffer = this.factory.allocateBuffer(32 * 1024).write(new byte[32 * 1024]);
		this.buffers.add((PooledDataBuffer) buffer);
		return buffer;
	}

	/** Answer a request for the recipe 4 with content. */
	private ServiceRootBuilder answering(Flux<DataBuffer> content) {
		WebClient webClient = WebClient.builder()
			.filter((request, next) -> request.url().getPath().endsWith("/recipes/4")
					? Mono.just(ClientResponse.create(HttpStatus.OK)
						.header(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE)
						.body(content)
						.build())
					: next.exchange(request))
			.build();
		return this.service.client().webClient(() -> webClient);
	}

}
