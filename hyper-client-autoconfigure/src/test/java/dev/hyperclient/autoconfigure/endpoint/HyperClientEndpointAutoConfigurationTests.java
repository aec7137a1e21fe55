package dev.hyperclient.autoconfigure.endpoint;

import com.github.tomakehurst.wiremock.client.WireMock;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.HyperClientContextRunner;
import dev.hyperclient.autoconfigure.StubService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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

	@AutoClose
	private final StubService service = new StubService();

	private final ApplicationContextRunner runner = HyperClientContextRunner.create(this.service,
			HyperClientEndpointAutoConfiguration.class, EndpointAutoConfiguration.class);

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
				JsonNode services = json(context.getBean(HyperClientEndpoint.class).services()).path("services");
				assertThat(services.propertyNames()).containsExactlyInAnyOrder("default", "cookbook");
				assertThat(services.values()).allSatisfy((shown) -> {
					assertThat(shown.path("state").stringValue()).isEqualTo("NOT_FETCHED");
					assertThat(shown.at("/cache/entries").intValue()).isZero();
				});
				assertThat(this.service.requestCount()).isZero();
			});
	}

	@Test
	void rootThatIsNotFetchedIsNotFetchedForTypes() {
		this.runner.withPropertyValues(EXPOSED, "hyper-client.startup=lazy").run((context) -> {
			HyperClientEndpoint endpoint = context.getBean(HyperClientEndpoint.class);
			String none = "{\"state\":\"NOT_FETCHED\",\"types\":[]}";
			assertThat(json(endpoint.view("default", "types"))).hasToString(none);
			assertThat(json(endpoint.type("default", "types", "service-root"))).hasToString(none);
			assertThat(this.service.requestCount()).isZero();
		});
	}

	@Test
	void beanThatIsNotCreatedIsNotCreated() {
		this.runner.withPropertyValues(EXPOSED).withInitializer(HyperClientContextRunner.LAZY_BEANS).run((context) -> {
			HyperClientEndpoint endpoint = context.getBean(HyperClientEndpoint.class);
			assertThat(json(endpoint.services()))
				.hasToString("{\"services\":{\"default\":{\"state\":\"NOT_CREATED\",\"url\":null,\"cache\":null}}}");
			assertThat(json(endpoint.view("default", "types"))).hasToString("{\"state\":\"NOT_CREATED\",\"types\":[]}");
			assertThat(json(endpoint.view("default", "stored"))).hasToString("{\"stored\":[]}");
			assertThat(json(endpoint.remove("default", null, true))).hasToString("{\"removed\":0}");
			assertThat(this.service.requestCount()).isZero();
		});
	}

	@Test
	void storedResponsesAreListedWithoutTheirQueries() {
		this.service.server()
			.stubFor(WireMock.get(WireMock.urlPathEqualTo("/1.0/thing"))
				.willReturn(this.service.thing().withHeader("ETag", "\"1\"")));
		this.runner.withPropertyValues(EXPOSED).run((context) -> {
			context.getBean(ServiceRoot.class).load("thing?signature=s3cret");
			assertThat(json(context.getBean(HyperClientEndpoint.class).view("default", "stored"))
				.findValuesAsString("url")).contains(this.service.url() + "/1.0/thing?...")
				.noneMatch((url) -> url.contains("s3cret"));
		});
	}

	@Test
	void typesAreDescribedWithoutRequests() {
		this.runner.withPropertyValues(EXPOSED).run((context) -> {
			HyperClientEndpoint endpoint = context.getBean(HyperClientEndpoint.class);
			int before = this.service.requestCount();
			assertThat(json(endpoint.view("default", "types"))).hasToString(
					"{\"state\":\"FETCHED\",\"types\":[{\"id\":\"service-root\",\"collection\":false,\"attributes\":2,\"links\":0,\"operations\":0}]}");
			assertThat(json(endpoint.type("default", "types", "service-root")).path("attributes").values())
				.extracting(JsonNode::toString)
				.contains(
						"{\"name\":\"motto\",\"type\":\"any\",\"required\":false,\"writable\":false,\"options\":[],\"documentation\":null}");
			assertThat(endpoint.type("default", "types", "nonsense")).isNull();
			assertThat(endpoint.type("default", "nonsense", "service-root")).isNull();
			assertThat(endpoint.view("default", "nonsense")).isNull();
			assertThat(endpoint.view("nonsense", "types")).isNull();
			assertThat(this.service.requestCount()).isEqualTo(before);
		});
	}

	private static JsonNode json(@Nullable Object body) {
		return JsonMapper.shared().valueToTree(body);
	}

	@Test
	void accessIsReadOnlyByDefault() {
		assertThat(HyperClientEndpoint.class.getAnnotation(Endpoint.class).defaultAccess()).isEqualTo(Access.READ_ONLY);
	}

}
