package dev.hyperclient.cookbook;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cookbook.service.CookbookService;
import dev.hyperclient.cookbook.service.CookbookServiceProperties;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Profiles and settings of the sample.
 */
class ProfileTests {

	@AutoClose
	private static final ConfigurableApplicationContext service = service();

	private final HttpClient client = HttpClient.newHttpClient();

	@Test
	void serviceProfileRunsServiceAlone() throws Exception {
		assertThat(service.getBeanProvider(ServiceRoot.class)).isEmpty();
		assertThat(service).isNotInstanceOf(ServletWebServerApplicationContext.class);
		assertThat(get(url(service, "")).statusCode()).isEqualTo(200);
	}

	/** As the reference service does, which other clients are tested with. */
	@Test
	void serviceProfileBeginsWithoutFiles() throws Exception {
		URI cover = url(service, "cookbooks/Everyday%20Greens/cover");
		assertThat(get(cover).statusCode()).isEqualTo(404);
		this.client.send(HttpRequest.newBuilder(cover).PUT(HttpRequest.BodyPublishers.ofString("cover")).build(),
				HttpResponse.BodyHandlers.discarding());
		assertThat(get(cover).headers().firstValue("Location"))
			.hasValueSatisfying((location) -> assertThat(location).endsWith("/devel/filemanager/0"));
	}

	@Test
	void baseUrlSelectsAnotherService(@TempDir Path cache) {
		CookbookServiceProperties settings = new CookbookServiceProperties(true, "localhost", 0, 1_000,
				CookbookServiceProperties.Security.OPEN, "cookbooks", "user", "password", "consumer", "token",
				"secret");
		try (CookbookService other = new CookbookService(settings);
				ConfigurableApplicationContext context = application(cache,
						"--hyper-client.base-url=" + other.baseUrl(), "--hyper-client.version=devel")) {
			ServiceRoot root = context.getBean(ServiceRoot.class);
			assertThat(root.uri()).hasToString(other.baseUrl() + "devel/");
			assertThat(root.collection("recipes").size()).isGreaterThan(1_000);
			assertThat(context.getBean(CookbookService.class).requests()).isEmpty();
		}
	}

	@ParameterizedTest
	@CsvSource({ "basic,Basic Y29vazpwYTU1", "oauth,'oauth_token=\"t0ken\"'" })
	void clientUsesConfiguredCredentialsOfEmbeddedService(String security, String header, @TempDir Path cache)
			throws Exception {
		try (ConfigurableApplicationContext context = application(cache, "--cookbook.service.security=" + security,
				"--cookbook.service.realm=kitchen", "--cookbook.service.username=cook",
				"--cookbook.service.password=pa55", "--cookbook.service.access-token=t0ken",
				"--cookbook.service.access-token-secret=s3cret")) {
			assertThat(context.getBean(ServiceRoot.class).collection("recipes")).hasSize(6);
			assertThat(context.getBean(CookbookService.class).requests())
				.allMatch((request) -> String.valueOf(request.header("Authorization")).contains(header));
			HttpResponse<String> refused = get(url(context, ""));
			assertThat(refused.statusCode()).isEqualTo(401);
			assertThat(refused.headers().firstValue("WWW-Authenticate").orElseThrow()).contains("realm=\"kitchen\"");
		}
	}

	private static ConfigurableApplicationContext service() {
		return run(List.of("--spring.profiles.active=service"));
	}

	private static ConfigurableApplicationContext application(Path cache, String... settings) {
		return run(List.of("--server.port=0", "--hyper-client.cache.directory=" + cache), settings);
	}

	private static ConfigurableApplicationContext run(List<String> common, String... settings) {
		return SpringApplication.run(SampleApplication.class,
				Stream
					.concat(Stream.of("--cookbook.service.port=0"), Stream.concat(common.stream(), Stream.of(settings)))
					.toArray(String[]::new));
	}

	private static URI url(ConfigurableApplicationContext context, String path) {
		return context.getBean(CookbookService.class).baseUrl().resolve("1.0/" + path);
	}

	private HttpResponse<String> get(URI uri) throws Exception {
		return this.client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
	}

}
