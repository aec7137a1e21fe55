package dev.hyperclient.docs.httpcache;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import javax.sql.DataSource;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications with the store of the page about stores.
 */
class JdbcStoreApplicationTests {

	@TempDir
	Path directory;

	@Test
	void responsesAreServedAfterRestartToTheirUser() {
		try (ExampleService other = new ExampleService("private, max-age=60");
				FakeService service = FakeService.builder("cookbook").type("recipe", "recipes", (recipe) -> {
					recipe.integer("id");
					recipe.entry(Map.of("id", 4));
				}).start()) {
			for (String user : new String[] { "ann", "ann", "ben" }) {
				try (ConfigurableApplicationContext context = start("hyper-client.http-cache.enabled=true",
						"hyper-client.http-cache.identity-key=a key of the application",
						"hyper-client.base-url=" + service.baseUrl())) {
					context.getBean(RestClient.Builder.class)
						.build()
						.get()
						.uri(other.url() + "/repos/a/b")
						.headers((headers) -> headers.setBasicAuth(user, "secret"))
						.retrieve()
						.toBodilessEntity();
					assertThat(context.getBean(ServiceRoot.class).collection("recipes").stream()).hasSize(1);
				}
			}
			assertThat(other.requests()).isEqualTo(2);
			// The root as JSON and as WADL.
			assertThat(service.requests()).extracting(RecordedRequest::path)
				.containsExactlyInAnyOrder("/1.0/", "/1.0/", "/1.0/recipes", "/1.0/recipes", "/1.0/recipes");
		}
	}

	private ConfigurableApplicationContext start(String... properties) {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("spring.config.name=none", "spring.main.banner-mode=off",
					"database=" + this.directory.resolve("responses"))
			.properties(properties)
			.run();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		DataSource dataSource(@Value("${database}") String database) {
			return new DriverManagerDataSource(
					"jdbc:h2:file:" + database + ";INIT=RUNSCRIPT FROM 'classpath:responses.sql'");
		}

		// tag::jdbc-store-bean[]
		@Bean
		JdbcResponseStore responses(DataSource dataSource) {
			return new JdbcResponseStore(dataSource, Duration.ofSeconds(10));
		}
		// end::jdbc-store-bean[]

	}

}
