package dev.hyperclient.docs;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The protected explorer of the documents.
 */
class ExplorerSnippetsTests {

	@AutoClose
	private static final FakeService service = FakeService.builder("cookbook").start();

	@AutoClose
	private static final ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
		// Without the configuration of the sample.
		.properties("spring.config.name=none", "server.port=0", "server.address=127.0.0.1",
				"spring.main.banner-mode=off", "hyper-client.explorer.enabled=true",
				"hyper-client.explorer.allow-remote=true", "hyper-client.base-url=" + service.baseUrl())
		.run();

	@ParameterizedTest
	@CsvSource({ "'', 401", "ann, 403", "dev, 200" })
	void explorerIsForDevelopersOnly(String user, int status) throws IOException, InterruptedException {
		for (String path : new String[] { "/hyper-client", "/hyper-client/default", "/hyper-client/journal.html" }) {
			HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%s%s"
				.formatted(context.getEnvironment().getProperty("local.server.port"), path)));
			if (!user.isEmpty()) {
				request.header(HttpHeaders.AUTHORIZATION, "Basic " + HttpHeaders.encodeBasicAuth(user, "secret", null));
			}
			// As through a proxy that adds nothing.
			assertThat(HttpClient.newHttpClient()
				.send(request.build(), HttpResponse.BodyHandlers.discarding())
				.statusCode()).as(path).isEqualTo(status);
		}
	}

	/**
	 * An application with the explorer and two users.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		// tag::explorer-security[]
		@Bean
		@Order(1)
		SecurityFilterChain explorerSecurity(HttpSecurity http) {
			return http.securityMatcher("/hyper-client/**")
				.authorizeHttpRequests((requests) -> requests.anyRequest().hasRole("DEVELOPER"))
				.httpBasic(Customizer.withDefaults())
				.build();
		}
		// end::explorer-security[]

		@Bean
		UserDetailsService users() {
			return new InMemoryUserDetailsManager(
					User.withUsername("dev").password("{noop}secret").roles("DEVELOPER").build(),
					User.withUsername("ann").password("{noop}secret").roles("USER").build());
		}

	}

}
