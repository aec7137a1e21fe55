package dev.hyperclient.cookbook;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.cookbook.service.CookbookServiceProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Profiles and settings of the sample.
 */
class ProfileTests {

	@Test
	void serviceProfileRunsServiceAlone() throws Exception {
		try (ConfigurableApplicationContext context = SpringApplication.run(SampleApplication.class,
				"--spring.profiles.active=service", "--cookbook.service.port=0")) {
			assertThat(context.getBeanProvider(ServiceRoot.class)).isEmpty();
			assertThat(context).isNotInstanceOf(ServletWebServerApplicationContext.class);
			URI root = context.getBean(CookbookService.class).baseUrl().resolve("1.0/");
			HttpResponse<String> response = HttpClient.newHttpClient()
				.send(HttpRequest.newBuilder(root).build(), HttpResponse.BodyHandlers.ofString());
			assertThat(response.statusCode()).isEqualTo(200);
		}
	}

	/** As the reference service does, which other clients are tested with. */
	@Test
	void serviceProfileBeginsWithoutFiles() throws Exception {
		try (ConfigurableApplicationContext context = SpringApplication.run(SampleApplication.class,
				"--spring.profiles.active=service", "--cookbook.service.port=0")) {
			URI cover = context.getBean(CookbookService.class)
				.baseUrl()
				.resolve("1.0/cookbooks/Everyday%20Greens/cover");
			HttpClient client = HttpClient.newHttpClient();
			HttpRequest get = HttpRequest.newBuilder(cover).build();
			assertThat(client.send(get, HttpResponse.BodyHandlers.discarding()).statusCode()).isEqualTo(404);
			client.send(HttpRequest.newBuilder(cover).PUT(HttpRequest.BodyPublishers.ofString("cover")).build(),
					HttpResponse.BodyHandlers.discarding());
			assertThat(client.send(get, HttpResponse.BodyHandlers.discarding()).headers().firstValue("Location"))
				.hasValueSatisfying((location) -> assertThat(location).endsWith("/devel/filemanager/0"));
		}
	}

	@ParameterizedTest
	@CsvSource({ "basic,--cookbook.service.username=cook --cookbook.service.password=pa55,Basic Y29vazpwYTU1",
			"oauth,--cookbook.service.access-token=t0ken --cookbook.service.access-token-secret=s3cret,"
					+ "'OAuth oauth_consumer_key=\"consumer\", oauth_token=\"t0ken\", "
					+ "oauth_signature_method=\"PLAINTEXT\", oauth_signature=\"%26s3cret\"'" })
	void serviceRequiresConfiguredCredentials(String security, String credentials, String header) throws Exception {
		String[] settings = ("--spring.profiles.active=service --cookbook.service.port=0 --cookbook.service.security="
				+ security + " --cookbook.service.realm=kitchen " + credentials)
			.split(" ");
		try (ConfigurableApplicationContext context = SpringApplication.run(SampleApplication.class, settings)) {
			URI root = context.getBean(CookbookService.class).baseUrl().resolve("1.0/");
			HttpResponse<String> refused = HttpClient.newHttpClient()
				.send(HttpRequest.newBuilder(root).build(), HttpResponse.BodyHandlers.ofString());
			assertThat(refused.statusCode()).isEqualTo(401);
			assertThat(refused.headers().firstValue("WWW-Authenticate").orElseThrow()).contains("realm=\"kitchen\"");
			HttpResponse<String> granted = HttpClient.newHttpClient()
				.send(HttpRequest.newBuilder(root).header("Authorization", header).build(),
						HttpResponse.BodyHandlers.ofString());
			assertThat(granted.statusCode()).isEqualTo(200);
		}
	}

	@Test
	void baseUrlSelectsAnotherService(@TempDir Path cache) {
		try (CookbookService other = openService(100_000);
				ConfigurableApplicationContext context = SpringApplication.run(SampleApplication.class,
						"--server.port=0", "--cookbook.service.port=0", "--hyper-client.base-url=" + other.baseUrl(),
						"--hyper-client.version=devel", "--hyper-client.cache.directory=" + cache)) {
			ServiceRoot root = context.getBean(ServiceRoot.class);
			assertThat(root.uri()).hasToString(other.baseUrl() + "devel/");
			assertThat(root.collection("recipes").size()).isGreaterThan(100_000);
			assertThat(context.getBean(CookbookService.class).requests()).isEmpty();
		}
	}

	@Test
	void disabledServiceIsAbsent(@TempDir Path cache) {
		try (CookbookService other = openService(0);
				ConfigurableApplicationContext context = SpringApplication.run(SampleApplication.class,
						"--server.port=0", "--cookbook.service.enabled=false",
						"--hyper-client.base-url=" + other.baseUrl(), "--hyper-client.cache.directory=" + cache)) {
			assertThat(context.getBeanProvider(CookbookService.class)).isEmpty();
			assertThat(context.getBean(ServiceRoot.class).uri()).hasToString(other.baseUrl() + "1.0/");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "basic", "oauth" })
	void clientUsesCredentialsOfEmbeddedService(String security, @TempDir Path cache) {
		try (ConfigurableApplicationContext context = SpringApplication.run(SampleApplication.class, "--server.port=0",
				"--cookbook.service.port=0", "--cookbook.service.security=" + security,
				"--hyper-client.cache.directory=" + cache)) {
			ServiceRoot root = context.getBean(ServiceRoot.class);
			assertThat(root.collection("recipes")).hasSize(6);
		}
	}

	private static CookbookService openService(int recipes) {
		return new CookbookService(
				new CookbookServiceProperties(true, "localhost", 0, recipes, CookbookServiceProperties.Security.OPEN,
						"cookbooks", "user", "password", "consumer", "token", "secret"));
	}

}
