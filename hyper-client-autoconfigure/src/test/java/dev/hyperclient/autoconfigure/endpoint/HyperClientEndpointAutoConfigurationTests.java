package dev.hyperclient.autoconfigure.endpoint;

import java.util.List;
import java.util.Map;

import com.github.tomakehurst.wiremock.client.WireMock;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.HyperClientContextRunner;
import dev.hyperclient.autoconfigure.StubService;
import dev.hyperclient.autoconfigure.endpoint.HttpCacheEndpoint.StoredDescriptor;
import dev.hyperclient.autoconfigure.endpoint.HyperClientEndpoint.ServiceDescriptor;
import dev.hyperclient.autoconfigure.endpoint.HyperClientEndpoint.State;
import dev.hyperclient.autoconfigure.endpoint.HyperClientEndpoint.TypesDescriptor;
import dev.hyperclient.autoconfigure.endpoint.HyperClientEndpoint.TypesDescriptor.TypeSummary;
import dev.hyperclient.autoconfigure.endpoint.TypeDescriptor.AttributeDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
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
	void endpointReportsAllServicesWithoutRequests() {
		this.runner
			.withPropertyValues(EXPOSED, "hyper-client.startup=lazy",
					"hyper-client.services.cookbook.base-url=" + this.service.url(),
					"hyper-client.services.cookbook.startup=lazy")
			.run((context) -> {
				assertThat(context.getBean(HyperClientEndpoint.class).services().services())
					.containsOnlyKeys("default", "cookbook")
					.allSatisfy((name, shown) -> {
						assertThat(shown.state()).isEqualTo(State.NOT_FETCHED);
						assertThat(shown.cache().entries()).isZero();
					});
				assertThat(this.service.requestCount()).isZero();
			});
	}

	@Test
	void endpointWithoutServiceIsEmpty() {
		HyperClientContextRunner.create(HyperClientEndpointAutoConfiguration.class, EndpointAutoConfiguration.class)
			.withPropertyValues(EXPOSED)
			.run((context) -> assertThat(context.getBean(HyperClientEndpoint.class).services().services()).isEmpty());
	}

	@Test
	void rootThatIsNotFetchedIsNotFetchedForTypes() {
		this.runner.withPropertyValues(EXPOSED, "hyper-client.startup=lazy").run((context) -> {
			HyperClientEndpoint endpoint = context.getBean(HyperClientEndpoint.class);
			TypesDescriptor none = new TypesDescriptor(State.NOT_FETCHED, List.of());
			assertThat(endpoint.view("default", "types")).isEqualTo(none);
			assertThat(endpoint.type("default", "types", "service-root")).isEqualTo(none);
			assertThat(this.service.requestCount()).isZero();
		});
	}

	@Test
	void beanThatIsNotCreatedIsNotCreated() {
		this.runner.withPropertyValues(EXPOSED)
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> {
				HyperClientEndpoint endpoint = context.getBean(HyperClientEndpoint.class);
				assertThat(endpoint.services().services())
					.containsOnly(Map.entry("default", new ServiceDescriptor(State.NOT_CREATED, null, null)));
				assertThat(endpoint.view("default", "types"))
					.isEqualTo(new TypesDescriptor(State.NOT_CREATED, List.of()));
				assertThat(endpoint.view("default", "stored")).isEqualTo(new StoredDescriptor(List.of()));
				assertThat(endpoint.remove("default", null).removed()).isZero();
				assertThat(this.service.requestCount()).isZero();
			});
	}

	@Test
	void storedResponsesAreListedWithoutTheirQueries() {
		this.service.server()
			.stubFor(WireMock.get(WireMock.urlPathEqualTo("/1.0/thing"))
				.willReturn(WireMock
					.okJson("{\"resource_type_link\": \"%s/1.0/#service-root\"}".formatted(this.service.url()))
					.withHeader("ETag", "\"1\"")));
		this.runner.withPropertyValues(EXPOSED).run((context) -> {
			context.getBean(ServiceRoot.class).load("thing?signature=s3cret");
			assertThat(context.getBean(HyperClientEndpoint.class).view("default", "stored")).isInstanceOfSatisfying(
					StoredDescriptor.class,
					(listed) -> assertThat(listed.stored()).extracting(EntryDescriptor::url)
						.contains(this.service.url() + "/1.0/thing?...")
						.noneMatch((url) -> url.contains("s3cret")));
		});
	}

	@Test
	void typesAreDescribedWithoutRequests() {
		this.runner.withPropertyValues(EXPOSED).run((context) -> {
			HyperClientEndpoint endpoint = context.getBean(HyperClientEndpoint.class);
			int before = this.service.requestCount();
			assertThat(endpoint.view("default", "types")).isEqualTo(
					new TypesDescriptor(State.FETCHED, List.of(new TypeSummary("service-root", false, 2, 0, 0))));
			assertThat(endpoint.type("default", "types", "service-root")).isInstanceOfSatisfying(TypeDescriptor.class,
					(type) -> assertThat(type.attributes())
						.contains(new AttributeDescriptor("motto", "any", false, false, List.of(), null)));
			assertThat(endpoint.type("default", "types", "nonsense")).isNull();
			assertThat(endpoint.type("default", "nonsense", "service-root")).isNull();
			assertThat(endpoint.view("default", "nonsense")).isNull();
			assertThat(endpoint.view("nonsense", "types")).isNull();
			assertThat(this.service.requestCount()).isEqualTo(before);
		});
	}

	@Test
	void accessIsReadOnlyByDefault() {
		assertThat(HyperClientEndpoint.class.getAnnotation(Endpoint.class).defaultAccess()).isEqualTo(Access.READ_ONLY);
	}

}
