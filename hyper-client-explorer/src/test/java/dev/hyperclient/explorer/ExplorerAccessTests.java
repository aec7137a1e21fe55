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
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.filter.ForwardedHeaderFilter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which requests the explorer answers.
 */
class ExplorerAccessTests {

	private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

	@AutoClose
	private static final FakeService service = Cookbooks.builder().start();

	@AutoClose
	private static final RunningExplorer explorer = RunningExplorer.start(service,
			"hyper-client.explorer.writable=true", "server.http2.enabled=true");

	private static boolean isAnswered(HttpServletRequest request) {
		return new ExplorerAccess(false).refusal(request).isEmpty();
	}

	private static boolean isAnsweredIfRemoteIsAllowed(HttpServletRequest request) {
		return new ExplorerAccess(true).refusal(request).isEmpty();
	}

	private static MockHttpServletRequest page(String address, String host) {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/hyper-client");
		request.setRemoteAddr(address);
		request.addHeader("Host", host);
		return request;
	}

	/** Return a request with the fields whose values are not {@code null}. */
	private static MockHttpServletRequest with(MockHttpServletRequest request, @Nullable String... fields) {
		for (int i = 0; i < fields.length; i += 2) {
			if (fields[i + 1] != null) {
				request.addHeader(String.valueOf(fields[i]), fields[i + 1]);
			}
		}
		return request;
	}

