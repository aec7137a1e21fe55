package dev.hyperclient;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.ForeignOriginException;
import dev.hyperclient.error.HTTPErrors;
import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.RedirectException;
import dev.hyperclient.error.ResponseTooLargeException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.error.TransportException;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.exchange.ExchangeClient;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.core.io.buffer.PooledDataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for responses that cannot be read: they are not kept by the cache, and their
 * buffers are released.
 */
class UnusableResponseTests {

	private static final URI SOMEWHERE = URI.create("http://localhost/");

	@RegisterExtension
	private final StubService service = new StubService();

	private final ServiceRoot root = this.service.root();

	private final ExchangeClient client = ((DefaultServiceRoot) this.root).context().exchange();

	private final NettyDataBufferFactory factory = new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT);

	private final List<PooledDataBuffer> buffers = new CopyOnWriteArrayList<>();

	@BeforeEach
	void serve() {
		this.service.serveRedirect("recipes/featured", 302, this.service.url("recipes/4"));
		this.service.serve("recipes/4", StubService.fresh(this.service.recipe(4, "Stir")));
	}

	static Stream<HyperClientException> unusable() {
		return Stream.of(new ServiceDescriptionException(SOMEWHERE, "unusable", null, null, null),
				new UnexpectedResponseException(SOMEWHERE, "unusable"),
				new ForeignOriginException(SOMEWHERE, "unusable", null),
				new RedirectException(SOMEWHERE, "unusable", null), error(404),
				new ResponseTooLargeException(SOMEWHERE, "unusable", null, null));
	}

	static Stream<HyperClientException> otherFailures() {
		return Stream.of(new TransportException(SOMEWHERE, "no response", null),
				new CallTimeoutException(SOMEWHERE, "late", null), error(400), error(403), error(500), error(503));
	}

	private static HyperClientException error(int status) {
		return HTTPErrors.of(HttpMethod.GET, ServiceResponse.of(SOMEWHERE, status, HttpHeaders.EMPTY, new byte[0]));
	}

	@ParameterizedTest
	@MethodSource("unusable")
	void unusableResponseIsNotKept(HyperClientException error) {
		assertThatExceptionOfType(error.getClass()).isThrownBy(() -> read("recipes/4", failing(error)));
		assertThatExceptionOfType(error.getClass()).isThrownBy(() -> read("recipes/featured", failing(error)));
		assertThat(this.service.requestsFor("recipes/4")).hasSize(2);
		assertThat(read("recipes/4", ServiceResponse::status)).isEqualTo(200);
		assertThat(this.service.requestsFor("recipes/4")).hasSize(3)
			.noneMatch((request) -> request.containsHeader("Cache-Control"));
	}

	@ParameterizedTest
	@MethodSource("unusable")
	void unusableStoredResponseIsRequestedAgain(HyperClientException error) {
		read("recipes/4", ServiceResponse::status);
		Function<ServiceResponse, String> reader = (response) -> {
			if (response.reused()) {
				throw error;
			}
			return "read";
		};
		assertThat(read("recipes/4", reader)).isEqualTo("read");
		assertThat(this.service.requestsFor("recipes/4")).hasSize(2);
	}

	@ParameterizedTest
	@MethodSource("otherFailures")
	void responseIsKeptAfterOtherFailures(HyperClientException error) {
		for (int i = 0; i < 3; i++) {
			assertThatExceptionOfType(error.getClass()).isThrownBy(() -> read("recipes/4", failing(error)));
		}
		assertThat(this.service.requestsFor("recipes/4")).hasSize(1);
	}

	@Test
	void partOfAnEntryIsUnusable() {
		this.service.serve("recipes/4", StubService.json(this.service.recipe(4, "Stir")).withStatus(206));
		assertThatExceptionOfType(UnexpectedResponseException.class)
			.isThrownBy(() -> this.root.collection("recipes").get(4))
			.withMessageContaining("(206)");
	}

	private <T> T read(String path, Function<ServiceResponse, T> reader) {
		return this.client.read(ServiceRequest.get(URI.create(this.service.url(path)), new HttpHeaders()), reader);
	}

	private static Function<ServiceResponse, String> failing(HyperClientException error) {
		return (response) -> {
			throw error;
		};
	}

	@Test
	void tooLongContentIsReleased() {
		Flux<DataBuffer> content = Flux.range(0, 4).map((i) -> part());
		ServiceRoot root = this.service.open(answering(content).maxResponseSize(DataSize.ofKilobytes(64)));
		assertThatExceptionOfType(ResponseTooLargeException.class).isThrownBy(() -> get(root));
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
