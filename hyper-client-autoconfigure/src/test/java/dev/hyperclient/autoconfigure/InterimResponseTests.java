package dev.hyperclient.autoconfigure;

import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A service that sends 103 (Early Hints) before each of its responses, with the clients
 * as the starter builds them.
 */
class InterimResponseTests {

	private static final FakeService service = FakeService.builder("things").type("thing", "things", (thing) -> {
		thing.integer("id");
		IntStream.rangeClosed(1, 5).forEach((id) -> thing.entry(Map.of("id", id)));
	}).start();

	@BeforeEach
	void sendEarlyHints() {
		service.reset();
		IntStream.range(0, 7).forEach((request) -> service.faults().interimNext());
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	static Stream<ClientHttpConnectorBuilder<?>> connectors() {
		return Stream.of(ClientHttpConnectorBuilder.reactor(), ClientHttpConnectorBuilder.jdk());
	}

	@ParameterizedTest
	@MethodSource("connectors")
	void interimResponsesAreSkipped(ClientHttpConnectorBuilder<?> connector) {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(WebClientAutoConfiguration.class,
					HyperClientServicesAutoConfiguration.class, HyperClientAutoConfiguration.class))
			.withBean(ClientHttpConnectorBuilder.class, () -> connector)
			.withPropertyValues("hyper-client.base-url=" + service.baseUrl())
			.run((context) -> {
				assertThat(context).hasNotFailed();
				ServiceRoot root = context.getBean(ServiceRoot.class);
				for (int i = 1; i <= 5; i++) {
					assertThat(((Entry) root.load("things/" + i)).getLong("id")).isEqualTo(i);
				}
				assertThat(service.requests()).hasSize(7);
			});
	}

}