	@ParameterizedTest
	@CsvSource({ "127.0.0.1, localhost:8080", "127.0.0.1, LOCALHOST", "::1, [::1]:8080", "0:0:0:0:0:0:0:1, 127.0.0.1",
			"127.0.0.1, app.localhost:8080" })
	void requestsOfThisMachineAreAnswered(String address, String host) {
		assertThat(isAnswered(page(address, host))).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "192.168.1.7, localhost", "10.0.0.1, 127.0.0.1:8080", "2001:db8::1, localhost" })
	void requestsOfOtherMachinesAreRefused(String address, String host) {
		assertThat(isAnswered(page(address, host))).isFalse();
		assertThat(isAnsweredIfRemoteIsAllowed(page(address, host))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "attacker.example", "attacker.example:8080", "localhost.attacker.example",
			"127.0.0.1.attacker.example", "notlocalhost", "localhost:80@attacker.example", "127.0.0.1:x" })
	void namesThatAttackersCanResolveToThisMachineAreRefused(String host) {
		assertThat(isAnswered(page("127.0.0.1", host))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Forwarded", "x-forwarded-port", "X-Original-URL", "X-Real-IP", "X-Client-IP",
			"CF-Connecting-IP", "CF-Ray", "X-Envoy-External-Address", "X-Amzn-Trace-Id", "X-Azure-ClientIP",
			"Proxy-Connection", "CDN-Loop", "Via" })
	void requestsOfProxiesAreRefused(String field) {
		MockHttpServletRequest page = with(page("127.0.0.1", "localhost"), field, "127.0.0.1");
		assertThat(isAnswered(page)).isFalse();
		assertThat(isAnsweredIfRemoteIsAllowed(page)).isTrue();
	}

	/** As nginx without settings of its own. */
	@Test
	void requestOfAProxyThatAddsNothingIsRefusedWithItsProtocol() throws IOException {
		String request = "GET /hyper-client HTTP/1.0\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n"
			.formatted(explorer.uri("/").getPort());
		try (Socket socket = new Socket("127.0.0.1", explorer.uri("/").getPort())) {
			socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
			socket.shutdownOutput();
			assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).contains(" 403 ")
				.contains("without a proxy");
		}
	}

	/** As nginx without settings of its own since 1.29.7, or with HTTP/1.1. */
	@ParameterizedTest
	@CsvSource(nullValues = "-",
			value = { "keep-alive, true", "Keep-Alive, true", "close, false", "upgrade, false", "-, false" })
	void requestOfABrowserWhoseConnectionIsThatOfAProxyIsRefused(@Nullable String connection, boolean answered) {
		assertThat(
				isAnswered(with(page("127.0.0.1", "localhost"), "User-Agent", "Mozilla/5.0", "Connection", connection)))
			.isEqualTo(answered);
	}

	@Test
	void requestsByHttp2AreAnsweredAlthoughTheyHaveNoHostField() {
		assertThat(explorer.get("").statusCode()).isEqualTo(200);
		HttpResponse<String> second = explorer.get("");
		assertThat(second.version()).isEqualTo(HttpClient.Version.HTTP_2);
		assertThat(second.statusCode()).isEqualTo(200);
	}

	@ParameterizedTest
	@CsvSource({ "HTTP/2.0, localhost, true", "HTTP/2.0, attacker.example, false", "HTTP/1.1, localhost, false" })
	void hostIsThatOfTheRequestOnlyByHttp2(String protocol, String name, boolean answered) {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/hyper-client");
		request.setProtocol(protocol);
		request.setServerName(name);
		assertThat(isAnswered(request)).isEqualTo(answered);
	}

	@Test
	void fieldsOfBrowsersAreNotThoseOfProxies() {
		MockHttpServletRequest page = with(page("127.0.0.1", "localhost"), "User-Agent", "Mozilla/5.0", "Connection",
				"keep-alive", "Sec-Fetch-Site", "none", "Sec-Fetch-Dest", "document");
		for (String name : List.of("Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Cookie", "DNT",
				"If-None-Match", "Pragma", "Priority", "Referer", "sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform",
				"Sec-Fetch-Mode", "Sec-Fetch-User", "Upgrade-Insecure-Requests")) {
			page.addHeader(name, "a");
		}
		assertThat(isAnswered(page)).isTrue();
	}

	private static MockHttpServletRequest form(@Nullable String site, @Nullable String origin) {
		MockHttpServletRequest form = new MockHttpServletRequest("POST", "/hyper-client/default/delete");
		return with(form, "Host", "localhost:8080", "Sec-Fetch-Site", site, "Origin", origin);
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-",
			value = { "-, -", "-, null", "-, http://attacker.example", "-, http://localhost:3000", "-, not a URL",
					"same-site, http://localhost:8080", "cross-site, -", "same-origin, http://attacker.example",
					"same-origin, http://localhost:3000", "same-origin, https://localhost", "same-origin, null" })
	void formsOfOtherOriginsAreRefused(@Nullable String site, @Nullable String origin) {
		assertThat(isAnswered(form(site, origin))).isFalse();
		assertThat(isAnsweredIfRemoteIsAllowed(form(site, origin))).isFalse();
	}

	@Test
	void refusedFormChangesNothing() {
		HttpResponse<String> refused = explorer.post("/default/delete", Map.of("url", service.baseUrl() + "recipes/1"),
				"Origin", "http://attacker.example");
		assertThat(refused.statusCode()).isEqualTo(403);
		assertThat(service.entries("recipes")).hasSize(60);
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-",
			value = { "-, http://localhost:8080", "same-origin, -", "same-origin, http://LOCALHOST:8080" })
	void formsOfTheExplorerAreAccepted(@Nullable String site, @Nullable String origin) {
		assertThat(isAnswered(form(site, origin))).isTrue();
	}

	@Test
	void formOfAnAllowedProxyIsAcceptedIfItsFieldsAreEvaluated() throws ServletException, IOException {
		MockHttpServletRequest form = with(form(null, "https://tools.example.com"), "X-Forwarded-Proto", "https");
		assertThat(isAnsweredIfRemoteIsAllowed(forwarded(form))).isFalse();
		form.addHeader("X-Forwarded-Host", "tools.example.com");
		assertThat(isAnsweredIfRemoteIsAllowed(forwarded(form))).isTrue();
	}

	private static HttpServletRequest forwarded(MockHttpServletRequest request) throws ServletException, IOException {
		MockFilterChain chain = new MockFilterChain();
		new ForwardedHeaderFilter().doFilter(request, new MockHttpServletResponse(), chain);
		return (HttpServletRequest) chain.getRequest();
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", value = { "-, http://attacker.example, -, false", "-, http://localhost, -, true",
			"cross-site, -, document, true", "cross-site, -, image, false", "same-site, -, iframe, false" })
	void otherOriginsCanLinkToPagesButNotReadOrEmbedThem(@Nullable String site, @Nullable String origin,
			@Nullable String destination, boolean answered) {
		assertThat(isAnswered(with(page("127.0.0.1", "localhost"), "Sec-Fetch-Site", site, "Origin", origin,
				"Sec-Fetch-Dest", destination)))
			.isEqualTo(answered);
	}

	@Test
	void formsHaveTheTokenOfSpringSecurityAndProxiesAreAllowedByProperty() {
		try (RunningExplorer secured = RunningExplorer.start(SecuredApplication.class, service.baseUrl(),
				"hyper-client.explorer.writable=true", "hyper-client.explorer.allow-remote=true")) {
			assertThat(secured.get("", "Via", "1.1 proxy").statusCode()).isEqualTo(200);
			String url = service.baseUrl() + "recipes/4";
			HttpResponse<String> page = secured.get("/default/resource?url=" + RunningExplorer.encoded(url));
			Matcher token = TOKEN.matcher(page.body());
			assertThat(token.find()).as(page.body()).isTrue();
			String session = page.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
			Map<String, String> form = new HashMap<>(Map.of("url", url));
			assertThat(secured.post("/default/delete", form, "Cookie", session, "Sec-Fetch-Site", "same-origin")
				.statusCode()).isEqualTo(403);
			assertThat(service.entries("recipes")).hasSize(60);
			form.put("_csrf", token.group(1));
			assertThat(secured.post("/default/delete", form, "Cookie", session, "Sec-Fetch-Site", "same-origin")
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
