package dev.hyperclient.explorer;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.testservice.FakeService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.filter.ForwardedHeaderFilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

/**
 * Which requests the explorer answers.
 */
class ExplorerAccessTests {

	private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

	private static FakeService service;

	private static RunningExplorer local;

	private static RunningExplorer remote;

	@BeforeAll
	static void start() {
		service = Cookbooks.builder().start();
		local = RunningExplorer.start(service, "hyper-client.explorer.writable=true", "server.http2.enabled=true");
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
	@ValueSource(strings = { "Forwarded", "x-forwarded-port", "X-Original-URL", "X-Real-IP", "X-Client-IP",
			"CF-Connecting-IP", "CF-Ray", "X-Envoy-External-Address", "X-Amzn-Trace-Id", "X-Azure-ClientIP",
			"Proxy-Connection", "CDN-Loop", "Via" })
	void requestsOfProxiesAreRefused(String field) throws Exception {
		assertThat(status(local, page("127.0.0.1", "localhost").header(field, "127.0.0.1"))).isEqualTo(403);
		assertThat(status(remote, page("127.0.0.1", "localhost").header(field, "127.0.0.1"))).isEqualTo(200);
	}

	/** As nginx without settings of its own. */
	@Test
	void requestOfAProxyThatAddsNothingIsRefusedWithItsProtocol() throws IOException {
		String answer = sent("GET /hyper-client HTTP/1.0\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n"
			.formatted(local.uri("/").getPort()));
		assertThat(answer).contains(" 403 ").contains("without a proxy");
	}

	/** As nginx without settings of its own since 1.29.7, or with HTTP/1.1. */
	@ParameterizedTest
	@CsvSource({ "keep-alive, 200", "Keep-Alive, 200", "close, 403", "upgrade, 403", "'', 403" })
	void requestOfABrowserWhoseConnectionIsThatOfAProxyIsRefused(String connection, int status) throws Exception {
		MockHttpServletRequestBuilder page = page("127.0.0.1", "localhost").header("User-Agent", "Mozilla/5.0");
		if (!connection.isEmpty()) {
			page.header("Connection", connection);
		}
		assertThat(status(local, page)).isEqualTo(status);
	}

	@Test
	void requestsByHttp2AreAnsweredAlthoughTheyHaveNoHostField() {
		assertThat(local.get("").statusCode()).isEqualTo(200);
		HttpResponse<String> second = local.get("");
		assertThat(second.version()).isEqualTo(HttpClient.Version.HTTP_2);
		assertThat(second.statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@CsvSource({ "HTTP/2.0, localhost, 200", "HTTP/2.0, attacker.example, 403", "HTTP/1.1, localhost, 403" })
	void hostIsThatOfTheRequestOnlyByHttp2(String protocol, String name, int status) throws Exception {
		assertThat(status(local, get("/hyper-client").with((MockHttpServletRequest request) -> {
			request.setProtocol(protocol);
			request.setServerName(name);
			return request;
		}))).isEqualTo(status);
	}

	@Test
	void fieldsOfBrowsersAreNotThoseOfProxies() throws Exception {
		MockHttpServletRequestBuilder page = page("127.0.0.1", "localhost").header("User-Agent", "Mozilla/5.0")
			.header("Connection", "keep-alive")
			.header("Accept", "text/html,application/xhtml+xml")
			.header("Sec-Fetch-Site", "none")
			.header("Sec-Fetch-Dest", "document");
		for (String name : List.of("Accept-Encoding", "Accept-Language", "Cache-Control", "Cookie", "DNT",
				"If-None-Match", "Pragma", "Priority", "Referer", "sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform",
				"Sec-Fetch-Mode", "Sec-Fetch-User", "Upgrade-Insecure-Requests")) {
			page.header(name, "a");
		}
		assertThat(status(local, page)).isEqualTo(200);
	}

	private static String sent(String request) throws IOException {
		try (Socket socket = new Socket("127.0.0.1", local.uri("/").getPort())) {
			socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
			socket.shutdownOutput();
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	private static MockHttpServletRequestBuilder deletion(int recipe) {
		return post("/hyper-client/default/delete").header("Host", "localhost:8080")
			.param("url", service.baseUrl() + "recipes/" + recipe);
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", value = { "-, -", "-, null", "-, http://attacker.example", "-, http://localhost:3000",
			"-, not a URL", "same-site, http://localhost:8080", "cross-site, -", "same-origin, http://attacker.example",
			"same-origin, http://localhost:3000", "same-origin, https://localhost", "same-origin, null" })
	void formsOfOtherOriginsAreRefused(@Nullable String site, @Nullable String origin) throws Exception {
		for (RunningExplorer explorer : new RunningExplorer[] { local, remote }) {
			assertThat(status(explorer, with(deletion(1), site, origin))).isEqualTo(403);
		}
		assertThat(service.entries("recipes")).hasSize(60);
	}

	private static MockHttpServletRequestBuilder with(MockHttpServletRequestBuilder request, @Nullable String site,
			@Nullable String origin) {
		if (site != null) {
			request.header("Sec-Fetch-Site", site);
		}
		return (origin != null) ? request.header("Origin", origin) : request;
	}

	@Test
	void formsOfTheExplorerAreAccepted() throws Exception {
		assertThat(status(local, with(deletion(2), null, "http://localhost:8080"))).isEqualTo(200);
		assertThat(status(local, with(deletion(3), "same-origin", null))).isEqualTo(200);
		assertThat(status(local, with(deletion(4), "same-origin", "http://LOCALHOST:8080"))).isEqualTo(200);
		assertThat(service.entries("recipes")).hasSize(57);
		service.reset();
	}

	@Test
	void formOfAnAllowedProxyIsAcceptedIfItsFieldsAreEvaluated() throws Exception {
		MockMvc mvc = MockMvcBuilders.webAppContextSetup((WebApplicationContext) remote.context())
			.addFilter(new ForwardedHeaderFilter())
			.build();
		MockHttpServletRequestBuilder form = deletion(5).header("Origin", "https://tools.example.com")
			.header("X-Forwarded-Proto", "https");
		assertThat(mvc.perform(form).andReturn().getResponse().getStatus()).isEqualTo(403);
		form.header("X-Forwarded-Host", "tools.example.com");
		assertThat(mvc.perform(form).andReturn().getResponse().getStatus()).isEqualTo(200);
		service.reset();
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-",
			value = { "-, http://attacker.example, -, 403", "-, http://localhost, -, 200", "cross-site, -, document, 200",
					"cross-site, -, image, 403", "same-site, -, iframe, 403" })
	void otherOriginsCanLinkToPagesButNotReadOrEmbedThem(@Nullable String site, @Nullable String origin,
			@Nullable String destination, int status) throws Exception {
		MockHttpServletRequestBuilder page = with(page("127.0.0.1", "localhost"), site, origin);
		assertThat(status(local, (destination != null) ? page.header("Sec-Fetch-Dest", destination) : page))
			.isEqualTo(status);
	}

	@Test
	void formsHaveTheTokenOfSpringSecurity() {
		try (RunningExplorer explorer = RunningExplorer.start(SecuredApplication.class, service.baseUrl(),
				"hyper-client.explorer.writable=true")) {
			String url = service.baseUrl() + "recipes/4";
			HttpResponse<String> page = explorer.get("/default/resource?url=" + RunningExplorer.encoded(url));
			Matcher token = TOKEN.matcher(page.body());
			assertThat(token.find()).as(page.body()).isTrue();
			String session = page.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
			Map<String, String> form = new HashMap<>(Map.of("url", url));
			assertThat(explorer.post("/default/delete", form, "Cookie", session, "Sec-Fetch-Site", "same-origin")
				.statusCode()).isEqualTo(403);
			assertThat(service.entries("recipes")).hasSize(60);
			form.put("_csrf", token.group(1));
			assertThat(explorer.post("/default/delete", form, "Cookie", session, "Sec-Fetch-Site", "same-origin")
				.statusCode()).isEqualTo(200);
			assertThat(service.entries("recipes")).hasSize(59);
			service.reset();
		}
	}

	/**
	 * Permits all, with protection against forms of other origins.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class SecuredApplication {

		@Bean
		SecurityFilterChain chain(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll()).build();
		}

	}

}
