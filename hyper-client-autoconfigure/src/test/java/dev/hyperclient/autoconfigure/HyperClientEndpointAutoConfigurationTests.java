package dev.hyperclient.autoconfigure;

import java.util.Map;

import dev.hyperclient.autoconfigure.endpoint.HyperClientEndpointAutoConfiguration;
import dev.hyperclient.endpoint.HyperClientEndpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoint in an application.
 */
class HyperClientEndpointAutoConfigurationTests {

	private static final String EXPOSED = "management.endpoints.web.exposure.include=hyperclient";

	private final StubService service = new StubService();

	private final ApplicationContextRunner runner = HyperClientContextRunner.create(this.service,
			HyperClientEndpointAutoConfiguration.class, EndpointAutoConfiguration.class);

	@AfterEach
	void stop() {
		this.service.close();
	}

	@Test
	void endpointIsCreatedIfExposed() {
		this.runner.run((context) -> assertThat(context).doesNotHaveBean(HyperClientEndpoint.class));
		this.runner.withPropertyValues(EXPOSED)
			.run((context) -> assertThat(context).hasSingleBean(HyperClientEndpoint.class));
		this.runner.withPropertyValues(EXPOSED, "management.endpoint.hyperclient.access=NONE")
			.run((context) -> assertThat(context).doesNotHaveBean(HyperClientEndpoint.class));
	}

	@Test
	void endpointBeanOfApplicationIsKept() {
		HyperClientEndpoint own = new HyperClientEndpoint(Map::of);
		this.runner.withPropertyValues(EXPOSED)
			.withBean(HyperClientEndpoint.class, () -> own)
			.run((context) -> assertThat(context.getBean(HyperClientEndpoint.class)).isSameAs(own));
	}

	@Test
	void endpointReportsAllServicesWithoutRequests() {
		this.runner
			.withPropertyValues(EXPOSED, "hyper-client.startup=lazy",
					"hyper-client.services.cookbook.base-url=" + this.service.url(),
					"hyper-client.services.cookbook.startup=lazy")
			.run((context) -> {
				assertThat(context.getBean(HyperClientEndpoint.class).services().services())
					.containsOnlyKeys("default", "cookbook")
					.allSatisfy((name, shown) -> assertThat(shown.cache().entries()).isZero());
				assertThat(this.service.requestCount()).isZero();
			});
	}

}
