package dev.hyperclient.explorer;

import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The explorer in an application with Spring Security.
 */
class ExplorerSecurityTests {

	private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

	@Test
	void formsHaveTheTokenOfSpringSecurity() {
		try (FakeService service = Cookbooks.builder().start();
				RunningExplorer explorer = RunningExplorer.start(SecuredApplication.class, service.baseUrl(),
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
