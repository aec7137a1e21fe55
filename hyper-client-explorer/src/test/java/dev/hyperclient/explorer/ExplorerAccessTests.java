package dev.hyperclient.explorer;

import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

/**
 * Which requests the explorer answers.
 */
class ExplorerAccessTests {

	private static FakeService service;

	private static RunningExplorer local;

	private static RunningExplorer remote;

	@BeforeAll
	static void start() {
		service = Cookbooks.builder().start();
		local = RunningExplorer.start(service, "hyper-client.explorer.writable=true");
		remote = RunningExplorer.start(service, "hyper-client.explorer.writable=true",
				"hyper-client.explorer.allow-remote=true");
	}

	@AfterAll
	static void stop() {
		local.close();
		remote.close();
		service.close();
	}

	private static int status(RunningExplorer explorer, MockHttpServletRequestBuilder request) throws Exception {
		MockMvc mvc = MockMvcBuilders.webAppContextSetup((WebApplicationContext) explorer.context()).build();
		return mvc.perform(request).andReturn().getResponse().getStatus();
	}

	private static MockHttpServletRequestBuilder page(String address, String host) {
		return get("/hyper-client").header("Host", host).with((MockHttpServletRequest request) -> {
			request.setRemoteAddr(address);
			return request;
		});
	}

	@ParameterizedTest
	@CsvSource({ "127.0.0.1, localhost:8080", "127.0.0.1, LOCALHOST", "::1, [::1]:8080", "0:0:0:0:0:0:0:1, 127.0.0.1",
			"127.0.0.1, app.localhost:8080" })
	void requestsOfThisMachineAreAnswered(String address, String host) throws Exception {
		assertThat(status(local, page(address, host))).isEqualTo(200);
	}

	@ParameterizedTest
	@CsvSource({ "192.168.1.7, localhost", "10.0.0.1, 127.0.0.1:8080", "2001:db8::1, localhost" })
	void requestsOfOtherMachinesAreRefused(String address, String host) throws Exception {
		assertThat(status(local, page(address, host))).isEqualTo(403);
		assertThat(status(remote, page(address, host))).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "attacker.example", "attacker.example:8080", "localhost.attacker.example",
			"127.0.0.1.attacker.example", "notlocalhost", "localhost:80@attacker.example", "127.0.0.1:x" })
	void namesThatAttackersCanResolveToThisMachineAreRefused(String host) throws Exception {
		assertThat(status(local, page("127.0.0.1", host))).isEqualTo(403);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP" })
	void requestsOfProxiesAreRefused(String field) throws Exception {
		assertThat(status(local, page("127.0.0.1", "localhost").header(field, "127.0.0.1"))).isEqualTo(403);
		assertThat(status(remote, page("127.0.0.1", "localhost").header(field, "127.0.0.1"))).isEqualTo(200);
	}

	private static MockHttpServletRequestBuilder deletion(int recipe) {
		return post("/hyper-client/default/delete").header("Host", "localhost:8080")
			.param("url", service.baseUrl() + "recipes/" + recipe);
	}

	@Test
	void formsOfOtherOriginsAreRefused() throws Exception {
		for (RunningExplorer explorer : new RunningExplorer[] { local, remote }) {
			assertThat(status(explorer, deletion(1))).isEqualTo(403);
			assertThat(status(explorer, deletion(1).header("Origin", "null"))).isEqualTo(403);
			assertThat(status(explorer, deletion(1).header("Origin", "http://attacker.example"))).isEqualTo(403);
			assertThat(status(explorer, deletion(1).header("Origin", "http://localhost:3000"))).isEqualTo(403);
			assertThat(status(explorer, deletion(1).header("Origin", "not a URL"))).isEqualTo(403);
			assertThat(status(explorer,
					deletion(1).header("Sec-Fetch-Site", "same-site").header("Origin", "http://localhost:8080")))
				.isEqualTo(403);
			assertThat(status(explorer, deletion(1).header("Sec-Fetch-Site", "cross-site"))).isEqualTo(403);
		}
		assertThat(service.entries("recipes")).hasSize(60);
	}

	@Test
	void formsOfTheExplorerAreAccepted() throws Exception {
		assertThat(status(local, deletion(2).header("Origin", "http://localhost:8080"))).isEqualTo(200);
		assertThat(status(local, deletion(3).header("Sec-Fetch-Site", "same-origin"))).isEqualTo(200);
		assertThat(service.entries("recipes")).hasSize(58);
		service.reset();
	}

	@Test
	void otherOriginsCanLinkButNotEmbed() throws Exception {
		assertThat(status(local, page("127.0.0.1", "localhost").header("Sec-Fetch-Site", "cross-site")
			.header("Sec-Fetch-Dest", "document"))).isEqualTo(200);
		assertThat(status(local, page("127.0.0.1", "localhost").header("Sec-Fetch-Site", "cross-site")
			.header("Sec-Fetch-Dest", "image"))).isEqualTo(403);
		assertThat(status(local, page("127.0.0.1", "localhost").header("Sec-Fetch-Site", "same-site")
			.header("Sec-Fetch-Dest", "iframe"))).isEqualTo(403);
	}

}
