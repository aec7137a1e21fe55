package dev.hyperclient.docs.httpcache;

import dev.hyperclient.cache.HttpCache;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.restclient.test.MockServerRestClientCustomizer;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.client.ExpectedCount.twice;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.anything;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

/**
 * Users' tests of an application with the HTTP cache.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE,
		properties = { "spring.config.name=none", "hyper-client.http-cache.enabled=true",
				"hyper-client.http-cache.directory=", "hyper-client.http-cache.store=memory" })
class CachedApplicationTests {

	private static final ExampleService service = new ExampleService("max-age=60");

	@DynamicPropertySource
	static void url(DynamicPropertyRegistry properties) {
		properties.add("stars.base-url", service::url);
	}

	// tag::http-cache-clear[]
	@AfterEach
	void clear(@Autowired HttpCache httpCache) {
		httpCache.clear();
	}
	// end::http-cache-clear[]

	@RepeatedTest(2)
	void realServerIsAskedOnceInEachTest(@Autowired StarsReader reader) {
		int before = service.requests();
		assertThat(reader.stars("a/b")).isEqualTo(reader.stars("a/b"));
		assertThat(service.requests() - before).isOne();
	}

	@Test
	void mockSeesEachRequest(@Autowired RestClient.Builder bound, @Autowired RestClient.Builder customized) {
		MockServerRestClientCustomizer customizer = new MockServerRestClientCustomizer();
		customizer.customize(customized);
		assertSeesEachRequest(MockRestServiceServer.bindTo(bound).build(), bound);
		assertSeesEachRequest(customizer.getServer(), customized);
	}

	private static void assertSeesEachRequest(MockRestServiceServer server, RestClient.Builder builder) {
		server.expect(twice(), anything()).andRespond(withSuccess());
		RestClient client = builder.build();
		client.get().uri("/a").retrieve().toBodilessEntity();
		client.get().uri("/a").retrieve().toBodilessEntity();
		server.verify();
	}

	@Test
	void restTestClientIsNotCached() {
		RestTestClient client = RestTestClient.bindToServer().baseUrl(service.url()).build();
		int before = service.requests();
		client.get().uri("/repos/a/b").exchange().expectStatus().isOk();
		client.get().uri("/repos/a/b").exchange().expectStatus().isOk();
		assertThat(service.requests() - before).isEqualTo(2);
	}

}
